"""Sentences end where a reader says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.text import fold, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rome fell. It burned!", ["Rome fell.", "It burned!"]),
        ("J. R. Smith Jr. sang in St. Ives.", ["J. R. Smith Jr. sang in St. Ives."]),
        ("A.J. Brown ran.", ["A.J. Brown ran."]),
        ("He left the U.S. He came back.", ["He left the U.S.", "He came back."]),
        ("It cost 3.5 dollars. So?", ["It cost 3.5 dollars.", "So?"]),
        ("One; two", ["One;", "two"]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


def test_a_blank_line_ends_a_sentence_after_folding() -> None:
    text = fold("Rome\nfell\n\n  It burned").text
    assert [text[start:end] for start, end in sentences(text)] == [
        "Rome fell",
        "It burned",
    ]


@given(st.lists(st.sampled_from([*"aAI.!?;\"') \n\t", "..", "e.g.", "Mr.", "So", "x"])))
def test_sentences_cover_any_text(parts: list[str]) -> None:
    """Also one that was not stripped: the last stop may be followed by nothing."""
    for text in ("".join(parts), " ".join(parts)):
        spans = sentences(text)
        shown = "".join(text[start:end] for start, end in spans)
        assert "".join(shown.split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["A. ", "It is a.\n", "J. Smith came. B. ", "e.g. "])
def test_a_text_may_end_in_an_initial_and_a_blank(text: str) -> None:
    assert " ".join(text[a:b] for a, b in sentences(text)) == text.strip()
