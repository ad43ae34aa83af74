"""Cons(a, p) for dates: what a rewrite keeps and what it loses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.consistency.sides import sides
from textattack_atomeval.consistency.dates import check_dates

KEPT = [
    ("The dam opened in 1970.", "It was 1970 when the dam opened."),
    ("The dam opened in March 1986.", "On 16 March 1986 the dam opened."),
    ("The dam opened on 16 March 1986.", "In 1986, on the 16th of March, it opened."),
    ("The dam opened in January 2002.", "It opened in the first month of 2002."),
    ("The show ran until 1995.", "The show ended in 1995."),
    ("The show has run since 1985.", "The show began in 1985."),
    ("The show began in 1985.", "The show has run since 1985."),
    ("The show ran from 1985 to 1999.", "It was on the air 1985–99."),
    ("The show ran from 1985 to 1999.", "It ran from 1985. It ran until 1999."),
    ("The show began before 1990.", "The show began in 1986."),
    ("The party was in 2020.", "Big holiday 2020 party."),
    ("It opened between 1985 and 1999.", "It opened in 1990."),
    ("He served from 1985 to 1999.", "He served between 1985 and 1999."),
    ("The Owl (2001 film) won.", "The Owl won."),
    ("It opened in 1970.", "It opened in 1970 rather than in 1960."),
    ("It opened in 1970.", "It was 1970, not 1960, when it opened."),
    ("It opened in 1970.", "It did not open until 1970."),
    ("No date here.", "Born in 1990."),
]
LOST = [
    ("It opened in 2006.", "It opened.", "date", "2006 is missing"),
    ("It opened in 1970.", "It opened in the 1970s.", "date", "1970 → the 1970s"),
    ("It opened in 1970.", "It opened around 1970.", "date", "1970 → around 1970"),
    ("It opened in 1970.", "It opened before 1970.", "date", "1970 → before 1970"),
    (
        "It opened in May 1970.",
        "It opened in June 1970.",
        "month",
        "May 1970 → June 1970",
    ),
    ("It opened in 1970.", "It opened in 1960, not 1970.", "date", "1970 → 1960"),
    (
        "It opened in 1970.",
        "It opened in 1960 rather than in 1970.",
        "date",
        "1970 → 1960",
    ),
    ("It opened in May.", "It opened.", "month", "May is missing"),
    ("It opened in May 1970.", "It opened in 1970.", "month", "May 1970 → 1970"),
    (
        "It ran from 1985 to 1999.",
        "It ran from 1999 to 2005.",
        "date",
        "from 1985 to 1999 → from 1999 to 2005",
    ),
    (
        "It ran from 1985 to 1999.",
        "It ran in 1985.",
        "date",
        "from 1985 to 1999 → 1985",
    ),
    (
        "It began after 1990.",
        "It began before 1990.",
        "date",
        "after 1990 → before 1990",
    ),
]


@pytest.mark.parametrize(("claim", "premise"), KEPT)
def test_kept(claim: str, premise: str) -> None:
    assert check_dates(sides(claim, premise)) == []


@pytest.mark.parametrize(("claim", "premise", "kind", "reason"), LOST)
def test_lost(claim: str, premise: str, kind: str, reason: str) -> None:
    (violation,) = check_dates(sides(claim, premise))
    assert (violation.kind, violation.reason) == (kind, reason)
    assert violation.expected and violation.reason.startswith(violation.expected)


def test_a_negated_claim_turns_the_direction() -> None:
    claim, exact = "He was not born in March 1986.", "He was not born on 6 March 1986."
    assert check_dates(sides(claim, exact))
    assert check_dates(sides(claim, "He was not born in 1986.")) == []
    stated = "He was born in 1982, not in 1986."
    assert check_dates(sides("He was not born in 1986.", stated)) == []


@pytest.mark.parametrize(
    ("claim", "premise", "kept"),
    [
        ("It was not open before 1985.", "It did not open until 1985.", True),
        ("It did not open until 1985.", "It was not open before 1985.", True),
        ("It was not open before 1985.", "It did not open until 1975.", False),
    ],
)
def test_not_before_is_not_until(claim: str, premise: str, kept: bool) -> None:
    assert bool(check_dates(sides(claim, premise))) is not kept


def test_protected_titles_ask_for_nothing() -> None:
    claim = "He wrote Night Harbor 1986."
    assert check_dates(sides(claim, "He wrote that book.")) == []


@given(st.text(), st.text())
def test_never_raises(claim: str, premise: str) -> None:
    check_dates(sides(claim, premise))


@given(st.text())
def test_reflexive(text: str) -> None:
    assert check_dates(sides(text, text)) == []
