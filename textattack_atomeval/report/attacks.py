"""Several attacks on the same claims, one line each: rates, queries, time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Literal

import msgspec

from textattack_atomeval.data import Record
from textattack_atomeval.metrics import OUTCOMES, Rate, asr, facts, vasr
from textattack_atomeval.report.escape import cell
from textattack_atomeval.report.formats import latex_table, markdown_table, text_table
from textattack_atomeval.report.tables import Table

Format = Literal["text", "markdown", "json", "csv", "latex"]

_NOTE = (
    "The three modes do not compare: post-hoc judges the raw attack's chosen rewrite, "
    "goal and constrained let the gate steer the search. Queries are the victim's, a "
    "mean over attacked claims."
)


class AttackRun(msgspec.Struct, frozen=True, kw_only=True):
    """What one attack did to a set of claims.

    ``queries`` is the mean number of victim queries over the attacked claims (not the
    skipped ones), ``seconds`` the wall time of the whole run.
    """

    name: str
    mode: str
    asr: Rate
    vasr: Rate
    queries: float | None
    seconds: float
    outcomes: dict[str, int]

    @classmethod
    def of(
        cls, name: str, mode: str, records: Sequence[Record], seconds: float
    ) -> AttackRun:
        """Reduce the records of one run."""
        known = [facts(record) for record in records]
        asked = [
            record.case.extra.get("num_queries", 0)
            for record, fact in zip(records, known, strict=True)
            if fact.right
        ]
        return cls(
            name=name,
            mode=mode,
            asr=asr(known),
            vasr=vasr(known),
            queries=sum(asked) / len(asked) if asked else None,
            seconds=seconds,
            outcomes={
                name: sum(fact.outcome == name for fact in known) for name in OUTCOMES
            },
        )


def attacks_table(runs: Sequence[AttackRun], title: str) -> Table:
    """Return one line a run; "attacked" is the denominator of both rates."""
    return Table(
        title=title,
        header=("Attack", "Mode", "attacked", "ASR", "VASR", "queries", "seconds"),
        rows=tuple(
            (
                run.name,
                run.mode,
                str(run.asr.total),
                run.asr.percent(),
                run.vasr.percent(),
                "–" if run.queries is None else f"{run.queries:.1f}",
                f"{run.seconds:.1f}",
            )
            for run in runs
        ),
        note=_NOTE,
    )


def render_attacks(
    runs: Sequence[AttackRun], title: str, format: Format = "text"
) -> str:
    """Return the table in the given format; JSON has the counts of all outcomes.

    Raises:
        ValueError: there is no such format.
    """
    table = attacks_table(runs, title)
    if format == "json":
        return json.dumps(msgspec.to_builtins(list(runs)), indent=2) + "\n"
    if format == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([map(cell, row) for row in (table.header, *table.rows)])
        return out.getvalue()
    writers = {"text": text_table, "markdown": markdown_table, "latex": latex_table}
    if format not in writers:
        raise ValueError(
            "Expected argument `format` to be one of text, markdown, json, csv, latex, "
            f"but got {format}."
        )
    return writers[format](table) + "\n"
