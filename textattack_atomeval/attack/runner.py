"""One attack over one data set: records, a report, logs that survive a kill."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import logging
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from textattack import Attack, AttackArgs, Attacker
from textattack import attacker as host_attacker
from textattack.datasets import Dataset
from textattack.shared import AttackCheckpoint
from textattack.shared import logger as host_logger

from textattack_atomeval.attack.dashboards import (
    EscapingVisdomLogger,
    EscapingWandbLogger,
)
from textattack_atomeval.attack.guard import GuardedAttack
from textattack_atomeval.attack.loggers import (
    LogManager,
    RecordLogger,
    StreamingCSVLogger,
)
from textattack_atomeval.attack.metrics import summary_metrics
from textattack_atomeval.attack.records import Recorder
from textattack_atomeval.attack.settings import Resolved, RunSettings, resolve
from textattack_atomeval.data import Record, Signature
from textattack_atomeval.errors import InputError
from textattack_atomeval.report import Report, summarize

_CHANGEABLE = {"parallel", "checkpoint_dir", "checkpoint_interval"}


def run(
    attack: Attack,
    dataset: Dataset,
    settings: RunSettings | None = None,
    **options: Any,
) -> tuple[list[Record], Report]:
    """Attack the data set and return the records and the report.

    Args:
        attack: any TextAttack attack. Whatever it is, it changes the claim alone and
            attacks claims of one verdict, unless the settings say otherwise.
        dataset: what to attack.
        settings: how.
        options: single fields of :class:`~textattack_atomeval.attack.settings.
            RunSettings`, and fields of TextAttack's ``AttackArgs`` (``num_examples``,
            -1 for all by default; ``query_budget``, ``shuffle``, ``parallel``,
            ``checkpoint_interval``, ``log_to_wandb``, …).

    Raises:
        InputError: the options do not fit each other, the data or the machine.
        StoreError: a file cannot be written or continued.
    """
    names = {field.name for field in dataclasses.fields(RunSettings)}
    own = {name: options.pop(name) for name in names & options.keys()}
    chosen = dataclasses.replace(settings or RunSettings(), **own)
    plan = resolve(attack, dataset, chosen)
    recorder = Recorder(
        plan.engine,
        family=plan.family,
        generator=plan.generator,
        victim_labels=plan.labels,
        column=chosen.column,
        recipe=chosen.recipe,
        scorer=chosen.scorer,
        run={
            "mode": plan.mode,
            "victim": plan.victim,
            "attacked_label": plan.attacked,
            "evidence_protocol": plan.evidence,
        },
    )
    guarded = GuardedAttack(plan.attack, plan.attacked)
    with quietly(chosen.quiet):
        if chosen.resume is None:
            args = _arguments(dataset, chosen.seed, chosen.quiet, options)
            attacker = Attacker(guarded, dataset, args)
            attacker.attack_log_manager = LogManager(recorder, mode=plan.mode)
            _add_logs(attacker, plan.signature(args.random_seed), chosen)
        else:
            path = Path(chosen.resume)
            attacker = _resumed(guarded, dataset, path, recorder, options)
        return _attacked(attacker, plan)


def _attacked(attacker: Attacker, plan: Resolved) -> tuple[list[Record], Report]:
    manager = attacker.attack_log_manager
    try:
        results = attacker.attack_dataset()
    finally:
        manager.close()
    records = [manager.recorder(result) for result in results]
    return records, summarize(records, plan.signature(attacker.attack_args.random_seed))


def _arguments(
    dataset: Dataset, seed: int, quiet: bool, given: Mapping[str, Any]
) -> AttackArgs:
    fields: dict[str, Any] = {"random_seed": seed, **given}
    if quiet:
        fields |= {"disable_stdout": True, "silent": True}
    budget = fields.get("query_budget")
    if budget is not None and budget < 1:
        raise InputError(
            f"Expected a query budget of at least 1, got {budget}: the victim's "
            "verdict on the unattacked claim is a query."
        )
    offset = fields.get("num_examples_offset", 0)
    if dataset and not 0 <= offset < len(dataset):
        raise InputError(
            f"The offset {offset} leaves nothing of the {len(dataset)} claims to "
            "attack: give a smaller one."
        )
    if fields.get("num_successful_examples"):
        if fields.get("checkpoint_interval"):  # the host fails at the first one
            raise InputError(
                "Checkpoints need a fixed number of examples: leave out "
                "num_successful_examples or checkpoint_interval."
            )
    else:
        # More examples than there are would fail at the first checkpoint.
        rest = max(0, len(dataset) - offset)
        wanted = fields.get("num_examples", -1)
        fields["num_examples"] = rest if wanted == -1 else min(wanted, rest)
    if fields.get("parallel"):
        _need_gpu()
    if fields.get("log_to_wandb") is not None:
        _need_package("wandb", "--log-to-wandb")
    try:
        return AttackArgs(**fields)
    except (AssertionError, TypeError) as error:
        raise InputError(f"Cannot attack with these options: {error}") from error


def _need_package(name: str, option: str) -> None:
    if importlib.util.find_spec(name) is None:
        raise InputError(
            f"{option} needs the package {name}, which is not installed: run `pip "
            f"install {name}`, or leave the option out."
        )


def _need_gpu() -> None:
    import torch

    if torch.cuda.device_count() == 0:
        raise InputError(
            "Parallel attacks need a GPU and there is none; leave out parallel."
        )


def _add_logs(attacker: Attacker, signature: Signature, settings: RunSettings) -> None:
    """Give the manager the host's loggers, ours, and the rows of the summary."""
    args, manager = attacker.attack_args, attacker.attack_log_manager
    recorder, overwrite = manager.recorder, settings.overwrite
    wandb, args.log_to_wandb = args.log_to_wandb, None
    visdom, args.log_to_visdom = args.log_to_visdom, None
    stock = AttackArgs.create_loggers_from_args(args)
    surface = recorder.scorer is not None
    rows = summary_metrics(recorder, signature.mode, surface=surface)
    manager.metrics = {**rows, **stock.metrics}
    manager.loggers += stock.loggers
    if wandb is not None:
        manager.loggers.append(EscapingWandbLogger(recorder, **wandb))
    if visdom is not None:
        manager.loggers.append(EscapingVisdomLogger(recorder, **visdom))
    if settings.out is not None:
        written = {"signature": str(signature), "recipe": recorder.name}
        logger = RecordLogger(settings.out, recorder, written, overwrite=overwrite)
        manager.loggers.append(logger)
    if settings.csv is not None:
        color = None if args.csv_coloring_style == "plain" else args.csv_coloring_style
        logger = StreamingCSVLogger(settings.csv, recorder, color, overwrite=overwrite)
        manager.loggers.append(logger)


def find_checkpoint(path: Path) -> Path:
    """Return the checkpoint that ``path`` is, or the last one of a folder.

    Raises:
        InputError: there is none.
    """
    if path.is_dir():
        found = sorted(path.glob("*.ta.chkpt"))
        path = found[-1] if found else path / "*.ta.chkpt"
    if not path.is_file():
        raise InputError(
            f"There is no checkpoint {path}: nothing to resume; check the path, or "
            "start the run anew."
        )
    return path


def _resumed(
    attack: GuardedAttack,
    dataset: Dataset,
    path: Path,
    recorder: Recorder,
    changes: Mapping[str, Any],
) -> Attacker:
    path = find_checkpoint(path)
    checkpoint = AttackCheckpoint.load(str(path))
    manager = checkpoint.attack_log_manager
    if not isinstance(manager, LogManager):
        raise InputError(
            f"{path} was not written by this runner; resume it with TextAttack's "
            "Attacker.from_checkpoint."
        )
    # A checkpoint holds no models: give its recorder those of this run.
    manager.recorder.engine = recorder.engine
    manager.recorder.scorer = recorder.scorer
    for name in _CHANGEABLE & changes.keys():
        setattr(checkpoint.attack_args, name, changes[name])
    attack.random_state = manager.random_state
    return Attacker.from_checkpoint(attack, dataset, checkpoint)


@contextlib.contextmanager
def quietly(quiet: bool) -> Iterator[None]:
    """Keep the host's prints away from standard output, which is the report's.

    It prints blank lines and checkpoint banners even when told to be silent, and draws
    its progress bar into files and pipes too: ``disable=None`` is on terminals only.
    """
    if not quiet:
        yield
        return
    level, bars = host_logger.level, host_attacker.tqdm
    host_logger.setLevel(logging.ERROR)
    host_attacker.tqdm = SimpleNamespace(tqdm=partial(bars.tqdm, disable=None))
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        host_attacker.tqdm = bars
        host_logger.setLevel(level)
