"""``evaluate``: score a file of rewrites and print the report."""

from __future__ import annotations

import argparse
import functools
import tempfile
from collections.abc import Iterator
from pathlib import Path

from textattack_atomeval.cli.cluster import score_on_ray
from textattack_atomeval.cli.console import ProblemLog, progress, say
from textattack_atomeval.cli.engine import (
    add_labels,
    add_surface,
    build_engine,
    build_scorer,
)
from textattack_atomeval.data import Record
from textattack_atomeval.engines import Processes
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import fingerprint, read_cases
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.reading import printable, spooled
from textattack_atomeval.report import summarize
from textattack_atomeval.store import ResultStore, read_records
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.victims import Victim, load_victim


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
    if args.engine == "ray":
        score_on_ray(source, out, args, settings, log)
    else:
        _score_here(source, out, args, settings, log, engine, scorer, victim, lines)
    log.close()
    if not log.rows:
        raise InputError(f"{args.cases} has no usable row; see the lines above.")
    counter = Unscored()
    report = summarize(counter.watch(read_records(out)), signature, log.fatal)
    counter.tell()
    print(report.render(args.format).rstrip("\n"))
    return 3 if log.fatal or counter.count else 0


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
        cases = store.pending(log.keep(read_cases(source)))
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


class Unscored:
    """Counts the rewrites without a verdict on their way to the report."""

    count = 0
    failed = 0
    _first = ""

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records and count."""
        for record in records:
            unscored = record.decision.status == "unscored"
            self.count += unscored and not record.case.abstained
            if record.decision.failed:
                self.failed += 1
                self._first = self._first or f"{record.case.id}: {_reason(record)}"
            yield record

    def tell(self) -> None:
        """Say how many rows ended in an error, and show the first one."""
        if self.failed:
            say(
                f"{self.failed} rows ended in an error; please report it. "
                f"The first, row {self._first}"
            )


def _reason(record: Record) -> str:
    return printable(record.decision.reason)
