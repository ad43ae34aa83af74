"""``repair``: mend invalid raw successes by their diagnosis, and measure again."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence

import msgspec

from textattack_atomeval.cli.console import batches, progress
from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.cli.generate_options import given_parameters
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import Repairer, Rewrite, load_generator
from textattack_atomeval.metrics import outcome
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.report.formats import markdown_table, text_table
from textattack_atomeval.report.repairs import Repair, count_repairs, repairs_table
from textattack_atomeval.store import read_records, to_line
from textattack_atomeval.victims import load_victim
from textattack_atomeval.victims.base import Victim

_BATCH = 16


def run(args: argparse.Namespace) -> int:
    """Repair the invalid raw successes of ``args.records`` and print the table.

    The victim must be the one that the records were made with. Returns 3 when the
    generator failed on a rewrite, else 0.

    Raises:
        InputError: there is no invalid raw success, or an option cannot be used.
        ModelUnavailableError: the generator or the victim cannot be loaded.
        StoreError: a file cannot be read or written.
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
    repairs: list[Repair] = []
    for part in batches(progress(found, len(found), "Repairing"), _BATCH):
        repairs += mend(part, repairer, engine, victim)
    if args.out is not None:
        args.out.write_bytes(b"".join(to_line(repair.after) for repair in repairs))
    counts = count_repairs(repairs, victim.name)
    print(engine.signature(victim=victim.name, generator=repairer.generator.name))
    if args.format == "json":
        print(json.dumps(msgspec.to_builtins(counts), indent=2))
    else:
        write = markdown_table if args.format == "markdown" else text_table
        print(f"\n{write(repairs_table(counts))}")
    return 3 if any(repair.after.case.error for repair in repairs) else 0


def mend(
    records: Sequence[Record], repairer: Repairer, engine: AtomEval, victim: Victim
) -> list[Repair]:
    """Repair the records, then ask gate and victim about the mended rewrites."""
    rewrites = repairer.repair(records)
    usable = [rewrite for rewrite in rewrites if rewrite.status == "ok"]
    rows = iter(victim.predict([(r.text, r.evidence) for r in usable]))
    cases = []
    for record, rewrite in zip(records, rewrites, strict=True):
        label = None
        if rewrite.status == "ok":
            row = next(rows)
            label = victim.labels[row.index(max(row))]
        cases.append(_mended(record.case, rewrite, label, repairer))
    return [
        Repair(before=record, after=after)
        for record, after in zip(records, engine.run(cases), strict=True)
    ]


def _mended(
    case: Case, rewrite: Rewrite, label: str | None, repairer: Repairer
) -> Case:
    made = {
        "repaired_from": case.rewrite,
        "raw": rewrite.raw,
        "prompts": repairer.family.version,
        "parameters": dict(repairer.generator.parameters),
        "calls": rewrite.calls,
        "prompt_tokens": rewrite.prompt_tokens,
        "completion_tokens": rewrite.completion_tokens,
        "seconds": round(rewrite.seconds, 3),
    }
    return msgspec.structs.replace(
        case,
        id=f"{case.id}/repair",
        rewrite=rewrite.text,
        generator=repairer.generator.name,
        victim_after=label,
        abstained=rewrite.reason if rewrite.status == "abstained" else "",
        error=rewrite.reason if rewrite.status == "error" else "",
        extra={**case.extra, **made},
    )
