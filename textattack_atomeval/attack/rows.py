"""Where the claims of a data set come from: rows with claim, evidence and label.

Every source yields (line, row); a row that cannot be read is a
:class:`~textattack_atomeval.reading.RowProblem` in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textattack_atomeval.attack.fever import (
    Group,
    evidence_text,
    read_groups,
    read_sentences,
    restore,
)
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import sample_claims
from textattack_atomeval.reading import RowProblem, open_source, raw_rows

#: FEVER with its gold evidence as text (Atanasova et al. 2020), on the hub.
HUB_ID = "copenlu/fever_gold_evidence"
NEEDED = ("claim", "evidence", "label")

Fields = dict[str, Any]
Row = tuple[int, Fields | RowProblem]


def file_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a JSONL, CSV or TSV file (by suffix).

    Evidence may be a text, a list of texts, or a list of [page, line, text].

    Raises:
        InputError: the file cannot be read, or a table lacks a column.
    """
    for line, row in _read(path, NEEDED):
        if isinstance(row, dict):
            row = {**row, "evidence": _joined(row.get("evidence"))}
        yield line, row


def sample_rows() -> Iterator[Row]:
    """Yield each claim of the bundled hand-written sample once; all are REFUTED."""
    for number, case in enumerate(sample_claims(), start=1):
        yield number, {
            "id": case.id,
            "claim": case.claim,
            "evidence": case.evidence,
            "label": case.extra["label"],
        }


def fever_rows(path: Path, sentences: str | Path | None) -> Iterator[Row]:
    """Yield FEVER's shared-task rows with their first complete evidence group as text.

    Raises:
        InputError: a file cannot be read, or no source of sentences is given.
    """
    if sentences is None:
        raise InputError(
            f"{path} names its evidence by page and line; give sentences=, the "
            "wiki-pages directory or a JSONL file with page, line and text."
        )
    rows = [(line, *_grouped(row, path, line)) for line, row in _read(path, NEEDED)]
    wanted = {at for _, _, groups in rows for group in groups for at in group}
    texts = read_sentences(sentences, wanted)
    for line, row, groups in rows:
        if isinstance(row, RowProblem):
            yield line, row
            continue
        text = evidence_text(groups, texts)
        if text is not None:
            yield line, {**row, "evidence": text}
        elif groups:
            message = f"has no group whose sentences are all in {sentences}"
            yield line, _problem(path, line, row, message)
        else:
            message = "names no sentence, as FEVER's NOT ENOUGH INFO rows do"
            yield line, _problem(path, line, row, message)


def hub_rows(split: str, allow_download: bool) -> Iterator[Row]:
    """Yield the rows of FEVER with gold evidence from the Hugging Face hub.

    Raises:
        InputError: downloading is not allowed, or the data set cannot be loaded.
    """
    if not allow_download:
        raise InputError(
            f"fever-hub is {HUB_ID} on the Hugging Face hub; allow the download "
            "(allow_download=True, --allow-download) or give a file instead."
        )
    from datasets import load_dataset

    try:
        loaded = load_dataset(HUB_ID, split=split)
    except (OSError, ValueError) as error:
        raise InputError(
            f"Cannot load {HUB_ID}, split {split}: {error}; check the connection and "
            "the split (train, validation, test), or give a file instead."
        ) from error
    for number, row in enumerate(loaded, 1):
        yield number, {**row, "evidence": _joined(row.get("evidence"))}


def _read(path: Path, needed: tuple[str, ...]) -> Iterator[Row]:
    with open_source(path) as (stream, name):
        yield from raw_rows(stream, name, needed)


def _grouped(
    row: Fields | RowProblem, path: Path, line: int
) -> tuple[Fields | RowProblem, list[Group]]:
    """Return the row and its evidence groups."""
    if isinstance(row, RowProblem):
        return row, []
    try:
        return row, read_groups(row.get("evidence"))
    except ValueError as error:
        return _problem(path, line, row, str(error)), []


def _problem(path: Path, line: int, row: Fields, message: str) -> RowProblem:
    known = row.get("id")
    return RowProblem(
        file=str(path),
        line=line,
        id=str(known) if isinstance(known, str | int) else None,
        field="evidence",
        message=message,
    )


def _joined(cell: Any) -> Any:
    """Return evidence given in parts as one text, anything else as it is."""
    if not isinstance(cell, list):
        return cell
    parts = [part[-1] if isinstance(part, list) and part else part for part in cell]
    if not all(isinstance(part, str) for part in parts):
        return cell
    return " ".join(restore(part) for part in parts)
