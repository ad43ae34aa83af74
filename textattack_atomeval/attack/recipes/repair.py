"""Rewrites that are mended by their diagnosis: ``atomeval-repair`` (section 6.2)."""

from __future__ import annotations

from typing import Any

from textattack import Attack
from textattack.attack_recipes import AttackRecipe

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes.families import DEFAULT_GENERATOR
from textattack_atomeval.attack.recipes.goals import build_goal
from textattack_atomeval.attack.search import RepairingSearch
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import (
    Repairer,
    ReplayGenerator,
    Rewriter,
    load_generator,
)
from textattack_atomeval.generation.base import Generator
from textattack_atomeval.verdicts import Label


class RepairedRewrite(AttackRecipe):
    """One family's rewrite; if it evades but is invalid, one repair of it.

    The repair is the one-step probe of section 6.2 and appendix E, made a part of the
    attack: the editor sees the gate's diagnosis, never the victim's answer.
    """

    @classmethod
    def build(
        cls,
        model_wrapper: Any,
        *,
        family: str = "colloquial",
        generator: str | Generator | None = None,
        editor: str | Generator | None = None,
        samples: int = 1,
        goal: str = "vasr",
        policy: Any = None,
        column: str | None = None,
        engine: Any = None,
        attacked_label: Label | None = "REFUTED",
    ) -> Attack:
        """Return the attack.

        Args:
            model_wrapper: the victim.
            family: of the first rewrite.
            generator: who writes it, see
                :class:`~textattack_atomeval.attack.recipes.families.FamilyRewrite`.
            editor: who repairs; the generator itself when None. It must be a language
                model: saved rewrites hold no repairs.
            samples: first rewrites of a claim.
            goal: "vasr"; a repair has no other.
            policy: the gate's policy.
            column: the claim's column; None finds it.
            engine: the gate's engine; None shares the process's own.
            attacked_label: only claims of this verdict are attacked; None: all.

        Raises:
            InputError: the goal is another one, or a specification is unknown.
            ModelUnavailableError: the generator or the editor cannot be loaded.
        """
        if goal != "vasr":
            raise InputError(f"A repair's goal is 'vasr', but got {goal!r}.")
        writer = _loaded(generator or DEFAULT_GENERATOR)
        handle = EngineHandle.of(engine, policy)
        goal_function = build_goal(
            model_wrapper,
            goal,
            column=column,
            engine=handle,
            attacked_label=attacked_label,
        )
        rewrite = LLMRewrite(Rewriter(writer, family), column=column, samples=samples)
        repairer = Repairer(_able(writer if editor is None else _loaded(editor)))
        search = RepairingSearch(repairer, handle, column)
        return Attack(goal_function, [], rewrite, search)


def _able(editor: Generator) -> Generator:
    """Return the editor, if it can repair at all."""
    if isinstance(editor, ReplayGenerator) and "repair" not in editor.families:
        raise InputError(
            f"{editor.name} holds no repairs: name a language model as the generator "
            "(--generator chat:MODEL@URL, transformers:ID or llamacpp:FILE), or saved "
            "rewrites of the family repair."
        )
    return editor


def _loaded(source: str | Generator) -> Generator:
    return load_generator(source) if isinstance(source, str) else source
