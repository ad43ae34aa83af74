"""CSV logs of this package's own attacks, read back as the records that wrote them.

They say more than TextAttack's: what was judged (a validity-aware search's best flip
is not the text it ended with), abstentions and errors, and the run's mode and victim.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from textattack_atomeval.attack.columns import RUN_COLUMNS, VALIDITY_COLUMNS
from textattack_atomeval.report.escape import uncell

UNKNOWN, MIXED = "unknown", "mixed"
_TEXTS = (
    "claim",
    "evidence",
    "rewrite",
    "victim_before",
    "victim_after",
    "family",
    "generator",
    "rewrite_evidence",
    *RUN_COLUMNS,
)
_NUMBERS = {"original_score": float, "perturbed_score": float, "num_queries": int}


def is_own(cells: Mapping[str, str]) -> bool:
    """Tell whether the row was written by an attack of this package."""
    return set(VALIDITY_COLUMNS) <= cells.keys() and bool(cells["mode"])


def own_row(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the row of ``io.parse_case`` that the log's row stands for."""
    label, said = cells["label"], cells["outcome"]
    texts = {name: uncell(cells[name]) for name in _TEXTS if cells[name]}
    row: dict[str, Any] = {
        "id": cells["example"],
        "rewrite": "",
        **texts,
        "label": int(label) if label.isdecimal() else uncell(label),
        "raw_success": cells["raw_success"] in ("1", "1.0"),
        "result": cells["result_type"],
    }
    if said in ("abstained", "error") and not row["rewrite"]:
        row[said] = uncell(cells["reason"]) or "no reason given"
    for name, read in _NUMBERS.items():
        try:
            row[name] = read(float(cells.get(name, "")))
        except ValueError:
            continue
    return row


def said_of_run(rows: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return what a log says of its run, by :data:`RUN_COLUMNS` and "generator".

    A stock log says nothing: its mode is unknown. Of several values comes "mixed".
    """
    names = (*RUN_COLUMNS, "generator")
    found: dict[str, set[str]] = {name: set() for name in names}
    for cells in rows:
        own = is_own(cells)
        for name in names:
            found[name].add(uncell(cells[name]) if own else "")
    said = {
        name: values.pop() if len(values) == 1 else MIXED
        for name, values in found.items()
        if values
    }
    said["mode"] = said.get("mode") or UNKNOWN
    return {name: value for name, value in said.items() if value}
