"""An atom of the same frame: other values, limits on a denial, another place."""

from __future__ import annotations

import pytest

from textattack_atomeval.consistency.aligned import check_aligned
from textattack_atomeval.containment import same_frame
from textattack_atomeval.extraction.rules import RuleExtractor

NEVER = "Ida Brandt never won a medal."
ONE = "Otto Lind has written only one novel."
FEW = "Tide sold fewer than 10,000 copies."
DIED = "Ida Brandt died in Rome."
BORN = "Otto Lind was born in Oslo in 1903."

TAKES = [
    (NEVER, "Before she moved to Rome, Ida Brandt had never won a medal.", "time"),
    (NEVER, "Until 1998, Ida Brandt had never won a medal.", "time"),
    (NEVER, "Ida Brandt never won a medal again.", "time"),
    (NEVER, "By the end of May, Ida Brandt had never won a medal.", "time"),
    (NEVER, "At first, Ida Brandt never won a medal.", "time"),
    (ONE, "By the time he turned forty, Otto Lind had written only one novel.", "time"),
    (FEW, "By the end of 1999, Tide had sold fewer than 10,000 copies.", "time"),
    (FEW, "In its first week Tide sold fewer than 10,000 copies.", "time"),
    (DIED, "Ida Brandt died in Oslo.", "place"),
    (DIED, "Ida Brandt, who was born in Rome, died in Oslo.", "place"),
    (BORN, "Otto Lind was born in Oslo four years before 1903.", "date"),
    (BORN, "Otto Lind was born in Oslo in 1907.", "date"),
]
KEEPS = [
    (NEVER, "Ida Brandt never won a medal until her death."),
    (NEVER, "Ida Brandt, who was famous before the war, never won a medal."),
    (NEVER, "In her long life, Ida Brandt never won a medal."),
    (NEVER, "Ida Brandt won a medal before 1998."),  # another polarity, not a limit
    ("Ida Brandt had never won a medal before 1998.", "Before 1998 " + NEVER),
    ("Ida Brandt won a medal.", "Before 1998, Ida Brandt won a medal."),
    (ONE, "Otto Lind, who taught until 1960, has written only one novel."),
    (FEW, "Tide, recorded before the tour, sold fewer than 10,000 copies."),
    (DIED, "Ida Brandt died in Rome in May, in the arms of Otto."),
    ("Ida Brandt lives in the United States.", "Ida Brandt lives in the USA."),
    (DIED, "Ida Brandt died."),  # missing here: it may stand elsewhere
    (DIED, "Ida Brandt died in a small house."),
    ("Ida Brandt did not die in Rome.", "Ida Brandt did not die in Oslo."),
    (BORN, "Otto Lind was born in Oslo in 1903, years before the war."),
]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    """Load the parser once."""
    return RuleExtractor()


def found(extractor: RuleExtractor, claim: str, rewrite: str) -> list[str]:
    first, second = extractor.extract([claim, rewrite])
    atom = first.atoms[0]
    aligned = [said for said in second.atoms if same_frame(said, atom)]
    assert aligned, second.atoms
    return [
        violation.kind
        for said in aligned
        for violation in check_aligned(atom, atom.proposition, said)
    ]


@pytest.mark.parametrize(("claim", "rewrite", "kind"), TAKES)
def test_takes_something(
    extractor: RuleExtractor, claim: str, rewrite: str, kind: str
) -> None:
    assert set(found(extractor, claim, rewrite)) == {kind}


@pytest.mark.parametrize(("claim", "rewrite"), KEEPS)
def test_keeps_all(extractor: RuleExtractor, claim: str, rewrite: str) -> None:
    assert found(extractor, claim, rewrite) == []


@pytest.mark.parametrize("claim", [NEVER, ONE, FEW, DIED, BORN])
def test_the_claim_itself_takes_nothing(extractor: RuleExtractor, claim: str) -> None:
    assert found(extractor, claim, claim) == []
