"""Dates and months of Cons(a, p): every date of the claim must be in the premise."""

from __future__ import annotations

import re
from dataclasses import replace

from textattack_atomeval.consistency.denial import meant, set_aside
from textattack_atomeval.consistency.sides import Sides
from textattack_atomeval.data import Violation
from textattack_atomeval.values.date import (
    DateMention,
    DateValue,
    Granularity,
    date_entails,
    interval,
)
from textattack_atomeval.values.dates import (
    COUNTED_AFTER,
    DISAMBIGUATION,
    find_dates,
)

__all__ = ["DateMention", "DateValue", "check_dates", "date_entails", "find_dates"]

_YEARLESS = ("month-only", "day-month", "season-only")


def check_dates(sides: Sides) -> list[Violation]:
    """Return one violation per date of the claim that the premise does not give."""
    claim_text, premise_text = sides.proposition, sides.premise
    negated = sides.negated
    premise = meant(find_dates(premise_text), premise_text, negated)
    values = [mention.value for mention in premise]
    values += _combined(values)
    violations = []
    titles = [*sides.names, *(m.span() for m in DISAMBIGUATION.finditer(claim_text))]
    for mention in meant(find_dates(claim_text, titles), claim_text, negated):
        given = _given(values, mention.value, negated)
        if not given and not _bare_year(mention.value, premise_text, premise, negated):
            violations.append(_violation(mention, premise))
    return violations


def _bare_year(
    wanted: DateValue, premise_text: str, premise: list[DateMention], negated: bool
) -> bool:
    """A year that the premise has in a place that does not say it is one."""
    if wanted.granularity != "year" or wanted.approx or wanted.part:
        return False
    pattern = rf"(?<![\w.,$£€]){wanted.year}(?![\w%]|[.,][0-9]|:\s+[A-Z])"
    return any(
        not COUNTED_AFTER.match(premise_text, found.end())
        and (negated or not set_aside(premise_text, found.start()))
        and not any(date.start <= found.start() < date.end for date in premise)
        for found in re.finditer(pattern, premise_text)
    )


def _combined(values: list[DateValue]) -> list[DateValue]:
    """Dates told in two places: 'in 1986, on the 14th of March'."""
    years = [value for value in values if value.granularity == "year"]
    loose = [value for value in values if value.granularity in _YEARLESS]
    whole: dict[str, Granularity] = {
        "month-only": "month",
        "day-month": "day",
        "season-only": "season",
    }
    return [
        replace(value, granularity=whole[value.granularity], year=year.year)
        for year in years[:8]
        for value in loose[:8]
    ]


def _given(values: list[DateValue], wanted: DateValue, negated: bool) -> bool:
    if wanted.relation in ("from-to", "between") and wanted.start and wanted.end:
        both = ("from-to", "between")
        whole = any(_matches(value, wanted, negated) for value in values)
        first = DateValue("range", relation="from", start=wanted.start)
        last = DateValue("range", relation="until", end=wanted.end)
        apart = [value for value in values if value.relation not in both]
        return whole or (
            any(_matches(value, first, negated) for value in apart)
            and any(_matches(value, last, negated) for value in apart)
        )
    return any(_matches(value, wanted, negated) for value in values)


def _matches(value: DateValue, wanted: DateValue, negated: bool) -> bool:
    """Entailment, and the ways in which a point and an end say the same.

    'Ran until 1995' is 'ended in 1995', 'since 1985' is 'began in 1985'; which verb
    goes with it is for the NLI model.
    """
    both = ("from-to", "between")
    if value.relation == "between" and wanted.relation == "from-to":
        value = replace(value, relation="from-to")  # "served between 1985 and 1999"
    wanted_as = [wanted] if wanted.relation in both else _as_points(wanted, value)
    pairs = [(left, right) for left in _as_points(value, wanted) for right in wanted_as]
    if negated:
        # "Not before 1985" is "not until 1985".
        if {value.relation, wanted.relation} == {"before", "until"}:
            pairs = [(replace(value, relation=wanted.relation), wanted)]
        return any(date_entails(right, left) for left, right in pairs)
    return any(date_entails(left, right) for left, right in pairs)


def _as_points(value: DateValue, other: DateValue) -> list[DateValue]:
    points = [value]
    if value.relation in ("from", "since", "until", "from-to", "between"):
        if other.granularity != "range":
            points += [point for point in (value.start, value.end) if point]
        elif value.relation == "since" and other.relation == "from":
            points.append(replace(value, relation="from"))
        elif value.relation == "from" and other.relation == "since":
            points.append(replace(value, relation="since"))
    return points


def _violation(mention: DateMention, premise: list[DateMention]) -> Violation:
    wanted = mention.value
    nearest = max(
        premise, key=lambda other: _closeness(wanted, other.value), default=None
    )
    found = nearest.text if nearest else ""
    month_moved = wanted.granularity in ("month-only", "day-month") or (
        nearest is not None
        and wanted.month is not None
        and wanted.year == nearest.value.year
        and wanted.month != nearest.value.month
    )
    reason = f"{mention.text} → {found}" if found else f"{mention.text} is missing"
    return Violation("month" if month_moved else "date", reason, mention.text, found)


def _closeness(wanted: DateValue, other: DateValue) -> tuple[int, int, int, float]:
    same = sum(
        getattr(wanted, field) is not None
        and getattr(wanted, field) == getattr(other, field)
        for field in ("year", "month", "day")
    )
    left = interval(wanted.start or wanted.end or wanted)
    right = interval(other.start or other.end or other)
    distance = abs(left[0] - right[0]) if left and right else float("inf")
    return (
        wanted.relation == other.relation,
        same,
        wanted.granularity == other.granularity,
        -distance,
    )
