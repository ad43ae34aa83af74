"""The helpers every NLI implementation shares."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.nli.conftest import judgement_of
from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli import (
    NLI,
    CachedNLI,
    OnnxNLI,
    ReplayNLI,
    TransformersNLI,
)
from textattack_atomeval.nli.base import (
    LABELS,
    UNREAD,
    in_buckets,
    shorten,
    strongest,
    to_judgement,
)

PAIRS = st.lists(st.tuples(st.text(max_size=6), st.text(max_size=6)), max_size=30)


@given(PAIRS, st.integers(1, 40))
def test_in_buckets_answers_in_order(pairs: list, batch_size: int) -> None:
    answers = in_buckets(pairs, lambda b: [judgement_of(p) for p in b], batch_size)
    assert answers == [judgement_of(pair) for pair in pairs]


@given(PAIRS, st.integers(1, 40))
def test_in_buckets_asks_each_pair_once_sorted_by_length(
    pairs: list, batch_size: int
) -> None:
    batches: list[list] = []

    def run(batch):
        batches.append(list(batch))
        return [0] * len(batch)

    in_buckets(pairs, run, batch_size)
    asked = [pair for batch in batches for pair in batch]
    assert len(asked) == len(set(asked)) and set(asked) == set(pairs)
    assert all(1 <= len(batch) <= batch_size for batch in batches)
    lengths = [len(premise) + len(hypothesis) for premise, hypothesis in asked]
    assert lengths == sorted(lengths)


@given(PAIRS, st.randoms())
def test_in_buckets_makes_the_same_batches_in_any_order(pairs: list, rng) -> None:
    def batches(order: list) -> list:
        made: list = []
        in_buckets(order, lambda b: made.append(list(b)) or [0] * len(b), 4)
        return made

    shuffled = [*pairs, *pairs]
    rng.shuffle(shuffled)
    assert batches(pairs) == batches(shuffled)


def test_in_buckets_refuses_a_wrong_number_of_answers() -> None:
    with pytest.raises(ValueError, match="shorter"):
        in_buckets([("a", "b"), ("c", "d")], lambda batch: [1], 2)


def test_in_buckets_refuses_an_empty_batch_size() -> None:
    with pytest.raises(ValueError, match="Expected `batch_size` to be at least 1"):
        in_buckets([("a", "b")], lambda batch: [1], 0)


@given(
    st.lists(st.floats(-1e30, 1e30), min_size=3, max_size=3), st.permutations(LABELS)
)
def test_softmax_sums_to_one_and_follows_the_label_order(
    logits: list[float], labels: list[str]
) -> None:
    answer = to_judgement(logits, labels, "m", ("p", "h"))
    shares = [getattr(answer, label) for label in labels]
    assert math.isclose(sum(shares), 1, abs_tol=1e-12)
    assert shares[logits.index(max(logits))] == max(shares)
    assert not answer.truncated


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_an_error(bad: float) -> None:
    with pytest.raises(
        ModelRefusedError, match="NLI model m returned .* 'the premise'"
    ):
        to_judgement([0.0, bad, 1.0], LABELS, "m", ("the premise", "h"))


def test_the_strongest_window_counts() -> None:
    weak, strong = Judgement(0.2, 0.7, 0.1), Judgement(0.9, 0.05, 0.05)
    assert strongest([weak, strong, Judgement(0.9, 0.1, 0.0)]) is strong


def test_an_unread_pair_is_truncated() -> None:
    assert UNREAD.truncated
    assert UNREAD.entailment == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [("short", "'short'"), ("x" * 61, repr("x" * 28 + "..." + "x" * 28)), ("", "''")],
)
def test_shorten(text: str, shown: str) -> None:
    assert shorten(text) == shown


def test_all_implementations_have_the_protocol() -> None:
    for kind in (CachedNLI, OnnxNLI, ReplayNLI, TransformersNLI):
        assert callable(kind.judge)
    assert isinstance(CachedNLI(_Named()), NLI)


class _Named:
    name = "named"

    def judge(self, pairs):
        return []
