"""Operators that decide truth: kept in other words, or lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency import operators as op

KEPT = [
    (op.check_exclusivity, "The mill only grinds rye.", "It grinds nothing but rye."),
    (op.check_exclusivity, "Ann solely owns it.", "Ann is the one sole owner."),
    (op.check_exclusivity, "It exclusively sells tea.", "It sells no goods but tea."),
    (op.check_exclusivity, "The mill grinds rye.", "The mill grinds rye and oats."),
    (op.check_negation, "The mill is not old.", "The mill isn't old."),
    (op.check_negation, "Ann never sang.", "Ann went through life without singing."),
    (op.check_negation, "It lacks a roof.", "There's no roof on it."),
    (op.check_negation, "Her role was unnamed.", "Her role didn't get a name."),
    (op.check_negation, "The mill is old.", "The mill isn't new."),
    (op.check_quantifier, "All the doors are red.", "Every door is red."),
    (op.check_quantifier, "Most of the doors are red.", "The majority are red."),
    (op.check_quantifier, "It was completely new.", "It was wholly new."),
    (op.check_quantifier, "He rowed his whole life.", "He rowed all his life."),
    (op.check_superlative, "It is the tallest hill.", "No hill is taller than it."),
    (op.check_superlative, "It is the tallest hill.", "No hill in Oslo is taller."),
    (op.check_superlative, "It is one of the tallest hills.", "One of the tallest."),
    (op.check_superlative, "It is the tallest hill.", "It tops all hills."),
    (op.check_negation, "The mill is not old.", "The mill is young, isn't it? No."),
    (op.check_partly, "The mill has no wheel.", "The mill hasn't got a wheel at all."),
    (op.check_partly, "The mill has no wheel.", "Not much is left: it has no wheel."),
    (op.check_partly, "Ann did not act alone.", "Ann didn't act alone, after all."),
    (op.check_partly, "Ann never sang.", "Ann never sang, not even again and again."),
    (op.check_partly, "It is not true that all is old.", "Not all is old."),
    (op.check_partly, "It is untrue that it was wholly new.", "It was not wholly new."),
    (op.check_partly, "Ann sang.", "Ann did not sing much."),
    (op.check_superlative, "It is the tallest hill.", "The oldest hill, and tallest."),
    (op.check_superlative, "It is the tallest hill.", "It is the highest hill."),
    (op.check_superlative, "The highest-grossing film.", "The biggest earner ever."),
    (op.check_superlative, "It is the biggest hill.", "Larger than the steepest hill."),
    (op.check_superlative, "It is the dullest hill.", "It is the oldest hill."),
    (op.check_period, "It sold out on its opening day.", "On day one it sold out."),
    (op.check_period, "Ann is currently ill.", "Ann is ill right now."),
]
LOST = [
    (op.check_exclusivity, "The mill only grinds rye.", "The mill grinds rye."),
    (op.check_exclusivity, "Ann solely owns it.", "Ann mainly owns it."),
    (op.check_negation, "The mill is not old.", "The mill is old."),
    (op.check_negation, "It lacks a roof.", "It has a small roof."),
    (op.check_negation, "Her role was unnamed.", "She had a role."),
    (op.check_quantifier, "All the doors are red.", "Some doors are red."),
    (op.check_quantifier, "Most of the doors are red.", "Some doors are red."),
    (op.check_quantifier, "It was completely new.", "It was fairly new."),
    (op.check_superlative, "It is the tallest hill.", "It is a tall hill."),
    (op.check_superlative, "It is the tallest hill.", "One of the tallest hills."),
    (op.check_superlative, "It is the tallest hill.", "The second-tallest hill."),
    (op.check_negation, "The mill is not old.", "The mill is old, isn't it?"),
    (op.check_negation, "Ann had no sons.", "Ann had no more than one of her sons."),
    (op.check_partly, "The mill has no wheel.", "The mill hasn't got much of a wheel."),
    (op.check_partly, "The mill has no wheel.", "The mill does not have a wheel yet."),
    (op.check_partly, "The mill has no wheel.", "The mill no longer has a wheel."),
    (op.check_partly, "Ann did not sing.", "Ann did not sing alone."),
    (op.check_partly, "Ann never sang.", "After that Ann never sang again."),
    (op.check_partly, "Ann did not sing.", "Ann did not only sing."),
    (op.check_partly, "Ann never sang.", "Ann did not always sing."),
    (op.check_superlative, "It is the tallest hill.", "It is the oldest hill."),
    (op.check_superlative, "It is the tallest hill.", "It is the largest hill."),
    (op.check_superlative, "The second-largest hill.", "The second-oldest hill."),
    (op.check_period, "It sold out on its opening day.", "It sold out in a week."),
    (op.check_period, "They drank last month.", "They drank in the last year."),
    (op.check_period, "Ann is currently ill.", "Ann was once ill."),
]


@pytest.mark.parametrize(("check", "claim", "premise"), KEPT)
def test_kept(check, claim: str, premise: str) -> None:  # type: ignore[no-untyped-def]
    assert check(claim, premise) == []


@pytest.mark.parametrize(("check", "claim", "premise"), LOST)
def test_lost(check, claim: str, premise: str) -> None:  # type: ignore[no-untyped-def]
    violations = check(claim, premise)
    assert len(violations) == 1
    assert violations[0].expected.lower() in claim.lower()
    assert violations[0].reason


@pytest.mark.parametrize(
    ("text", "word", "aside"),
    [
        ("It took a day rather than a year.", "year", True),
        ("It took a day instead of a year.", "year", True),
        ("It took a day, not a year.", "year", True),
        ("It took not a day but a year.", "year", False),
        ("It did not take a year.", "year", False),
        ("It took a year rather than a day.", "year", False),
    ],
)
def test_set_aside(text: str, word: str, aside: bool) -> None:
    assert op.set_aside(text, text.index(word)) is aside


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("Ann didn't sing.", True),
        ("Nothing moved.", True),
        ("It lacks a roof.", True),
        ("Ann sang.", False),
        ("Ann noted it.", False),
    ],
)
def test_is_negative(text: str, negative: bool) -> None:
    assert op.is_negative(text) is negative


@given(st.text(max_size=200))
def test_every_text_keeps_itself(text: str) -> None:
    for check in (
        op.check_exclusivity,
        op.check_negation,
        op.check_quantifier,
        op.check_period,
    ):
        assert check(text, text) == []
