"""What a quantity expression means, and when one quantity follows from another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from textattack_atomeval.values.units import is_measure, to_base

Comparator = Literal["exact", "at_least", "at_most", "more_than", "less_than", "range"]

# How far from its number an approximation still reaches ("about 3 million").
_ABOUT: Final = Fraction(1, 20)
# "Almost" and "just over" reach a tenth below and above.
_NEAR: Final = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Quantity:
    """The meaning of one quantity expression.

    ``unit`` is None where the text does not say what is counted. ``approx`` with
    "less_than" is "almost", with "more_than" "just over", with "at_least" a vague
    "dozens". A range reaches from ``value`` to ``upper``.
    """

    value: Fraction
    comparator: Comparator = "exact"
    unit: str | None = None
    approx: bool = False
    upper: Fraction | None = None


@dataclass(frozen=True, slots=True)
class QuantityMention:
    """A quantity expression in a text: ``text[start:end]`` and its meaning."""

    start: int
    end: int
    text: str
    value: Quantity


class _Bounds(NamedTuple):
    low: Fraction | None
    low_open: bool
    high: Fraction | None
    high_open: bool


def quantity_entails(premise: Quantity, hypothesis: Quantity) -> bool:
    """Whether ``hypothesis`` follows from ``premise`` for a positive statement.

    Units must agree after exact conversion; an unknown unit agrees with any. An
    approximate value never entails an exact one.
    """
    if premise == hypothesis:
        return True
    pair = _same_base(premise, hypothesis)
    if pair is None:
        return False
    given, wanted, countable = pair
    if wanted.approx:
        return _entails_approx(given, wanted, countable)
    if given.approx and given.comparator not in ("less_than", "more_than"):
        return False
    if given.approx and wanted.comparator == "exact":
        return False
    if _is_score(given) or _is_score(wanted):
        return (given.value, given.upper) == (wanted.value, wanted.upper)
    return _within(_bounds(given, countable), _bounds(wanted, False))


def _same_base(
    premise: Quantity, hypothesis: Quantity
) -> tuple[Quantity, Quantity, bool] | None:
    """Both in one unit, and whether it counts whole things; None if units differ."""
    known = [unit for unit in (premise.unit, hypothesis.unit) if unit]
    countable = bool(known) and not any(is_measure(unit) for unit in known)
    if len(known) < 2 or premise.unit == hypothesis.unit:
        return premise, hypothesis, countable
    if set(known) in ({"pound", "GBP"}, {"pound", "lb"}):
        return premise, hypothesis, False
    given, given_base = _in_base(premise)
    wanted, wanted_base = _in_base(hypothesis)
    return (given, wanted, False) if given_base == wanted_base else None


def _in_base(quantity: Quantity) -> tuple[Quantity, str]:
    value, base = to_base(quantity.value, quantity.unit or "")
    upper = quantity.upper
    if upper is not None:
        upper = to_base(upper, quantity.unit or "")[0]
    return Quantity(value, quantity.comparator, base, quantity.approx, upper), base


def _is_score(quantity: Quantity) -> bool:
    """'Won 3-2': a pair of numbers in falling order is no interval."""
    return quantity.upper is not None and quantity.upper < quantity.value


def _entails_approx(given: Quantity, wanted: Quantity, countable: bool) -> bool:
    value = wanted.value
    if wanted.comparator == "at_least":
        low = _bounds(given, countable).low
        firm = not given.approx or given.comparator in ("at_least", "more_than")
        return firm and low is not None and low >= value
    if given.approx:
        same = (given.value, given.upper) == (value, wanted.upper)
        return same and given.comparator == wanted.comparator
    if wanted.comparator == "range":
        return _within(_bounds(given, False), _bounds(wanted, False))
    if given.comparator != "exact":
        return False
    reach = abs(value)
    if wanted.comparator == "less_than":
        return value - reach * _NEAR <= given.value < value
    if wanted.comparator == "more_than":
        return value < given.value <= value + reach * _NEAR
    return abs(given.value - value) <= reach * _ABOUT


def _bounds(quantity: Quantity, countable: bool) -> _Bounds:
    value = quantity.value
    whole = countable and value.denominator == 1
    if quantity.comparator == "range":
        return _Bounds(value, False, quantity.upper, False)
    if quantity.comparator == "at_least":
        return _Bounds(value, False, None, False)
    if quantity.comparator == "at_most":
        return _Bounds(None, False, value, False)
    if quantity.comparator == "more_than":
        return _Bounds(value + whole, not whole, None, False)
    if quantity.comparator == "less_than":
        return _Bounds(None, False, value - whole, not whole)
    return _Bounds(value, False, value, False)


def _within(inner: _Bounds, outer: _Bounds) -> bool:
    if outer.low is not None:
        if inner.low is None or inner.low < outer.low:
            return False
        if inner.low == outer.low and outer.low_open and not inner.low_open:
            return False
    if outer.high is not None:
        if inner.high is None or inner.high > outer.high:
            return False
        if inner.high == outer.high and outer.high_open and not inner.high_open:
            return False
    return True
