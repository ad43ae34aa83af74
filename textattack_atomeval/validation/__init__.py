"""The engine measured against human labels: gate, diagnostics, extractor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from textattack_atomeval.data import Atom, Case, Record, Signature
from textattack_atomeval.extraction.agreement import atoms_agree
from textattack_atomeval.extraction.base import Extractor
from textattack_atomeval.metrics import DIAGNOSTICS, Rate
from textattack_atomeval.validation.ablation import Parts, ablations
from textattack_atomeval.validation.rows import LabelledRow, read_rows
from textattack_atomeval.validation.scores import Judged, by_family, scores

__all__ = ["Engine", "validate"]


class Engine(Parts, Protocol):
    """What validation needs of an engine."""

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        """Score the cases in order."""

    def signature(self) -> Signature:
        """Say what produces the answers."""


def validate(
    path: Path, engine: Engine, ablate: bool = False, seed: int = 0
) -> dict[str, Any]:
    """Compare the engine's answers with the labels in ``path``.

    Shares lie between 0 and 1. An unscored rewrite counts as called invalid. For a
    diagnostic, the rows are those with a human label; where the gate's own verdict
    leaves it undefined it counts as not fired, and ``agreed`` holds the figures over
    the rows where gate and human agree.

    Args:
        path: JSONL with id, claim, evidence, rewrite, family, valid, claim_atoms and
            the four diagnostics (null: not judged).
        engine: what to measure.
        ablate: add the rows of the paper's Table 4.
        seed: of the intervals that resample claims.

    Raises:
        InputError: the file cannot be read or has no usable row.
    """
    rows, problems = read_rows(Path(path))
    records = list(engine.run(_case(row) for row in rows))
    pairs = list(zip(rows, records, strict=True))
    result: dict[str, Any] = {
        "signature": str(engine.signature()),
        "seed": seed,
        "rows": len(rows),
        "claims": len({row.claim for row in rows}),
        "problems": {
            "refused": sum(problem.fatal for problem in problems),
            "rows": [msgspec.to_builtins(problem) for problem in problems],
        },
        "gate": _gate(pairs, seed),
        "diagnostics": {name: _diagnostic(name, pairs, seed) for name in DIAGNOSTICS},
        "extractor": _extractor(rows, engine.extractor),
    }
    if ablate:
        full = [_accepts(record) for record in records]
        result["ablation"] = ablations(rows, full, engine, seed)
    result["misjudged"] = [
        _misjudged(row, record)
        for row, record in pairs
        if _accepts(record) != row.valid
    ]
    return result


Pairs = Sequence[tuple[LabelledRow, Record]]


def _case(row: LabelledRow) -> Case:
    return Case(
        id=row.id,
        claim=row.claim,
        rewrite=row.rewrite,
        evidence=row.evidence,
        family=row.family or None,
    )


def _accepts(record: Record) -> bool:
    return record.decision.status == "valid"


def _gate(pairs: Pairs, seed: int) -> dict[str, Any]:
    judged = [Judged(r.claim, r.family, r.valid, _accepts(rec)) for r, rec in pairs]
    return {
        **scores(judged, seed),
        "unscored": sum(rec.decision.status == "unscored" for _, rec in pairs),
        "families": by_family(judged, seed),
    }


def _diagnostic(name: str, pairs: Pairs, seed: int) -> dict[str, Any]:
    judged: list[Judged] = []
    agreed: list[Judged] = []
    missed: list[str] = []
    spurious: list[str] = []
    for row, record in pairs:
        expected = row.diagnostics[name]
        if expected is None:
            continue
        fired = getattr(record.diagnosis, name) is True
        item = Judged(row.claim, row.family, expected, fired)
        judged.append(item)
        if record.decision.status == ("valid" if row.valid else "invalid"):
            agreed.append(item)
        if fired != expected:
            (spurious if fired else missed).append(row.id)
    return {
        **scores(judged, seed),
        "agreed": scores(agreed, seed),
        "families": by_family(judged, seed),
        "missed": missed,
        "spurious": spurious,
    }


def _extractor(rows: Sequence[LabelledRow], extractor: Extractor) -> dict[str, Any]:
    gold: dict[str, tuple[Atom, ...]] = {}
    for row in rows:
        if row.claim_atoms is not None:
            gold.setdefault(row.claim, row.claim_atoms)
    found = extractor.extract(list(gold))
    wrong = [
        {
            "claim": claim,
            "expected": [_slots(atom) for atom in atoms],
            "got": [_slots(atom) for atom in extraction.atoms],
        }
        for (claim, atoms), extraction in zip(gold.items(), found, strict=True)
        if not atoms_agree(extraction.atoms, atoms)
    ]
    rate = Rate(len(gold) - len(wrong), len(gold))
    return {
        "claims": rate.total,
        "correct": rate.hits,
        "accuracy": rate.value,
        "interval": rate.interval,
        "wrong": wrong,
    }


def _slots(atom: Atom) -> list[str]:
    modifiers = [f"{modifier.kind}: {modifier.text}" for modifier in atom.modifiers]
    return [atom.subject, atom.relation, atom.object, *modifiers]


def _misjudged(row: LabelledRow, record: Record) -> dict[str, Any]:
    return {
        "id": row.id,
        "line": row.line,
        "family": row.family,
        "expected": "valid" if row.valid else "invalid",
        "got": record.decision.status,
        "reason": record.decision.reason,
    }
