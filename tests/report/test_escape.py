"""Foreign text in every format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.report.escape import (
    cell,
    latex,
    markdown,
    uncell,
    visible,
    width,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain – é 漢", "plain – é 漢"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x00\x1b[31m", "\\u0000\\u001b[31m"),
        ("abc\u202edef\u2066", "abc\\u202edef\\u2066"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("\u2028\ud800", "\\u2028\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("omission", "omission"),
        ("a=b", "a=b"),
        ("", ""),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\\t=1"),
        ("\rx", "'\\rx"),
        ("  =1", "'  =1"),
        ("\u200b=1", "'\\u200b=1"),
        (" \u200b @x", "' \\u200b @x"),
        ("\u200bplain", "'\\u200bplain"),
        ("＝1", "'＝1"),
    ],
)
def test_cell(text: str, safe: str) -> None:
    assert cell(text) == safe


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a|b", "a\\|b"),
        ("<script>&", "&lt;script&gt;&amp;"),
        ("[x](y) *b* _i_ `c`", "\\[x\\](y) \\*b\\* \\_i\\_ \\`c\\`"),
        ("a\\|b", "a\\\\\\|b"),
        ("two\nlines", "two\\\\nlines"),
    ],
)
def test_markdown(text: str, safe: str) -> None:
    assert markdown(text) == safe


def test_latex() -> None:
    assert latex("50 % of a_b & {c}\\ – x|y") == (
        "50 \\% of a\\_b \\& \\{c\\}\\textbackslash{} -- x\\textbar{}y"
    )


def test_width() -> None:
    assert [width(text) for text in ("abc", "漢字", "e\u0301", "")] == [3, 4, 1, 0]


@given(st.text())
def test_one_encodable_line_without_surprises(text: str) -> None:
    for safe in (visible(text), markdown(text), cell(text)):
        assert len(safe.splitlines()) <= 1
        safe.encode("utf-8")
    assert not cell(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text(st.characters(exclude_characters="\\", exclude_categories=("Cs",))))
def test_a_cell_gives_back_its_text(text: str) -> None:
    if not text.startswith("'"):  # such a quote may be the text's own
        assert uncell(cell(text)) == text


@pytest.mark.parametrize("text", ["'", "''+2", "-5 degrees", "a\\d", "\\ufffe"])
def test_quotes_and_backslashes_of_the_text_itself_stay(text: str) -> None:
    assert uncell(cell(text)) == text
