"""Look-alikes are read as what they look like; honest letters stay."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.text import fold


def table_of_textattack() -> dict[str, str]:
    """Return TextAttack's own look-alikes without the import of all of TextAttack."""
    spec = find_spec("textattack")
    assert spec is not None and spec.origin is not None
    path = "transformations/word_swaps/word_swap_homoglyph_swap.py"
    source = (Path(spec.origin).parent / path).read_text(encoding="utf-8")
    tables = [
        ast.literal_eval(node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "self.homos"
    ]
    (table,) = tables
    assert len(table) > 30
    return dict(table)


TABLE = table_of_textattack()


LETTERS = [
    (letter, frame)
    for letter in TABLE
    for frame in ("ma{}tin sings", "{}artin sings", "marti{} sings")
    if letter.isalpha() and (letter, frame[0]) != ("x", "{")  # "×Cupressus" is honest
]


@pytest.mark.parametrize(("letter", "frame"), LETTERS)
def test_letters_of_textattack(letter: str, frame: str) -> None:
    assert fold(frame.format(TABLE[letter])).text == frame.format(letter)


@pytest.mark.parametrize("digit", [c for c in TABLE if c.isdigit()])
@pytest.mark.parametrize("frame", ["in 1{}84", "all 3{}2 of them", "the 1{}5th"])
def test_digits_of_textattack(digit: str, frame: str) -> None:
    assert fold(frame.format(TABLE[digit])).text == frame.format(digit)


def test_signs_of_textattack() -> None:
    assert fold(f"a well{TABLE['-']}known dog{TABLE[chr(39)]}s").text == (
        "a well-known dog's"
    )


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ѕсоре", "Scope"),  # all of it Cyrillic
        ("It is а dog.", "It is a dog."),
        ("І saw it.", "I saw it."),
        ("ΒrΙtaΙn", "BrItaIn"),
        ("l997", "1997"),
        ("Chicagο", "Chicago"),
        ("৭ dogs", "9 dogs"),
        ("the 2б dogs", "the 26 dogs"),
        ("ℝome and 𝐑ome", "Rome and Rome"),
    ],
)
def test_hidden(text: str, seen: str) -> None:
    folded = fold(text)
    assert folded.text == seen
    assert "homoglyph" in folded.flags or "ℝ" in text


@pytest.mark.parametrize(
    "text",
    [
        "Café, Åse, Łódź, Þór, straße, Ærø, Čapek, Việt Nam, naïve, São Paulo",
        "Москва is called Moscow.",
        "The wasp (Russian: оса, plural осы) stings.",
        "Το νερό is Greek.",
        "α decay, TNFα, NF-κB, β-carotene, σ-algebra, Δ9-THC, 5 μm",
        "Σ is a sum, ν a frequency.",
        "١٩٩٠ is a year.",
        "H2O, CO2, 5l, 100 l, B12, O2, 4x4, 1l",
        "5×4 is 20; Platanus × acerifolia",
        "東京 and 서울 and ไทย",
        "שלום",
    ],
)
def test_honest_letters_stay(text: str) -> None:
    folded = fold(text)
    assert folded.text == text
    assert "homoglyph" not in folded.flags


@given(
    st.text(st.characters(max_codepoint=0x17F, exclude_characters="ıſ"), max_size=40)
)
def test_accented_latin_is_no_lookalike(text: str) -> None:
    words = "".join(c for c in text if c.isalpha() or c == " ")
    assert "homoglyph" not in fold(words).flags
