"""Quantities of Cons(a, p): every quantity of the claim must be in the premise."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from textattack_atomeval.consistency.denial import meant
from textattack_atomeval.consistency.sides import Sides
from textattack_atomeval.data import Violation
from textattack_atomeval.values.dates import DISAMBIGUATION
from textattack_atomeval.values.quantities import find_quantities
from textattack_atomeval.values.quantity import (
    Quantity,
    QuantityMention,
    quantity_entails,
)
from textattack_atomeval.values.units import is_measure, normal_unit

__all__ = [
    "Quantity",
    "QuantityMention",
    "check_quantities",
    "find_quantities",
    "quantity_entails",
]

_NONE: Final = re.compile(
    r"(?<!\w)(?:no|none|never|nothing|nobody|nil|without|not\s+(?:a\s+single|any|one))"
    r"(?!\w)|n['’]t\s+(?:any|a\s+single|have)(?!\w)",
    re.I,
)
_PAIRED: Final = re.compile(
    r"(?<!\w)(?:(?P<two>both|duo|twins?|double|pair|couple)|(?P<three>trio|triple|triplets)"
    r"|(?P<four>quartet))(?!\w)",
    re.I,
)
_ZERO: Final = Fraction(0)
_ONE_UNIT: Final = re.compile(
    r"(?<!\w)(?:an?|(?:last|past|entire|whole)(?=\s))\s+(?P<unit>decade|century|year"
    r"|month|week|day|hour|minute|second|mile|kilomet(?:re|er)|foot|met(?:re|er)|dollar"
    r"|pound)(?!\w)",
    re.I,
)
_SEVERAL: Final = re.compile(
    r"(?<!\w)(?:several|many|multiple|various|numerous|a\s+number\s+of|a\s+few)(?!\w)",
    re.I,
)
_ALL: Final = re.compile(r"(?<!\w)(?:all|every|entire|whole)(?!\w)", re.I)


def check_quantities(sides: Sides) -> list[Violation]:
    """Return one violation per quantity of the claim that the premise does not give.

    Presence only: counts of different things ("three films", "three movies") agree
    here, money, measures, ages and shares do not.
    """
    claim_text, premise_text = sides.proposition, sides.premise
    negated = sides.negated
    premise = meant(find_quantities(premise_text), premise_text, negated)
    values = [mention.value for mention in premise] + _implied(premise_text)
    violations = []
    titles = [*sides.names, *(m.span() for m in DISAMBIGUATION.finditer(claim_text))]
    for mention in meant(find_quantities(claim_text, titles), claim_text, negated):
        given = any(_matches(value, mention.value, negated) for value in values)
        if not given and not (
            _repeated(mention, premise_text)
            or _has_article(mention, premise_text)
            or _exists(mention.value, values)
        ):
            violations.append(_violation(mention, premise))
    return violations


def _implied(text: str) -> list[Quantity]:
    """Quantities that a text says in words: 'no', 'both', 'trio', 'all'."""
    found = [Quantity(zero) for zero in (_ZERO,) if _NONE.search(text)]
    for match in _PAIRED.finditer(text):
        value = 2 if match["two"] else 3 if match["three"] else 4
        found.append(Quantity(_ZERO + value))
    for match in _ONE_UNIT.finditer(text):
        found.append(Quantity(_ZERO + 1, unit=normal_unit(match["unit"])))
    if _SEVERAL.search(text):
        found.append(Quantity(_ZERO + 2, "at_least"))
    if _ALL.search(text):
        found.append(Quantity(_ZERO + 100, unit="percent"))
    return found


def _matches(value: Quantity, wanted: Quantity, negated: bool) -> bool:
    if not is_measure(value.unit) and not is_measure(wanted.unit):
        name = "thing" if value.unit or wanted.unit else None
        value, wanted = replace(value, unit=name), replace(wanted, unit=name)
    if negated:
        return quantity_entails(wanted, value)
    return quantity_entails(value, wanted)


def _repeated(mention: QuantityMention, premise_text: str) -> bool:
    """A bare number that the premise repeats where it reads as a year."""
    value = mention.value
    if value.unit or value.comparator != "exact" or not mention.text.isdigit():
        return False
    pattern = rf"(?<![\w.,]){re.escape(mention.text)}(?![\w]|[.,][0-9])"
    return re.search(pattern, premise_text) is not None


def _exists(wanted: Quantity, values: list[Quantity]) -> bool:
    """'At least one' only says that there is such a thing, which the NLI model sees."""
    if wanted.comparator != "at_least" or wanted.value != 1:
        return False
    return not any(
        value.comparator in ("at_most", "less_than") or not value.value
        for value in values
    )


def _has_article(mention: QuantityMention, premise_text: str) -> bool:
    """'One sister' is 'a sister'."""
    value = mention.value
    if value.value != 1 or value.comparator != "exact" or not value.unit:
        return False
    pattern = rf"(?<!\w)an?\s+(?:[\w-]+\s+){{0,3}}{re.escape(value.unit)}(?!\w)"
    return re.search(pattern, premise_text, re.I) is not None


def _violation(mention: QuantityMention, premise: list[QuantityMention]) -> Violation:
    wanted = mention.value

    def closeness(other: QuantityMention) -> tuple[bool, bool, float]:
        gap = abs(other.value.value - wanted.value)
        measure = is_measure(other.value.unit) == is_measure(wanted.unit)
        return other.value.unit == wanted.unit, measure, -float(gap)

    nearest = max(premise, key=closeness, default=None)
    found = nearest.text if nearest else ""
    reason = f"{mention.text} → {found}" if found else f"{mention.text} is missing"
    if nearest and found.lower() == mention.text.lower():  # of another unit
        units = (unit or "(a number)" for unit in (wanted.unit, nearest.value.unit))
        reason = " → ".join(f"{mention.text} {unit}" for unit in units)
    return Violation("quantity", reason, mention.text, found)
