"""When one quantity follows from another."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from textattack_atomeval.values.quantities import find_quantities
from textattack_atomeval.values.quantity import Quantity, quantity_entails

ENTAILED = [
    ("41,287 seats", "more than 41,000 seats"),
    ("3 million copies", "3,000,000 copies"),
    ("3 million copies", "three million copies"),
    ("$20.3 million", "20,300,000 dollars"),
    ("more than 5 films", "more than 3 films"),
    ("more than 5 films", "at least 3 films"),
    ("more than 2 films", "at least 3 films"),
    ("at least 4 films", "more than 3 films"),
    ("at most 3 films", "fewer than 4 films"),
    ("fewer than 4 films", "at most 3 films"),
    ("between 3 and 5 films", "at least 3 films"),
    ("between 3 and 5 films", "up to 5 films"),
    ("4 films", "between 3 and 5 films"),
    ("3,020,000 people", "about 3 million people"),
    ("2.9 million people", "almost 3 million people"),
    ("almost 3 million people", "under 3 million people"),
    ("350 people", "hundreds of people"),
    ("44 out of 100", "44 percent"),
    ("half of the votes", "50 % of the votes"),
    ("1.5 km", "1,500 metres"),
    ("two hours", "120 minutes"),
    ("10 years", "one decade"),
    ("two feet", "24 inches"),
    ("nine years old", "aged nine"),
    ("a dozen eggs", "12 eggs"),
    ("20 lb", "20 pounds"),
    ("£20", "20 pounds"),
]
NOT_ENTAILED = [
    ("more than 41,000 seats", "41,000 seats"),
    ("41,000 seats", "more than 41,000 seats"),
    ("$50", "$50 million"),
    ("85 percent", "85.19 percent"),
    ("85.19 percent", "85 percent"),
    ("$50", "£50"),
    ("5 km", "5 miles"),
    ("50 percent", "50 dollars"),
    ("about 3 million people", "3 million people"),
    ("almost 3 million people", "3 million people"),
    ("2 million people", "about 3 million people"),
    ("at least 3 films", "at most 3 films"),
    ("at most 3 films", "at least 3 films"),
    ("at least 3 films", "3 films"),
    ("more than 3 films", "more than 5 films"),
    ("fewer than 4 kg", "at most 3 kg"),
    ("between 3 and 6 films", "between 3 and 5 films"),
    ("2-3", "3-2"),
    ("dozens of films", "12 films"),
    ("under 300 people", "300 people"),
    ("nine years old", "nine years"),
    ("three films", "three awards"),
]


def value(text: str) -> Quantity:
    (mention,) = find_quantities(f"They had {text}.")
    return mention.value


@pytest.mark.parametrize(("premise", "hypothesis"), ENTAILED)
def test_entailed(premise: str, hypothesis: str) -> None:
    assert quantity_entails(value(premise), value(hypothesis))


@pytest.mark.parametrize(("premise", "hypothesis"), NOT_ENTAILED)
def test_not_entailed(premise: str, hypothesis: str) -> None:
    assert not quantity_entails(value(premise), value(hypothesis))


def test_an_unknown_unit_agrees_with_any() -> None:
    assert quantity_entails(Quantity(Fraction(3)), Quantity(Fraction(3), unit="USD"))


@given(st.integers(1, 10**6))
def test_formats_round_trip(thousands: int) -> None:
    number = thousands * 1000
    forms = [
        f"{number:,} people",
        f"{number} persons",
        f"{thousands:,} thousand people",
    ]
    values = [value(form) for form in forms if not 1000 <= number <= 2100]
    assert all(quantity_entails(a, b) for a in values for b in values)


QUANTITIES = st.builds(
    Quantity,
    st.integers(0, 12).map(Fraction),
    st.sampled_from(["exact", "at_least", "at_most", "more_than", "less_than"]),
    st.sampled_from(["film"]),
    st.booleans(),
)


@given(QUANTITIES, QUANTITIES, QUANTITIES)
@example(
    Quantity(Fraction(0), "more_than", "film", True),
    Quantity(Fraction(1), "at_least", "film", False),
    Quantity(Fraction(1), "at_least", "film", True),
)
def test_reflexive_and_transitive(a: Quantity, b: Quantity, c: Quantity) -> None:
    assert quantity_entails(a, a)
    if quantity_entails(a, b) and quantity_entails(b, c):
        assert quantity_entails(a, c)


def holds(quantity: Quantity, number: int) -> bool:
    """What a quantity of countable things allows, straight from its words."""
    value = quantity.value
    return {
        "exact": number == value,
        "at_least": number >= value,
        "at_most": number <= value,
        "more_than": number > value,
        "less_than": number < value,
    }[quantity.comparator]


FIRM = QUANTITIES.filter(lambda quantity: not quantity.approx)


@given(FIRM, FIRM)
def test_sound_against_enumeration(a: Quantity, b: Quantity) -> None:
    if quantity_entails(a, b):
        assert all(holds(b, n) for n in range(-2, 40) if holds(a, n))
