"""Attacks and modes side by side on the same claims: one table, paired differences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec

from textattack_atomeval.data import Record, Signature
from textattack_atomeval.metrics import (
    DASH,
    Comparison,
    Facts,
    Rate,
    asr,
    compare,
    diagnostic_rates,
    facts,
    vasr,
)
from textattack_atomeval.report.attacks import AttackRun
from textattack_atomeval.report.escape import visible
from textattack_atomeval.report.formats import markdown_table, text_table
from textattack_atomeval.report.tables import DIAGNOSTIC_TITLES, FEWEST, Table

_METRICS = {"ASR": asr, "VASR": vasr}
_DIAGNOSED = tuple(DIAGNOSTIC_TITLES)
_NOTE = (
    "The modes do not compare: post-hoc judges the raw attack's chosen rewrite, goal "
    "and constrained let the gate steer the search. EvDrift and ScopeLoss are over "
    "invalid successes, EvEnt and UnverAdd over valid ones. Queries are the victim's, "
    "a mean over attacked claims."
)


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One attack in one mode: its numbers, and the facts that pairs are made of."""

    run: AttackRun
    diagnostics: dict[str, Rate]
    facts: tuple[Facts, ...]

    @classmethod
    def of(
        cls, name: str, mode: str, records: Sequence[Record], seconds: float
    ) -> Compared:
        """Reduce the records of one run."""
        # Pairs are made by claim and family; here the claim alone decides.
        known = [
            msgspec.structs.replace(facts(record), family="", generator=name)
            for record in records
        ]
        return cls(
            run=AttackRun.of(name, mode, records, seconds),
            diagnostics=diagnostic_rates(known, attack=True),
            facts=tuple(known),
        )


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two attacks in one mode on the claims that both attacked."""

    mode: str
    metric: str
    first: str
    second: str
    comparison: Comparison


def pairs(runs: Sequence[Compared]) -> list[Pair]:
    """Return every pair of attacks of one mode, for ASR and VASR."""
    return [
        Pair(
            mode=one.run.mode,
            metric=name,
            first=one.run.name,
            second=two.run.name,
            comparison=compare(one.facts, two.facts, metric),
        )
        for one, two in combinations(runs, 2)
        if one.run.mode == two.run.mode
        for name, metric in _METRICS.items()
    ]


def render_comparison(
    runs: Sequence[Compared], signature: Signature, format: str = "text"
) -> str:
    """Return the tables as text or Markdown, or all numbers as JSON.

    Raises:
        ValueError: there is no such format.
    """
    if format == "json":
        return _json(runs, signature)
    writers = {"text": text_table, "markdown": markdown_table}
    if format not in writers:
        raise ValueError(
            f"Expected argument `format` to be text, markdown or json, but got "
            f"{format}."
        )
    tables = [_rates(runs), *([_paired(found)] if (found := pairs(runs)) else [])]
    line = visible(str(signature))
    head = line if format == "text" else f"`{line}`"
    return "\n\n".join([head, *map(writers[format], tables)]) + "\n"


def _json(runs: Sequence[Compared], signature: Signature) -> str:
    found: dict[str, Any] = {
        "signature": str(signature),
        "attacks": [
            {
                **msgspec.to_builtins(item.run),
                "diagnostics": msgspec.to_builtins(item.diagnostics),
            }
            for item in runs
        ],
        "pairs": msgspec.to_builtins(pairs(runs)),
    }
    return json.dumps(found, indent=2) + "\n"


def _rates(runs: Sequence[Compared]) -> Table:
    return Table(
        title="Attacks on the same claims, % (Wilson 95 % interval)",
        header=("Attack", "Mode", "attacked", "ASR", "VASR")
        + tuple(DIAGNOSTIC_TITLES.values())
        + ("queries", "seconds"),
        rows=tuple(
            (
                item.run.name,
                item.run.mode,
                str(item.run.asr.total),
                _wilson(item.run.asr),
                _wilson(item.run.vasr),
                *(
                    item.diagnostics[name].percent(minimum=FEWEST)
                    for name in _DIAGNOSED
                ),
                DASH if item.run.queries is None else f"{item.run.queries:.1f}",
                f"{item.run.seconds:.1f}",
            )
            for item in runs
        ),
        note=_NOTE,
    )


def _paired(found: Sequence[Pair]) -> Table:
    return Table(
        title="Paired differences within a mode, points (95 % interval, by claim)",
        header=("First", "Second", "Mode", "Metric", "Claims", "Difference", "p"),
        rows=tuple(
            (
                pair.first,
                pair.second,
                pair.mode,
                pair.metric,
                str(pair.comparison.claims),
                _difference(pair.comparison),
                (
                    DASH
                    if pair.comparison.p_value is None
                    else f"{pair.comparison.p_value:.3f}"
                ),
            )
            for pair in found
        ),
        labels=4,
        note="p: two-sided exact sign test over the claims.",
    )


def _wilson(rate: Rate) -> str:
    if rate.interval is None:
        return rate.percent()
    low, high = rate.interval
    return f"{rate.percent()} ({100 * low:.1f}–{100 * high:.1f})"


def _difference(found: Comparison) -> str:
    if found.difference is None:
        return DASH
    shown = f"{100 * found.difference:+.1f}"
    if found.interval is None:
        return shown
    low, high = found.interval
    return f"{shown} ({100 * low:+.1f} to {100 * high:+.1f})"
