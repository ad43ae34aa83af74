"""When one date follows from another."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.values.date import DateValue, date_entails
from textattack_atomeval.values.dates import find_dates

ENTAILED = [
    ("on 16 March 1986", "in March 1986"),
    ("in March 1986", "in 1986"),
    ("in 1986", "in the 1980s"),
    ("in the 1980s", "in the 20th century"),
    ("in 1905", "in the 1900s"),
    ("in the 1800s", "in the 19th century"),
    ("on 16 March 1986", "on March 16"),
    ("on 16 March 1986", "in March"),
    ("in March 1986", "in March"),
    ("on 5 May", "in May"),
    ("on 28 March 1986", "in late March 1986"),
    ("in 2002", "in the early 2000s"),
    ("in the first month of 2002", "in January 2002"),
    ("in the summer of 1969", "in 1969"),
    ("in the fall of 1969", "in the autumn of 1969"),
    ("on 3/14/1986", "on 14 March 1986"),
    ("in 1986", "around 1986"),
    ("around 1986", "circa 1986"),
    ("in 1986", "before 1990"),
    ("in 1986", "by 1986"),
    ("in 1991", "after 1990"),
    ("before 1985", "before 1990"),
    ("before 1985", "by 1985"),
    ("after 1995", "after 1990"),
    ("from 1985 to 1999", "between 1985 and 1999"),
    ("1985–99", "from 1985 to 1999"),
    ("from May 1985 to June 1999", "from 1985 to 1999"),
    ("in 1990", "between 1985 and 1999"),
    ("on 5 May 1985", "between 1985 and 1999"),
    ("between 1986 and 1990", "between 1985 and 1999"),
    ("from 1985 to 1999", "from 1985"),
    ("from 1985 to 1999", "until 1999"),
    ("from 1985 to 1988", "in the 1980s"),
    ("since 1985", "from 1985"),
    ("in 44 BC", "in the 1st century BC"),
]
NOT_ENTAILED = [
    ("in 1986", "in March 1986"),
    ("in the 1980s", "in 1986"),
    ("in the 1970s", "in 1970"),
    ("in March", "in March 1986"),
    ("on 16 March", "on 16 March 1986"),
    ("in 1986", "in 1987"),
    ("in April 1986", "in March 1986"),
    ("in 1986", "in the 1970s"),
    ("around 1986", "in 1986"),
    ("around 1986", "in the 1980s"),
    ("in 1990", "from 1985 to 1999"),
    ("between 1985 and 1999", "from 1985 to 1999"),
    ("in 2000", "between 1985 and 1999"),
    ("before 1990", "in 1986"),
    ("in 1990", "before 1990"),
    ("in 1990", "after 1990"),
    ("before 1990", "before 1985"),
    ("after 1990", "before 1990"),
    ("before 1990", "after 1990"),
    ("since 1990", "until 1990"),
    ("from 1999 to 2005", "from 1985 to 1999"),
    ("from 1985 to 1998", "from 1985 to 1999"),
    ("from 1985 to 1999", "in the 1980s"),
    ("from 1985 to 1999", "since 1985"),
    ("around 1986", "before 1990"),
    ("in 1986", "in late 1986"),
    ("on 2 March 1986", "in late March 1986"),
    ("in the summer of 1969", "in the winter of 1969"),
    ("in 1969", "in the summer of 1969"),
    ("in 44 BC", "in 44 AD"),
    ("in June", "in July"),
]


def value(text: str) -> DateValue:
    (mention,) = find_dates(f"It happened {text}.")
    return mention.value


@pytest.mark.parametrize(("premise", "hypothesis"), ENTAILED)
def test_entailed(premise: str, hypothesis: str) -> None:
    assert date_entails(value(premise), value(hypothesis))


@pytest.mark.parametrize(("premise", "hypothesis"), NOT_ENTAILED)
def test_not_entailed(premise: str, hypothesis: str) -> None:
    assert not date_entails(value(premise), value(hypothesis))


FORMATS = (
    "%d %B %Y",
    "%B %d, %Y",
    "%B %dth, %Y",
    "the %dth of %B, %Y",
    "%b. %d, %Y",
    "%Y-%m-%d",
    "%A %d %B %Y",
    "%d of %B %Y",
)
DAYS = st.dates(date(1000, 1, 1), date(2099, 12, 31))


@given(DAYS, st.sampled_from(FORMATS), st.sampled_from(FORMATS))
def test_formats_round_trip(day: date, first: str, second: str) -> None:
    left, right = (value("on " + day.strftime(form)) for form in (first, second))
    assert date_entails(left, right) and date_entails(right, left)
    assert (left.year, left.month, left.day) == (day.year, day.month, day.day)


def chain(day: date) -> list[str]:
    """Ever less exact ways to say when: each follows from all before it."""
    return [
        day.strftime("on %d %B %Y"),
        day.strftime("in %B %Y"),
        day.strftime("in %Y"),
        f"in the {day.year // 10 * 10}s" if day.year % 100 > 9 else f"in {day.year}",
        f"in the {day.year // 100 + 1}th century",
    ]


@given(DAYS, st.integers(0, 4), st.integers(0, 4))
def test_chains_are_ordered(day: date, first: int, second: int) -> None:
    values = [value(text) for text in chain(day)]
    low, high = sorted((first, second))
    assert date_entails(values[low], values[high])
    if values[low] != values[high]:
        assert not date_entails(values[high], values[low])


@given(*[st.sampled_from([pair[i] for pair in ENTAILED for i in (0, 1)])] * 3)
def test_transitive(first: str, second: str, third: str) -> None:
    a, b, c = value(first), value(second), value(third)
    assert date_entails(a, a)
    if date_entails(a, b) and date_entails(b, c):
        assert date_entails(a, c)
