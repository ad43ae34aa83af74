"""Names of units and exact conversion."""

from __future__ import annotations

from fractions import Fraction

import pytest

from textattack_atomeval.values.units import (
    is_measure,
    is_plural,
    normal_unit,
    singular,
    to_base,
)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("films", "film"),
        ("cities", "city"),
        ("churches", "church"),
        ("series", "series"),
        ("children", "child"),
        ("feet", "foot"),
        ("glass", "glass"),
        ("bus", "bus"),
    ],
)
def test_singular(word: str, expected: str) -> None:
    assert singular(word) == expected


def test_plural() -> None:
    assert is_plural("films") and is_plural("people")
    assert not is_plural("film") and not is_plural("bus")


def test_names_of_one_thing_agree() -> None:
    assert normal_unit("movies") == normal_unit("films")
    assert normal_unit("dollars") == normal_unit("$") == "USD"


@pytest.mark.parametrize(
    ("value", "unit", "base", "name"),
    [
        (Fraction(3, 2), "km", 1500, "metre"),
        (Fraction(2), "foot", 24, "inch"),
        (Fraction(2), "hour", 7200, "second"),
        (Fraction(1), "decade", 120, "month"),
        (Fraction(7), "film", 7, "film"),
    ],
)
def test_to_base(value: Fraction, unit: str, base: int, name: str) -> None:
    assert to_base(value, unit) == (base, name)


def test_measures() -> None:
    assert is_measure("km") and is_measure("USD") and is_measure("percent")
    assert not is_measure("film") and not is_measure(None)
