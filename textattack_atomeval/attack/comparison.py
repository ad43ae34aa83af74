"""Several recipes in several modes on the same claims, with the evidence fixed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from textattack import Attack
from textattack.datasets import Dataset

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
from textattack_atomeval.attack.recipes.classic import PreservingAttack
from textattack_atomeval.attack.recipes.families import (
    DEFAULT_GENERATOR,
    FamilyRewrite,
)
from textattack_atomeval.attack.recipes.preservation import fix_evidence, with_goal
from textattack_atomeval.attack.runner import quietly, run
from textattack_atomeval.attack.settings import RunSettings
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.metrics import ANY
from textattack_atomeval.report.comparison import Compared

#: How validity enters each run; "raw" is post-hoc by its other name.
MODES = ("raw", "post-hoc", "constrained", "goal")


def comparable(name: str) -> Any:
    """Return the recipe called ``name``, with "atomeval-" before it or without.

    Raises:
        InputError: there is no such recipe, or it has no raw form to compare.
    """
    recipe = RECIPES.get(name) or RECIPES.get(f"atomeval-{name}")
    if recipe is None or not issubclass(recipe, PreservingAttack | FamilyRewrite):
        known = [
            known.removeprefix("atomeval-")
            for known, found in RECIPES.items()
            if issubclass(found, PreservingAttack | FamilyRewrite)
        ]
        raise InputError(
            f"{name!r} cannot be compared; the recipes are {', '.join(sorted(known))}."
        )
    return recipe


def compare_attacks(
    names: Sequence[str],
    modes: Sequence[str],
    victim: VictimWrapper,
    dataset: Dataset,
    engine: EngineHandle,
    *,
    generator: str | None = None,
    attacked_label: str = "REFUTED",
    folder: Path | None = None,
    overwrite: bool = False,
    tell: Callable[[str], None] = print,
    **host: Any,
) -> Iterator[Compared]:
    """Yield each recipe in each mode, run on the same claims with the same seed.

    Args:
        names: of recipes.
        modes: some of :data:`MODES`.
        victim: whom to attack.
        dataset: with what.
        engine: judges the rewrites.
        generator: who writes the families' rewrites.
        attacked_label: claims of this verdict, or "any".
        folder: write the records of every run there, ``NAME.MODE.jsonl``.
        overwrite: replace them.
        tell: is told what is left out, and what it needs.
        host: fields of TextAttack's ``AttackArgs``.

    Raises:
        InputError: a name or a mode is unknown.
        ModelUnavailableError: no recipe can run here.
    """
    recipes = _ready(names, tell)
    wanted = list(dict.fromkeys("post-hoc" if m == "raw" else m for m in modes))
    unknown = [mode for mode in wanted if mode not in MODES]
    if unknown:
        raise InputError(f"There is no mode {unknown[0]!r}; use {', '.join(MODES)}.")
    for name, recipe in recipes.items():
        for mode in wanted:
            with quietly(True):
                built = _raw(recipe, victim, generator, attacked_label)
                attack = _in_mode(built, mode, engine, attacked_label)
            settings = RunSettings(
                engine=engine,
                family=getattr(recipe, "family", None) or name,
                recipe=name,
                attacked_label=attacked_label,
                out=folder and folder / f"{name}.{mode}.jsonl",
                overwrite=overwrite,
            )
            began = time.perf_counter()
            records, _ = run(attack, dataset, settings, **host)
            yield Compared.of(name, mode, records, time.perf_counter() - began)


def writer_of(names: Sequence[str], generator: str | None) -> str | None:
    """Return who writes the families' rewrites, None without such a recipe."""
    written = any(issubclass(comparable(name), FamilyRewrite) for name in names)
    return (generator or DEFAULT_GENERATOR) if written else None


def _ready(names: Sequence[str], tell: Callable[[str], None]) -> dict[str, Any]:
    """Return the recipes that can run here by name; tell what the others need."""
    found = {}
    for name in names:
        recipe = comparable(name)
        needs = recipe.ready() if issubclass(recipe, PreservingAttack) else None
        if needs:
            tell(f"{name} is left out; it needs {needs}")
        else:
            found[name.removeprefix("atomeval-")] = recipe
    if not found:
        raise ModelUnavailableError("No recipe of the comparison can run here.")
    return found


def _raw(
    recipe: Any, victim: VictimWrapper, generator: str | None, attacked: str
) -> Attack:
    if issubclass(recipe, FamilyRewrite):
        label = None if attacked == ANY else attacked
        return recipe.build(victim, generator=generator, attacked_label=label)
    return fix_evidence(recipe.build_base(victim))


def _in_mode(attack: Attack, mode: str, engine: EngineHandle, attacked: str) -> Attack:
    if mode == "constrained":
        kept: Attack = with_atom_preservation(attack, engine=engine)
        return kept
    if mode == "goal":
        label: Any = None if attacked == ANY else attacked
        goal = ValidityAwareEvasion(
            attack.goal_function.model, engine=engine, attacked_label=label
        )
        return with_goal(attack, goal)
    return attack
