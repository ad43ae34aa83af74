"""The claim's notation, and what a premise says about something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.canonical import about, in_notation


@pytest.mark.parametrize(
    ("claim", "premise", "written"),
    [
        (
            "The mill opened in September 1860.",
            "The mill opened in the ninth month of 1860.",
            "The mill opened in September 1860.",
        ),
        (
            "Ann was born on March 14, 1986.",
            "Ann was born on 14th March 1986.",
            "Ann was born on March 14, 1986.",
        ),
        (
            "It drew 889,313 people.",
            "It drew 889313 people.",
            "It drew 889,313 people.",
        ),
        ("It opened in 1953.", "It opened back in '53.", "It opened back in 1953."),
        ("It ran in the 1990s.", "It ran in the nineties.", "It ran in the 1990s."),
        ("Ann won twice.", "Ann won two times.", "Ann won twice."),
        ("Ann won two times.", "Ann won twice.", "Ann won two times."),
        ("Ann won 2 times.", "Ann won two times.", "Ann won 2 times."),
        ("Ann never sang.", "Ann never actually sang.", "Ann never sang."),
        ("Ann never sang.", "Ann never really sang.", "Ann never sang."),
        ("Ann did not sing.", "Ann did not really sing.", "Ann did not really sing."),
        ("Ann won a cup.", "Ann got herself a cup.", "Ann got a cup."),
        ("Ann hurt Ben.", "Ann hurt herself.", "Ann hurt herself."),
        ("Ann actually sang.", "Ann actually sang.", "Ann actually sang."),
        ("It drew 12 people.", "It drew 13 people.", "It drew 13 people."),
        ("It opened in 1986.", "It opened in 1987.", "It opened in 1987."),
    ],
)
def test_in_notation(claim: str, premise: str, written: str) -> None:
    assert in_notation(claim, premise) == written


@pytest.mark.parametrize(
    ("premise", "kept"),
    [
        (
            "The mill burned in 1902. Carla Diaz never heard of it.",
            "The mill burned in 1902.",
        ),
        (
            "The mill? It burned in 1902.",
            "The mill? It burned in 1902.",
        ),
        ("Carla Diaz sang. Ben Odd wept.", "Carla Diaz sang. Ben Odd wept."),
    ],
)
def test_about(premise: str, kept: str) -> None:
    assert about("The mill burned in 1902.", premise) == kept


@given(st.text(max_size=120))
def test_a_text_is_in_its_own_notation(text: str) -> None:
    assert in_notation(text, text) == text


@given(st.text(max_size=120), st.text(max_size=120))
def test_about_never_empties_a_premise(claim: str, premise: str) -> None:
    assert bool(about(claim, premise).strip()) == bool(premise.strip())
