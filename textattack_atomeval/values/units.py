"""Units of quantities: their normal names and exact conversions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

CURRENCIES: Final = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "dollars": "USD",
    "buck": "USD",
    "bucks": "USD",
    "c$": "CAD",
    "a$": "AUD",
    "£": "GBP",
    "gbp": "GBP",
    "quid": "GBP",
    "€": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "¥": "JPY",
    "yen": "JPY",
    "₹": "INR",
    "rupee": "INR",
    "rupees": "INR",
}

# base unit, factor, names. Exact, and only inside one system of units.
_MEASURES: Final = (
    ("metre", "1/1000", "mm millimetre millimeter"),
    ("metre", "1/100", "cm centimetre centimeter"),
    ("metre", "1", "m metre meter"),
    ("metre", "1000", "km kilometre kilometer"),
    ("inch", "1", "in inch inches"),
    ("inch", "12", "ft foot feet"),
    ("inch", "36", "yd yard"),
    ("inch", "63360", "mi mile"),
    ("gram", "1/1000", "mg milligram"),
    ("gram", "1", "g gram gramme"),
    ("gram", "1000", "kg kilo kilogram"),
    ("gram", "1000000", "tonne"),
    ("ton", "1", "ton"),
    ("ounce", "1", "oz ounce"),
    ("ounce", "16", "lb lbs"),
    ("pound", "1", "pound"),  # money or weight: it agrees with both
    ("litre", "1/1000", "ml millilitre milliliter"),
    ("litre", "1", "litre liter"),
    ("gallon", "1", "gallon"),
    ("second", "1", "sec secs second"),
    ("second", "60", "min mins minute"),
    ("second", "3600", "hr hrs hour"),
    ("second", "86400", "day"),
    ("second", "604800", "week"),
    ("month", "1", "month"),
    ("month", "12", "yr yrs year"),
    ("month", "120", "decade"),
    ("month", "1200", "century centuries"),
    ("watt", "1", "w watt"),
    ("watt", "1000", "kw kilowatt"),
    ("watt", "1000000", "mw megawatt"),
    ("acre", "1", "acre"),
    ("hectare", "1", "ha hectare"),
    ("km/h", "1", "kph km/h"),
    ("mph", "1", "mph"),
    ("degree", "1", "degree"),
)
_FACTORS: Final = {
    name: (base, Fraction(factor))
    for base, factor, names in _MEASURES
    for name in names.split()
}
_SAME_COUNT: Final = {
    word: group.split()[0]
    for group in (
        "person people human individual resident inhabitant citizen",
        "film movie picture feature flick",
        "copy unit",
        "song track tune",
        "album record lp",
        "child kid offspring",
        "soldier troop",
        "nation country",
        "victory win triumph",
        "award prize accolade",
        "book novel volume",
        "show programme program series",
        "match game",
        "time occasion",
        "member",
    )
    for word in group.split()
}
_IRREGULAR: Final = {
    "people": "person",
    "persons": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "wives": "wife",
    "lives": "life",
    "feet": "foot",
    "inches": "inch",
    "mice": "mouse",
    "copies": "copy",
    "movies": "movie",
    "series": "series",
    "species": "species",
    "percent": "percent",
    "troops": "troop",
    "centuries": "century",
    "goals": "goal",
    "heroes": "hero",
}


def singular(word: str) -> str:
    """Return ``word`` in lower case without its plural ending."""
    word = word.lower().rstrip(".")
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ss|sh|ch|x|z)es\Z", word):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2:
        return word[:-1]
    return word


def is_plural(word: str) -> bool:
    """Whether ``word`` looks like the plural of a noun."""
    lower = word.lower()
    return lower in _IRREGULAR or (len(lower) > 3 and singular(lower) != lower)


def normal_unit(word: str) -> str:
    """Return the name under which a unit or a counted noun is compared."""
    lower = word.lower()
    if lower in CURRENCIES:
        return CURRENCIES[lower]
    name = singular(lower)
    return _SAME_COUNT.get(name, name)


def is_measure(unit: str | None) -> bool:
    """Whether ``unit`` measures (money, length, time, share) rather than counts."""
    return unit is not None and (
        unit in _FACTORS or unit in CURRENCIES.values() or unit in ("percent", "age")
    )


def to_base(value: Fraction, unit: str) -> tuple[Fraction, str]:
    """Return the value in the base unit of its system: 1.5 km is 1500 m."""
    base, factor = _FACTORS.get(unit, (unit, Fraction(1)))
    return value * factor, base
