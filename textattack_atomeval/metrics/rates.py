"""Rates that may be undefined, with closed-form intervals, and their differences."""

from __future__ import annotations

import math

import msgspec

Z_95 = 1.959963984540054
DASH = "–"


class Rate(msgspec.Struct, frozen=True):
    """``hits`` out of ``total``; undefined, not zero, when nothing was counted."""

    hits: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.total:
            raise ValueError(
                f"Expected 0 <= hits <= total, but got {self.hits} and {self.total}."
            )

    @property
    def value(self) -> float | None:
        """Return the share of hits, None when there is nothing to share."""
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the Wilson 95 % score interval."""
        if not self.total:
            return None
        n, p, z2 = self.total, self.hits / self.total, Z_95 * Z_95
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z_95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        low = 0.0 if self.hits == 0 else max(0.0, centre - half)
        high = 1.0 if self.hits == n else min(1.0, centre + half)
        return low, high

    def percent(self, digits: int = 1, minimum: int = 1) -> str:
        """Return the percentage, a dash below ``minimum`` counted examples."""
        if self.total < max(minimum, 1):
            return DASH
        return f"{100 * self.hits / self.total:.{digits}f}"


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two rates over the same claims, and their difference ``first - second``.

    ``p_value`` is the two-sided exact sign test over the claims on which they differ.
    """

    first: Rate
    second: Rate
    difference: float | None
    interval: tuple[float, float] | None
    claims: int
    p_value: float | None = None
