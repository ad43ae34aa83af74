"""``evaluate --engine ray``: partitions scored on a cluster, joined in order."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import msgspec

from textattack_atomeval.cli.console import ProblemLog
from textattack_atomeval.cli.engine import build_engine, with_attacked_label
from textattack_atomeval.errors import InputError
from textattack_atomeval.store import ResultStore


def score_on_ray(
    source: Path,
    out: Path,
    args: argparse.Namespace,
    settings: Mapping[str, str],
    log: ProblemLog,
) -> None:
    """Score ``source`` in partitions (``<out>.parts``), and join them into ``out``.

    Raises:
        InputError: an option is given that has no place on a cluster.
        ModelUnavailableError: Ray is not installed.
        StoreError: results of other settings are there.
    """
    from textattack_atomeval.engines.ray import RayRun

    for name in ("ask_victim", "surface", "sbert", "causal_lm"):
        if getattr(args, name):
            option = name.replace("_", "-")
            raise InputError(f"--{option} does not go with --engine ray; leave it out.")
    if args.overwrite:
        raise InputError(
            "--overwrite does not go with --engine ray; remove the .parts folder."
        )
    run = RayRun(
        source.absolute(),
        out.with_name(f"{out.name}.parts"),
        functools.partial(build_engine, args),
        dict(settings),
        workers=args.workers,
        size=args.partition_size,
    )
    run.work()
    for problem in run.problems():
        log.report(problem)
    with ResultStore(out, settings) as store:
        for record in islice(run.records(), store.done, None):
            case = with_attacked_label(record.case, args.attacked_label)
            store.append(msgspec.structs.replace(record, case=case))
    log.rows = sum(1 for _ in run.records())
