"""Number expressions: value, span, kind; round trips; no text breaks the finder."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timing import best_seconds
from textattack_atomeval.values.numerals import (
    ORDINALS,
    TENS,
    UNITS,
    find_numerals,
    parse_number,
)

CARDINALS = [
    ("3,000,000", 3_000_000),
    ("3.5", "7/2"),
    ("20.3 million", 20_300_000),
    ("20,300,000", 20_300_000),
    ("600 thousand", 600_000),
    ("1.2bn", 1_200_000_000),
    ("3k", 3000),
    ("12M", 12_000_000),
    ("three", 3),
    ("twenty-one", 21),
    ("twenty one", 21),
    ("Twenty-One", 21),
    ("nineteen hundred", 1900),
    ("two hundred and fifty-three", 253),
    ("two thousand and five", 2005),
    ("one million two hundred thousand and six", 1_200_006),
    ("a dozen", 12),
    ("two dozen", 24),
    ("half a dozen", 6),
    ("half a million", 500_000),
    ("a quarter of a million", 250_000),
    ("a hundred", 100),
    ("one and a half million", 1_500_000),
    ("a million and a half", 1_500_000),
    ("two and a half", "5/2"),
    ("1½", "3/2"),
    ("zero", 0),
    ("-5", -5),
]
OTHERS = [
    ("3rd", 3, "ordinal"),
    ("21st", 21, "ordinal"),
    ("first", 1, "ordinal"),
    ("twenty-first", 21, "ordinal"),
    ("one hundred and first", 101, "ordinal"),
    ("two hundredth", 200, "ordinal"),
    ("44 per cent", 44, "percent"),
    ("85.19 %", "8519/100", "percent"),
    ("ten percent", 10, "percent"),
    ("two thirds", "2/3", "fraction"),
    ("one-third", "1/3", "fraction"),
    ("three quarters", "3/4", "fraction"),
    ("3/4", "3/4", "fraction"),
]
IN_TEXT = [
    ("Half of the crew left.", [("Half", "1/2")]),
    ("A third of the crew left.", [("A third", "1/3")]),
    ("She ran three and he ran four laps.", [("three", 3), ("four", 4)]),
    ("The second half of the show", [("second", 2)]),
    ("A 12km walk at 11am", [("12", 12), ("11", 11)]),
    ("It cost $12m.", [("12m", 12_000_000)]),
    ("a B-52 and a 3D film at 3:30", []),
    ("version 1.2.3 of the 1970s", []),
    ("his half-brother", []),
    ("nineteen five", [("nineteen", 19), ("five", 5)]),
]


@pytest.mark.parametrize(("text", "value"), CARDINALS)
def test_cardinals(text: str, value: int | str) -> None:
    (numeral,) = find_numerals(f"They counted {text} there")
    assert numeral.value == Fraction(value)
    assert (numeral.text, numeral.kind) == (text, "cardinal")


@pytest.mark.parametrize(("text", "value", "kind"), OTHERS)
def test_other_kinds(text: str, value: int | str, kind: str) -> None:
    (numeral,) = find_numerals(f"the {text} there")
    assert (numeral.text, numeral.value, numeral.kind) == (text, Fraction(value), kind)


@pytest.mark.parametrize(("text", "expected"), IN_TEXT)
def test_in_text(text: str, expected: list[tuple[str, int | str]]) -> None:
    found = [(numeral.text, numeral.value) for numeral in find_numerals(text)]
    assert found == [(words, Fraction(value)) for words, value in expected]


def test_spans_point_into_the_text() -> None:
    text = "About twenty-one of 3,000 paid 5 %."
    assert all(text[n.start : n.end] == n.text for n in find_numerals(text))


def spell(number: int) -> str:
    """An independent speller of the numbers below a billion."""
    names = {value: word for word, value in {**UNITS, **TENS}.items()}
    for scale, word in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= scale:
            head, rest = divmod(number, scale)
            link = " and " if scale == 100 else " "
            return f"{spell(head)} {word}" + (link + spell(rest) if rest else "")
    if number in names:
        return names[number]
    return f"{names[number - number % 10]}-{names[number % 10]}"


@given(st.integers(0, 10**9 - 1))
def test_words_round_trip(number: int) -> None:
    assert parse_number(spell(number)) == number


@given(st.integers(0, 10**12), st.integers(0, 99))
def test_digits_round_trip(whole: int, cents: int) -> None:
    assert parse_number(f"{whole:,}.{cents:02}") == Fraction(100 * whole + cents, 100)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("hundredth", 100),
        ("thousandth", 1000),
        ("millionth", 10**6),
        ("two hundredth", 200),
        ("thirty thousandth", 30_000),
    ],
)
def test_large_ordinals_alone_and_counted(text: str, value: int) -> None:
    found = find_numerals(f"her {text} match")
    assert [(n.text, n.value, n.kind) for n in found] == [(text, value, "ordinal")]


@given(st.lists(st.sampled_from(sorted({*ORDINALS, "two", "and", "a", "-", "of"}))))
def test_any_order_of_ordinals_ends(words: list[str]) -> None:
    find_numerals(" ".join(words))


@given(st.text())
def test_never_raises_and_spans_are_ordered(text: str) -> None:
    found = find_numerals(text)
    assert all(a.end <= b.start for a, b in zip(found, found[1:], strict=False))


@pytest.mark.parametrize("unit", ["9", "1,000", "twenty-", "a half ", "1/", "(", "½"])
def test_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        return best_seconds(find_numerals, unit * (size // len(unit)))

    # Linear work grows fourfold, quadratic work sixteenfold.
    assert seconds(100_000) < 8 * seconds(25_000) + 0.5
