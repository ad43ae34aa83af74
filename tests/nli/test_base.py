"""The helpers every NLI implementation shares."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    strongest,
    to_judgement,
)


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


def test_all_implementations_have_the_protocol() -> None:
    for kind in (CachedNLI, OnnxNLI, ReplayNLI, TransformersNLI):
        assert callable(kind.judge)
    assert isinstance(CachedNLI(_Named()), NLI)


class _Named:
    name = "named"

    def judge(self, pairs):
        return []
