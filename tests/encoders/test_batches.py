"""Batches of similar length, and logits that must be numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.encoders.batches import in_buckets, shorten, softmax
from textattack_atomeval.errors import ModelRefusedError

PAIRS = st.lists(st.tuples(st.text(max_size=6), st.text(max_size=6)), max_size=30)
LOGITS = st.lists(st.floats(-1e30, 1e30), min_size=1, max_size=5)


def size(pair: tuple[str, str]) -> int:
    return sum(map(ord, "".join(pair)))


@given(PAIRS, st.integers(1, 40))
def test_in_buckets_answers_in_order(pairs: list, batch_size: int) -> None:
    answers = in_buckets(pairs, lambda batch: list(map(size, batch)), batch_size)
    assert answers == list(map(size, pairs))


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


@given(LOGITS)
def test_softmax_sums_to_one_and_keeps_the_order(logits: list[float]) -> None:
    shares = softmax(logits, "m", ("a", "b"))
    assert math.isclose(sum(shares), 1, abs_tol=1e-12)
    assert shares[logits.index(max(logits))] == max(shares)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_an_error(bad: float) -> None:
    with pytest.raises(ModelRefusedError, match="Model m returned .* 'a' and 'b'"):
        softmax([0.0, bad], "Model m", ("a", "b"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [("short", "'short'"), ("x" * 61, repr("x" * 28 + "..." + "x" * 28)), ("", "''")],
)
def test_shorten(text: str, shown: str) -> None:
    assert shorten(text) == shown
