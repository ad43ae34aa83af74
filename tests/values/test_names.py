"""Which words of a text are names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.values.names import name_spans


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mara Quill wrote The Glass Orchard.", ["Mara Quill", "The Glass Orchard"]),
        ("In 1995 the Duke of Larn left Oslo.", ["Duke of Larn", "Oslo"]),
        ("It opened on November 29, 1986 in Turin.", ["Turin"]),
        ("Night Harbor 2 is a film.", ["Night Harbor 2"]),
        ("otters live in rivers", []),
        ("The otter is a mammal.", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    found = [text[start:end] for start, end in name_spans(text)]
    assert [n.removeprefix("The ") for n in found] == [
        n.removeprefix("The ") for n in names
    ]


@given(st.text(max_size=120))
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    last = 0
    for start, end in name_spans(text):
        assert last <= start < end <= len(text)
        last = end
