"""Which words of a text are dates, and what they mean."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timing import best_seconds
from textattack_atomeval.values.date import DateValue
from textattack_atomeval.values.dates import find_dates

THE_DAY = ("day", 1986, 3, 14)
POINTS: list[tuple[str, tuple[Any, ...]]] = [
    ("on 14 March 1986", THE_DAY),
    ("on March 14th, 1986", THE_DAY),
    ("on March 14, 1986", THE_DAY),
    ("on the 14th of March 1986", THE_DAY),
    ("on the fourteenth of March, 1986", THE_DAY),
    ("on Mar. 14, 1986", THE_DAY),
    ("on 1986-03-14", THE_DAY),
    ("on 3/14/1986", THE_DAY),
    ("on 14/3/1986", THE_DAY),
    ("on 14.3.1986", THE_DAY),
    ("on Friday, March 14, 1986", THE_DAY),
    ("on march 14, 1986", THE_DAY),
    ("on MARCH 14, 1986", THE_DAY),
    ("on the last day of 1999", ("day", 1999, 12, 31)),
    ("in March 1986", ("month", 1986, 3, None)),
    ("in March of 1986", ("month", 1986, 3, None)),
    ("in March, 1986", ("month", 1986, 3, None)),
    ("in may 1986", ("month", 1986, 5, None)),
    ("in the first month of 2002", ("month", 2002, 1, None)),
    ("in the twelfth month of 2002", ("month", 2002, 12, None)),
    ("in Sept. 2002", ("month", 2002, 9, None)),
    ("in 1995", ("year", 1995, None, None)),
    ("in the year 2018", ("year", 2018, None, None)),
    ("born in '95", ("year", 1995, None, None)),
    ("in nineteen ninety-five", ("year", 1995, None, None)),
    ("in nineteen oh-five", ("year", 1905, None, None)),
    ("in two thousand and five", ("year", 2005, None, None)),
    ("in twenty nineteen", ("year", 2019, None, None)),
    ("the 2010 film", ("year", 2010, None, None)),
    ("a 2011 Danish thriller", ("year", 2011, None, None)),
    ("Vertigo (1958)", ("year", 1958, None, None)),
    ("Year of release: 1986.", ("year", 1986, None, None)),
    ("2008 was the year it began", ("year", 2008, None, None)),
    ("in 44 BC", ("year", -44, None, None)),
    ("in AD 79", ("year", 79, None, None)),
    ("in 476 AD", ("year", 476, None, None)),
    ("in the nineties", ("decade", 1990, None, None)),
    ("in the 1970s", ("decade", 1970, None, None)),
    ("in the '70s", ("decade", 1970, None, None)),
    ("in the nineteen-seventies", ("decade", 1970, None, None)),
    ("in the 2000s", ("decade", 2000, None, None)),
    ("in the twentieth century", ("century", 1900, None, None)),
    ("a 19th-century novel", ("century", 1800, None, None)),
    ("in the 1800s", ("century", 1800, None, None)),
    ("in the 1st century BC", ("century", -100, None, None)),
    ("in March", ("month-only", None, 3, None)),
    ("until December it rained", None),
    ("on May 5", ("day-month", None, 5, 5)),
    ("on the 14th of March", ("day-month", None, 3, 14)),
    ("in the summer of 1969", ("season", 1969, None, None)),
    ("in the fall of 1969", ("season", 1969, None, None)),
    ("during the winter", ("season-only", None, None, None)),
]
POINTS = [row for row in POINTS if row[1]]
NO_DATES = [
    "She may 5 times a week",
    "It may be late",
    "They march 14 miles",
    "Will Smith",
    "May Smith and June Carter sang",
    "a play by August Wilson",
    "Blade Runner 2049 is long",
    "2001: A Space Odyssey",
    "the sequel in 2001: A Space Odyssey",
    "1,995 people",
    "1995 tons of coal",
    "a load of 1995 tons",
    "sold 2000 copies",
    "over 2000 people came",
    "he was in his seventies",
    "20th Century Fox",
    "in 1,995 days",
    "twenty-one grams",
    "it costs $1995",
    "a 1995.5 kg load",
]
RANGES: list[tuple[str, str, int | None, int | None]] = [
    ("from 1985 to 1999", "from-to", 1985, 1999),
    ("between 1985 and 1999", "between", 1985, 1999),
    ("1985–1999", "from-to", 1985, 1999),
    ("(1985-1999)", "from-to", 1985, 1999),
    ("1985–99", "from-to", 1985, 1999),
    ("1985 -- 99", "from-to", 1985, 1999),
    ("from 1985 until 1999", "from-to", 1985, 1999),
    ("from the 1970s to the 1990s", "from-to", 1970, 1990),
    ("from March to June 1990", "from-to", 1990, 1990),
    ("14–16 March 1986", "from-to", 1986, 1986),
    ("3 May – 4 June 1990", "from-to", 1990, 1990),
    ("since 1986", "since", 1986, None),
    ("from 1986 onwards", "since", 1986, None),
    ("1986–present", "since", 1986, None),
    ("from 1986", "from", 1986, None),
    ("until 1986", "until", None, 1986),
    ("before March 1990", "before", None, 1990),
    ("prior to 1990", "before", None, 1990),
    ("after 1990", "after", 1990, None),
    ("by 1990", "by", None, 1990),
]


def only(text: str) -> DateValue:
    (mention,) = find_dates(text)
    assert text[mention.start : mention.end] == mention.text
    return mention.value


@pytest.mark.parametrize(("text", "expected"), POINTS)
def test_points(text: str, expected: tuple[Any, ...]) -> None:
    date = only(text)
    assert (date.granularity, date.year, date.month, date.day) == expected


@pytest.mark.parametrize("text", NO_DATES)
def test_no_dates(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(("text", "relation", "start", "end"), RANGES)
def test_ranges(text: str, relation: str, start: int | None, end: int | None) -> None:
    date = only(f"It ran {text}.")
    assert (date.granularity, date.relation) == ("range", relation)
    assert (date.start and date.start.year, date.end and date.end.year) == (start, end)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("in late March 1986", "late"),
        ("in the early 2000s", "early"),
        ("in mid-1986", "mid"),
        ("at the end of 1986", "late"),
        ("in the late 19th century", "late"),
        ("in early March", "early"),
    ],
)
def test_parts(text: str, part: str) -> None:
    assert only(text).part == part


@pytest.mark.parametrize(
    "text", ["around 1986", "circa March 1986", "about 1986", "in 1986 or so"]
)
def test_approximations(text: str) -> None:
    assert only(text).approx


def test_guessed_readings_are_flagged() -> None:
    assert only("on 3/4/1986").ambiguous
    assert only("in '95").ambiguous
    assert not only("on 3/14/1986").ambiguous


def test_a_list_of_years() -> None:
    years = [mention.value.year for mention in find_dates("in 1995, 1996 and 1997")]
    assert years == [1995, 1996, 1997]


def test_a_film_from_a_year_is_no_period() -> None:
    assert only("adapted from the 1965 novel").granularity == "year"


def test_protected_titles_are_left_out() -> None:
    text = "He read My Winter of 1986 twice."
    assert find_dates(text, [(8, 25)]) == []
    assert find_dates("in March 1986", [(3, 13)]) != []
    assert find_dates("in March 1986 in Paris", [(3, 22)]) != []


@given(st.text())
def test_never_raises(text: str) -> None:
    for mention in find_dates(text):
        assert text[mention.start : mention.end] == mention.text


_WORDS = ["in", "the", "1986", "March", "may", "5", "–", "to", "th", "'95", "70s", ","]


@given(
    st.lists(st.sampled_from([*_WORDS, "early", "of", "BC", "from", "and", "first"]))
)
def test_never_raises_on_date_like_text(words: list[str]) -> None:
    for text in (" ".join(words), "".join(words)):
        find_dates(text)


@pytest.mark.parametrize("unit", ["1986 ", "in ", "March ", "1986–", "the '70s ", " "])
def test_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        return best_seconds(find_dates, unit * (size // len(unit)))

    # Linear work grows fourfold, quadratic work sixteenfold.
    assert seconds(100_000) < 8 * seconds(25_000) + 0.5
