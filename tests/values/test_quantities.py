"""Which words of a text are quantities, and what they mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timing import best_seconds
from textattack_atomeval.values.quantities import find_quantities
from textattack_atomeval.values.quantity import Quantity
from textattack_atomeval.values.units import CURRENCIES

COMPARED: list[tuple[str, str, int, bool]] = [
    ("at least three films", "at_least", 3, False),
    ("no fewer than 3 films", "at_least", 3, False),
    ("not less than 3 films", "at_least", 3, False),
    ("3 or more films", "at_least", 3, False),
    ("3 films or more", "at_least", 3, False),
    ("20-plus films", "at_least", 20, False),
    ("20+ films", "at_least", 20, False),
    ("at most 3 films", "at_most", 3, False),
    ("no more than 3 films", "at_most", 3, False),
    ("not more than 3 films", "at_most", 3, False),
    ("up to 3 films", "at_most", 3, False),
    ("as many as 3 films", "at_most", 3, False),
    ("3 films or fewer", "at_most", 3, False),
    ("more than 41,000 films", "more_than", 41_000, False),
    ("over 41,000 films", "more_than", 41_000, False),
    ("in excess of 50 films", "more_than", 50, False),
    ("upwards of 50 films", "more_than", 50, False),
    ("just over 50 films", "more_than", 50, True),
    ("fewer than ten films", "less_than", 10, False),
    ("under 300 films", "less_than", 300, False),
    ("almost 3 million films", "less_than", 3_000_000, True),
    ("nearly 40 films", "less_than", 40, True),
    ("just under 40 films", "less_than", 40, True),
    ("didn't even manage 40 films", "less_than", 40, False),
    ("did not even shift 40 films", "less_than", 40, False),
    ("never reached 40 films", "less_than", 40, False),
    ("failed to reach 40 films", "less_than", 40, False),
    ("not even 40 films", "less_than", 40, False),
    ("did not exceed 40 films", "at_most", 40, False),
    ("about 3 million films", "exact", 3_000_000, True),
    ("around 30 films", "exact", 30, True),
    ("roughly 30 films", "exact", 30, True),
    ("some 3 million films", "exact", 3_000_000, True),
    ("approximately 30 films", "exact", 30, True),
    ("an estimated 30 films", "exact", 30, True),
    ("30 or so films", "exact", 30, True),
    ("over a total of 30 films", "more_than", 30, False),
    ("exactly 30 films", "exact", 30, False),
    ("30 films", "exact", 30, False),
    ("dozens of films", "at_least", 12, True),
    ("hundreds of thousands of films", "at_least", 100_000, True),
    ("several hundred films", "at_least", 100, True),
]
UNITS: list[tuple[str, Any, str | None]] = [
    ("$50 million", 50_000_000, "USD"),
    ("US$20.3 million", 20_300_000, "USD"),
    ("20.3 million dollars", 20_300_000, "USD"),
    ("USD 20", 20, "USD"),
    ("£20", 20, "GBP"),
    ("20 pounds", 20, "pound"),
    ("€3bn", 3 * 10**9, "EUR"),
    ("85.19%", "8519/100", "percent"),
    ("85.19 percent", "8519/100", "percent"),
    ("85 per cent", 85, "percent"),
    ("44 out of 100", 44, "percent"),
    ("three out of four voters", 75, "percent"),
    ("one in three voters", "100/3", "percent"),
    ("half of the voters", 50, "percent"),
    ("two thirds of voters", "200/3", "percent"),
    ("nine years old", 9, "age"),
    ("aged nine", 9, "age"),
    ("at the age of nine", 9, "age"),
    ("a 9-year-old boy", 9, "age"),
    ("was just nine when it began", 9, "age"),
    ("5 km", 5, "km"),
    ("5km", 5, "km"),
    ("half a mile", "1/2", "mile"),
    ("70 miles per hour", 70, "mph"),
    ("3.5 square miles", "7/2", "square mile"),
    ("two hours", 2, "hour"),
    ("over a 36-hour shift", 36, "hour"),
    ("three-time champion", 3, "time"),
    ("twice", 2, "time"),
    ("thrice", 3, "time"),
    ("a five-member band", 5, "member"),
    ("a couple of films", 2, "film"),
    ("a pair of gloves", 2, "glove"),
    ("a single song", 1, "song"),
    ("only one film", 1, "film"),
    ("zero children", 0, "child"),
    ("two Academy Awards", 2, "award"),
    ("two of his films", 2, "film"),
    ("Apollo 11", 11, None),
    ("1,995 people", 1995, "person"),
    ("1995 tons", 1995, "ton"),
]
NONE = [
    "in 1986",
    "on 14 March 1986",
    "part two",
    "season 3",
    "number one",
    "no one came",
    "one of the best",
    "the one who came",
    "a good one.",
    "one day he came",
    "her lead single by a friend",
    "the second film",
    "a 3-D film",
    "1) first do this",
]


@pytest.mark.parametrize(("text", "comparator", "value", "approx"), COMPARED)
def test_comparators(text: str, comparator: str, value: int, approx: bool) -> None:
    (mention,) = find_quantities(f"They counted {text} there.")
    assert mention.value == Quantity(Fraction(value), comparator, "film", approx)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "value", "unit"), UNITS)
def test_units(text: str, value: int | str, unit: str | None) -> None:
    (mention,) = find_quantities(f"It was {text}")
    assert (mention.value.value, mention.value.unit) == (Fraction(value), unit)
    assert mention.value.comparator == "exact"


@pytest.mark.parametrize("text", NONE)
def test_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("between 3 and 5 films", 3, 5, "film"),
        ("3 to 5 films", 3, 5, "film"),
        ("$50–60 million", 50_000_000, 60_000_000, "USD"),
        ("won 3-2", 3, 2, None),
    ],
)
def test_ranges(text: str, low: int, high: int, unit: str | None) -> None:
    (mention,) = find_quantities(text)
    assert mention.value == Quantity(Fraction(low), "range", unit, upper=Fraction(high))


def test_counts_out_of_a_total_stay_counts() -> None:
    values = [m.value.value for m in find_quantities("26 out of 28 provinces")]
    assert values == [26, 28]


def test_protected_spans_are_left_out() -> None:
    assert find_quantities("He saw Ocean's Eleven.", [(7, 21)]) == []


@given(st.text())
def test_never_raises(text: str) -> None:
    for mention in find_quantities(text):
        assert text[mention.start : mention.end] == mention.text


_PIECES = [
    "at least",
    "3",
    "half",
    "of",
    "$",
    "–",
    "million",
    "dozens",
    "one",
    "%",
    "not",
]


@given(st.lists(st.sampled_from([*_PIECES, "in", "years old", "or more", "a", "even"])))
def test_never_raises_on_number_like_text(words: list[str]) -> None:
    for text in (" ".join(words), "".join(words)):
        find_quantities(text)


_SIGNS = sorted({name for name in CURRENCIES if not name.isalpha()})


@pytest.mark.parametrize("letters", ["", "US", "C", "A", "c", "NZ"])
@pytest.mark.parametrize("gap", ["", " "])
def test_every_currency_sign_is_read_whatever_letters_stand_before_it(
    letters: str, gap: str
) -> None:
    for sign in ["$", "£", "€", "¥", "₹", *_SIGNS]:
        found = find_quantities(f"It cost {letters}{sign}{gap}5.")
        assert len(found) == 1, (letters, sign)
        if letters in ("", "US", "C", "A") and len(sign) == 1:
            unit = CURRENCIES.get(f"{letters}{sign}".lower(), CURRENCIES[sign])
            assert found[0].value.unit == unit


_ALPHABETS = [
    "0123456789.,-–/:% ",
    "$£€¥₹USCAXeur ",
    "½⅓¼٣५²¹₂Ⅷ",
    "'’\"“()[]~+#&",
]


@given(
    st.lists(
        st.one_of(
            *map(st.sampled_from, _ALPHABETS),
            st.sampled_from(
                "st nd th dozen hundred million half third quarter per cent one out of "
                "between and to at least over under twice century 1990s BC May Jan '98 "
                "km mph years old percent first II first-half mid- no. ca. c.".split()
            ),
        ),
        max_size=14,
    ),
    st.sampled_from(["", " "]),
)
def test_never_raises_on_what_numbers_are_made_of(parts: list[str], joint: str) -> None:
    find_quantities(joint.join(parts))


@pytest.mark.parametrize("unit", ["9 ", "not ", "dozens of ", "$", "one in ", "3-"])
def test_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        return best_seconds(find_quantities, unit * (size // len(unit)))

    # Linear work grows fourfold, quadratic work sixteenfold.
    assert seconds(100_000) < 8 * seconds(25_000) + 0.5
