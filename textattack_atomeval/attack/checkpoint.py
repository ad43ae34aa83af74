"""Checkpoints of an attack as JSON: nothing that is read from one can run.

TextAttack pickles its checkpoints, and whoever loads a pickle runs what it says. Here
a checkpoint holds plain values: the results so far, what is left to attack, the state
of every random generator (so that the rest comes out as in an unbroken run), and how
long each log was. A run has one, replaced as a whole, so that a kill leaves the old
one or the new one.
"""

from __future__ import annotations

import hashlib
import os
import random
import time
from collections import deque
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from textattack import AttackArgs
from textattack.shared import AttackCheckpoint

from textattack_atomeval import __version__
from textattack_atomeval.attack.loggers import (
    LogManager,
    RecordLogger,
    StreamingCSVLogger,
    TextLogger,
)
from textattack_atomeval.attack.saved import SavedAttack
from textattack_atomeval.errors import InputError

FORMAT = 1
SUFFIX = ".checkpoint.json"
_SUCCESSES = "num_successful_examples"
_KINDS = {RecordLogger: "out", StreamingCSVLogger: "csv", TextLogger: "log_to_txt"}


_Count = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields of the host's arguments that a checkpoint brings; none names a file."""

    num_examples: _Count = -1
    num_successful_examples: _Count | None = None
    num_examples_offset: _Count = 0
    attack_n: bool = False
    shuffle: bool = False
    query_budget: _Count | None = None
    random_seed: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)] = 765
    csv_coloring_style: Literal["plain", "file"] = "file"
    num_workers_per_device: _Count = 1
    disable_stdout: bool = False
    silent: bool = False
    enable_advance_metrics: bool = False

    @classmethod
    def of(cls, args: AttackArgs) -> Settings:
        """Return the settings among the host's arguments."""
        return cls(**{name: getattr(args, name) for name in cls.__struct_fields__})

    def given(self) -> dict[str, Any]:
        """Return the settings for the host's constructor."""
        found = msgspec.structs.asdict(self)
        unused = "num_examples" if self.num_successful_examples else _SUCCESSES
        del found[unused]
        return found


class LogState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a log belongs to a checkpoint, and the hash of that much."""

    path: str
    written: _Count
    digest: str
    results: int = 0

    @classmethod
    def of(cls, path: str | Path, results: int) -> LogState:
        """Describe the file as it is now."""
        size = Path(path).stat().st_size
        return cls(os.path.abspath(path), size, _digest(Path(path), size), results)

    def check(self, given: str | Path, option: str) -> None:
        """Make sure that ``given`` is that log, whatever was added since.

        Raises:
            InputError: it is another file, or does not begin as it did.
        """
        path = Path(given)
        if os.path.realpath(given) != os.path.realpath(self.path):
            raise InputError(
                f"The checkpoint's {option} is {self.path}, not {given}; give that one."
            )
        if not path.is_file() or path.stat().st_size < self.written:
            raise InputError(
                f"{path} is missing or shorter than it was at the checkpoint; start "
                "the run anew."
            )
        if _digest(path, self.written) != self.digest:
            raise InputError(
                f"{path} is not what it was at the checkpoint; start the run anew."
            )


class Randomness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The states of the generators of Python, numpy and torch."""

    python: tuple[int, tuple[int, ...], float | None]
    numpy: tuple[str, list[int], int, int, float]
    torch: list[int]
    cuda: list[list[int]] = []

    @classmethod
    def now(cls) -> Randomness:
        """Return the states of this moment."""
        import torch

        kind, keys, *rest = np.random.get_state(legacy=True)
        cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
        return cls(
            python=random.getstate(),
            numpy=(kind, np.asarray(keys).tolist(), *rest),
            torch=torch.get_rng_state().tolist(),
            cuda=[state.tolist() for state in cuda],
        )

    def restore(self) -> None:
        """Go on from here."""
        import torch

        kind, keys, at, has_gauss, gauss = self.numpy
        random.setstate(self.python)
        words = np.array(keys, dtype=np.uint32)
        np.random.set_state((kind, words, at, has_gauss, gauss))
        torch.set_rng_state(torch.tensor(self.torch, dtype=torch.uint8))
        if self.cuda and torch.cuda.is_available():
            states = [torch.tensor(state, dtype=torch.uint8) for state in self.cuda]
            torch.cuda.set_rng_state_all(states)


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a checkpoint file.

    ``signature`` names what made the records so far, ``command`` holds the options of
    ``textattack-atomeval attack``, ``started`` is the run's start in milliseconds and
    ``seen`` counts how often each example's id was given out.
    """

    format: int
    version: str
    signature: str
    command: list[str]
    started: _Count
    saved: Annotated[float, msgspec.Meta(ge=0, le=2**32)]
    settings: Settings
    worklist: list[int]
    candidates: list[int]
    results: list[SavedAttack]
    seen: dict[str, int]
    randomness: Randomness
    logs: dict[str, LogState]

    def args(self, **changes: Any) -> AttackArgs:
        """Return the host's arguments, some of them changed."""
        return AttackArgs(**{**self.settings.given(), **changes})

    def of_host(self, args: AttackArgs, manager: LogManager) -> AttackCheckpoint:
        """Return it as the host's loop wants it; ``manager`` gets the results."""
        manager.results = [result.attack_result() for result in self.results]
        manager.recorder.seen.update(self.seen)
        manager.started = self.started
        return JsonCheckpoint(
            args, manager, deque(self.worklist), deque(self.candidates), self.saved
        )


class JsonCheckpoint(AttackCheckpoint):
    """The host's checkpoint, saved as JSON; put it in the place of the host's."""

    def _verify(self) -> None:
        """Accept repeated examples, on which the host's check fails."""

    @property
    def path(self) -> Path:
        """The one file of this run."""
        name = f"{self.attack_log_manager.started}{SUFFIX}"
        return Path(self.attack_args.checkpoint_dir, name)

    def save(self, quiet: bool = False) -> None:
        """Put this state in the place of the run's last one, or change nothing."""
        path = self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.new")
        fresh.unlink(missing_ok=True)
        with fresh.open("xb") as stream:
            stream.write(msgspec.json.encode(self._content()))
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)

    def _content(self) -> Checkpoint:
        manager = self.attack_log_manager
        recorder = manager.recorder
        return Checkpoint(
            format=FORMAT,
            version=__version__,
            signature=manager.signature,
            command=list(manager.command),
            started=manager.started,
            saved=self.time,
            settings=Settings.of(self.attack_args),
            worklist=list(self.worklist),
            candidates=list(self.worklist_candidates),
            results=[SavedAttack.of(r, recorder(r)) for r in manager.results],
            seen=dict(recorder.seen),
            randomness=Randomness.now(),
            logs=_logs(manager),
        )

    @classmethod
    def load(cls, path: str) -> AttackCheckpoint:
        """Refuse: a checkpoint is read with :func:`load`."""
        raise InputError(f"{path}: read a checkpoint with checkpoint.load().")


def load(path: Path) -> Checkpoint:
    """Return the checkpoint in a file; nothing in it is run.

    Raises:
        InputError: there is none, or it is none of ours.
    """
    if path.name.endswith(".ta.chkpt"):
        raise InputError(
            f"{path} is a pickle of TextAttack, which can run anything: resume it with "
            "--trust-checkpoint if you wrote it yourself."
        )
    try:
        return msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is no readable checkpoint ({error}); start the run anew."
        ) from error


def find(path: Path, suffix: str = SUFFIX) -> Path:
    """Return the checkpoint that ``path`` is, or the last one of a folder.

    Raises:
        InputError: there is none.
    """
    if path.name.lower() == "latest":
        path = path.parent
    if path.is_dir():
        found = sorted(path.glob(f"*{suffix}"), key=_stamp)
        path = found[-1] if found else path / f"*{suffix}"
    if not path.is_file():
        raise InputError(
            f"There is no checkpoint {path}: nothing to resume; check the path, or "
            "start the run anew."
        )
    return path


def now() -> int:
    """Return the time in milliseconds, by which checkpoints are named."""
    return int(time.time() * 1000)


def _stamp(path: Path) -> int:
    digits = path.name.partition(".")[0]
    return int(digits) if digits.isdigit() else -1


def _logs(manager: LogManager) -> dict[str, LogState]:
    found = {}
    for logger in manager.loggers:
        option = _KINDS.get(type(logger))
        if option is not None:
            logger.settle()
            found[option] = LogState.of(logger.filename, len(manager.results))
    return found


def _digest(path: Path, size: int) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while size > 0 and (chunk := stream.read(min(size, 1 << 20))):
            digest.update(chunk)
            size -= len(chunk)
    return digest.hexdigest()
