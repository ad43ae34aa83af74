"""What diagnostic-guided repair brought (section 6.2): mended, and still evading?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from textattack_atomeval.data import Record
from textattack_atomeval.metrics import Rate, outcome
from textattack_atomeval.report.tables import Table


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """One invalid raw success and what came of mending it.

    ``after`` has the mended rewrite with a new decision and the victim's new label; it
    has no rewrite when the generator abstained or failed.
    """

    before: Record
    after: Record

    @property
    def answered(self) -> bool:
        """Whether the generator gave a usable rewrite."""
        return bool(self.after.case.rewrite)

    @property
    def valid(self) -> bool:
        """Whether the mended rewrite passes the gate."""
        return self.answered and self.after.decision.status == "valid"

    @property
    def mended(self) -> bool:
        """Whether no failure that the diagnosis named is left."""
        said = self.before.diagnosis
        left = self.after.diagnosis
        named = (said.ev_drift, left.ev_drift), (said.scope_loss, left.scope_loss)
        scored = self.answered and self.after.decision.status != "unscored"
        return scored and not any(was and still for was, still in named)

    @property
    def evades(self) -> bool:
        """Whether the victim is still fooled."""
        return outcome(self.after) in ("valid_success", "invalid_success", "unscored")

    @property
    def recovered(self) -> bool:
        """Whether it became a valid success."""
        return self.valid and self.evades


class RepairCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The table's numbers of one victim and family; all are out of ``total``."""

    victim: str
    family: str
    total: int
    answered: int
    mended: int
    valid: int
    evades: int
    recovered: int


def count_repairs(repairs: Sequence[Repair], victim: str) -> list[RepairCounts]:
    """Return the counts of every family, then of all."""
    families = sorted({repair.before.case.family or "" for repair in repairs})
    groups = [
        (name, [r for r in repairs if (r.before.case.family or "") == name])
        for name in families
    ]
    return [
        RepairCounts(
            victim=victim,
            family=name,
            total=len(group),
            answered=sum(r.answered for r in group),
            mended=sum(r.mended for r in group),
            valid=sum(r.valid for r in group),
            evades=sum(r.evades for r in group),
            recovered=sum(r.recovered for r in group),
        )
        for name, group in [*groups, ("total", list(repairs))]
    ]


def repairs_table(counts: Sequence[RepairCounts]) -> Table:
    """Return the counts with their shares of the invalid raw successes."""

    def share(hits: int, total: int) -> str:
        return f"{hits} ({Rate(hits, total).percent()})"

    return Table(
        title="Repair of invalid raw successes",
        header=(
            *("Victim", "Family", "N", "rewritten", "failure gone", "passes the gate"),
            *("still evades", "valid success"),
        ),
        rows=tuple(
            (
                row.victim,
                row.family or "–",
                str(row.total),
                share(row.answered, row.total),
                share(row.mended, row.total),
                share(row.valid, row.total),
                share(row.evades, row.total),
                share(row.recovered, row.total),
            )
            for row in counts
        ),
        note="Shares of N in percent. The failure is the EvDrift or ScopeLoss that the "
        "diagnosis named; a valid success passes the gate and still evades.",
    )
