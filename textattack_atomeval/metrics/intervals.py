"""Intervals that resample whole claims, and paired comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from textattack_atomeval.metrics.attack import Items, asr, to_facts, vasr
from textattack_atomeval.metrics.outcomes import Facts
from textattack_atomeval.metrics.rates import Comparison, Rate

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def resampled_totals(
    sums: Sequence[Sequence[float]], seed: int = 0, samples: int = 1000
) -> npt.NDArray[np.float64]:
    """Draw whole claims with replacement and add up their statistics.

    ``sums`` holds one row a claim, one column a statistic; the result one row a draw.
    """
    import numpy as np

    table = np.asarray(sums, dtype=np.float64)
    generator = np.random.default_rng(seed)
    claims = len(table)
    totals = np.empty((samples, table.shape[1]))
    for draw in range(samples):
        picked = generator.integers(0, claims, claims)
        totals[draw] = np.bincount(picked, minlength=claims) @ table
    return totals


def percentile_interval(values: Iterable[float]) -> tuple[float, float] | None:
    """Return the middle 95 % of ``values``; undefined ones (NaN) are left out."""
    import numpy as np

    known = np.asarray([value for value in values if not math.isnan(value)])
    if not known.size:
        return None
    low, high = np.percentile(known, [2.5, 97.5])
    return float(low), float(high)


def rate_interval(
    items: Items, hit: Callable[[Facts], bool], seed: int = 0, samples: int = 1000
) -> tuple[float, float] | None:
    """Return the 95 % interval of the share of hits, resampled by claim."""
    sums = _by_claim(to_facts(items))
    rows = [(sum(map(hit, of)), len(of)) for of in sums.values()]
    if len(rows) < 2:
        return None
    return percentile_interval(
        hits / total for hits, total in resampled_totals(rows, seed, samples)
    )


def _by_claim(items: Iterable[Facts]) -> Mapping[int, list[Facts]]:
    groups: dict[int, list[Facts]] = {}
    for item in items:
        groups.setdefault(item.claim, []).append(item)
    # The order of the records must not change an interval.
    return {claim: groups[claim] for claim in sorted(groups)}


def gap(items: Items, seed: int = 0, samples: int = 1000) -> Comparison:
    """Compare ASR with VASR over the same examples."""
    known = to_facts(items)
    return Comparison(
        first=asr(known),
        second=vasr(known),
        difference=_difference(asr(known), vasr(known)),
        interval=rate_interval(
            [item for item in known if item.right],
            lambda item: item.success and item.outcome != "valid_success",
            seed,
            samples,
        ),
        claims=len({item.claim for item in known if item.right}),
    )


def compare(
    first: Items,
    second: Items,
    metric: Callable[[Items], Rate | None] = vasr,
    seed: int = 0,
    samples: int = 1000,
) -> Comparison:
    """Compare two generators on the claims, and families, that both attacked."""
    one, two = _cells(first), _cells(second)
    shared = sorted(one.keys() & two.keys())
    rows: dict[int, list[int]] = {}
    for key in shared:
        row = rows.setdefault(key[0], [0, 0, 0, 0])
        for offset, cell in ((0, one[key]), (2, two[key])):
            rate = metric(cell) or Rate(0, 0)
            row[offset] += rate.hits
            row[offset + 1] += rate.total
    table = list(rows.values())
    sums = [sum(column) for column in zip(*table, strict=True)] or [0, 0, 0, 0]
    a, b = Rate(sums[0], sums[1]), Rate(sums[2], sums[3])
    interval = None
    if len(table) > 1:
        totals = resampled_totals(table, seed, samples)
        interval = percentile_interval(
            row[0] / row[1] - row[2] / row[3] if row[1] and row[3] else math.nan
            for row in totals
        )
    return Comparison(
        first=a,
        second=b,
        difference=_difference(a, b),
        interval=interval,
        claims=len(table),
        p_value=_sign_test(table),
    )


def _cells(items: Items) -> dict[tuple[int, str], list[Facts]]:
    cells: dict[tuple[int, str], list[Facts]] = {}
    for item in to_facts(items):
        if item.right or item.outcome is None:
            cells.setdefault((item.claim, item.family), []).append(item)
    return cells


def _difference(first: Rate, second: Rate) -> float | None:
    if first.value is None or second.value is None:
        return None
    return first.value - second.value


def _sign_test(table: Sequence[Sequence[int]]) -> float | None:
    signs = [row[0] * row[3] - row[2] * row[1] for row in table if row[1] and row[3]]
    wins, losses = sum(s > 0 for s in signs), sum(s < 0 for s in signs)
    n = wins + losses
    if not signs:
        return None
    term = tail = 1
    for k in range(min(wins, losses)):
        term = term * (n - k) // (k + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << n))
