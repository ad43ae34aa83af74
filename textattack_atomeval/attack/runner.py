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
from textattack.shared import logger as host_logger

from textattack_atomeval.attack.guard import GuardedAttack
from textattack_atomeval.attack.loggers import LogManager
from textattack_atomeval.attack.logs import add_logs
from textattack_atomeval.attack.records import Recorder
from textattack_atomeval.attack.resuming import ResumableAttacker, resumed
from textattack_atomeval.attack.settings import RunSettings, resolve
from textattack_atomeval.data import Record, Signature
from textattack_atomeval.errors import InputError
from textattack_atomeval.report import Report, summarize


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
    with quietly(chosen.quiet):
        manager = LogManager(recorder, command=chosen.command, mode=plan.mode)
        parts = GuardedAttack(plan.attack, plan.attacked), dataset, manager
        if chosen.resume is None:
            args = _arguments(dataset, chosen.seed, chosen.quiet, options)
            attacker = ResumableAttacker(*parts, args)
        else:
            path = Path(chosen.resume)
            attacker = resumed(*parts, path, options, chosen.trust_checkpoint)
        signature = plan.signature(attacker.attack_args.random_seed)
        files = {"out": chosen.out, "csv": chosen.csv}
        add_logs(attacker, signature, files, chosen.overwrite)
        return _attacked(attacker, signature)


def _attacked(attacker: Attacker, signature: Signature) -> tuple[list[Record], Report]:
    manager = attacker.attack_log_manager
    try:
        results = attacker.attack_dataset()
    finally:
        manager.close()
    records = [manager.recorder(result) for result in results]
    return records, summarize(records, signature)


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
