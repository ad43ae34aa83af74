from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.accounting import Prices, Tally, estimate_tokens
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.rewriting import Rewrite


def rewrite(status: Any = "ok", reason: str = "", **more: Any) -> Rewrite:
    return Rewrite(
        claim="c", evidence="e", family="f", status=status, reason=reason, **more
    )


def test_sums_and_reasons() -> None:
    tally = Tally()
    tally.add(rewrite(calls=1, prompt_tokens=10, completion_tokens=3, seconds=0.5))
    tally.add(rewrite("abstained", "refusal", calls=2, prompt_tokens=20, seconds=1.0))
    tally.add(rewrite("abstained", "not-saved"))
    tally.add(rewrite("error", "HTTP 503: busy (after 6 attempts)", calls=6))
    tally.add(rewrite("error", "HTTP 503: away", calls=1))
    assert (tally.total, tally.ok, tally.calls, tally.seconds) == (5, 1, 10, 1.5)
    assert (tally.prompt_tokens, tally.completion_tokens) == (30, 3)
    assert dict(tally.abstained) == {"refusal": 1, "not-saved": 1}
    assert dict(tally.errors) == {"HTTP 503": 2}
    assert tally.uncounted == 2, "called, but without a count"


def test_the_cost() -> None:
    tally = Tally()
    for _ in range(1000):
        tally.add(rewrite(calls=1, prompt_tokens=500, completion_tokens=40))
    assert tally.cost(Prices(2.0, 8.0)) == pytest.approx(1.0 + 0.32)
    assert tally.cost(Prices(0.0, 0.0)) == 0


@pytest.mark.parametrize("price", [-0.1, float("nan"), float("inf")])
def test_prices_are_checked(price: float) -> None:
    for prices in ((price, 1.0), (1.0, price)):
        with pytest.raises(InputError, match="give 0 or more"):
            Prices(*prices)


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_estimate_never_is_below_a_quarter(system: str, user: str) -> None:
    prompt = Prompt(
        claim="c", evidence="", family="f", system=system, user=user, version="v"
    )
    chars = len(system) + len(user)
    assert chars / 4 <= estimate_tokens(prompt) < chars / 4 + 1
