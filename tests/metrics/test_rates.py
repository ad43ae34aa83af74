"""Rates against published intervals and the equation that defines them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.metrics import Rate
from textattack_atomeval.metrics.rates import Z_95


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [  # Newcombe (1998), Table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(hits: int, total: int, low: float, high: float) -> None:
    assert Rate(hits, total).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_bounds_solve_the_score_equation(pair: tuple[int, int]) -> None:
    hits, total = pair
    share = hits / total
    interval = Rate(hits, total).interval
    assert interval is not None
    low, high = interval
    assert 0 <= low <= share <= high <= 1
    for bound in (low, high):
        expected = Z_95**2 * bound * (1 - bound) / total
        assert (share - bound) ** 2 == pytest.approx(expected, abs=1e-9)


def test_undefined_is_not_zero() -> None:
    nothing = Rate(0, 0)
    assert nothing.value is None
    assert nothing.interval is None
    assert nothing.percent() == "–"


@pytest.mark.parametrize(
    ("rate", "minimum", "shown"),
    [
        (Rate(1, 8), 1, "12.5"),
        (Rate(0, 3), 1, "0.0"),
        (Rate(4, 4), 5, "–"),
        (Rate(4, 5), 5, "80.0"),
        (Rate(0, 0), 0, "–"),
    ],
)
def test_percent(rate: Rate, minimum: int, shown: str) -> None:
    assert rate.percent(minimum=minimum) == shown


@pytest.mark.parametrize(("hits", "total"), [(-1, 3), (4, 3), (1, 0)])
def test_impossible_counts(hits: int, total: int) -> None:
    with pytest.raises(ValueError, match="Expected 0 <= hits <= total"):
        Rate(hits, total)
