"""What can't be true beside the claim, and what only stands beside it."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.contradiction import check_contradicted
from textattack_atomeval.data import Atom, Extraction
from textattack_atomeval.extraction.rules import RuleExtractor

EXCLUDED = [
    ("Ida Brandt never won a medal.", "Ida Brandt won six medals, but {}."),
    ("Ida Brandt never won a medal.", "The runner Ida Brandt won a medal. {}."),
    ("Tide is not a novel.", "Tide is a novel. It is long, but {}."),
    ("A crab has twelve legs.", "{}, but it has ten legs."),
    ("A crab has twelve legs.", "{} and a shell. A crab has ten legs."),
    ("Otto Lind made 60 percent of his shots.", "{}. He made 91 percent of his shots."),
    ("Otto Lind died at the age of 65.", "{}, but he died at the age of 35."),
    ("Otto Lind was born in 1903.", "{}. Otto Lind was born in May 1907."),
    ("Ida Brandt released Tide in 1986.", "{}. Tide was released in 1982."),
    ("The club was founded in 1920.", "{}. Ben Moe founded the club in 1931."),
]
BESIDE = [
    ("Ida Brandt never won a medal.", "{}, although she won two prizes."),
    ("Ida Brandt never won a medal.", "Ben Moe won a medal, but {}."),
    ("Ida Brandt never won a medal.", "Ida Brandt's sister won a medal, but {}."),
    ("Ida Brandt never won a medal.", "Ida Brandt won a medal: that is false; {}."),
    ("Ida Brandt has no more than two sons.", "Ida Brandt has at most two sons."),
    ("Tide is not a novel.", "It is a myth that Tide is a novel."),
    ("The club has no stadium.", "The club had a stadium until 1990, but now {}."),
    ("Ida Brandt was not born in May.", "{}; she was born on some day other than May."),
    ("A crab has twelve legs.", "{}, and a spider has eight legs."),
    ("A crab has twelve legs.", "{} and two claws."),
    ("Larn has 500 inhabitants.", "{}; in 1950 it had 300 inhabitants."),
    ("Otto Lind has two sons.", "{}, and he has one daughter."),
    ("Otto Lind made 60 percent of his shots.", "{}; in 1990 he made 70 percent."),
    ("Otto Lind was born in 1903.", "{}, on 3 May 1903. His sister was born in 1907."),
    ("Otto Lind was born in 1903.", "{}; his wife Ada was born in 1907."),
    ("Tide was released in 2006.", "{}. Tide was released again in 2016."),
    ("Tide was released in 2006.", "{}; it was released in Japan in 2007."),
    ("Ida Brandt released Tide in 1986.", "{}, and she released Storm in 1990."),
    ("Ida Brandt won three cups.", "{}. In her youth Ida Brandt won two cups."),
]


@functools.cache
def extractor() -> RuleExtractor:
    return RuleExtractor()


def found(claim: str, frame: str) -> list[str]:
    """Return the kinds that the claim's atoms get."""
    rewrite = frame.format(claim.rstrip("."))
    said, told = extractor().extract([claim, rewrite])
    return [v.kind for atom in said.atoms for v in check_contradicted(atom, told)]


@pytest.mark.parametrize(("claim", "frame"), EXCLUDED)
def test_excluded(claim: str, frame: str) -> None:
    assert set(found(claim, frame)) == {"contradiction"}


@pytest.mark.parametrize(("claim", "frame"), BESIDE)
def test_beside(claim: str, frame: str) -> None:
    assert found(claim, frame) == []


@pytest.mark.parametrize("claim", sorted({claim for claim, _ in EXCLUDED + BESIDE}))
def test_no_claim_contradicts_itself(claim: str) -> None:
    assert found(claim, "{}.") == []


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=40))
def test_never_raises(subject: str, relation: str, text: str) -> None:
    atom = Atom(subject=subject, relation=relation, proposition=text)
    check_contradicted(atom, Extraction(text=text, atoms=(atom,)))
