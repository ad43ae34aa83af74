"""Cons(a, p) as a whole: it answers whatever the texts are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency import PAPER_CHECKS, STRICT_CHECKS, check
from textattack_atomeval.data import Atom, Extraction

TEXT = st.text(max_size=80) | st.lists(
    st.sampled_from(
        "Ann Moe  The\t\xa0Mill of 12 1986 March not only the\nbest , . ' \" and or "
        "O'Dowd’s U.S. Jr. $3 44% first than older".split(" ")
    ),
    max_size=12,
).map(" ".join)


@given(TEXT, TEXT, TEXT, TEXT)
def test_any_texts_get_an_answer(
    subject: str, claim: str, premise: str, rest: str
) -> None:
    atom = Atom(subject=subject, relation=rest, object=claim, proposition=claim)
    rewrite = Extraction(text=premise, atoms=(atom,))
    assert isinstance(check(atom, claim, premise, STRICT_CHECKS, claim, rewrite), tuple)


def test_the_paper_checks_are_part_of_the_strict_ones() -> None:
    assert set(PAPER_CHECKS) < set(STRICT_CHECKS)


def test_an_unknown_check_is_an_error() -> None:
    with pytest.raises(KeyError):
        check(Atom(subject="x", relation="is"), "x is", "x is", ["spelling"])


def test_what_two_checks_see_is_told_once() -> None:
    claim, premise = "Ann is the tallest girl.", "Ann is the shortest girl."
    atom = Atom(subject="Ann", relation="is", object="girl", proposition=claim)
    found = check(atom, claim, premise, STRICT_CHECKS)
    assert [v.reason for v in found] == ["tallest → shortest"]
