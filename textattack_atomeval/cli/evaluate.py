"""``evaluate``: score a file of rewrites and print the report."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from textattack_atomeval.cli.console import ProblemLog, progress
from textattack_atomeval.cli.engine import (
    add_labels,
    add_surface,
    build_engine,
    build_scorer,
)
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import fingerprint, read_cases
from textattack_atomeval.report import Report, summarize
from textattack_atomeval.store import ResultStore, read_records
from textattack_atomeval.victims import load_victim


def run(args: argparse.Namespace) -> int:
    """Score ``args.cases``, print the report and return the exit code."""
    with tempfile.TemporaryDirectory(prefix="atomeval-") as name:
        folder = Path(name)
        source = _spooled(args.cases, folder)
        out = args.out or folder / "records.jsonl"
        return score(source, out, args)


def score(source: Path, out: Path, args: argparse.Namespace) -> int:
    """Score one file into ``out``, continuing it, and print the report.

    Raises:
        InputError: the file cannot be read or has no usable row.
    """
    digest, lines = fingerprint(source)
    if out.exists() and out.samefile(source):
        raise InputError(f"--out {out} is the input itself; choose another file.")
    engine, scorer = build_engine(args), build_scorer(args)
    victim = load_victim(args.ask_victim) if args.ask_victim else None
    name = args.victim or (victim.name if victim else None)
    signature = engine.signature(victim=name, generator=args.generator)
    log = ProblemLog()
    settings = {"signature": str(signature), "input": digest}
    settings["surface"] = scorer.name if scorer else "none"
    with ResultStore(out, settings, overwrite=args.overwrite) as store:
        cases = store.pending(_labelled(log.keep(read_cases(source)), args))
        if victim is not None:
            cases = add_labels(cases, victim)
        records = engine.run(cases)
        if scorer:
            records = add_surface(records, scorer)
        for record in progress(records, lines - store.done, "Scoring"):
            store.append(record)
    log.close()
    if not log.rows:
        raise InputError(f"{args.cases} has no usable row; see the lines above.")
    counter = _Watcher()
    report = counter.signed(
        summarize(counter.watch(read_records(out)), signature, log.fatal)
    )
    print(report.render(args.format).rstrip("\n"))
    return 3 if log.fatal or counter.count else 0


def _labelled(cases: Iterator[Case], args: argparse.Namespace) -> Iterator[Case]:
    """Yield the cases with the attacked label that was asked for, if one was."""
    for case in cases:
        if args.attacked_label is not None:
            extra = {**case.extra, "attacked_label": args.attacked_label}
            case = msgspec.structs.replace(case, extra=extra)
        yield case


class _Watcher:
    """Sees the records on their way to the report: what they are, and of what run."""

    def __init__(self) -> None:
        self.count = 0  # of rewrites without a verdict
        self._said: dict[str, set[str]] = {name: set() for name in _OF_RUN}

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        for record in records:
            case = record.case
            unscored = record.decision.status == "unscored"
            self.count += unscored and not case.abstained
            for name, values in self._said.items():
                values.add(str(case.extra.get(name) or ""))
            yield record

    def signed(self, report: Report) -> Report:
        """Return the report with the run that the records say they come from."""
        found = {
            _OF_RUN[name]: next(iter(values)) if len(values) == 1 else "mixed"
            for name, values in self._said.items()
        }
        found = {key: value for key, value in found.items() if value}
        summary = report.summary
        if summary.signature.victim:  # asked anew, or named
            found.pop("victim", None)
        signature = msgspec.structs.replace(summary.signature, **found)
        return Report(msgspec.structs.replace(summary, signature=signature))


#: Fields of a record by the field of the signature that they fill.
_OF_RUN = {
    "mode": "mode",
    "victim": "victim",
    "attacked_label": "attacked",
    "evidence_protocol": "evidence",
}


def _spooled(cases: str, folder: Path) -> Path:
    """Return the input as a file: a stream can be neither hashed nor read twice."""
    if cases != "-":
        return Path(cases)
    spooled = folder / "stdin.jsonl"
    with spooled.open("wb") as stream:
        shutil.copyfileobj(sys.stdin.buffer, stream)
    return spooled
