"""Refusals and answers that sound alike, labelled by hand (beside this file)."""

from __future__ import annotations

from pathlib import Path

import pytest

from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.postprocess import clean
from textattack_atomeval.generation.refusals import is_refusal

CLAIM = "The mill opened in 1902."
HERE = Path(__file__).parent
REFUSALS = (HERE / "refusals.txt").read_text(encoding="utf-8").splitlines()
ANSWERS = (HERE / "answers.txt").read_text(encoding="utf-8").splitlines()


def test_the_labelled_sets_are_large_and_distinct() -> None:
    assert len(set(REFUSALS)) == len(REFUSALS) >= 120
    assert len(set(ANSWERS)) == len(ANSWERS) >= 60
    assert not set(REFUSALS) & set(ANSWERS)


@pytest.mark.parametrize("text", REFUSALS)
def test_refusals(text: str) -> None:
    assert is_refusal(text, CLAIM)
    assert clean(Completion(text=text), CLAIM).status == "abstained"


@pytest.mark.parametrize("text", ANSWERS)
def test_answers(text: str) -> None:
    assert not is_refusal(text, CLAIM)


@pytest.mark.parametrize("text", ANSWERS[:50])
def test_answers_are_rewrites(text: str) -> None:
    assert clean(Completion(text=text), CLAIM).status == "ok"


@pytest.mark.parametrize(
    ("claim", "rewrite"),
    [
        ("I Can't Help It is a song.", "I Can't Help It is one of his songs."),
        ("As an AI, HAL refused to comply.", "HAL, as an AI, refused to comply."),
        ("Ann rewrote the policy.", "It was Ann who rewrote the policy."),
        ("Tell Me I'm Sorry came out in 1990.", "I'm Sorry, in full Tell Me I'm Sorry, "
         "came out in 1990."),
    ],
)  # fmt: skip
def test_words_of_the_claim_are_no_refusal(claim: str, rewrite: str) -> None:
    assert not is_refusal(rewrite, claim)
