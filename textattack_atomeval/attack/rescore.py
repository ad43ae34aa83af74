"""Logs that TextAttack's own CSV logger wrote, read as cases to score.

A log holds one text a side: all columns under each other as ``Name: text``, line
breaks written as ``<SPLIT>``, changed words marked ``[[so]]`` in the style "file".
Nothing here imports TextAttack, so a log is read in no time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.attack.columns import (
    VALIDITY_COLUMNS,
    case_id,
    validity_cells,
)
from textattack_atomeval.attack.loglayout import (
    NEEDED,
    OUTPUTS,
    SPLIT,
    TEXTS,
    Layout,
    column_values,
    is_damaged,
    log_rows,
    read_layout,
)
from textattack_atomeval.attack.ownlog import is_own, own_row
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import parse_case
from textattack_atomeval.reading import RowProblem
from textattack_atomeval.report.escape import cell
from textattack_atomeval.verdicts import Label, read_label

RESULTS = ("Successful", "Failed", "Skipped", "Maximized")
ATTACKED = ("Successful", "Failed", "Maximized", "Error")
_KEPT = ("original_score", "perturbed_score", "num_queries")
_SHOWN = 2000  # characters of a row that cannot be read
_NUMBER = re.compile(r"\s*(\d{1,9})(?:\.0*)?\s*")


Labels = Sequence[Label] | None


class _BadRow(Exception):
    """What is wrong with one field of a row."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: its case and its cells as they were.

    A row that cannot be read is an error, not a row less: ``problem`` says what is
    wrong with it, and its case stays where the log counted it.
    """

    case: Case
    cells: dict[str, str]
    problem: RowProblem | None = None

    @property
    def attacked(self) -> bool:
        """Whether the log counts the row among the attacked ones."""
        return self.cells.get("result_type") in ATTACKED


def read_labels(text: str) -> tuple[Label, ...]:
    """Return the verdict of each output number.

    Args:
        text: names in the order of the numbers ("SUPPORTS,REFUTES,NEI"), or
            ``number=name`` pairs.

    Raises:
        InputError: a name is no verdict or comes twice, or a number is missing or
            twice there.
    """
    parts = [part.strip() for part in text.split(",")]
    pairs = [
        (left.strip(), right) if eq else (str(index), left)
        for index, (left, eq, right) in enumerate(p.partition("=") for p in parts)
    ]
    found = {int(n): read_label(name) for n, name in pairs if n.isdecimal()}
    names = [found.get(index) for index in range(len(pairs))]
    known = tuple(name for name in names if name is not None)
    if len(known) < len(parts) or len(set(known)) < len(known):
        raise InputError(
            f"Cannot read the labels {text!r}: name one verdict (SUPPORTED, REFUTED, "
            "NOT ENOUGH INFO), each once, for each output number from 0 on."
        )
    return known


def read_log(
    path: str | Path,
    *,
    claim_column: str | None = None,
    labels: Labels = None,
) -> Iterator[LogRow]:
    """Yield the rows of a log in order, those that cannot be read among them.

    The outputs say whether the attack flipped the victim. Without ``labels`` they
    stay numbers: an output that equals ``ground_truth_output`` is right.

    Args:
        path: CSV file in the style "file" or "plain".
        claim_column: name or position (from 1) of the claim's column; "claim",
            "hypothesis" or the only one when None.
        labels: verdict of each output number.

    Raises:
        InputError: the file is no such log, is coloured as HTML, or has no such
            claim column.
    """
    layout = read_layout(path, claim_column)
    seen: Counter[str] = Counter()
    for line, cells in log_rows(path):
        found = _read(cells, layout, labels, str(path), line)
        problem = found if isinstance(found, RowProblem) else None
        known = cells if isinstance(cells, dict) else {}
        case = _unread(problem, known, labels) if problem else found
        assert isinstance(case, Case)
        seen[case.id] += 1
        if seen[case.id] > 1:
            case = msgspec.structs.replace(case, id=f"{case.id}-{seen[case.id]}")
        yield LogRow(case=case, cells=known, problem=problem)


def log_cells(path: str | Path) -> Iterator[dict[str, str]]:
    """Yield the cells of each row that has any.

    Raises:
        InputError: as for :func:`read_log`.
    """
    return (cells for _, cells in log_rows(path) if isinstance(cells, dict))


def _read(
    cells: dict[str, str] | RowProblem,
    layout: Layout,
    labels: Labels,
    path: str,
    line: int,
) -> Case | RowProblem:
    if isinstance(cells, RowProblem):
        return cells
    if is_own(cells):
        return parse_case(own_row(cells), path, line)
    try:
        return parse_case(_case(cells, layout, labels), path, line)
    except _BadRow as bad:
        return RowProblem(file=path, line=line, field=bad.field, message=bad.message)


def _unread(problem: RowProblem, cells: dict[str, str], labels: Labels) -> Case:
    """Return the error that stands for a row: of an attack if the log says so."""
    text = cells.get(TEXTS[0], "")
    try:
        code: int | None = _code(cells, OUTPUTS[2], labels)
    except (_BadRow, KeyError):
        code = None
    truth: str | int = "REFUTED" if labels else 0
    if code is not None:
        truth = labels[code] if labels else code
    attacked = cells.get("result_type") in ATTACKED
    return Case(
        id=f"line-{problem.line}",
        claim=text[:_SHOWN] if text.strip() else f"(line {problem.line})",
        rewrite="",
        victim_before=str(truth) if attacked else None,
        error=str(problem.message),
        extra={"label": truth},
    )


def rescored_columns(path: str | Path) -> list[str]:
    """Return the columns of the log with those about validity behind them.

    Raises:
        InputError: as for :func:`read_log`.
    """
    names = next((list(cells) for cells in log_cells(path)), list(NEEDED))
    return [*(n for n in names if n not in VALIDITY_COLUMNS), *VALIDITY_COLUMNS]


def rescored_cells(row: LogRow, record: Record, columns: list[str]) -> list[object]:
    """Return the cells of one row of the rescored log, safe for spreadsheets."""
    added = validity_cells(record)
    return [
        added[name] if name in added else _safe(row.cells.get(name) or "")
        for name in columns
    ]


def _case(cells: dict[str, str], layout: Layout, labels: Labels) -> dict[str, Any]:
    """Return the row of ``io.parse_case`` that the log's row stands for."""
    codes = [_code(cells, name, labels) for name in OUTPUTS]
    before, after, truth = (labels[code] if labels else code for code in codes)
    result = cells["result_type"]
    _check_result(result, before, after, truth)
    claim, evidence = _sides(cells, TEXTS[0], layout)
    rewrite, changed = _sides(cells, TEXTS[1], layout)
    row: dict[str, Any] = {}
    if evidence != changed:
        row["rewrite_evidence"] = changed
    return {
        "id": case_id(claim, evidence, codes[-1]),
        "claim": claim,
        "rewrite": rewrite,
        "evidence": evidence,
        "victim_before": before,
        "victim_after": after,
        "label": truth,
        "raw_success": result != "Skipped" and after != truth,
        "result": result,
        **{name: cells[name] for name in _KEPT if name in cells},
        **row,
    }


def _code(cells: dict[str, str], name: str, labels: Labels) -> int:
    match = _NUMBER.fullmatch(cells[name])
    code = int(match[1]) if match else -1
    if code < 0 or (labels is not None and code >= len(labels)):
        raise _BadRow(name, f"is no known class number: {cells[name][:40]!r}")
    return code


def _check_result(
    result: str, before: Label | int, after: Label | int, truth: Label | int
) -> None:
    if result not in RESULTS:
        raise _BadRow("result_type", f"is none of {', '.join(RESULTS)}")
    if result == "Successful" and after == truth:
        raise _BadRow("result_type", "is Successful, but the output did not change")
    # A validity-aware goal also skips what is no target: the label says so then.
    target = truth == "REFUTED" or isinstance(truth, int)
    if target and (result == "Skipped") != (before != truth):
        raise _BadRow("result_type", f"is {result}, but the outputs contradict that")


def _sides(cells: dict[str, str], name: str, layout: Layout) -> tuple[str, str]:
    """Return the claim and the other columns of one of the two texts."""
    if is_damaged(cells[name], layout):
        raise _BadRow(name, f"has a damaged {SPLIT} mark, so its columns are unknown")
    values = column_values(cells[name], layout)
    if values is None:
        raise _BadRow(name, f"should hold {', '.join(layout.columns)}, once each")
    return values.pop(layout.claim), "\n".join(values)


def _safe(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return cell(text)
    return text
