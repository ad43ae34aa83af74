"""Content words, stems and coverage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.lexical import content_words, coverage, same_stem, uncovered


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The mill is in Oslo.", ["mill", "Oslo"]),
        ("Actually, you know, it's a mill.", ["mill"]),
        ("It cost $20,300,000 in 2006.", ["cost", "$20,300,000", "2006"]),
        ("", []),
    ],
)
def test_content_words(text: str, words: list[str]) -> None:
    assert content_words(text) == words


@pytest.mark.parametrize(
    ("text", "source", "new"),
    [
        ("Ann directed it.", "Ann is its director.", []),
        ("Ann lives in Oslo.", "Ann lived there.", ["Oslo"]),
        ("Rivers freeze.", "A river froze.", []),
    ],
)
def test_uncovered(text: str, source: str, new: list[str]) -> None:
    assert uncovered(text, source) == new


def test_coverage_is_a_share() -> None:
    assert coverage("red mill, blue door", "a red door") == 0.5
    assert coverage("of the", "anything") == 1.0


@given(st.text(max_size=200))
def test_a_text_covers_itself(text: str) -> None:
    assert uncovered(text, text) == []


@given(st.text(min_size=1), st.text(min_size=1))
def test_same_stem_is_symmetric(first: str, second: str) -> None:
    assert same_stem(first, second) == same_stem(second, first)
