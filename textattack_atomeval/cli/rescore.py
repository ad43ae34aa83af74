"""``rescore``: validity and diagnostics for a log that TextAttack wrote earlier."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from textattack_atomeval.attack.columns import csv_line
from textattack_atomeval.attack.ownlog import said_of_run
from textattack_atomeval.attack.rescore import (
    LogRow,
    log_cells,
    read_labels,
    read_log,
    rescored_cells,
    rescored_columns,
)
from textattack_atomeval.cli.console import progress, say
from textattack_atomeval.cli.engine import (
    add_surface,
    build_engine,
    build_scorer,
    with_attacked_label,
)
from textattack_atomeval.data import Case, Record
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
    signature = engine.signature(**_of_run(log, args))
    seen = _Seen(args.attacked_label)
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
            records = engine.run(store.pending(seen.cases(_rows(log, args))))
            if scorer:
                records = add_surface(records, scorer, engine.guard)
            for record in progress(records, lines - 1 - store.done, "Scoring"):
                store.append(record)
        if len(seen.problems) == seen.rows:
            raise InputError(f"{log} has no usable row; see the lines above.")
        if args.csv:
            _write_csv(args.csv, log, _rows(log, args), read_records(out))
        report = summarize(read_records(out), signature, seen.problems)
    total = report.summary.total
    seen.tell(total.asr.total if total.asr else 0)
    print(report.render(args.format).rstrip("\n"))
    return 3 if seen.problems or total.decisions["unscored"] else 0


def _rows(log: Path, args: argparse.Namespace) -> Iterator[LogRow]:
    labels = read_labels(args.labels) if args.labels else None
    return read_log(log, claim_column=args.claim_column, labels=labels)


def _of_run(log: Path, args: argparse.Namespace) -> dict[str, str | None]:
    """Return what the signature says of the run that wrote the log."""
    said = said_of_run(log_cells(log))
    return {
        "mode": args.mode or said["mode"],
        "victim": args.victim or said.get("victim"),
        "generator": args.generator or said.get("generator"),
        "attacked": args.attacked_label or said.get("attacked_label") or "REFUTED",
        "evidence": said.get("evidence_protocol"),
    }


class _Seen:
    """Passes the log's cases on; keeps what is wrong with them, and counts them."""

    def __init__(self, attacked_label: str | None) -> None:
        self.problems: list[RowProblem] = []
        self.rows = self.attacked = 0
        self._label = attacked_label

    def cases(self, rows: Iterator[LogRow]) -> Iterator[Case]:
        for row in rows:
            self.rows += 1
            self.attacked += row.attacked
            if row.problem is not None:
                self.problems.append(row.problem)
                say(str(row.problem))
            yield with_attacked_label(row.case, self._label)

    def tell(self, base: int) -> None:
        """Say what became of rows that one would look for in the rates."""
        if self.problems:
            count = len(self.problems)
            say(f"{count} of {self.rows} rows could not be read: they count as errors")
        if base < self.attacked:
            say(
                f"warning: the rates are over {base} of the {self.attacked} claims "
                "that the log calls attacked; the others have another label than the "
                "attacked one (see --attacked-label) or outputs that contradict that"
            )


def _check_paths(
    log: Path, out: Path | None, table: Path | None, overwrite: bool
) -> None:
    for name, path in (("--out", out), ("--csv", table)):
        if path is not None and path.exists() and path.samefile(log):
            raise InputError(f"{name} {path} is the log itself; choose another file.")
    if table is not None and table.exists() and not overwrite:
        raise StoreError(f"{table} exists; use --overwrite or choose another --csv.")


def _write_csv(
    path: Path, log: Path, rows: Iterator[LogRow], records: Iterator[Record]
) -> None:
    """Write the log with its new columns; the file appears when it is complete."""
    fresh = path.with_name(f"{path.name}.new")
    columns = rescored_columns(log)
    try:
        fresh.unlink(missing_ok=True)  # never write through somebody's link
        with fresh.open("xb") as stream:
            stream.write(csv_line(columns))
            for row, record in zip(rows, records, strict=True):
                stream.write(csv_line(rescored_cells(row, record, columns)))
        os.replace(fresh, path)
    except OSError as error:
        raise StoreError(
            f"Cannot write {path}: {error.strerror}; choose another --csv."
        ) from error
