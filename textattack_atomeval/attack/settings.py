"""What a run is asked to do, and what it then is: settings, and the objects that run.

A report says what ran, so its signature is read off the attack's parts
(:class:`Resolved`), not off what somebody asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textattack import Attack
from textattack.datasets import Dataset

from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.recipes.preservation import fix_evidence
from textattack_atomeval.attack.recipes.replay import EveryFamily
from textattack_atomeval.attack.records import Engine
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.data import Signature
from textattack_atomeval.errors import InputError
from textattack_atomeval.metrics import ANY
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.verdicts import read_label


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """How :func:`~textattack_atomeval.attack.runner.run` attacks and reports.

    Args:
        engine: judges the rewrites; that of the attack's goal or constraint when
            None, else the embedded one.
        family: of the rewrites, for the report's rows; the transformation's own when
            None.
        generator: who writes them, for the report's rows; the same.
        victim: name for the signature; the wrapper's own when None.
        column: the claim's column.
        recipe: name of the attack.
        attacked_label: claims of this verdict are attacked, "any" for all; the goal's
            own when None, else REFUTED. Labels that are no verdicts always are.
        attack_evidence: let the attack change the other columns too. A rewrite that
            needs it is never valid.
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
    """

    engine: Engine | None = None
    family: str | None = None
    generator: str | None = None
    victim: str | None = None
    column: str | None = None
    recipe: str | None = None
    attacked_label: str | None = None
    attack_evidence: bool = False
    out: str | Path | None = None
    csv: str | Path | None = None
    overwrite: bool = False
    scorer: SurfaceScorer | None = None
    resume: str | Path | None = None
    trust_checkpoint: bool = False
    command: Sequence[str] = ()
    seed: int = 765
    quiet: bool = True


@dataclass(frozen=True, kw_only=True)
class Resolved:
    """The attack that runs, and what its numbers have to say about themselves."""

    attack: Attack
    engine: Engine
    mode: str
    attacked: str
    evidence: str
    family: str | None
    generator: str | None
    written_by: str | None
    victim: str | None
    labels: tuple[str, ...] | None

    def signature(self, seed: int | None) -> Signature:
        """Return what produces the numbers."""
        return self.engine.signature(
            mode=self.mode,
            victim=self.victim,
            generator=self.written_by,
            attacked=self.attacked,
            evidence=self.evidence,
            seed=seed,
        )


def resolve(attack: Attack, dataset: Dataset, settings: RunSettings) -> Resolved:
    """Return what runs when ``attack`` is run with these settings.

    Raises:
        InputError: a setting contradicts a part of the attack.
    """
    attacked = _attacked(attack, settings.attacked_label)
    engine = _engine(attack, settings.engine)
    if settings.attack_evidence and _held(attack):
        raise InputError(
            "AtomPreservation keeps the evidence as it is, so the evidence cannot be "
            "attacked too: leave out one of the two."
        )
    if not settings.attack_evidence:
        attack = fix_evidence(attack, settings.column)
    writer = attack.transformation
    rewriter = writer.rewriter if isinstance(writer, LLMRewrite) else None
    # One that tries several families has no single name.
    family = None if isinstance(rewriter, EveryFamily) else rewriter and rewriter.family
    name = getattr(attack.goal_function.model, "name", None)
    labels = getattr(attack.goal_function.model, "labels", None) or dataset.label_names
    written_by = rewriter.name if rewriter else settings.generator
    return Resolved(
        attack=attack,
        engine=engine,
        mode=mode_of(attack),
        attacked=attacked,
        evidence="attacked" if settings.attack_evidence else "fixed",
        family=settings.family or getattr(family, "name", None),
        generator=settings.generator or (rewriter.name if rewriter else None),
        written_by=written_by,
        victim=settings.victim or (name if isinstance(name, str) else None),
        labels=tuple(labels) if labels else None,
    )


def mode_of(attack: Attack) -> str:
    """Return how validity enters the search; numbers of two modes do not compare.

    "post-hoc" (not at all), "goal" (part of success), "constrained" (invalid
    candidates are never tried), or "goal+constrained".
    """
    goal = isinstance(attack.goal_function, ValidityAwareEvasion)
    names = [
        name
        for name, is_so in (("goal", goal), ("constrained", _held(attack)))
        if is_so
    ]
    return "+".join(names) or "post-hoc"


def adopt(
    attack: Attack,
    engine: EngineHandle,
    *,
    column: str | None = None,
    on_unscored: Any = None,
    attacked_label: str | None = None,
) -> None:
    """Give one engine and the run's options to every part of a freshly built attack.

    Raises:
        InputError: a part was given another policy, or an option has no part to act on.
    """
    for part in _judging(attack):
        if part.given_policy not in (None, engine.policy):
            raise InputError(
                f"{type(part).__name__} has the policy {part.given_policy!r}, the run "
                f"{engine.policy!r}: name the same one with --policy."
            )
        part.handle, part.policy = engine, engine.policy
        part.column = column or part.column
    if hasattr(attack.search_method, "handle"):
        attack.search_method.handle = engine
    held = [part for part in _judging(attack) if isinstance(part, AtomPreservation)]
    if on_unscored is not None and not held:
        raise InputError(
            "--on-unscored is for AtomPreservation, which this attack does not have: "
            "add --preserve-atoms."
        )
    for part in held:
        part.on_unscored = on_unscored or part.on_unscored
    if attacked_label is not None and hasattr(attack.goal_function, "attacked_label"):
        attack.goal_function.attacked_label = _verdict(attacked_label)


def _verdict(label: str) -> str | None:
    """Return the verdict as goal functions take it: None is any."""
    if label == ANY:
        return None
    found = read_label(label)
    if found is None:
        raise InputError(
            f"No verdict is spelt {label!r}; attack SUPPORTED, REFUTED, NOT ENOUGH "
            "INFO or any."
        )
    return found


def _attacked(attack: Attack, wanted: str | None) -> str:
    goal = attack.goal_function
    own = hasattr(goal, "attacked_label")
    if wanted is None:
        return str(goal.attacked_label or ANY) if own else "REFUTED"
    verdict = _verdict(wanted)
    if own and goal.attacked_label != verdict:
        raise InputError(
            f"{type(goal).__name__} attacks {goal.attacked_label or ANY}, the run "
            f"{wanted}: give both the same attacked_label."
        )
    return verdict or ANY


def _engine(attack: Attack, given: Engine | None) -> Engine:
    handles = [part.handle for part in _judging(attack)]
    if given is None:
        return handles[0] if handles else EngineHandle()
    said = str(given.signature())
    for handle in handles:
        if str(handle.signature()) != said:
            raise InputError(
                f"The search asks another engine ({handle.signature()}) than the "
                f"report ({said}): give both the same one."
            )
    return given


def _judging(attack: Attack) -> list[Any]:
    """Return the parts of the attack that put texts to the gate."""
    kinds = (AtomPreservation, ValidityAwareEvasion)
    parts = [attack.goal_function, *attack.constraints]
    return [part for part in parts if isinstance(part, kinds)]


def _held(attack: Attack) -> bool:
    return any(isinstance(item, AtomPreservation) for item in attack.constraints)
