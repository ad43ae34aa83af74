"""Ordinals: places in an order, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.consistency.sides import sides
from textattack_atomeval.consistency.ordinals import check_ordinals, find_ordinals

PLACES: list[tuple[str, int, bool | None]] = [
    ("the first part", 1, None),
    ("part one", 1, None),
    ("Part I", 1, None),
    ("the 1st part", 1, None),
    ("her debut album", 1, None),
    ("the first-ever show", 1, None),
    ("the inaugural show", 1, None),
    ("number one", 1, None),
    ("season 3", 3, None),
    ("World War II", 2, None),
    ("the Second World War", 2, None),
    ("the twenty-first show", 21, None),
    ("her sophomore album", 2, None),
    ("the last show", -1, None),
    ("the final season", -1, None),
    ("came dead last", -1, None),
    ("the lowest-ranked team", -1, None),
    ("the penultimate show", -2, None),
    ("the second-to-last show", -2, None),
    ("the second-largest city", 2, True),
    ("the third most populous city", 3, True),
    ("the second smallest city", 2, False),
    ("the fourth lowest score", 4, False),
]
NONE = [
    "in the 20th century",
    "on March 14th",
    "on the 14th of March",
    "in the first month of 2002",
    "last year",
    "it did not last",
    "it lasted",
    "the World Cup final",
    "at first",
    "one second",
    "two thirds of it",
    "the First Lady",
    "her first name",
]
KEPT = [
    ("It was his first film.", "It was his debut film."),
    ("It was his debut film.", "It was the 1st film of his."),
    ("It first aired on Monday.", "It premiered on Monday."),
    ("Part one came out.", "The first part came out."),
    ("They fought in World War II.", "They fought in the Second World War."),
    ("It was the last show.", "It was the final show."),
    ("He was born on the 16th.", "He was born on 16 May 1961."),
    ("They came last.", "They finished dead last."),
    ("It is the second-largest city.", "It is the city that is second biggest."),
]
LOST = [
    ("It was his first film.", "It was a film of his.", "first is missing"),
    ("It was his first film.", "It was his third film.", "first → third"),
    ("It was his third film.", "He made three films.", "third is missing"),
    ("It is the second-largest city.", "It is the second-smallest city.", None),
    ("It is the second-largest city.", "It is the largest city.", None),
    ("They came last.", "They came first.", "last → first"),
    ("It is part two.", "It is part one.", "part two → part one"),
]


@pytest.mark.parametrize(("text", "place", "top"), PLACES)
def test_places(text: str, place: int, top: bool | None) -> None:
    (mention,) = find_ordinals(f"It was {text}.")
    assert (mention.value.place, mention.value.top) == (place, top)


@pytest.mark.parametrize("text", NONE)
def test_no_places(text: str) -> None:
    assert find_ordinals(text) == []


@pytest.mark.parametrize(("claim", "premise"), KEPT)
def test_kept(claim: str, premise: str) -> None:
    assert check_ordinals(sides(claim, premise)) == []


@pytest.mark.parametrize(("claim", "premise", "reason"), LOST)
def test_lost(claim: str, premise: str, reason: str | None) -> None:
    (violation,) = check_ordinals(sides(claim, premise))
    assert violation.kind == "ordinal"
    assert reason is None or violation.reason == reason


def test_protected_titles_ask_for_nothing_but_labels_do() -> None:
    assert check_ordinals(sides("He saw First Blood.", "He saw it.")) == []
    assert check_ordinals(sides("Season Two aired.", "It aired.")) != []


@given(st.text(), st.text())
def test_never_raises(claim: str, premise: str) -> None:
    check_ordinals(sides(claim, premise))


@given(st.text())
def test_reflexive(text: str) -> None:
    assert check_ordinals(sides(text, text)) == []
