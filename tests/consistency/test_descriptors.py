"""Bare nouns before names: left out where the rewrite has the name alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.descriptors import without_descriptors


@pytest.mark.parametrize(
    ("claim", "premise", "read"),
    [
        (
            "The writer Ada Crane never drove.",
            "Ada Crane never drove.",
            "Ada Crane never drove.",
        ),
        ("Una is older than her sister Vera.", "Vera is younger.", "Una is older than"),
        ("Ola sold the album Tidewater.", "Ola sold Tidewater.", "Ola sold Tidewater."),
        (
            "Petra drums in the band Silverpine.",
            "Petra is the drummer of Silverpine.",
            "Petra drums in Silverpine.",
        ),
    ],
)
def test_left_out(claim: str, premise: str, read: str) -> None:
    assert without_descriptors(claim, premise).startswith(read)
    assert "sister" not in without_descriptors(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Ola sold the album Tidewater.", "Ola sold the single Tidewater."),
        ("Ola sold the album Tidewater.", "Ola sold Tidewater, a single."),
        ("Ola sold the album Tidewater.", "Ola sold the album Tidewater."),
        ("Mara is the writer Lena Fisk.", "Mara is Lena Fisk."),
        ("The tallest Ola Brand won.", "Ola Brand won."),
        ("Una married the first Baron Holt.", "Una married Baron Holt."),
        ("The Danish painter Ola Brand won.", "Ola Brand won."),
        ("Una married the second son Nils Aho.", "Una married Nils Aho."),
        ("The writer Ada Crane won.", "The writer won."),
        ("Una directed Copper Hill.", "Copper Hill was directed by Una."),
    ],
)
def test_kept(claim: str, premise: str) -> None:
    assert without_descriptors(claim, premise) == claim


@given(st.text(max_size=150), st.text(max_size=150))
def test_only_shortens(claim: str, premise: str) -> None:
    assert len(without_descriptors(claim, premise)) <= len(claim)
