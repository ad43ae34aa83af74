"""What a date expression means, and when one date follows from another.

A date names an interval of days. A date entails every date whose interval contains
its own: 16 March 1986, March 1986, 1986, the 1980s, the 20th century. Centuries are
counted as their hundreds (the 20th is 1900 to 1999), which is how "the 1900s" and the
decades nest in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Granularity = Literal[
    "day",
    "month",
    "year",
    "decade",
    "century",
    "season",
    "month-only",
    "day-month",
    "season-only",
    "range",
]
Relation = Literal[
    "", "from-to", "between", "from", "since", "until", "before", "after", "by"
]
Part = Literal["", "early", "mid", "late"]

MONTH_NAMES: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# First and last third of a period, generous: "early" ends where "mid" has begun.
_MONTH_PARTS: Final = {"early": (1, 11), "mid": (10, 21), "late": (20, 31)}
_YEAR_PARTS: Final = {"early": (1, 4), "mid": (5, 8), "late": (9, 12)}
_DECADE_PARTS: Final = {"early": (0, 4), "mid": (3, 7), "late": (6, 9)}
_CENTURY_PARTS: Final = {"early": (0, 33), "mid": (30, 69), "late": (66, 99)}


@dataclass(frozen=True, slots=True)
class DateValue:
    """The meaning of one date expression.

    ``year`` is negative before Christ; for a decade or century it is the first year.
    A range has ``relation`` and ``start`` or ``end`` or both: "from-to" lasts all the
    time, "between" holds at some time in it. ``ambiguous`` marks a
    reading that the format does not settle (3/4/1986, '95).
    """

    granularity: Granularity
    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: str = ""
    part: Part = ""
    approx: bool = False
    ambiguous: bool = False
    relation: Relation = ""
    start: DateValue | None = None
    end: DateValue | None = None


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date expression in a text: ``text[start:end]`` and its meaning."""

    start: int
    end: int
    text: str
    value: DateValue


def interval(date: DateValue) -> tuple[int, int] | None:
    """First and last day of a dated point, as numbers that order like days.

    None if the date does not say the year, or is a range.
    """
    if date.year is None or date.granularity == "range":
        return None
    first, last = date.year, date.year
    months, days = (1, 12), (1, 31)
    part = date.part
    if date.granularity == "century":
        low, high = _CENTURY_PARTS[part] if part else (0, 99)
        first, last = date.year + low, date.year + high
    elif date.granularity == "decade":
        low, high = _DECADE_PARTS[part] if part else (0, 9)
        first, last = date.year + low, date.year + high
    elif date.month is None:
        months = _YEAR_PARTS[part] if part else months
    else:
        months = (date.month, date.month)
        days = _MONTH_PARTS[part] if part else days
        if date.day is not None:
            days = (date.day, date.day)
    return _ordinal(first, months[0], days[0]), _ordinal(last, months[1], days[1])


def _ordinal(year: int, month: int, day: int) -> int:
    return (year * 12 + month - 1) * 31 + day - 1


def date_entails(premise: DateValue, hypothesis: DateValue) -> bool:
    """Whether ``hypothesis`` follows from ``premise`` for a positive statement.

    An approximate date entails only approximate ones. A range entails equal or wider
    ends in the same role. A point entails "before", "after" and "by" where they hold.
    """
    if premise == hypothesis:
        return True
    if hypothesis.granularity == "range":
        if premise.granularity == "range":
            return _range_entails_range(premise, hypothesis)
        return _point_entails_range(premise, hypothesis)
    if premise.granularity == "range":
        return (
            premise.relation in ("from-to", "between")
            and premise.start is not None
            and premise.end is not None
            and hypothesis.granularity in ("year", "decade", "century", "month")
            and _point_entails_point(premise.start, hypothesis)
            and _point_entails_point(premise.end, hypothesis)
        )
    return _point_entails_point(premise, hypothesis)


def _point_entails_point(premise: DateValue, hypothesis: DateValue) -> bool:
    if premise.approx and not hypothesis.approx:
        return False
    if hypothesis.season and premise.season != hypothesis.season:
        return False
    if hypothesis.year is not None:
        return _inside(premise, hypothesis)
    if hypothesis.month is not None and premise.month != hypothesis.month:
        return False
    if hypothesis.day is not None and premise.day != hypothesis.day:
        return False
    if hypothesis.part and hypothesis.month is not None:
        return _in_month_part(premise, hypothesis.part)
    return not hypothesis.part or premise.part == hypothesis.part


def _in_month_part(premise: DateValue, part: Part) -> bool:
    if premise.day is None:
        return premise.part == part
    low, high = _MONTH_PARTS[part]
    return low <= premise.day <= high


def _inside(premise: DateValue, hypothesis: DateValue) -> bool:
    inner, outer = interval(premise), interval(hypothesis)
    if inner is None or outer is None:
        return False
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _range_entails_range(premise: DateValue, hypothesis: DateValue) -> bool:
    relation = hypothesis.relation
    if relation == "between":
        within = premise.relation in ("from-to", "between")
        return within and all(
            end is not None and _point_entails_range(end, hypothesis)
            for end in (premise.start, premise.end)
        )
    if relation in ("before", "by", "after"):
        edge = premise.start if relation == "after" else premise.end
        if edge is None or premise.relation not in (
            relation,
            "from-to",
            "between",
            "before",
        ):
            return False
        if premise.relation in ("before", "after"):
            return _bounds(premise.relation, edge, relation, hypothesis)
        return _point_entails_range(edge, hypothesis)
    sources = {
        "from-to": ("from-to",),
        "from": ("from", "from-to", "since"),
        "since": ("since",),
        "until": ("until", "from-to"),
    }
    if premise.relation not in sources.get(relation, ()):
        return False
    return _end_entails(premise.start, hypothesis.start) and _end_entails(
        premise.end, hypothesis.end
    )


def _span(start: DateValue, end: DateValue) -> tuple[int, int] | None:
    first, last = interval(start), interval(end)
    if first is None or last is None or start.approx or end.approx:
        return None
    return first[0], last[1]


def _bounds(
    given: Relation, edge: DateValue, wanted: Relation, hypothesis: DateValue
) -> bool:
    """'before 1985' gives 'before 1990' and 'by 1990'; 'after' mirrors it."""
    target = hypothesis.start if wanted == "after" else hypothesis.end
    if target is None or edge.approx or target.approx:
        return False
    inner, outer = interval(edge), interval(target)
    if inner is None or outer is None:
        return given == wanted and _point_entails_point(edge, target)
    if wanted == "after":
        return inner[1] >= outer[1]
    return inner[0] <= (outer[0] if wanted == "before" else outer[1])


def _end_entails(premise: DateValue | None, hypothesis: DateValue | None) -> bool:
    if hypothesis is None:
        return True
    return premise is not None and _point_entails_point(premise, hypothesis)


def _point_entails_range(premise: DateValue, hypothesis: DateValue) -> bool:
    if hypothesis.relation == "between" and hypothesis.start and hypothesis.end:
        inner, outer = interval(premise), _span(hypothesis.start, hypothesis.end)
        if premise.approx or inner is None or outer is None:
            return False
        return outer[0] <= inner[0] and inner[1] <= outer[1]
    edge = hypothesis.start if hypothesis.relation == "after" else hypothesis.end
    if hypothesis.relation not in ("before", "after", "by") or edge is None:
        return False
    inner, outer = interval(premise), interval(edge)
    if inner is None or outer is None or premise.approx or edge.approx:
        return False
    if hypothesis.relation == "before":
        return inner[1] < outer[0]
    if hypothesis.relation == "after":
        return inner[0] > outer[1]
    return inner[1] <= outer[1]
