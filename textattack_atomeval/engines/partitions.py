"""A large input in partitions, each with a result file of its own.

A partition is a range of rows of one file. Its result appears whole or not at all, so a
run that is killed goes on with the partitions that are missing, and a worker that dies
repeats at most its own. Joined in order, the results are the local engine's bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import parse_case
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.reading import RowProblem, decode_json, numbered_lines
from textattack_atomeval.store import flatten, to_line

PARQUET = ".parquet"


class Partition(msgspec.Struct, frozen=True):
    """Rows ``first`` to ``first + rows`` of a file (lines, from 0); ``start`` is the
    byte where they begin, 0 in a Parquet file."""

    path: str
    index: int
    first: int
    rows: int
    start: int


def partitions(path: Path, size: int) -> list[Partition]:
    """Cut a JSONL or Parquet file into partitions of ``size`` rows.

    Raises:
        InputError: the file cannot be read, or is of another kind.
    """
    if path.suffix.lower() == PARQUET:
        from pyarrow.parquet import ParquetFile

        total = ParquetFile(path).metadata.num_rows
        firsts = range(0, total, size)
        return [
            Partition(str(path), index, first, min(size, total - first), 0)
            for index, first in enumerate(firsts)
        ]
    if path.suffix.lower() != ".jsonl":
        raise InputError(f"{path}: partitions need a .jsonl or .parquet file.")
    found: list[Partition] = []
    start = position = count = first = 0
    with path.open("rb") as stream:
        for line in stream:
            position += len(line)
            count += 1
            if count == size:
                found.append(Partition(str(path), len(found), first, count, start))
                first, start, count = first + size, position, 0
    if count:
        found.append(Partition(str(path), len(found), first, count, start))
    return found


def rows_of(part: Partition) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    """Yield the numbered rows of a partition."""
    if part.path.lower().endswith(PARQUET):
        yield from enumerate(_parquet_rows(part), part.first + 1)
        return
    with Path(part.path).open("rb") as stream:
        stream.seek(part.start)
        for number, line in islice(numbered_lines(stream), part.rows):
            if line.strip():
                at = part.first + number
                yield at, decode_json(line, part.path, at)


def _parquet_rows(part: Partition) -> Iterator[dict[str, Any]]:
    from pyarrow.parquet import ParquetFile

    seen = 0
    for batch in ParquetFile(part.path).iter_batches(batch_size=1024):
        if seen + len(batch) > part.first:
            low = max(0, part.first - seen)
            for row in batch.slice(low).to_pylist():
                if seen + low >= part.first + part.rows:
                    return
                yield {key: value for key, value in row.items() if value is not None}
                low += 1
        seen += len(batch)


def row_hash(case: Case) -> str:
    """Return the id of a row that depends on its content alone: 32 hex digits."""
    return hashlib.blake2b(msgspec.json.encode(case), digest_size=16).hexdigest()


def score(part: Partition, engine: AtomEval, folder: Path, kind: str) -> None:
    """Score a partition into ``folder``; its files appear when they are whole."""
    cases: list[Case] = []
    problems: list[RowProblem] = []
    for line, row in rows_of(part):
        found = row if isinstance(row, RowProblem) else parse_case(row, part.path, line)
        (problems if isinstance(found, RowProblem) else cases).append(found)  # type: ignore[arg-type]
    records = list(engine.run(cases))
    if problems:
        lines = b"".join(msgspec.json.encode(one) + b"\n" for one in problems)
        _appear(problems_file(folder, part), lines)
    if kind == PARQUET:
        _parquet(result_file(folder, part, kind), records)
    else:
        _appear(result_file(folder, part, kind), b"".join(map(to_line, records)))


def result_file(folder: Path, part: Partition, kind: str) -> Path:
    """Return where the records of a partition stand."""
    return folder / f"part-{part.index:08}{kind}"


def problems_file(folder: Path, part: Partition) -> Path:
    """Return where the bad rows of a partition stand, if it has any."""
    return folder / f"part-{part.index:08}.problems.jsonl"


def _appear(path: Path, content: bytes) -> None:
    fresh = path.with_name(f"{path.name}.{id(content):x}.new")
    fresh.write_bytes(content)
    fresh.replace(path)


def _parquet(path: Path, records: list[Record]) -> None:
    """Write records as columns to search by, and each whole as JSON."""
    import pyarrow
    from pyarrow.parquet import write_table

    columns: Mapping[str, list[str]] = {
        "row": [row_hash(record.case) for record in records],
        "id": [record.case.id for record in records],
        "status": [record.decision.status for record in records],
        "reason": [record.decision.reason for record in records],
        "record": [
            json.dumps(flatten(record), ensure_ascii=False) for record in records
        ],
    }
    text = pyarrow.string()
    arrays = {
        name: pyarrow.array(values, type=text) for name, values in columns.items()
    }
    fresh = path.with_name(f"{path.name}.{id(records):x}.new")
    write_table(pyarrow.table(arrays), fresh)
    fresh.replace(path)
