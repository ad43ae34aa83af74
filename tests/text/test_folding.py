"""Folding makes what a reader sees, and keeps a way back to the original."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.text import fold, latin_share


@pytest.mark.parametrize(
    ("text", "seen", "flags"),
    [
        ("Rome fell.", "Rome fell.", set()),
        ("R\u200bome", "Rome", {"zero_width"}),
        ("R\u2063o\u3164me", "Rome", {"zero_width"}),
        ("Rome\ufe0f", "Rome", set()),
        ("R\u200eome", "Rome", {"bidi"}),
        ("Rоmе", "Rome", {"homoglyph"}),
        ("Rome\x00 fell", "Rome fell", {"control"}),
        ("Рим", "Рим", set()),
        ("“Rome” isn’t – ﬁne…", '"Rome" isn\'t - fine...', set()),
        ("  a \t b\n c  ", "a b c", set()),
        ("a\n \n\nb", "a\n\nb", set()),
        ("cafe\u0301", "café", set()),
        # A mark that only what stood between kept from its letter.
        ("cafe\u200b\u0301", "café", {"zero_width"}),
        ("cаfe\u0301", "café", {"homoglyph"}),
        ("", "", set()),
    ],
)
def test_fold(text: str, seen: str, flags: set[str]) -> None:
    folded = fold(text)
    assert folded.text == seen
    assert folded.flags == flags
    assert fold(seen).text == seen


def test_fold_points_back() -> None:
    text = "  R\u200bome “fell”"
    folded = fold(text)
    start = folded.text.index("fell")
    span = folded.aligned.span(start, start + 4)
    assert span is not None
    assert text[span[0] : span[1]] == "fell"


# What makes folding hard: controls, marks, spaces, look-alikes, compatibility forms.
HARD = st.text(
    st.sampled_from(
        "\u202e\u202d\u202c\u2066\u2067\u2069\u200b\u200d\ufe0f\u0301\u0327 \n\u2029"
        "aeоеA1l0OΙ´ﬁ＀\u1100\u1161(«`…אبα×"
    )
)


@given(st.text(max_size=60) | HARD)
def test_fold_is_aligned_and_idempotent(text: str) -> None:
    folded = fold(text)
    aligned = folded.aligned
    assert len(aligned.text) == len(aligned.starts) == len(aligned.ends)
    assert all(
        0 <= start < end <= len(text)
        for start, end in zip(aligned.starts, aligned.ends, strict=True)
    )
    again = fold(folded.text)
    assert again.text == folded.text
    assert not again.flags


@given(st.text(st.characters(exclude_categories=["Cf"]), max_size=60))
def test_only_bidi_controls_change_the_order(text: str) -> None:
    starts = list(fold(text).aligned.starts)
    assert starts == sorted(starts)


def test_latin_share() -> None:
    assert latin_share("Café") == 1.0
    assert latin_share("Рим") == 0.0
    assert latin_share("12") == 0.0
