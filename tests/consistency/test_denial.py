"""What a text denies, and what it sets aside."""

from __future__ import annotations

import pytest

from textattack_atomeval.consistency.denial import is_negative, set_aside


@pytest.mark.parametrize(
    ("text", "word", "aside"),
    [
        ("It took a day rather than a year.", "year", True),
        ("It took a day instead of a year.", "year", True),
        ("It took a day, not a year.", "year", True),
        ("It took not a day but a year.", "year", False),
        ("It did not take a year.", "year", False),
        ("It took a year rather than a day.", "year", False),
    ],
)
def test_set_aside(text: str, word: str, aside: bool) -> None:
    assert set_aside(text, text.index(word)) is aside


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("Ann didn't sing.", True),
        ("Nothing moved.", True),
        ("It lacks a roof.", True),
        ("Ann sang.", False),
        ("Ann noted it.", False),
    ],
)
def test_is_negative(text: str, negative: bool) -> None:
    assert is_negative(text) is negative
