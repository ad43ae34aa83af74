"""Probabilities that TextAttack believes, and one answer from many windows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.verdicts import VERDICTS
from textattack_atomeval.victims.base import (
    Victim,
    answers,
    joined,
    probabilities,
    verdicts,
)

LABELS = ("REFUTED", "NOT ENOUGH INFO", "SUPPORTED")


class Table:
    """Answers from a table of logits."""

    name = "table@1"

    def __init__(self, logits=(), labels=LABELS) -> None:
        self.logits, self.labels = dict(logits), labels

    def predict(self, pairs):
        return [probabilities(self.logits[pair], self, pair) for pair in pairs]


@given(st.lists(st.floats(-1e4, 1e4), min_size=3, max_size=3))
def test_rows_sum_to_one_in_float32_in_any_order(logits: list[float]) -> None:
    scores = probabilities(logits, Table(), ("c", "e"))
    row = np.array(scores, dtype=np.float32)
    assert row.astype(float).tolist() == scores
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        assert abs(row[order].sum(dtype=np.float32) - np.float32(1)) < 1e-6
    exact = np.exp(np.array(logits) - max(logits))
    assert np.allclose(row, exact / exact.sum(), atol=1e-7)
    assert scores[logits.index(max(logits))] == max(scores)


def test_equal_logits_stay_equal() -> None:
    first, *rest = probabilities([0.0] * 3, Table(), ("c", "e"))
    assert rest == [first, first]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_number_that_is_not_finite_is_an_error(bad: float) -> None:
    with pytest.raises(ModelRefusedError, match="Victim table@1 returned .* 'c' and"):
        probabilities([0.0, bad, 1.0], Table(), ("c", "e"))


def test_a_logit_without_a_label_is_an_error() -> None:
    with pytest.raises(ModelRefusedError, match="2 logits for the labels REFUTED, NOT"):
        probabilities([0.0, 1.0], Table(), ("c", "e"))


def test_verdicts() -> None:
    pairs = [("a", "e"), ("b", "e"), ("c", "e")]
    rows = [[3.0, 1, 2], [0, 2, 1], [1, 1, 1]]
    victim = Table(zip(pairs, rows, strict=True))
    assert isinstance(victim, Victim)
    assert verdicts(victim, pairs) == ["REFUTED", "NOT ENOUGH INFO", "REFUTED"]


ROW = {
    "nothing": [0.1, 0.8, 0.1],
    "doubt": [0.3, 0.4, 0.3],
    "refutes": [0.7, 0.2, 0.1],
    "supports": [0.1, 0.3, 0.6],
    "proves": [0.05, 0.05, 0.9],
}


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        ([["nothing"]], "nothing"),
        # the most decided window, whatever its verdict
        ([["nothing", "refutes", "supports"]], "refutes"),
        ([["proves", "refutes", "nothing"]], "proves"),
        ([["nothing", "doubt"]], "doubt"),
        # a claim holds if all of its parts do
        ([["supports"], ["proves"]], "supports"),
        ([["proves"], ["nothing", "refutes"]], "refutes"),
        ([["proves"], ["nothing"]], "nothing"),
    ],
)
def test_joined(parts: list[list[str]], answer: str) -> None:
    scores = [[ROW[name] for name in part] for part in parts]
    assert joined(scores, LABELS) == ROW[answer]


def test_two_way_windows_by_the_highest_probability() -> None:
    rows = [[0.4, 0.6], [0.8, 0.2], [0.3, 0.7]]
    assert joined([rows], ("SUPPORTED", "REFUTED")) == [0.8, 0.2]


@given(
    st.lists(
        st.lists(st.lists(st.floats(-9, 9), min_size=3, max_size=3), min_size=1),
        min_size=1,
        max_size=4,
    )
)
def test_answers_keep_pairs_apart(grids: list) -> None:
    victim = Table(labels=VERDICTS)
    pairs = [(str(i), "e") for i in range(len(grids))]
    together = answers(victim, pairs, [[grid] for grid in grids], lambda rows: rows)
    alone = [
        answers(victim, [pair], [[grid]], lambda rows: rows)[0]
        for pair, grid in zip(pairs, grids, strict=True)
    ]
    assert together == alone
