"""``attack``: TextAttack's command, with VASR and the diagnostics beside ASR."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from textattack_atomeval.cli.arguments import (
    FORMATS,
    add_engine,
    add_format,
    add_surface,
)
from textattack_atomeval.cli.engine import build_engine, build_scorer, is_embedded

PROG = "textattack-atomeval attack"


def run(args: argparse.Namespace) -> int:
    """Parse ``args.rest`` with TextAttack's options and ours, attack, report.

    Returns 3 when an example had no result (a model or a server failed), else 0.
    """
    return start(args.rest)


def start(argv: Sequence[str], resume: Path | None = None, **changes: object) -> int:
    """Attack as ``argv`` says, with ``changes`` to the parsed options."""
    from textattack_atomeval.attack import command  # imports TextAttack
    from textattack_atomeval.attack.engine import EngineHandle

    parser = command.build_parser(PROG)
    engine_options = parser.add_argument_group("engine")
    add_engine(engine_options)
    add_surface(engine_options)
    add_format(engine_options, FORMATS)
    args = _resumed(parser, argv, resume, changes) if resume else None
    args = args or parser.parse_args(argv)
    vars(args).update(changes)
    if is_embedded(args):  # pickles by its settings, so it works in parallel
        handle = EngineHandle(args.policy, args.cache_dir)
    else:
        handle = EngineHandle(engine=build_engine(args))
    found = command.attack(args, handle, build_scorer(args), argv, resume)
    if found is None:
        return 0
    _, report = found
    print(report.render(args.format).rstrip("\n"))
    return 3 if report.summary.total.outcomes.get("error") else 0


def _resumed(
    parser: argparse.ArgumentParser,
    argv: Sequence[str],
    resume: Path,
    changes: Mapping[str, object],
) -> argparse.Namespace | None:
    """Return the options of a checkpoint's run, None where it is a trusted pickle."""
    from textattack_atomeval.attack.checkpoint import find, load
    from textattack_atomeval.attack.resuming import options

    if changes.get("trust_checkpoint"):
        return None
    path = find(resume)
    point = load(path)
    args = options(parser, point, argv)
    args.checkpoint_dir = str(path.parent)
    table = point.logs.get("csv")
    if table is not None and args.log_to_csv is not None:
        # The run chose a name of its own in the folder that was given.
        if Path(table.path).parent.resolve() == Path(args.log_to_csv).resolve():
            args.log_to_csv = table.path
    return args
