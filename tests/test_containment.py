"""Containment: what one atom says of another by form alone, and what it does not."""

from __future__ import annotations

import pytest

from textattack_atomeval.containment import contains
from textattack_atomeval.extraction.rules import RuleExtractor

PAIRS = [
    # positive statements keep what is added to them
    ("Mara Quill won three cups in a raffle.", "Mara Quill won three cups.", True),
    ("The newt is a reptile that can sing.", "The newt is a reptile.", True),
    ("The newt is just a reptile.", "The newt is a reptile.", True),
    ("Mara Quill won cups.", "Mara Quill won three cups.", False),
    ("Mara Quill nearly won three cups.", "Mara Quill won three cups.", False),
    ("Mara Quill might win three cups.", "Mara Quill won three cups.", False),
    ("The newt is not a reptile.", "The newt is a reptile.", False),
    ("The song is a poem about a bill.", "The song is a bill.", False),
    ("The song paid a bill.", "The song is a bill.", False),
    ("Ben Odd won three cups.", "Mara Quill won three cups.", False),
    ("The mill was built by Ann Moe.", "The mill was bought by Ann Moe.", False),
    # denials keep what is taken away from them
    ("Mara Quill was not born in 1986.", "Mara Quill was not born in May 1986.", True),
    ("Mara Quill was not born in May 1986.", "Mara Quill was not born in 1986.", False),
    # nothing may be added to what a restriction changes
    ("It is the tallest mill in the valley.", "It is the tallest mill.", False),
    ("It is the first mill to burn.", "It is the first mill.", False),
    ("It is not the tallest mill.", "It is not the tallest brick mill.", False),
]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    """Load the parser once."""
    return RuleExtractor()


@pytest.mark.parametrize(("said", "claimed", "expected"), PAIRS)
def test_contains(
    extractor: RuleExtractor, said: str, claimed: str, expected: bool
) -> None:
    first, second = extractor.extract([said, claimed])
    assert second.atoms, claimed
    found = [any(contains(b, a) for b in first.atoms) for a in second.atoms]
    assert all(found) is expected


def test_every_atom_contains_itself(extractor: RuleExtractor) -> None:
    for extraction in extractor.extract([pair[0] for pair in PAIRS]):
        for atom in extraction.atoms:
            assert contains(atom, atom)


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("The mill is near Oslo.", "The mill is in Oslo."),
        ("The mill was built just outside Oslo.", "The mill was built in Oslo."),
        ("The mill was built after 1902.", "The mill was built in 1902."),
        ("The mill is in a suburb of Oslo.", "The mill is in Oslo."),
        ("The club had six members in 1902.", "The club has six members."),
        ("The club has members in six towns.", "The club has six members."),
        ("Ann Moe is assistant director of it.", "Ann Moe is the director of it."),
    ],
)
def test_what_only_looks_alike_is_not_contained(
    extractor: RuleExtractor, said: str, claimed: str
) -> None:
    first, second = extractor.extract([said, claimed])
    assert not any(contains(b, a) for b in first.atoms for a in second.atoms)
