"""nli/cascade.py: who answers what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.base import Pair
from textattack_atomeval.nli.cascade import CascadeNLI


class Table:
    """Answers by premise; remembers what it was asked."""

    def __init__(self, name: str, entailments: dict[str, float]) -> None:
        self.name = name
        self.entailments = entailments
        self.asked: list[Pair] = []

    def judge(self, pairs):
        self.asked += pairs
        return [self.answer(premise) for premise, _ in pairs]

    def answer(self, premise: str) -> Judgement:
        share = self.entailments[premise]
        return Judgement(share, 1 - share, 0.0, truncated=premise.startswith("long"))


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=12),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_the_second_answers_what_lies_between(shares, one: float, two: float) -> None:
    low, high = sorted((one, two))
    names = [f"p{i}" for i in range(len(shares))]
    first = Table("a", dict(zip(names, (s[0] for s in shares), strict=True)))
    second = Table("b", dict(zip(names, (s[1] for s in shares), strict=True)))
    answers = CascadeNLI(first, second, (low, high)).judge([(n, "h") for n in names])
    for (quick, slow), answer in zip(shares, answers, strict=True):
        stands = quick < low or quick > high
        assert answer.entailment == (quick if stands else slow)


def test_what_the_first_cannot_read_goes_on() -> None:
    first, second = Table("a", {"long p": 0.0}), Table("b", {"long p": 0.7})
    nli = CascadeNLI(first, second, (0.1, 0.9))
    assert nli.judge([("long p", "h")])[0].entailment == 0.7


def test_the_second_is_asked_once_a_pair() -> None:
    first, second = Table("a", {"p": 0.5}), Table("b", {"p": 0.2})
    nli = CascadeNLI(first, second, (0.1, 0.9))
    nli.judge([("p", "h"), ("p", "h")])
    assert second.asked == [("p", "h")]
    assert nli.passed_on == 1


def test_the_name_holds_models_and_limits() -> None:
    first, second = Table("a@1", {}), Table("b@2", {})
    assert CascadeNLI(first, second, (0.1, 0.9)).name == "a@1[0.1,0.9]>b@2"


@pytest.mark.parametrize("sure", [(-0.1, 0.5), (0.6, 0.5), (0.5, 1.1)])
def test_limits_out_of_order_are_refused(sure) -> None:
    with pytest.raises(ValueError, match="0 <= low <= high <= 1"):
        CascadeNLI(Table("a", {}), Table("b", {}), sure)
