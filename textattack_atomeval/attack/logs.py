"""Which logs a run writes: the host's, ours, and the rows of the summary."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textattack import AttackArgs
from textattack.loggers import FileLogger, Logger

from textattack_atomeval.attack.checkpoint import LogState
from textattack_atomeval.attack.dashboards import (
    EscapingVisdomLogger,
    EscapingWandbLogger,
)
from textattack_atomeval.attack.loggers import (
    RecordLogger,
    StreamingCSVLogger,
    TextLogger,
)
from textattack_atomeval.attack.metrics import summary_metrics
from textattack_atomeval.attack.records import Recorder
from textattack_atomeval.attack.resuming import ResumableAttacker
from textattack_atomeval.data import Signature
from textattack_atomeval.errors import InputError

Files = Mapping[str, str | Path | None]


def add_logs(
    attacker: ResumableAttacker, signature: Signature, files: Files, overwrite: bool
) -> None:
    """Give the manager the host's loggers, ours, and the rows of the summary.

    ``files`` may name ``out`` (records) and ``csv``. Of a resumed run, each file is cut
    to what it was at the checkpoint.

    Raises:
        InputError: a file of the checkpoint is not given again, or is not as it was,
            or something else made it.
    """
    attacker.check(signature)
    args, manager = attacker.attack_args, attacker.attack_log_manager
    recorder, states = manager.recorder, attacker.logs
    wandb, args.log_to_wandb = args.log_to_wandb, None
    visdom, args.log_to_visdom = args.log_to_visdom, None
    text, args.log_to_txt = args.log_to_txt, None
    stock = AttackArgs.create_loggers_from_args(args)
    manager.metrics = {
        **summary_metrics(recorder, signature.mode, surface=bool(recorder.scorer)),
        **stock.metrics,
    }
    manager.loggers += [log for log in stock.loggers if type(log) is not FileLogger]
    manager.loggers += [log for log in stock.loggers if type(log) is FileLogger]
    given = {**files, "log_to_txt": _text_path(text, states.get("log_to_txt"))}
    written = _checked(states, given)
    if (path := given["log_to_txt"]) is not None:
        state = states.get("log_to_txt")
        results, done = state.results if state else 0, written.get("log_to_txt")
        manager.loggers.append(TextLogger(str(path), written=done, results=results))
    manager.loggers += _boards(wandb, visdom, recorder)
    if (out := files.get("out")) is not None:
        settings = {"signature": str(signature), "recipe": recorder.name}
        done = written.get("out")
        manager.loggers.append(
            RecordLogger(out, recorder, settings, overwrite=overwrite, written=done)
        )
    if (csv := files.get("csv")) is not None:
        color = None if args.csv_coloring_style == "plain" else args.csv_coloring_style
        done = written.get("csv")
        manager.loggers.append(
            StreamingCSVLogger(csv, recorder, color, overwrite=overwrite, written=done)
        )


def _boards(
    wandb: Mapping[str, Any] | None,
    visdom: Mapping[str, Any] | None,
    recorder: Recorder,
) -> list[Logger]:
    found: list[Logger] = []
    if wandb is not None:
        found.append(EscapingWandbLogger(recorder, **wandb))
    if visdom is not None:
        found.append(EscapingVisdomLogger(recorder, **visdom))
    return found


def _checked(states: Mapping[str, LogState], given: Files) -> dict[str, int]:
    """Return how much of each given file belongs to the checkpoint."""
    for option, state in states.items():
        path = given.get(option)
        if path is None:
            raise InputError(
                f"The run also wrote {option} {state.path}; a checkpoint may not name "
                "the files to be written, so give that option again."
            )
        state.check(path, option)
    return {option: state.written for option, state in states.items()}


def _text_path(given: str | None, state: LogState | None) -> str | None:
    """Return the text log's file as the host does: a name of its own in a folder."""
    if given is None or given.lower().endswith(".txt"):
        return given
    if state is not None and os.path.realpath(given) == os.path.dirname(
        os.path.realpath(state.path)
    ):
        return state.path
    return os.path.join(given, f"{time.strftime('%Y-%m-%d-%H-%M')}-log.txt")
