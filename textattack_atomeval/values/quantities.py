"""Quantity expressions of a text, with comparator, unit and approximation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from textattack_atomeval.values import quantity_patterns as patterns
from textattack_atomeval.values.dates import find_dates
from textattack_atomeval.values.numerals import SCALES, Numeral, find_numerals
from textattack_atomeval.values.quantity import Quantity, QuantityMention
from textattack_atomeval.values.units import (
    CURRENCIES,
    is_measure,
    is_plural,
    normal_unit,
)


def find_quantities(
    text: str, protected: Sequence[tuple[int, int]] = ()
) -> list[QuantityMention]:
    """Return the quantities of ``text`` from left to right.

    Numbers inside dates, ordinals, labels ("part two") and ``protected`` spans are no
    quantities.
    """
    return list(_quantities(text, tuple(protected)))


@lru_cache(maxsize=2048)
def _quantities(
    text: str, protected: tuple[tuple[int, int], ...]
) -> tuple[QuantityMention, ...]:
    closed = sorted([*protected, *((d.start, d.end) for d in find_dates(text))])
    taken = bytearray(len(text))
    for start, end in closed:
        taken[start:end] = b"\1" * (min(end, len(text)) - start)
    found = _worded(text, taken)
    numerals = [
        numeral
        for numeral in find_numerals(text)
        if numeral.kind != "ordinal"
        and not any(taken[numeral.start : numeral.end])
        and not re.match(r"-D\b", text[numeral.end : numeral.end + 3])
        and not _is_list_mark(text, numeral)
        and not patterns.LABEL_BEFORE.search(
            text, max(0, numeral.start - patterns.WINDOW), numeral.start
        )
    ]
    index = 0
    while index < len(numerals):
        pair = numerals[index : index + 2]
        mention = _ratio(text, pair) or _range(text, pair)
        index += 2 if mention else 1
        mention = mention or _single(text, pair[0])
        if mention:
            found.append(mention)
    return tuple(sorted(found, key=lambda item: item.start))


def _is_list_mark(text: str, numeral: Numeral) -> bool:
    """'1) … 2) …', '1. … 2. …' at the start of a sentence."""
    before = text[max(0, numeral.start - 2) : numeral.start].strip()
    starts = not before or before[-1] in ".:;!?"
    short = numeral.text.isdigit() and numeral.value < 100
    return short and starts and bool(patterns.LIST_MARK.match(text, numeral.end))


def _worded(text: str, taken: bytearray) -> list[QuantityMention]:
    """'dozens of', 'several hundred', 'twice', 'a couple of', 'a single'."""
    found = []
    for match in patterns.VAGUE.finditer(text):
        if any(taken[match.start() : match.end()]):
            continue
        words = [match["one"], match["outer"], match["inner"]]
        value = Fraction(1)
        for word in words:
            value *= patterns.VAGUE_VALUES[word.lower().rstrip("s")] if word else 1
        unit = _unit(text, match.end(), value)[0]
        quantity = Quantity(value, "at_least", unit, approx=True)
        found.append(QuantityMention(*match.span(), match[0], quantity))
        taken[match.start() : match.end()] = b"\1" * len(match[0])
    for match in patterns.WORDS.finditer(text):
        if any(taken[match.start() : match.end()]):
            continue
        word = (match["times"] or "").lower()
        value = Fraction(3 if word == "thrice" else 2 if word or match["two"] else 1)
        counts_time = bool(match["times"] or match["once"])
        unit = "time" if counts_time else _unit(text, match.end(), value)[0]
        mention = QuantityMention(*match.span(), match[0], Quantity(value, unit=unit))
        found.append(_compared(text, mention))
        taken[match.start() : match.end()] = b"\1" * len(match[0])
    return found


def _ratio(text: str, pair: list[Numeral]) -> QuantityMention | None:
    """'44 out of 100', 'one in three': a share in percent."""
    if len(pair) < 2 or {numeral.kind for numeral in pair} != {"cardinal"}:
        return None
    first, last = pair
    gap = " ".join(text[first.end : last.start].lower().split())
    if not 0 <= first.value <= last.value or not last.value:
        return None
    # "26 out of 28 provinces" is two counts, "3 out of 4" and "1 in 20" are shares.
    round_base = last.value in (10, 20, 50, 100, 1000)
    low = 21 if first.value == 1 else 11 if gap.startswith("out") else 0
    if gap not in patterns.RATIO_GAPS or not (round_base or last.value < low):
        return None
    share = Quantity(100 * first.value / last.value, unit="percent")
    mention = QuantityMention(
        first.start, last.end, text[first.start : last.end], share
    )
    return _compared(text, mention)


def _range(text: str, pair: list[Numeral]) -> QuantityMention | None:
    """'between 3 and 5 films', '3 to 5', '$50–60 million'."""
    if len(pair) < 2 or "fraction" in (pair[0].kind, pair[1].kind):
        return None
    gap = text[pair[0].end : pair[1].start][:24].rstrip("US$£€ ")
    gap = " ".join(gap.lower().split())
    if gap not in ("–", "—", "-", "--", "to", "and"):
        return None
    first, last = (_measured(text, numeral) for numeral in pair)
    opening = text[max(0, first.start - 9) : first.start].lower()
    between = re.search(r"(?<!\w)between\s+\Z", opening)
    if gap == "and" and not between:
        return None
    value, upper = first.value.value, last.value.value
    scale = pair[1].text.split()[-1].lower() if pair[1].text else ""
    if scale in SCALES and value * SCALES[scale] < upper and len(pair[0].text) < 5:
        value *= SCALES[scale]
    unit = last.value.unit or first.value.unit
    start = first.start - (len(between[0]) if between else 0)
    quantity = Quantity(value, "range", unit, upper=upper)
    mention = QuantityMention(start, last.end, text[start : last.end], quantity)
    return _compared(text, mention)


def _single(text: str, numeral: Numeral) -> QuantityMention | None:
    mention = _compared(text, _measured(text, numeral))
    if numeral.text.lower() != "one" or mention.value.comparator != "exact":
        return mention
    low = max(0, numeral.start - patterns.WINDOW)
    pronoun = patterns.PRONOUN_BEFORE.search(text, low, numeral.start)
    if pronoun or patterns.PRONOUN_AFTER.match(text, numeral.end):
        return None
    return mention


def _measured(text: str, numeral: Numeral) -> QuantityMention:
    """The number with its unit; the span takes in a currency sign before it."""
    low = max(0, numeral.start - patterns.WINDOW)
    start, end, value = numeral.start, numeral.end, numeral.value
    currency = patterns.CURRENCY_BEFORE.search(text, low, start)
    if currency:
        start = currency.start()
        unit: str | None = _currency(currency["sign"] or currency["code"])
    elif numeral.kind == "percent":
        unit = "percent"
    elif _is_age(text, low, start, end):
        unit = "age"
    else:
        part = patterns.PART_OF.match(text, end) if numeral.kind == "fraction" else None
        unit = _unit(text, part.end() if part else end, value)[0]
        if numeral.kind == "fraction" and not is_measure(unit):
            unit, value = "percent", value * 100
    return QuantityMention(start, end, text[start:end], Quantity(value, unit=unit))


def _currency(written: str) -> str:
    """'US$' and 'C$' are names; before another sign, such letters say nothing."""
    return CURRENCIES.get(written.lower()) or CURRENCIES[written[-1]]


def _is_age(text: str, low: int, start: int, end: int) -> bool:
    if patterns.AGE_AFTER.match(text, end) or patterns.AGE_BEFORE.search(
        text, low, start
    ):
        return True
    was = patterns.WAS_BEFORE.search(text, low, start)
    return bool(was and patterns.WHEN_AFTER.match(text, end))


def _unit(text: str, end: int, value: Fraction) -> tuple[str | None, int]:
    """The unit after a number, and where it ends: a measure or the head noun."""
    speed = patterns.SPEED.match(text, end)
    if speed:
        return ("mph" if speed["mph"] else "km/h"), speed.end()
    square = patterns.SQUARE.match(text, end)
    if square:
        return "square " + normal_unit(square["unit"]), square.end()
    glued = patterns.GLUED.match(text, end)
    if glued:
        name = glued["unit"] or glued["glued"] or "m"
        return normal_unit(name), glued.end()
    of_the = patterns.OF_THE.match(text, end)
    position = of_the.end() - 1 if of_the else end
    hyphen = text[end : end + 1] == "-"
    first: tuple[str | None, int] = (None, end)
    for _ in range(4):
        word = patterns.NEXT_WORD.match(text, position)
        if not word or word[1].lower() in patterns.STOP:
            break
        position = word.end()
        name = normal_unit(word[1])
        if is_plural(word[1]) or is_measure(name) or hyphen:
            return name, position
        if first[0] is None and (value == 1 or of_the):
            first = (name, position)
    return first


def _compared(text: str, mention: QuantityMention) -> QuantityMention:
    """Read 'at least', 'almost', 'or more' around a quantity."""
    start, end, value = mention.start, mention.end, mention.value
    low = max(0, start - patterns.WINDOW)
    leads = patterns.LEADS if re.search(r"[a-z~.]\s*\Z", text[low:start], re.I) else ()
    for lead, comparator, approx in leads:
        match = lead.search(text, low, start)
        if match:
            if value.comparator == "range":
                comparator = "range"
            value = replace(value, comparator=comparator, approx=approx)
            start = match.start()
            break
    unit_end = _unit(text, end, value.value)[1]
    age = patterns.AGE_AFTER.match(text, end)
    for trail, comparator, approx in patterns.TRAIL:
        for position in (end, age.end() if age else unit_end):
            match = trail.match(text, position)
            if match and value.comparator == "exact":
                unit = value.unit or _unit(text, match.end(), value.value)[0]
                value = replace(value, comparator=comparator, approx=approx, unit=unit)
                end = match.end()
    return QuantityMention(start, end, text[start:end], value)
