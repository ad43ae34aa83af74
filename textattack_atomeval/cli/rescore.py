"""``rescore``: validity and diagnostics for a log that TextAttack wrote earlier."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from textattack_atomeval.attack.columns import csv_line
from textattack_atomeval.attack.rescore import (
    LogRow,
    read_labels,
    read_log,
    rescored_cells,
    rescored_columns,
)
from textattack_atomeval.cli.console import ProblemLog, progress
from textattack_atomeval.cli.engine import add_surface, build_engine, build_scorer
from textattack_atomeval.data import Record
from textattack_atomeval.errors import InputError, StoreError
from textattack_atomeval.io import RowProblem, fingerprint
from textattack_atomeval.report import summarize
from textattack_atomeval.store import ResultStore, read_records


def run(args: argparse.Namespace) -> int:
    """Score ``args.log``, write what was asked for and print the report.

    Reads of ``args``: log, out, csv, overwrite, claim_column, labels, victim,
    generator, format, and what ``build_engine`` and ``build_scorer`` read.

    Raises:
        InputError: the log cannot be read or has no usable row.
        StoreError: a file cannot be written or continued.
    """
    log = Path(args.log)
    digest, lines = fingerprint(log)
    _check_paths(log, args.out, args.csv, args.overwrite)
    engine, scorer = build_engine(args), build_scorer(args)
    signature = engine.signature(victim=args.victim, generator=args.generator)
    problems = ProblemLog()
    settings = {
        "signature": str(signature),
        "input": digest,
        "surface": scorer.name if scorer else "none",
        "claim_column": args.claim_column or "",
        "labels": args.labels or "",
    }
    with tempfile.TemporaryDirectory(prefix="atomeval-") as folder:
        out = args.out or Path(folder) / "records.jsonl"
        with ResultStore(out, settings, overwrite=args.overwrite) as store:
            rows = problems.keep(_rows(log, args))
            records = engine.run(store.pending(row.case for row in rows))
            if scorer:
                records = add_surface(records, scorer)
            for record in progress(records, lines - 1 - store.done, "Scoring"):
                store.append(record)
        problems.close()
        if not problems.rows:
            raise InputError(f"{log} has no usable row; see the lines above.")
        if args.csv:
            _write_csv(args.csv, _usable(_rows(log, args)), read_records(out))
        report = summarize(read_records(out), signature, problems.fatal)
    print(report.render(args.format).rstrip("\n"))
    unscored = report.summary.total.decisions["unscored"]
    return 3 if problems.fatal or unscored else 0


def _rows(log: Path, args: argparse.Namespace) -> Iterator[LogRow | RowProblem]:
    labels = read_labels(args.labels) if args.labels else None
    return read_log(log, claim_column=args.claim_column, labels=labels)


def _usable(rows: Iterator[LogRow | RowProblem]) -> Iterator[LogRow]:
    return (row for row in rows if isinstance(row, LogRow))


def _check_paths(
    log: Path, out: Path | None, table: Path | None, overwrite: bool
) -> None:
    for name, path in (("--out", out), ("--csv", table)):
        if path is not None and path.exists() and path.samefile(log):
            raise InputError(f"{name} {path} is the log itself; choose another file.")
    if table is not None and table.exists() and not overwrite:
        raise StoreError(f"{table} exists; use --overwrite or choose another --csv.")


def _write_csv(path: Path, rows: Iterator[LogRow], records: Iterator[Record]) -> None:
    """Write the log with its new columns; the file appears when it is complete."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)  # never write through somebody's link
        with fresh.open("xb") as stream:
            for index, (row, record) in enumerate(zip(rows, records, strict=True)):
                if index == 0:
                    stream.write(csv_line(rescored_columns(row.cells)))
                stream.write(csv_line(rescored_cells(row, record)))
        os.replace(fresh, path)
    except OSError as error:
        raise StoreError(
            f"Cannot write {path}: {error.strerror}; choose another --csv."
        ) from error
