"""Additions that take the claim back, and those that only stand beside it."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.contrast import check_taken_back
from textattack_atomeval.data import Atom, Extraction
from textattack_atomeval.extraction.rules import RuleExtractor

TAKEN_BACK = [
    ("Ira Holt was born in Dunmore.", "{}, but he was actually born in Kelso."),
    ("Harbour Lights is set in Boston.", "{}, but it is actually set in Seattle."),
    ("Night Ferry aired on the BBC.", "{}, but ITV aired it for four seasons instead."),
    (
        "Jon Bell plays the villain Mordax in Steel Harvest.",
        "{}, but the character is played by Oscar Lind.",
    ),
    ("Pavel Orlov never won a medal.", "{}, but he did so in 2004, 2008 and 2012."),
    ("Ira Holt did not attend Yale.", "{}; however, records show that he did."),
    ("Tomas Rey never married.", "{}, but he married Ines Sol in 1998."),
    ("The Larks were formed in Leeds.", "{}, but this is not true."),
    ("The Larks were formed in Leeds.", "{}, but the evidence contradicts this."),
    ("Mara Quill wrote The Glass Orchard.", "{}. In fact, Anton Vey wrote it."),
    ("Lake Orm lies in Norway.", "{}. However, it actually lies in Sweden."),
    ("The bridge was opened in 1931.", "{}, but it actually opened in 1934."),
    ("The otter is a reptile.", "{}, but in fact it is a mammal."),
    ("Ada Crane has won three prizes.", "{}, though in reality she has won only one."),
]
BESIDE = [
    ("Mara Quill wrote The Glass Orchard.", "Many say Anton Vey did, but in fact {}."),
    ("Mara Quill wrote The Glass Orchard.", "{}, but Anton Vey wrote its sequel."),
    ("A davenport is a desk.", "{}, but it shares its name with a television series."),
    ("Ira Holt was born in Dunmore.", "{}, but he grew up in Kelso."),
    ("Ira Holt was born in Dunmore.", "People say Kelso, but actually {}."),
    ("Harbour Lights is set in Boston.", "{}, but it was filmed in Seattle."),
    ("Pavel Orlov never won a medal.", "{}, but he won two world titles."),
    ("The Larks were not formed in Leeds.", "{}, but they first played there."),
    ("The Larks were formed in Leeds.", "{}, though they moved to York later."),
    ("The bridge was opened in 1931.", "{}, but work had begun in 1926."),
    ("The Copper Fox is a novel.", "{}, but it was later turned into a film."),
    ("Petra Lund was the drummer of Silverpine.", "{}, but she also sang."),
    ("Copper Hill was directed by Lena Fisk.", "{}, but not everyone liked it."),
    ("Copper Hill was directed by Lena Fisk.", "{}, and it is actually quite good."),
]


@functools.cache
def extractor() -> RuleExtractor:
    return RuleExtractor()


def found(claim: str, rewrite: str) -> list[str]:
    """Return the kinds that the claim's atoms get."""
    said, told = extractor().extract([claim, rewrite])
    return [v.kind for atom in said.atoms for v in check_taken_back(atom, claim, told)]


@pytest.mark.parametrize(("claim", "frame"), TAKEN_BACK)
def test_taken_back(claim: str, frame: str) -> None:
    assert found(claim, frame.format(claim.rstrip("."))) == ["taken back"]
    assert found(claim, claim) == []


@pytest.mark.parametrize(("claim", "frame"), BESIDE)
def test_beside(claim: str, frame: str) -> None:
    assert found(claim, frame.format(claim.rstrip("."))) == []


def test_only_reported_and_not_supported() -> None:
    claim = "The Larks were not formed in Leeds."
    said = "The Larks were formed in Leeds, but the evidence does not support this."
    assert found(claim, said) == ["taken back"]
    denied = "The Larks were formed in Leeds, but that is not true."
    assert found(claim, denied) == []


def test_the_denial_of_something_else() -> None:
    claim = "Mara Quill wrote The Glass Orchard."
    rest = "Some credit Anton Vey, but that is false."
    assert found(claim, f"{claim} {rest}") == []


def test_a_claim_with_a_contrast_of_its_own() -> None:
    claim = "Ann was born in Dunmore, but she actually lives in Kelso."
    assert found(claim, claim) == []


@given(st.text(max_size=150), st.text(max_size=150))
def test_never_raises(claim: str, text: str) -> None:
    atom = Atom(subject=claim[:9], relation=claim[9:14], object=claim[14:])
    said = Atom(subject=text[:9], relation=text[9:14], object=text[14:], span=(0, 5))
    check_taken_back(atom, claim, Extraction(text=text, atoms=(said,)))
