"""One attack over one data set: records, a report, logs that survive a kill."""

from __future__ import annotations

import contextlib
import io
import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from textattack import Attack, AttackArgs, Attacker
from textattack import attacker as host_attacker
from textattack.attack_results import AttackResult
from textattack.datasets import Dataset
from textattack.goal_function_results import GoalFunctionResult
from textattack.shared import AttackedText
from textattack.shared import logger as host_logger

from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.loggers import LogManager
from textattack_atomeval.attack.logs import add_logs
from textattack_atomeval.attack.records import (
    Engine,
    ErrorAttackResult,
    NoResult,
    Recorder,
    Truth,
)
from textattack_atomeval.attack.resuming import ResumableAttacker, resumed
from textattack_atomeval.data import Record, Signature
from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
)
from textattack_atomeval.report import Report, summarize
from textattack_atomeval.surface import SurfaceScorer

_LOG = logging.getLogger(__name__)
_MAX_REASON = 300


class GuardedAttack(Attack):
    """An attack in which one example's exception costs that example only.

    It comes back as :class:`ErrorAttackResult`. A wrong setting, or a model that
    cannot be used at all, still ends the run: no later example could fare better.
    """

    def __init__(self, attack: Attack) -> None:
        """Wrap the attack and share its parts."""
        self.__dict__.update(attack.__dict__)
        self.inner = attack
        self._initial: GoalFunctionResult | None = None

    def attack(self, example: AttackedText, ground_truth_output: Truth) -> AttackResult:
        """Attack one example."""
        self._initial = None
        try:
            return super().attack(example, ground_truth_output)
        except (InputError, ModelRefusedError, ModelUnavailableError):
            raise
        except Exception as error:
            _LOG.debug("an example could not be attacked", exc_info=True)
            return self._failed(example, ground_truth_output, error)

    def _attack(self, initial_result: GoalFunctionResult) -> AttackResult:
        self._initial = initial_result
        return self.inner._attack(initial_result)

    def _failed(
        self, example: AttackedText, truth: Truth, error: Exception
    ) -> ErrorAttackResult:
        # The host clears its caches only after a search that ended well.
        self.inner.clear_cache()
        lines = str(error).strip().splitlines() or ["no message"]
        reason = f"{type(error).__name__}: {lines[0]}"[:_MAX_REASON]
        _LOG.warning("An example could not be attacked: %s", reason)
        before = self._initial or NoResult(example, truth)
        result = ErrorAttackResult(before, reason)
        result.num_queries = getattr(self.goal_function, "num_queries", 0)
        return result


def mode_of(attack: Attack) -> str:
    """Return how validity enters the search; numbers of two modes do not compare.

    "post-hoc" (not at all), "goal" (part of success), "constrained" (invalid
    candidates are never tried), or "goal+constrained".
    """
    goal = isinstance(attack.goal_function, ValidityAwareEvasion)
    held = any(isinstance(item, AtomPreservation) for item in attack.constraints)
    names = [name for name, is_so in (("goal", goal), ("constrained", held)) if is_so]
    return "+".join(names) or "post-hoc"


def run(
    attack: Attack,
    dataset: Dataset,
    *,
    engine: Engine,
    family: str | None = None,
    generator: str | None = None,
    victim: str | None = None,
    column: str | None = None,
    recipe: str | None = None,
    out: str | Path | None = None,
    csv: str | Path | None = None,
    overwrite: bool = False,
    scorer: SurfaceScorer | None = None,
    resume: str | Path | None = None,
    trust_checkpoint: bool = False,
    command: Sequence[str] = (),
    seed: int = 765,
    quiet: bool = True,
    **attack_args: Any,
) -> tuple[list[Record], Report]:
    """Attack the data set and return the records and the report.

    Args:
        attack: any TextAttack attack.
        dataset: what to attack.
        engine: judges the rewrites.
        family: of the rewrites.
        generator: who writes them.
        victim: name for the signature; the wrapper's own when None.
        column: the claim's column.
        recipe: name of the attack.
        out: JSONL file of records, written as they come.
        csv: TextAttack's CSV log with validity columns, written as it comes.
        overwrite: replace ``out`` and ``csv``.
        scorer: adds surface scores (S-ASR, P-ASR).
        resume: a checkpoint of an earlier run, or the folder with its checkpoints.
            It brings its own arguments, of which only ``parallel`` and the
            ``checkpoint_`` ones can be changed. Files are not opened on its word: give
            ``out``, ``csv``, ``log_to_txt`` and the like again.
        trust_checkpoint: ``resume`` may be a checkpoint of TextAttack's own, a pickle,
            which runs whatever it holds: only one that you wrote yourself.
        command: the options of the command line, for the checkpoint.
        seed: of shuffling and of all random choices.
        quiet: print nothing and show a progress bar on a terminal only.
        attack_args: further fields of TextAttack's ``AttackArgs`` (``num_examples``,
            -1 for all by default; ``query_budget``, ``shuffle``, ``parallel``,
            ``checkpoint_interval``, ``log_to_wandb``, …).

    Raises:
        InputError: the options do not fit the data or the machine.
        StoreError: a file cannot be written or continued.
    """
    who = {"family": family, "generator": generator, "recipe": recipe}
    labels = _labels_of(attack, dataset)
    recorder = Recorder(
        engine, victim_labels=labels, column=column, scorer=scorer, **who
    )
    named = {"victim": victim or _victim_of(attack), "generator": generator}
    with quietly(quiet):
        manager = LogManager(recorder, command=command)
        parts = GuardedAttack(attack), dataset, manager
        if resume is None:
            attacker = _started(*parts, seed, quiet, attack_args)
        else:
            attacker = resumed(*parts, Path(resume), attack_args, trust_checkpoint)
        signature = _signature(attacker, named)
        add_logs(attacker, signature, {"out": out, "csv": csv}, overwrite)
        return _attacked(attacker, named)


def _started(
    attack: Attack,
    dataset: Dataset,
    manager: LogManager,
    seed: int,
    quiet: bool,
    given: Mapping[str, Any],
) -> ResumableAttacker:
    args = _arguments(dataset, seed, quiet, given)
    return ResumableAttacker(attack, dataset, manager, args)


def _attacked(
    attacker: Attacker, named: Mapping[str, str | None]
) -> tuple[list[Record], Report]:
    manager = attacker.attack_log_manager
    try:
        results = attacker.attack_dataset()
    finally:
        manager.close()
    records = [manager.recorder(result) for result in results]
    signature = _signature(attacker, named)
    return records, summarize(records, signature, seed=signature.seed or 0)


def _signature(attacker: Attacker, named: Mapping[str, str | None]) -> Signature:
    engine: Engine = attacker.attack_log_manager.recorder.engine
    seed = attacker.attack_args.random_seed
    return engine.signature(mode=mode_of(attacker.attack), seed=seed, **named)


def _victim_of(attack: Attack) -> str | None:
    name = getattr(attack.goal_function.model, "name", None)
    return name if isinstance(name, str) else None


def _labels_of(attack: Attack, dataset: Dataset) -> tuple[str, ...] | None:
    found = getattr(attack.goal_function.model, "labels", None) or dataset.label_names
    return tuple(found) if found else None


def _arguments(
    dataset: Dataset, seed: int, quiet: bool, given: Mapping[str, Any]
) -> AttackArgs:
    fields: dict[str, Any] = {"random_seed": seed, **given}
    if quiet:
        fields |= {"disable_stdout": True, "silent": True}
    if fields.get("num_successful_examples"):
        if fields.get("checkpoint_interval"):  # the host fails at the first one
            raise InputError(
                "Checkpoints need a fixed number of examples: leave out "
                "num_successful_examples or checkpoint_interval."
            )
    else:
        # More examples than there are would fail at the first checkpoint.
        rest = max(0, len(dataset) - fields.get("num_examples_offset", 0))
        wanted = fields.get("num_examples", -1)
        fields["num_examples"] = rest if wanted == -1 else min(wanted, rest)
    if fields.get("parallel"):
        _need_gpu()
    try:
        return AttackArgs(**fields)
    except (AssertionError, TypeError) as error:
        raise InputError(f"Cannot attack with these options: {error}") from error


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
