"""Folding keeps a way back to the original; sentences end where a reader says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.text import align, fold, latin_share, sentences


@pytest.mark.parametrize(
    ("text", "seen", "flags"),
    [
        ("Rome fell.", "Rome fell.", set()),
        ("R\u200bome", "Rome", {"zero_width"}),
        ("\u202eRome\u202c", "Rome", {"bidi"}),
        ("Rоmе", "Rome", {"homoglyph"}),
        ("Rome\x00 fell", "Rome fell", {"control"}),
        ("Рим", "Рим", set()),
        ("“Rome” isn’t – ﬁne…", '"Rome" isn\'t - fine...', set()),
        ("  a \t b\n c  ", "a b c", set()),
        ("a\n\nb", "a\nb", set()),
        ("cafe\u0301", "café", set()),
        ("", "", set()),
    ],
)
def test_fold(text: str, seen: str, flags: set[str]) -> None:
    folded = fold(text)
    assert folded.text == seen
    assert folded.flags == flags


def test_fold_points_back() -> None:
    text = "  R\u200bome “fell”"
    folded = fold(text)
    start = folded.text.index("fell")
    span = folded.aligned.span(start, start + 4)
    assert span is not None
    assert text[span[0] : span[1]] == "fell"


@given(st.text(max_size=60))
def test_fold_is_aligned_and_stable(text: str) -> None:
    folded = fold(text)
    aligned = folded.aligned
    assert len(aligned.text) == len(aligned.starts) == len(aligned.ends)
    assert all(
        0 <= start < end <= len(text)
        for start, end in zip(aligned.starts, aligned.ends, strict=True)
    )
    assert list(aligned.starts) == sorted(aligned.starts)
    assert fold(folded.text).text == folded.text


def test_replace_keeps_the_source() -> None:
    new = align("Anna met Bo").replace([(0, 4, "Xi"), (9, 11, "Yusuf"), (4, 4, "!")])
    assert new.text == "Xi! met Yusuf"
    assert new.span(0, 2) == (0, 4)
    assert new.span(8, 13) == (9, 11)


def test_replace_refuses_overlaps() -> None:
    with pytest.raises(ValueError, match="overlap"):
        align("abcdef").replace([(0, 3, "x"), (2, 4, "y")])


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


def test_latin_share() -> None:
    assert latin_share("Café") == 1.0
    assert latin_share("Рим") == 0.0
    assert latin_share("12") == 0.0


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
