"""Bidi controls: what stands on the line is what is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.text import fold

RLO, LRO, PDF = "\u202e", "\u202d", "\u202c"
LRI, RLI, PDI, RLE = "\u2066", "\u2067", "\u2069", "\u202b"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (f"{RLO}emoR{PDF} fell", "Rome fell"),
        (f"It fell in {RLO}1991{PDF}.", "It fell in 1991."),
        (f"It fell in {RLO}0891{PDF}.", "It fell in 1980."),
        (f"x {RLO}(a b){PDF} y", "x (b a) y"),
        (f"{RLO}emoR", "Rome"),  # never closed
        (f"{RLO}emoR\n\nfell", "Rome\n\nfell"),  # closed by the paragraph's end
        (f"{RLO}{LRO}Rome{PDF}{PDF}", "Rome"),
        (f"{RLO}llef {LRO}Rome{PDF}{PDF}", "Rome fell"),
        # Two isolates in an override change places, their inside stays.
        (f"{LRO}{RLO}{LRI}fell{PDI}{LRI}Rome {PDI}{PDF}{PDF}", "Rome fell"),
        (f"{RLI}{LRI}fell{PDI}{LRI}Rome {PDI}{PDI}", "Rome fell"),
        (f"{RLE}Rome fell{PDF}", "Rome fell"),  # a Latin phrase embedded stays
        (f"{LRI}Rome{PDI} fell", "Rome fell"),
        (f"Rome{PDF}{PDI} fell", "Rome fell"),  # nothing to close
        (f"{RLI}שלום{PDI} fell", "שלום fell"),  # stored as it is read
        (f"{RLO}שלום{PDF} fell", "שלום fell"),
        ("سلام Rome", "سلام Rome"),
    ],
)
def test_what_is_shown(text: str, seen: str) -> None:
    assert fold(text).text == seen


def test_what_is_turned_round_points_back() -> None:
    text = f"In {RLO}0891{PDF}."
    folded = fold(text)
    at = folded.text.index("1980")
    span = folded.aligned.span(at, at + 4)
    assert span is not None
    assert text[span[0] : span[1]] == "0891"


@given(st.text("abc 12", min_size=1))
def test_turned_twice_is_not_turned(text: str) -> None:
    assert fold(RLO + text[::-1] + PDF).text == fold(text).text


@given(st.text(RLO + LRO + PDF + LRI + RLI + PDI + RLE + "ab\n", max_size=200))
def test_no_character_is_lost(text: str) -> None:
    seen = fold(text).text
    assert sorted(filter(str.isalpha, seen)) == sorted(filter(str.isalpha, text))


def test_deep_nesting() -> None:
    assert fold(RLI * 5000 + "Rome" + PDI * 5000).text == "Rome"
