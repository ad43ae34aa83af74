"""Dates: other years and months, decades, dropped dates, other formats."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.contrasts.base import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    cut,
    fix,
)
from benchmarks.contrasts.words import MONTHS, ORDINALS

_M = "|".join(MONTHS)
_FULL = re.compile(
    rf"\b(?:(?P<m1>{_M}) (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y1>\d{{4}})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m2>{_M}),? (?P<y2>\d{{4}}))\b"
)
_MONTH_YEAR = re.compile(rf"\bin (?P<m>{_M})(?: of|,)? (?P<y>\d{{4}})\b")
_YEAR = re.compile(
    r"\b(?P<prep>[Ii]n|[Ss]ince|[Ff]rom|[Bb]y) (?P<y>1[5-9]\d\d|20[0-2]\d)\b"
)
_MONTH = re.compile(rf"\b(?P<m>{_M})\b(?=(?: \d|,? (?:of )?\d{{4}}|\.|$))")
_FUNCTIONAL = re.compile(
    r"\b(?:born|died|released|founded|premiered|published|established|formed|opened|"
    r"began|ended|debuted|created|built|started|discovered|"
    r"is a \w+ (?:film|album)|is a "
    r"\d{4})\b"
)


def _label(claim: Claim) -> str:
    single = _FUNCTIONAL.search(claim.text) and not claim.negative
    return CONTRADICTION if single else NEUTRAL


def _years(claim: Claim) -> list[re.Match[str]]:
    """Return the bare years after a preposition, outside names and ranges."""
    found = []
    for m in _YEAR.finditer(claim.body):
        after = claim.body[m.end() :]
        span = claim.doc.char_span(m.start("y"), m.end("y"))
        named = span is None or any(
            t.ent_type_ not in {"", "DATE", "CARDINAL"} for t in span
        )
        if not named and re.match(
            r"(?:$|[,.]| (?:and|by|in|on|at|to|with|for)\b)", after
        ):
            if not re.match(r" (?:and|to) \d", after):
                found.append(m)
    return found


def _other_year(year: int, context: Context) -> int:
    shift = context.rng.choice(
        [-30, -20, -11, -10, -7, -4, -3, -2, -1, 1, 2, 3, 5, 8, 10]
    )
    return year + shift


def date(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another year or day, a decade, an approximation, or no date."""
    for m in _years(claim):
        year, start, end = int(m["y"]), m.start(), m.end()
        prep = m["prep"]
        for _ in range(2):
            new = f"{prep} {_other_year(year, context)}"
            yield cut(claim.body, start, end, new), claim.text, _label(claim)
        if prep.lower() == "in" and not claim.negative:
            yield from _vague_year(claim, context, m)
            side = ["before", "after"]
            context.rng.shuffle(side)
            label = CONTRADICTION if _label(claim) == CONTRADICTION else NEUTRAL
            first, second = (cut(claim.body, start, end, f"{w} {year}") for w in side)
            yield first, second, label
            yield first, claim.text, label
    for m in _FULL.finditer(claim.body):
        yield from _full_dates(claim, context, m)


def _vague_year(claim: Claim, context: Context, m: re.Match[str]) -> Iterator[Edit]:
    year = int(m["y"])
    decade = year // 10 * 10
    forms = [f"in the {decade}s", f"around {year}", f"in about {year}"]
    forms += [f"in the {year // 100 + 1}{_suffix(year // 100 + 1)} century"]
    start, end = m.start(), m.end()
    for form in context.rng.sample(forms, 2):
        yield cut(claim.body, start, end, form), claim.text, NEUTRAL
    if claim.open and start > claim.root.idx and end == len(claim.body):
        if claim.body[:start].rstrip().split()[-1] not in {"is", "was", "been", "were"}:
            yield cut(claim.body, start, end), claim.text, NEUTRAL


def _suffix(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _parts(m: re.Match[str]) -> tuple[int, str, int]:
    day, month, year = m["d1"] or m["d2"], m["m1"] or m["m2"], m["y1"] or m["y2"]
    return int(day), month, int(year)


def _full_dates(claim: Claim, context: Context, m: re.Match[str]) -> Iterator[Edit]:
    day, month, year = _parts(m)
    other = context.rng.choice([d for d in range(1, 29) if d != day])
    forms = [f"{month} {other}, {year}", f"{month} {day}, {_other_year(year, context)}"]
    for form in forms:
        yield cut(claim.body, m.start(), m.end(), form), claim.text, _label(claim)
    before = claim.body[: m.start()]
    if before.endswith("on ") and not claim.negative:
        for form in (f"in {month} {year}", f"in {year}", f"around {month} {year}"):
            yield cut(claim.body, m.start() - 3, m.end(), form), claim.text, NEUTRAL


def month(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another month or leave it out; months are given to bare years first."""
    for m in _MONTH.finditer(claim.body):
        others = [x for x in MONTHS if x != m["m"]]
        for new in context.rng.sample(others, 2):
            text = cut(claim.body, m.start("m"), m.end("m"), new)
            if not re.search(r"\b(?:30|31|29)\b", claim.body):
                yield text, claim.text, _label(claim)
    for m in _MONTH_YEAR.finditer(claim.body):
        if not claim.negative:
            yield cut(
                claim.body, m.start(), m.end(), f"in {m['y']}"
            ), claim.text, NEUTRAL
            season = context.rng.choice(["early", "late", "mid"])
            new = f"in {season} {m['y']}" if season != "mid" else f"in mid-{m['y']}"
            yield cut(claim.body, m.start(), m.end(), new), claim.text, NEUTRAL
    if not claim.negative:
        yield from _given_month(claim, context)


def _given_month(claim: Claim, context: Context) -> Iterator[Edit]:
    for m in _years(claim):
        if m["prep"] not in {"in", "In"}:
            continue
        first, second = context.rng.sample(MONTHS, 2)
        day = context.rng.randint(1, 28)

        def put(form: str, m: re.Match[str] = m) -> str:
            return cut(claim.body, m.start(), m.end(), form)

        claimed = put(f"{m['prep']} {first} {m['y']}")
        yield put(f"{m['prep']} {second} {m['y']}"), claimed, _label(claim)
        yield claim.text, claimed, NEUTRAL
        on = "On" if m["prep"] == "In" else "on"
        dated = put(f"{on} {first} {day}, {m['y']}")
        yield put(f"{on} {second} {day}, {m['y']}"), dated, _label(claim)
        yield claimed, dated, NEUTRAL


def _day_forms(day: int, month: str, year: int) -> list[str]:
    ordinal = f"{day}{_suffix(day)}"
    return [
        f"{month} {day}, {year}",
        f"{day} {month} {year}",
        f"the {ordinal} of {month} {year}",
        f"{month} {ordinal}, {year}",
        f"the {ordinal} of {month}, {year}",
    ]


def date_format(claim: Claim, context: Context) -> Iterator[Edit]:
    """Write the same date in another way."""
    for m in _FULL.finditer(claim.body):
        lead = claim.body[: m.start()]
        if not re.search(r"\b[Oo]n $", lead):
            continue
        for form in context.rng.sample(_day_forms(*_parts(m)), 3):
            text = cut(claim.body, m.start(), m.end(), form)
            if text != claim.text:
                yield text, claim.text, ENTAILMENT
    for m in _MONTH_YEAR.finditer(claim.body):
        forms = [f"in {m['m']} of {m['y']}", f"in {m['m']}, {m['y']}"]
        forms.append(f"in the {_nth(m['m'])} month of {m['y']}")
        for form in forms:
            text = cut(claim.body, m.start(), m.end(), form)
            if text != claim.text:
                yield text, claim.text, ENTAILMENT
    yield from _given_dates(claim, context)


def _nth(month: str) -> str:
    return ORDINALS[MONTHS.index(month)]


def _given_dates(claim: Claim, context: Context) -> Iterator[Edit]:
    """Give a bare year a day and a month in both texts, in two formats."""
    for m in _years(claim):
        if m["prep"] != "in":
            continue
        year, name = int(m["y"]), context.rng.choice(MONTHS)
        forms = _day_forms(context.rng.randint(1, 28), name, year)
        one, two = context.rng.sample(forms, 2)
        texts = [cut(claim.body, m.start(), m.end(), f"on {f}") for f in (one, two)]
        yield texts[0], texts[1], ENTAILMENT
        monthly = [f"in {name} {year}", f"in {name} of {year}"]
        monthly += [f"in the {_nth(name)} month of {year}", f"in {name}, {year}"]
        one, two = context.rng.sample(monthly, 2)
        texts = [cut(claim.body, m.start(), m.end(), f) for f in (one, two)]
        yield texts[0], texts[1], ENTAILMENT
        text = cut(claim.body, m.start(), m.end(), f"in the year {year}")
        yield text, claim.text, ENTAILMENT
        if claim.open:
            dated = fix(
                claim.body[: m.start()] + f"on {forms[0]}" + claim.body[m.end() :]
            )
            yield dated, claim.text, ENTAILMENT
