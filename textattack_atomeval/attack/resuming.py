"""Going on with an attack from its checkpoint; what is read from one is not trusted.

A checkpoint may come from anybody. Of its options, only those count that name no file,
no code and no server; all others must be given again on the command line.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import textattack
from textattack import Attack, AttackArgs, Attacker
from textattack.datasets import Dataset
from textattack.shared import AttackCheckpoint

from textattack_atomeval.attack.checkpoint import (
    Checkpoint,
    JsonCheckpoint,
    LogState,
    find,
    load,
)
from textattack_atomeval.attack.loggers import LogManager
from textattack_atomeval.data import Signature
from textattack_atomeval.errors import InputError
from textattack_atomeval.guard import where

PICKLE = ".ta.chkpt"
_CHANGEABLE = ("parallel", "checkpoint_dir", "checkpoint_interval")
#: Names that nothing is built from but parts that are installed.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
#: Options that a checkpoint may bring whatever their value is: numbers,
#: flags, and what argparse holds to a choice.
_NUMBERS = frozenset(
    "num_examples num_successful_examples num_examples_offset query_budget shuffle "
    "random_seed attack_n model_batch_size model_cache_size constraint_cache_size "
    "num_workers_per_device disable_stdout silent enable_advance_metrics samples "
    "preserve_atoms attack_evidence attacked_label surface "
    "checkpoint_interval parallel overwrite".split()
)
#: Options that it may bring when their value is the bare name of a part.
_NAMES = frozenset(
    "attack_recipe policy format on_unscored "
    "csv_coloring_style only column goal_function search_method transformation "
    "constraints model".split()
)


class ResumableAttacker(Attacker):
    """TextAttack's attacker with checkpoints in JSON.

    Attributes:
        logs: how long each log was at the checkpoint that it goes on from.
    """

    _point: Checkpoint | None = None

    def __init__(
        self, attack: Attack, dataset: Dataset, manager: LogManager, args: AttackArgs
    ) -> None:
        super().__init__(attack, dataset, args)
        self.attack_log_manager = manager

    @property
    def logs(self) -> dict[str, LogState]:
        """The logs of the checkpoint that the run goes on from."""
        return self._point.logs if self._point else {}

    def go_on(self, point: Checkpoint) -> None:
        """Go on from a checkpoint."""
        self._point = point
        self._checkpoint = point.of_host(self.attack_args, self.attack_log_manager)

    def check(self, signature: Signature) -> None:
        """Keep what makes the records, and compare it with the checkpoint's.

        Raises:
            InputError: the rest of the run would be made by something else.
        """
        self.attack_log_manager.signature = str(signature)
        if self._point and self._point.signature != str(signature):
            raise InputError(
                f"The checkpoint was made by {self._point.signature}, this run would "
                f"be made by {signature}; give the same options or start anew."
            )

    def attack_dataset(self) -> Any:
        """Attack what is left, with JSON checkpoints in the place of pickles."""
        with mock.patch.object(textattack.shared, "AttackCheckpoint", JsonCheckpoint):
            return super().attack_dataset()

    def _attack(self) -> None:
        if self._point is not None:  # the host has just seeded anew
            try:
                self._point.randomness.restore()
            except Exception as error:  # every generator has exceptions of its own
                raise InputError(
                    f"The checkpoint's random state is unusable ({where(error)}); "
                    "start the run anew."
                ) from error
        super()._attack()


def resumed(
    attack: Attack,
    dataset: Dataset,
    manager: LogManager,
    path: Path,
    given: Mapping[str, Any],
    trust: bool,
) -> ResumableAttacker:
    """Return the attacker that goes on from the checkpoint at ``path``.

    ``given`` may change how the run is done, and names the files to be written.

    Raises:
        InputError: there is no such checkpoint, it is a pickle that is not trusted, or
            it belongs to another data set.
    """
    changes = {
        name: value
        for name, value in given.items()
        if name in _CHANGEABLE or name.startswith("log_")
    }
    if trust and (path.is_dir() or path.name.endswith(PICKLE)):
        return _unpickled(attack, dataset, manager, find(path, PICKLE), changes)
    point = load(find(path))
    _fits(point.worklist + point.candidates, dataset)
    manager.command = tuple(point.command)
    try:
        args = point.args(**changes)
        attacker = ResumableAttacker(attack, dataset, manager, args)
        attacker.go_on(point)
    except Exception as error:  # whatever is wrong with what somebody wrote
        raise InputError(
            f"{path} is no usable checkpoint ({where(error)}); start the run anew."
        ) from error
    return attacker


def _unpickled(
    attack: Attack,
    dataset: Dataset,
    manager: LogManager,
    path: Path,
    changes: Mapping[str, Any],
) -> ResumableAttacker:
    """Go on from a pickle of TextAttack's; the caller trusts it."""
    saved = AttackCheckpoint.load(str(path))  # unsafe: only behind --trust-checkpoint
    _fits([*saved.worklist, *saved.worklist_candidates], dataset)
    for name, value in {**_without_logs(saved), **changes}.items():
        setattr(saved.attack_args, name, value)
    manager.results = list(saved.attack_log_manager.results)
    saved.attack_log_manager = manager
    attacker = ResumableAttacker(attack, dataset, manager, saved.attack_args)
    attacker._checkpoint = saved
    return attacker


def _without_logs(saved: AttackCheckpoint) -> dict[str, None]:
    return {name: None for name in vars(saved.attack_args) if name.startswith("log_")}


def _fits(worklist: Sequence[int], dataset: Dataset) -> None:
    if any(not 0 <= index < len(dataset) for index in worklist):
        raise InputError(
            f"The checkpoint has examples beyond the {len(dataset)} of this data set; "
            "give the data set that it was made with."
        )


def options(
    parser: argparse.ArgumentParser, point: Checkpoint, given: Sequence[str]
) -> argparse.Namespace:
    """Return the options of a checkpoint's run; unsafe ones must be ``given`` again.

    Raises:
        InputError: an option is missing among those given, or differs.
    """
    saved, again = parser.parse_args(point.command), parser.parse_args(list(given))
    default = parser.parse_args([])
    missing: list[str] = []
    for name, value in vars(saved).items():
        if name in _CHANGEABLE:  # new ones go beside the old one unless told
            continue
        # Some of the host's options have no default, and no value when not given.
        usual, now = getattr(default, name, None), getattr(again, name, None)
        if now not in (usual, value):
            raise InputError(
                f"--{name.replace('_', '-')} was {value!r} in this run, not {now!r}; "
                "give the same or start a new run."
            )
        if value != usual and now != value and not _harmless(name, value):
            missing.append(_spelt(parser, name, value))
    if missing:
        raise InputError(
            "A checkpoint may not name files, code or servers. If these are yours, "
            f"give them again: {' '.join(missing)}"
        )
    return saved


def _harmless(name: str, value: object) -> bool:
    parts = value if isinstance(value, list) else [value]
    if name == "dataset_from_huggingface":  # where the host puts --dataset
        return value == "sample"
    return name in _NUMBERS or (
        name in _NAMES
        and all(isinstance(part, str) and _NAME.fullmatch(part) for part in parts)
    )


def _spelt(parser: argparse.ArgumentParser, name: str, value: object) -> str:
    flags = next(a.option_strings for a in parser._actions if a.dest == name)
    flag = max(flags, key=len)
    if value is True:
        return flag
    parts = value if isinstance(value, list) else [value]
    return shlex.join([flag, *map(str, parts)])
