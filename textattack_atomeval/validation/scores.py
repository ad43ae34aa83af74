"""Precision, recall, F1 and accuracy against human labels, with intervals; pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from textattack_atomeval.metrics import Rate, percentile_interval, resampled_totals


class Judged(NamedTuple):
    """One row's human label and our answer; ``claim`` is what intervals resample."""

    claim: str
    family: str
    expected: bool
    predicted: bool


def scores(items: Sequence[Judged], seed: int = 0) -> dict[str, Any]:
    """Return the counts and scores (shares in [0, 1]; undefined ones None).

    The intervals are Wilson's, that of F1 resamples claims; all are 95 %.
    """
    tp = sum(item.expected and item.predicted for item in items)
    fp = sum(item.predicted for item in items) - tp
    fn = sum(item.expected for item in items) - tp
    tn = len(items) - tp - fp - fn
    precision, recall = Rate(tp, tp + fp), Rate(tp, tp + fn)
    accuracy = Rate(tp + tn, len(items))
    return {
        "n": len(items),
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "tn": tn,
        "precision": precision.value,
        "recall": recall.value,
        "f1": f1(tp, fp, fn),
        "accuracy": accuracy.value,
        "intervals": {
            "precision": precision.interval,
            "recall": recall.interval,
            "f1": _f1_interval(items, seed),
            "accuracy": accuracy.interval,
        },
    }


def by_family(items: Sequence[Judged], seed: int = 0) -> dict[str, dict[str, Any]]:
    """Return the scores of each family, by name."""
    names = sorted({item.family for item in items})
    return {
        name: scores([item for item in items if item.family == name], seed)
        for name in names
    }


def f1(tp: float, fp: float, fn: float) -> float | None:
    """Return the harmonic mean of precision and recall, None without positives."""
    return 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else None


def _f1_interval(items: Sequence[Judged], seed: int) -> tuple[float, float] | None:
    sums: dict[str, list[int]] = {}
    for item in items:
        row = sums.setdefault(item.claim, [0, 0, 0])
        row[0] += item.expected and item.predicted
        row[1] += item.predicted and not item.expected
        row[2] += item.expected and not item.predicted
    if len(sums) < 2:
        return None
    totals = resampled_totals([sums[claim] for claim in sorted(sums)], seed)
    values = (f1(*row) for row in totals)
    return percentile_interval(math.nan if v is None else v for v in values)
