"""``repair``: mend invalid raw successes by their diagnosis, and measure again."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from textattack_atomeval.appending import AppendFile
from textattack_atomeval.cli.console import batches, progress
from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.cli.generate_options import given_parameters
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import Repairer, load_generator
from textattack_atomeval.generation.store import RewriteStore, to_row
from textattack_atomeval.io import read_cases
from textattack_atomeval.metrics import outcome
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.report.formats import markdown_table, text_table
from textattack_atomeval.report.repairs import Repair, count_repairs, repairs_table
from textattack_atomeval.store import read_records, to_line
from textattack_atomeval.victims import load_victim
from textattack_atomeval.victims.base import Victim, verdicts

_BATCH = 16
_ANSWERED = (
    *("raw", "prompts", "parameters"),
    *("calls", "prompt_tokens", "completion_tokens", "seconds"),
)


def run(args: argparse.Namespace) -> int:
    """Repair the invalid raw successes of ``args.records`` and print the table.

    The victim must be the one that the records were made with. With ``--out`` the
    answers are kept beside it as they come, so that a killed run asks nothing twice.
    Returns 1 when the generator did nothing but fail, 3 when it failed on a rewrite,
    else 0.

    Raises:
        InputError: there is no invalid raw success, or an option cannot be used.
        ModelUnavailableError: the generator or the victim cannot be loaded.
        StoreError: a file cannot be read or written, or holds other answers.
    """
    found = [r for r in read_records(args.records) if outcome(r) == "invalid_success"]
    if not found:
        raise InputError(
            f"{args.records} has no invalid raw success to repair; it must hold "
            "records with victim labels, as `attack --log-records` writes them."
        )
    if args.limit is not None and args.limit < len(found):
        found = random.Random(args.sample_seed).sample(found, args.limit)
    repairer = Repairer(
        load_generator(args.generator, **given_parameters(args)), args.prompts
    )
    victim = load_victim(args.victim, allow_download=bool(args.allow_download))
    engine = build_engine(args)
    with tempfile.TemporaryDirectory(prefix="atomeval-") as name:
        answers = Path(name, "answers.jsonl")
        if args.out is not None:
            answers = args.out.with_name(f"{args.out.name}.answers.jsonl")
        failure = ask(found, repairer, answers, overwrite=args.overwrite)
        if failure:
            print(f"textattack-atomeval: {failure}", file=sys.stderr)
            return 1
        repairs = measure(found, answers, engine, victim)
    if args.out is not None:
        with closing(AppendFile(args.out)) as file:
            file.replace(to_line(repair.after) for repair in repairs)
    counts = count_repairs(repairs, victim.name)
    print(engine.signature(victim=victim.name, generator=repairer.generator.name))
    if args.format == "json":
        print(json.dumps(msgspec.to_builtins(counts), indent=2))
    else:
        write = markdown_table if args.format == "markdown" else text_table
        print(f"\n{write(repairs_table(counts))}")
    return 3 if any(repair.after.case.error for repair in repairs) else 0


def ask(
    records: Sequence[Record], repairer: Repairer, path: Path, *, overwrite: bool
) -> str:
    """Fill ``path`` with the answers that it lacks; return why that was given up.

    A whole batch of failures ends it: the server is away, the key is wrong.
    """
    with RewriteStore(path, overwrite=overwrite) as store:
        requests = [repairer.request(record) for record in records]
        missing = [
            (record, request)
            for record, request in zip(records, requests, strict=True)
            if not store.holds(request.row_id(record.case.id), request.key)
        ]
        todo = progress(missing, len(missing), "Repairing")
        for part in batches(todo, _BATCH):
            rewrites = repairer.repair([record for record, _ in part])
            for (record, request), rewrite in zip(part, rewrites, strict=True):
                store.append(to_row(record.case, request, rewrite))
            failed = [one.reason for one in rewrites if one.status == "error"]
            if len(failed) == _BATCH:
                again = "mend that and run the same command again."
                return f"{_BATCH} requests in a row failed ({failed[-1]}); {again}"
    return ""


def measure(
    records: Sequence[Record], path: Path, engine: AtomEval, victim: Victim
) -> list[Repair]:
    """Ask gate and victim about the answers of :func:`ask`, one a record."""
    rows = (row for row in read_cases(path) if isinstance(row, Case))
    answers = {row.extra["claim_id"]: row for row in rows}
    told = [answers[record.case.id] for record in records]
    written = [answer for answer in told if answer.rewrite]
    labels: dict[str, str] = {}
    for part in batches(written, _BATCH):
        judged = verdicts(victim, [(one.rewrite, one.evidence) for one in part])
        labels |= {one.id: label for one, label in zip(part, judged, strict=True)}
    cases = [
        _mended(record.case, answer, labels.get(answer.id))
        for record, answer in zip(records, told, strict=True)
    ]
    return [
        Repair(before=record, after=after)
        for record, after in zip(records, engine.run(cases), strict=True)
    ]


def _mended(case: Case, answer: Case, label: str | None) -> Case:
    made = {name: answer.extra[name] for name in _ANSWERED}
    return msgspec.structs.replace(
        case,
        id=answer.id,
        rewrite=answer.rewrite,
        generator=answer.generator,
        victim_after=label,
        abstained=answer.abstained,
        error=answer.error,
        extra={**case.extra, "repaired_from": case.rewrite, **made},
    )
