"""Sentences end where a reader says."""

from __future__ import annotations

import pytest

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
