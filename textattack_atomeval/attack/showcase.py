"""The bundled sample under attack: the five families, then classic attacks.

The families replay the hand-written rewrites of two writers. The classic attacks run
twice on the same claims, as they are and with ``AtomPreservation``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from textattack import Attack
from textattack.datasets import Dataset

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
from textattack_atomeval.attack.recipes.classic import PreservingAttack
from textattack_atomeval.attack.recipes.preservation import fix_evidence
from textattack_atomeval.attack.runner import quietly, run
from textattack_atomeval.attack.settings import mode_of
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.data import Record
from textattack_atomeval.generation.families import FAMILIES
from textattack_atomeval.report.attacks import AttackRun
from textattack_atomeval.surface import SurfaceScorer

WRITERS = ("careful", "loose")


def attack_families(
    victim: VictimWrapper,
    dataset: Dataset,
    engine: EngineHandle,
    scorer: SurfaceScorer | None = None,
) -> Iterator[Record]:
    """Yield the records of every family and writer of the bundled rewrites."""
    for family in FAMILIES:
        for writer in WRITERS:
            with quietly(True):
                attack = RECIPES[f"atomeval-{family}"].build(
                    victim, generator=f"replay:sample/{writer}", engine=engine
                )
            records, _ = run(
                attack,
                dataset,
                engine=engine,
                family=family,
                generator=writer,
                recipe=f"atomeval-{family}",
                scorer=scorer,
            )
            yield from records


def attack_with_classics(
    victim: VictimWrapper,
    dataset: Dataset,
    engine: EngineHandle,
    names: tuple[str, ...],
    tell: Callable[[str], None],
    limit: int = -1,
) -> Iterator[AttackRun]:
    """Yield each classic attack's run, as it is and with the proposition kept.

    Args:
        victim: whom to attack.
        dataset: with what.
        engine: judges the rewrites.
        names: of the recipes in ``RECIPES``.
        tell: is told what is left out, and what it needs.
        limit: attack so many claims; -1 for all.
    """
    for name in names:
        recipe: type[PreservingAttack] = RECIPES[name]
        missing = recipe.ready()
        if missing is not None:
            tell(f"{name} is left out; it needs {missing}")
            continue
        with quietly(True):
            stock = fix_evidence(recipe.build_base(victim))
        for attack in (stock, with_atom_preservation(stock, engine=engine)):
            yield _timed(name, attack, dataset, engine, limit)


def _timed(
    name: str, attack: Attack, dataset: Dataset, engine: EngineHandle, limit: int
) -> AttackRun:
    began = time.perf_counter()
    records, _ = run(
        attack, dataset, engine=engine, family=name, recipe=name, num_examples=limit
    )
    spent = time.perf_counter() - began
    return AttackRun.of(name.removeprefix("atomeval-"), mode_of(attack), records, spent)
