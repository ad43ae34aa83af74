"""Rewrites that were made elsewhere, attacked with: ``atomeval-replay``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textattack import Attack
from textattack.attack_recipes import AttackRecipe

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes.goals import build_goal
from textattack_atomeval.attack.search import BestOfN
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Generator
from textattack_atomeval.generation.families import FAMILIES
from textattack_atomeval.generation.replay import ReplayGenerator
from textattack_atomeval.generation.rewriting import Rewrite, Rewriter
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.verdicts import Label

#: Names the file where options cannot be passed (``--attack-from-file``).
REWRITES_VARIABLE = "ATOMEVAL_REWRITES"


class EveryFamily(Rewriter):
    """One generator's rewrites by several families: all usable ones of a claim."""

    def __init__(self, generator: Generator, families: Sequence[str]) -> None:
        super().__init__(generator, families[0])
        self.rewriters = [Rewriter(generator, family) for family in families]

    @property
    def version(self) -> str:
        """The versions of all families' prompt texts."""
        return "+".join(rewriter.version for rewriter in self.rewriters)

    def rewrite(
        self, pairs: Sequence[tuple[str, str]], samples: int = 1
    ) -> list[list[Rewrite]]:
        """Return each pair's usable rewrites; one that says why, if it has none."""
        by_family = [rewriter.rewrite(pairs, samples) for rewriter in self.rewriters]
        found = []
        for several in zip(*by_family, strict=True):
            rewrites = [rewrite for family in several for rewrite in family]
            usable = [rewrite for rewrite in rewrites if rewrite.status == "ok"]
            found.append(usable or rewrites[:1])
        return found


class ReplayRewrite(AttackRecipe):
    """Attacks with saved rewrites (the paper's one-pass protocol, section 4.2).

    A file of earlier rewrites, of any family and from any generator, is a
    reproducible generator: the same file gives the same attack.
    """

    @classmethod
    def build(
        cls,
        model_wrapper: Any,
        *,
        path: str | Path | None = None,
        family: str | None = None,
        generator: str | None = None,
        samples: int = 1,
        goal: str = "evasion",
        policy: str | None = None,
        column: str | None = None,
        engine: AtomEval | EngineHandle | None = None,
        attacked_label: Label | None = "REFUTED",
    ) -> Attack:
        """Return the attack.

        Args:
            model_wrapper: the victim.
            path: JSONL with claim, family, rewrite and, optionally, evidence and
                generator; None reads the variable ``ATOMEVAL_REWRITES``.
            family: use this family's rewrites; None tries all five and keeps the best.
            generator: use this generator's rewrites only; None: all.
            samples: rewrites a claim and family.
            goal: "evasion" or "vasr" (see
                :meth:`~textattack_atomeval.attack.recipes.families.FamilyRewrite.build`).
            policy: the gate's policy, for goal "vasr".
            column: the claim's column; None finds it.
            engine: the gate's engine; None shares the process's own.
            attacked_label: only claims of this verdict are attacked; None: all.

        Raises:
            InputError: no file is named or it cannot be used; goal or family unknown.
        """
        saved = path or os.environ.get(REWRITES_VARIABLE)
        if not saved:
            raise InputError(
                "atomeval-replay needs a file of rewrites: give path=, or set "
                f"{REWRITES_VARIABLE} to a JSONL with claim, family and rewrite."
            )
        goal_function = build_goal(
            model_wrapper,
            goal,
            policy=policy,
            column=column,
            engine=engine,
            attacked_label=attacked_label,
        )
        source = ReplayGenerator(saved, generator)
        families = FAMILIES if family is None else (family,)
        rewriter = EveryFamily(source, families)
        transformation = LLMRewrite(rewriter, column=column, samples=samples)
        return Attack(goal_function, [], transformation, BestOfN())
