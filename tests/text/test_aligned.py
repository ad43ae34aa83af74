"""Replacing parts of a text keeps where they come from."""

from __future__ import annotations

import pytest

from textattack_atomeval.text import align


def test_replace_keeps_the_source() -> None:
    new = align("Anna met Bo").replace([(0, 4, "Xi"), (9, 11, "Yusuf"), (4, 4, "!")])
    assert new.text == "Xi! met Yusuf"
    assert new.span(0, 2) == (0, 4)
    assert new.span(8, 13) == (9, 11)


def test_replace_refuses_overlaps() -> None:
    with pytest.raises(ValueError, match="overlap"):
        align("abcdef").replace([(0, 3, "x"), (2, 4, "y")])
