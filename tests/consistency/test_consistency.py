"""Cons(a, p) as a whole: it answers whatever the texts are."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.consistency.sides import sides
from textattack_atomeval.consistency import ALL_CHECKS, CHECKS, PAPER_CHECKS, check
from textattack_atomeval.data import ViolationKind

TEXT = st.text(max_size=80) | st.lists(
    st.sampled_from(
        "Ann Moe  The\t\xa0Mill of 12 1986 March not only the\nbest , . ' \" and or "
        "O'Dowd’s U.S. Jr. $3 44% first than older".split(" ")
    ),
    max_size=12,
).map(" ".join)


@given(TEXT, TEXT)
def test_any_texts_get_an_answer(claim: str, premise: str) -> None:
    for violation in check(sides(claim, premise), ALL_CHECKS):
        assert violation.kind in get_args(ViolationKind)
        assert violation.check in CHECKS
        assert violation.reason


@given(TEXT)
def test_a_text_violates_nothing_of_itself(text: str) -> None:
    assert check(sides(text, text), ALL_CHECKS) == ()


def test_the_papers_checks_are_known() -> None:
    assert set(PAPER_CHECKS) < set(ALL_CHECKS) == set(CHECKS)


def test_an_unknown_check_is_an_error() -> None:
    with pytest.raises(KeyError):
        check(sides("x is", "x is"), ["spelling"])


def test_a_violation_names_its_check() -> None:
    found = check(sides("Ann won in May 1986.", "Ann won in June 1986."), ALL_CHECKS)
    assert [(v.check, v.kind) for v in found] == [("dates", "month")]


def test_the_numbers_of_a_title_are_no_values() -> None:
    claim, premise = "Ola Brand saw Night Harbor 2 twice.", "Ola Brand saw it twice."
    assert check(sides(claim, premise), ALL_CHECKS) == ()
