"""A model with a wrong label order must not get through."""

from __future__ import annotations

from itertools import permutations

import pytest

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli.base import LABELS
from textattack_atomeval.nli.canaries import CANARIES, likeliest, prove


class Oracle:
    """Knows the canaries, but may name its labels in another order."""

    name = "oracle"

    def __init__(self, order=LABELS) -> None:
        self.meant = dict(zip(LABELS, order, strict=True))

    def judge(self, pairs):
        truth = dict(CANARIES)
        return [
            Judgement(**{k: 0.8 if k == self.meant[truth[p]] else 0.1 for k in LABELS})
            for p in pairs
        ]


def test_there_are_enough_of_each_label() -> None:
    labels = [label for _, label in CANARIES]
    assert all(labels.count(label) >= 2 for label in LABELS)
    assert len({pair for pair, _ in CANARIES}) == len(CANARIES) >= 6


def test_a_right_model_passes() -> None:
    prove(Oracle(), "remedy")


@pytest.mark.parametrize("order", [o for o in permutations(LABELS) if o != LABELS])
def test_every_wrong_order_is_refused(order) -> None:
    with pytest.raises(ModelRefusedError, match="oracle fails .* Do this.") as caught:
        prove(Oracle(order), "Do this.")
    assert "should be" in str(caught.value)


def test_a_truncated_answer_is_no_proof() -> None:
    class Blind(Oracle):
        def judge(self, pairs):
            answers = super().judge(pairs)
            return [
                Judgement(a.entailment, a.neutral, a.contradiction, True)
                for a in answers
            ]

    with pytest.raises(ModelRefusedError):
        prove(Blind(), "")


def test_likeliest() -> None:
    assert likeliest(Judgement(0.2, 0.5, 0.3)) == "neutral"


def test_a_weak_model_may_be_allowed_some_mistakes() -> None:
    class Weak(Oracle):
        def judge(self, pairs):
            answers = super().judge(pairs)
            return [*answers[:-4], *[Judgement(0.9, 0.05, 0.05)] * 4]

    with pytest.raises(ModelRefusedError, match="fails 4 of 9"):
        prove(Weak(), "")
    prove(Weak(), "", allowed=4)


@pytest.mark.parametrize("order", [o for o in permutations(LABELS) if o != LABELS])
def test_allowed_mistakes_let_no_wrong_order_through(order) -> None:
    with pytest.raises(ModelRefusedError):
        prove(Oracle(order), "", allowed=5)
