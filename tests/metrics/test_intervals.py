"""Resampling against closed forms; comparisons against tables counted by hand."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.records import make
from textattack_atomeval.data import Record
from textattack_atomeval.metrics import (
    Facts,
    Rate,
    asr,
    compare,
    facts,
    gap,
    percentile_interval,
    preservation,
    rate_interval,
    resampled_totals,
)


def attacks(count: int, flips: int, valid: int = 0, **case: str) -> list[Record]:
    """Return attacks on ``count`` claims; the first flip, the first of them valid."""
    return [
        make(
            "valid" if index < valid else "invalid",
            after="NEI" if index < flips else "REFUTES",
            claim=f"claim {index}",
            **case,
        )
        for index in range(count)
    ]


def test_totals_have_the_bootstraps_mean_and_variance() -> None:
    values = [float(v * v % 7) for v in range(50)]
    totals = resampled_totals([[v, 1] for v in values], seed=3, samples=20000)
    assert set(totals[:, 1]) == {50.0}
    assert totals[:, 0].mean() == pytest.approx(sum(values), rel=0.01)
    # drawing n of n with replacement: Var(sum) = n times the population variance
    assert totals[:, 0].var() == pytest.approx(50 * np.var(values), rel=0.05)


def test_resampling_keeps_the_statistics_of_a_claim_together() -> None:
    totals = resampled_totals([[2, 4], [1, 2], [5, 10]], samples=200)
    assert (totals[:, 1] == 2 * totals[:, 0]).all()


def test_seeded() -> None:
    sums = [[float(i)] for i in range(9)]
    one, same, other = (resampled_totals(sums, seed) for seed in (1, 1, 2))
    assert (one == same).all()
    assert not (one == other).all()


def flipped(item: Facts) -> bool:
    return item.success


def test_interval_is_near_the_binomial_one_when_claims_are_single() -> None:
    items = [facts(record) for record in attacks(400, 120)]
    interval = rate_interval(items, flipped)
    assert interval is not None
    half = 1.96 * math.sqrt(0.3 * 0.7 / 400)
    assert interval == pytest.approx((0.3 - half, 0.3 + half), abs=0.01)


def test_copies_of_the_same_claims_add_no_certainty() -> None:
    once = [facts(record) for record in attacks(100, 30)]
    assert rate_interval(once * 5, flipped) == rate_interval(once, flipped)


def test_order_does_not_matter() -> None:
    items = [facts(record) for record in attacks(60, 20)]
    shuffled = items.copy()
    random.Random(0).shuffle(shuffled)
    assert rate_interval(shuffled, flipped) == rate_interval(items, flipped)


def test_one_claim_has_no_interval() -> None:
    assert rate_interval([facts(make())] * 9, flipped) is None
    assert rate_interval([], flipped) is None


def test_undefined_draws_are_left_out() -> None:
    assert percentile_interval([math.nan, 1.0, 1.0]) == (1.0, 1.0)
    assert percentile_interval([math.nan]) is None


def test_gap() -> None:
    found = gap([*attacks(10, 6, 2), make(before="NEI", claim="skipped")])
    assert (found.first, found.second) == (Rate(6, 10), Rate(2, 10))
    assert found.difference == pytest.approx(0.4)
    assert found.claims == 10
    assert found.interval is not None
    assert found.interval[0] < 0.4 < found.interval[1]


def test_gap_of_nothing() -> None:
    found = gap([])
    assert (found.difference, found.interval, found.claims) == (None, None, 0)


def test_compare_pairs_the_claims_by_hand() -> None:
    # claims 0-9; the first flips 0-8, the second flips only 9: 9 wins, 1 loss
    first = attacks(10, 9)
    second = list(reversed(attacks(10, 0)))
    second[0] = make("valid", claim="claim 9")
    found = compare(first, second, asr)
    assert (found.first, found.second) == (Rate(9, 10), Rate(1, 10))
    assert found.difference == pytest.approx(0.8)
    # 2 (C(10,0) + C(10,1)) / 2^10
    assert found.p_value == pytest.approx(22 / 1024)


def test_compare_uses_shared_claims_and_families_only() -> None:
    first = [*attacks(4, 4, family="omission"), *attacks(4, 4, family="advadd")]
    second = attacks(6, 0, family="advadd")
    found = compare(first, second, asr)
    assert (found.first, found.second, found.claims) == (Rate(4, 4), Rate(0, 4), 4)


def test_compare_drops_claims_that_a_victim_had_wrong() -> None:
    second = [make(before="NEI", claim="claim 0"), make(claim="claim 1")]
    assert compare(attacks(2, 2), second, asr).claims == 1


def test_compare_equal_generators() -> None:
    found = compare(attacks(20, 7), attacks(20, 7), asr)
    assert found.interval == (0.0, 0.0)
    assert found.p_value == 1.0


def test_compare_without_victim() -> None:
    first = [make("valid", None, None, claim=f"claim {i}") for i in range(3)]
    second = [make("invalid", None, None, claim=f"claim {i}") for i in range(3)]
    found = compare(first, second, preservation)
    assert found.difference == 1.0
    assert found.p_value == pytest.approx(0.25)


def test_compare_nothing_shared() -> None:
    found = compare(attacks(2, 1), [], asr)
    assert (found.claims, found.difference, found.p_value) == (0, None, None)
    assert found.interval is None


def test_sign_test_of_many_claims_is_quick() -> None:
    found = compare(attacks(4000, 2000), attacks(4000, 0), asr, samples=2)
    assert found.p_value == pytest.approx(0.0, abs=1e-12)
