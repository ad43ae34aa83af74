"""The attack rates against a row of the paper's tables, and the edge cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records import make, paper_row
from textattack_atomeval.data import Diagnosis
from textattack_atomeval.metrics import (
    Rate,
    asr,
    diagnostic_rates,
    facts,
    p_asr,
    preservation,
    s_asr,
    vasr,
)


@pytest.mark.parametrize("reduced", [False, True])
def test_the_papers_row(reduced: bool) -> None:
    items: list[Any] = paper_row()
    if reduced:
        items = [facts(record) for record in items]
    assert asr(items) == Rate(42, 331)
    similar, fluent = s_asr(items), p_asr(items)
    assert similar is not None and fluent is not None
    shown = [rate.percent(2) for rate in (asr(items), similar, fluent, vasr(items))]
    assert shown == ["12.69", "12.39", "9.37", "10.27"]
    rates = diagnostic_rates(items, attack=True)
    assert {name: rate.percent() for name, rate in rates.items()} == {
        "ev_drift": "50.0",
        "scope_loss": "100.0",
        "ev_ent": "2.9",
        "unver_add": "20.6",
    }


def test_unscored_counts_as_raw_but_not_as_valid() -> None:
    items = [make("unscored"), make("valid"), make(after="REFUTES")]
    assert asr(items) == Rate(2, 3)
    assert vasr(items) == Rate(1, 3)


def test_errors_and_abstentions_stay_in_the_denominator() -> None:
    items = [
        make(after=None),
        make(rewrite=" "),
        make(),
        make(before="NEI"),
        make(before="junk"),
    ]
    assert asr(items) == Rate(1, 3)


def test_surface_screens_without_scores() -> None:
    assert s_asr([make()]) is None
    assert p_asr([]) is None
    # a success without a score does not pass the screen
    assert s_asr([make(sbert=0.9), make()]) == Rate(1, 2)


def test_preservation() -> None:
    items = [make(status, None, None) for status in ("valid", "invalid", "unscored")]
    assert preservation(items) == Rate(1, 3)


def test_diagnostics_without_victim_are_over_all_rewrites() -> None:
    items = [
        make("invalid", None, None, diagnosis=Diagnosis(scope_loss=True)),
        make("invalid", None, None, diagnosis=Diagnosis(scope_loss=False)),
        make("valid", None, None, diagnosis=Diagnosis(ev_ent=True, unver_add=False)),
        make("unscored", None, None),
    ]
    rates = diagnostic_rates(items, attack=False)
    assert rates["ev_drift"] == Rate(0, 0)
    assert rates["scope_loss"] == Rate(1, 2)
    assert rates["ev_ent"] == Rate(1, 1)
    assert rates["unver_add"] == Rate(0, 1)
    assert set(diagnostic_rates(items, attack=True).values()) == {Rate(0, 0)}


def test_failed_attacks_are_not_diagnosed() -> None:
    said = Diagnosis(scope_loss=True)
    items = [make("invalid", after="REFUTES", diagnosis=said)]
    assert diagnostic_rates(items, attack=True)["scope_loss"] == Rate(0, 0)


def test_nothing() -> None:
    assert asr([]) == vasr([]) == preservation([]) == Rate(0, 0)
