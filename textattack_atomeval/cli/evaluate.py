"""``evaluate``: score a file of rewrites and print the report."""

from __future__ import annotations

import argparse
import functools
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from textattack_atomeval.cli.cluster import score_on_ray
from textattack_atomeval.cli.console import ProblemLog, progress, say
from textattack_atomeval.cli.engine import (
    add_labels,
    add_surface,
    build_engine,
    build_scorer,
    with_attacked_label,
)
from textattack_atomeval.data import Case, Record
from textattack_atomeval.engines import Processes
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import fingerprint, read_cases
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.reading import printable, spooled
from textattack_atomeval.report import Report, summarize
from textattack_atomeval.store import ResultStore, read_records
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.victims import Victim, load_victim

#: Fields of a record by the field of the signature that they fill.
_OF_RUN = {
    "mode": "mode",
    "victim": "victim",
    "attacked_label": "attacked",
    "evidence_protocol": "evidence",
}


def run(args: argparse.Namespace) -> int:
    """Score ``args.cases``, print the report and return the exit code."""
    with tempfile.TemporaryDirectory(prefix="atomeval-") as name:
        folder = Path(name)
        source = spooled(args.cases, folder)
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
    settings["attacked_label"] = args.attacked_label or ""
    if args.engine == "ray":
        score_on_ray(source, out, args, settings, log)
    else:
        _score_here(source, out, args, settings, log, engine, scorer, victim, lines)
    log.close()
    if not log.rows:
        raise InputError(f"{args.cases} has no usable row; see the lines above.")
    watcher = _Watcher()
    report = watcher.signed(
        summarize(watcher.watch(read_records(out)), signature, log.fatal)
    )
    watcher.tell()
    print(report.render(args.format).rstrip("\n"))
    return 3 if log.fatal or watcher.count else 0


def _score_here(
    source: Path,
    out: Path,
    args: argparse.Namespace,
    settings: dict[str, str],
    log: ProblemLog,
    engine: AtomEval,
    scorer: SurfaceScorer | None,
    victim: Victim | None,
    lines: int,
) -> None:
    """Score what ``out`` lacks in this process, or in several on this machine."""
    with ResultStore(out, settings, overwrite=args.overwrite) as store:
        read = log.keep(read_cases(source))
        cases: Iterator[Case] = store.pending(
            with_attacked_label(case, args.attacked_label) for case in read
        )
        if victim is not None:
            cases = add_labels(cases, victim, engine.guard)
        records = _scorer(args, engine).run(cases)
        if scorer:
            records = add_surface(records, scorer, engine.guard)
        for record in progress(records, lines - store.done, "Scoring"):
            store.append(record)


def _scorer(args: argparse.Namespace, engine: AtomEval) -> AtomEval | Processes:
    """Return what runs the cases: this process, or as many as were asked for."""
    if args.workers == 1:
        return engine
    make = functools.partial(build_engine, args)
    return Processes(make, args.workers, strict_errors=engine.guard.strict)


class _Watcher:
    """Sees the records on their way to the report: what they are, and of what run."""

    def __init__(self) -> None:
        self.count = 0  # of rewrites without a verdict
        self._failed = 0
        self._first = ""
        self._said: dict[str, set[str]] = {name: set() for name in _OF_RUN}

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records and count."""
        for record in records:
            case = record.case
            unscored = record.decision.status == "unscored"
            self.count += unscored and not case.abstained
            if record.decision.failed:
                self._failed += 1
                self._first = self._first or f"{case.id}: {_reason(record)}"
            for name, values in self._said.items():
                values.add(str(case.extra.get(name) or ""))
            yield record

    def tell(self) -> None:
        """Say how many rows ended in an error, and show the first one."""
        if self._failed:
            say(
                f"{self._failed} rows ended in an error; please report it. "
                f"The first, row {self._first}"
            )

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


def _reason(record: Record) -> str:
    return printable(record.decision.reason)
