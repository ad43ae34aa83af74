"""Exclusivity: kept in other words, or lost."""

from __future__ import annotations

import pytest

from tests.consistency.sides import sides
from textattack_atomeval.consistency.exclusivity import check_exclusivity

KEPT = [
    ("The mill only grinds rye.", "It grinds nothing but rye."),
    ("Ann solely owns it.", "Ann is the one sole owner."),
    ("It exclusively sells tea.", "It sells no goods but tea."),
    ("The mill grinds rye.", "The mill grinds rye and oats."),
]
LOST = [
    ("The mill only grinds rye.", "The mill grinds rye.", "only"),
    ("Ann solely owns it.", "Ann mainly owns it.", "solely"),
]


@pytest.mark.parametrize(("claim", "premise"), KEPT)
def test_kept(claim: str, premise: str) -> None:
    assert check_exclusivity(sides(claim, premise)) == []


@pytest.mark.parametrize(("claim", "premise", "word"), LOST)
def test_lost(claim: str, premise: str, word: str) -> None:
    (violation,) = check_exclusivity(sides(claim, premise))
    assert (violation.kind, violation.expected) == ("exclusivity", word)
