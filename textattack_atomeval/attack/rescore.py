"""Logs that TextAttack's own CSV logger wrote, read as cases to score.

A log holds one text a side: all columns under each other as ``Name: text``, line
breaks written as ``<SPLIT>``, changed words marked ``[[so]]`` in the style "file".
Nothing here imports TextAttack, so a log is read in no time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.attack.columns import (
    VALIDITY_COLUMNS,
    case_id,
    validity_cells,
)
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import parse_case
from textattack_atomeval.reading import RowProblem, open_source, raw_rows
from textattack_atomeval.report.escape import cell
from textattack_atomeval.verdicts import Label, read_label

SPLIT = "<SPLIT>"
OLD_SPLIT = ">>>>"  # of TextAttack before 0.3
#: What a character-level attack can make of the mark: the columns are lost then.
_TAG = re.compile(r"<\W{0,3}([A-Za-z0-9]{3,7})\W{0,3}>")
_TORN = re.compile(r"<SPLIT(?!>)|(?<![<\w])SPLIT>|&lt;SPLIT&gt;")
_WORD = re.compile(r"\w+")
TEXTS = ("original_text", "perturbed_text")
OUTPUTS = ("original_output", "perturbed_output", "ground_truth_output")
RESULTS = ("Successful", "Failed", "Skipped", "Maximized")
_NEEDED = (*TEXTS, *OUTPUTS, "result_type")
_KEPT = ("original_score", "perturbed_score", "num_queries")
_HTML = "<font color ="
_KEY = re.compile(r"((?:\[\[)*)(\w[^:\[\]]{0,60}?)(?:\]\])*: ")
_NUMBER = re.compile(r"\s*(\d{1,9})(?:\.0*)?\s*")
_MARK = re.compile(r"\[\[([^\[\]]*)\]\]")


Labels = Sequence[Label] | None


class _BadRow(Exception):
    """What is wrong with one field of a row."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One usable row: its case and its cells as they were."""

    case: Case
    cells: dict[str, str]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """How the texts of a log are written.

    ``columns`` are the input's columns in the log's spelling, empty for a single one.
    ``claim`` is the position of the claim's. ``marked`` says that changed words stand
    in double brackets, ``split`` is the mark between lines and columns.
    """

    columns: tuple[str, ...]
    claim: int
    marked: bool
    split: str = SPLIT


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
) -> Iterator[LogRow | RowProblem]:
    """Yield the rows of a log in order; a bad one comes back as its problem.

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
    for line, cells in _rows(path):
        found: Case | RowProblem
        if isinstance(cells, RowProblem):
            yield cells
            continue
        try:
            found = parse_case(_case(cells, layout, labels), str(path), line)
        except _BadRow as bad:
            found = RowProblem(
                file=str(path), line=line, field=bad.field, message=bad.message
            )
        if isinstance(found, RowProblem):
            yield found
            continue
        seen[found.id] += 1
        if seen[found.id] > 1:
            found = msgspec.structs.replace(found, id=f"{found.id}-{seen[found.id]}")
        yield LogRow(case=found, cells=cells)


def read_layout(path: str | Path, claim_column: str | None = None) -> Layout:
    """Find out how the log writes its texts, from all of its rows.

    Raises:
        InputError: as for :func:`read_log`.
    """
    columns: list[str] | None = None
    keyed = unmarked = marked = 0
    split = _split_of(path)
    for line, cells in _rows(path):
        if isinstance(cells, RowProblem) or not cells[TEXTS[0]]:
            continue
        texts = [cells[name] for name in TEXTS]
        if any(_HTML in text for text in texts):
            raise InputError(
                f"{path}:{line} is coloured as HTML, which cannot be undone safely; "
                "write the log with --csv-coloring-style plain (or file)."
            )
        for text in texts:
            keys = [match for part in text.split(split) if (match := _KEY.match(part))]
            names = [match[2] for match in keys]
            columns = names if columns is None else _common(columns, names)
            keyed += bool(keys and keys[0][1])
        # Of a row in which only punctuation changed, the host marks nothing.
        if any("[[" in text for text in texts):
            marked += texts[0] != texts[1]
        elif _WORD.findall(texts[0]) != _WORD.findall(texts[1]):
            unmarked += 1
    names = columns if columns and len(columns) > 1 else []
    style = marked > unmarked or bool(names and keyed)
    claim = _claim_index(names, claim_column, path)
    return Layout(columns=tuple(names), claim=claim, marked=style, split=split)


def _split_of(path: str | Path) -> str:
    """Return the mark between lines and columns: the old one where all rows have it."""
    old = False
    for _, cells in _rows(path):
        if isinstance(cells, RowProblem) or not cells[TEXTS[0]]:
            continue
        if any(SPLIT in cells[name] for name in TEXTS):
            return SPLIT
        if not all(OLD_SPLIT in cells[name] for name in TEXTS):
            return SPLIT
        old = True
    return OLD_SPLIT if old else SPLIT


def rescored_columns(cells: dict[str, str]) -> list[str]:
    """Return the columns of the log with those about validity behind them."""
    own = [name for name in cells if name not in VALIDITY_COLUMNS]
    return [*own, *VALIDITY_COLUMNS]


def rescored_cells(row: LogRow, record: Record) -> list[object]:
    """Return the cells of one row of the rescored log, safe for spreadsheets."""
    added = validity_cells(record)
    return [
        added[name] if name in added else _safe(row.cells[name])
        for name in rescored_columns(row.cells)
    ]


def _common(one: list[str], two: list[str]) -> list[str]:
    """Return what of ``one`` comes back in ``two``, in its order."""
    rest = iter(two)
    return [name for name in one if name in rest]


def _claim_index(names: list[str], wanted: str | None, path: str | Path) -> int:
    if wanted is None:
        if not names:
            return 0
        known = [name for name in ("Claim", "Hypothesis") if name in names]
        if known:
            return names.index(known[0])
    elif wanted.isdecimal() and 1 <= int(wanted) <= max(1, len(names)):
        return int(wanted) - 1
    elif wanted.capitalize() in names:
        return names.index(wanted.capitalize())
    shown = ", ".join(names) or "only one, without a name"
    raise InputError(
        f"{path} has no claim column {wanted or 'claim or hypothesis'}; its columns "
        f"are {shown}: name one, or give its position from 1."
    )


def _rows(path: str | Path) -> Iterator[tuple[int, dict[str, str] | RowProblem]]:
    if Path(path).suffix.lower() != ".csv":
        raise InputError(f"{path} is no CSV log; give a file that --log-to-csv wrote.")
    with open_source(path) as (stream, name):
        for line, row in raw_rows(stream, name, _NEEDED):
            if not isinstance(row, RowProblem) and _NEEDED[-1] not in row:
                row = RowProblem(file=name, line=line, message="is cut short")
            yield line, row


def _case(cells: dict[str, str], layout: Layout, labels: Labels) -> dict[str, Any]:
    """Return the row of ``io.parse_case`` that the log's row stands for."""
    codes = [_code(cells, name, labels) for name in OUTPUTS]
    before, after, truth = (labels[code] if labels else code for code in codes)
    result = cells["result_type"]
    _check_result(result, before, after, truth)
    claim, evidence = _sides(cells, TEXTS[0], layout)
    rewrite, changed = _sides(cells, TEXTS[1], layout)
    if evidence != changed:
        raise _BadRow(
            TEXTS[1],
            "changes the evidence too, which an attack on a claim must leave alone",
        )
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
    if layout.split == SPLIT and _is_damaged(cells[name]):
        raise _BadRow(name, f"has a damaged {SPLIT} mark, so its columns are unknown")
    values = _values(cells[name], layout)
    if values is None:
        raise _BadRow(name, f"should hold {', '.join(layout.columns)}, once each")
    return values.pop(layout.claim), "\n".join(values)


def _values(text: str, layout: Layout) -> list[str] | None:
    """Return the text of each column, None when they cannot be told apart."""
    parts = text.split(layout.split)
    if not layout.columns:
        return [_unmarked("\n".join(parts), layout.marked)]
    form = "[[[[{}]]]]: " if parts[0].startswith("[[[[") else "{}: "
    heads = [form.format(name) for name in layout.columns]
    found = [
        (index, head)
        for index, part in enumerate(parts)
        for head in heads
        if part.startswith(head)
    ]
    if [head for _, head in found] != heads or found[0][0] != 0:
        return None
    ends = [index for index, _ in found[1:]] + [len(parts)]
    return [
        _unmarked("\n".join(parts[start:end])[len(head) :], layout.marked)
        for (start, head), end in zip(found, ends, strict=True)
    ]


def _is_damaged(text: str) -> bool:
    """Tell whether a mark between columns is there that something has changed."""
    tags = (tag for tag in _TAG.finditer(text) if tag[0] != SPLIT)
    return bool(_TORN.search(text)) or any(
        SequenceMatcher(None, tag[1].upper(), "SPLIT").ratio() >= 0.8 for tag in tags
    )


def _unmarked(text: str, marked: bool) -> str:
    return _MARK.sub(r"\1", text) if marked else text


def _safe(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return cell(text)
    return text
