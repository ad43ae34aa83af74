"""A sentence that no reading makes a clause of becomes one atom."""

from __future__ import annotations

import pytest

from textattack_atomeval.extraction.parser import Parser
from textattack_atomeval.extraction.whole import whole_sentence
from textattack_atomeval.text import fold


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser()


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("Oslo is old.", ("Oslo", "is", "old")),
        (
            "the boats that Ann sold sank fast",
            ("the boats that Ann sold", "sank", "fast"),
        ),
    ],
)
def test_slots(parser: Parser, text: str, slots: tuple[str, str, str]) -> None:
    (nodes,) = parser.parse([fold(text).aligned])
    atom = whole_sentence(nodes)
    assert atom is not None
    assert (atom.subject, atom.relation, atom.object) == slots
    assert atom.proposition == text[0].upper() + text[1:].rstrip(".") + "."
    assert atom.span == (0, len(text))


@pytest.mark.parametrize("text", ["Oslo", "A boat of wood.", "Run!", "sells old boats"])
def test_no_subject_or_no_finite_verb(parser: Parser, text: str) -> None:
    (nodes,) = parser.parse([fold(text).aligned])
    assert whole_sentence(nodes) is None
