"""The columns of attack logs: TextAttack's own and the ones about validity."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable

from textattack_atomeval.data import Record
from textattack_atomeval.metrics import outcome
from textattack_atomeval.report.escape import cell

#: The columns of TextAttack's own CSV log, in its order.
STOCK_COLUMNS = (
    "original_text",
    "perturbed_text",
    "original_score",
    "perturbed_score",
    "original_output",
    "perturbed_output",
    "ground_truth_output",
    "num_queries",
    "result_type",
)
#: What a log says of its whole run.
RUN_COLUMNS = ("mode", "victim", "attacked_label", "evidence_protocol")
#: What :func:`validity_cells` adds to them.
VALIDITY_COLUMNS = (
    "example",
    "claim",
    "evidence",
    "rewrite",
    "victim_before",
    "victim_after",
    "outcome",
    "raw_success",
    "valid",
    "EvDrift",
    "ScopeLoss",
    "EvEnt",
    "UnverAdd",
    "reason",
    "label",
    "rewrite_evidence",
    "family",
    "generator",
    *RUN_COLUMNS,
)
_FROM_EXTRA = ("rewrite_evidence", *RUN_COLUMNS)


def case_id(claim: str, evidence: str, label: int | str) -> str:
    """Return the id of an attacked example: 16 hex digits of what identifies it."""
    # JSON keeps the boundaries between the parts, and escapes lone surrogates.
    parts = json.dumps([claim, evidence, str(label)])
    return hashlib.sha256(parts.encode("ascii")).hexdigest()[:16]


def csv_line(cells: Iterable[object]) -> bytes:
    """Return one line of a CSV log, quoted as TextAttack does it; None is empty."""
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerow(
        ["" if value is None else value for value in cells]
    )
    return line.getvalue().encode("utf-8", "backslashreplace")


def validity_cells(record: Record, *, safe: bool = True) -> dict[str, str | int | None]:
    """Return the cells that :data:`VALIDITY_COLUMNS` names.

    Truth values are 1 and 0; None where there is nothing to say. ``valid`` is the
    gate's decision about the rewrite, None when it gave none.

    Args:
        record: of the example.
        safe: make foreign text safe for spreadsheets.
    """
    case, said = record.case, record.diagnosis
    flip = case.extra.get("raw_success")
    texts = {
        "example": case.id,
        "claim": case.claim,
        "evidence": case.evidence,
        "rewrite": case.rewrite,
        "victim_before": case.victim_before or "",
        "victim_after": case.victim_after or "",
        "outcome": outcome(record),
        "reason": case.error or case.abstained or record.decision.reason,
        "family": case.family or "",
        "generator": case.generator or "",
        **{name: str(case.extra.get(name) or "") for name in _FROM_EXTRA},
        "label": str(case.extra.get("label", "")),
    }
    status = record.decision.status
    values = {
        "raw_success": _bit(flip if isinstance(flip, bool) else None),
        "valid": _bit(None if status == "unscored" else status == "valid"),
        "EvDrift": _bit(said.ev_drift),
        "ScopeLoss": _bit(said.scope_loss),
        "EvEnt": _bit(said.ev_ent),
        "UnverAdd": _bit(said.unver_add),
    }
    found = {name: cell(text) if safe else text for name, text in texts.items()}
    return {name: (found | values)[name] for name in VALIDITY_COLUMNS}


def _bit(value: bool | None) -> int | None:
    return None if value is None else int(value)
