"""Any attack with its proposition kept: AtomPreservation last, only the claim free."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textattack import Attack
from textattack.constraints import Constraint, PreTransformationConstraint
from textattack.constraints.pre_transformation import InputColumnModification
from textattack.shared import AttackedText

from textattack_atomeval.attack.constraint import AtomPreservation, OnUnscored
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.texts import claim_column, others_unchanged
from textattack_atomeval.errors import InputError
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.verdicts import Label

# The columns that textfooler, a2t, pso and alzantot hard-code.
_HARD_CODED = ["premise", "hypothesis"]


class ClaimOnly(PreTransformationConstraint):
    """Only words of the claim's column may change; evidence is fixed (section 4.2).

    The host's ``InputColumnModification`` frees every column when the names are not
    exactly those it expects; this one finds the claim as the rest of the package
    does, and refuses a text in which it cannot.
    """

    def __init__(self, column: str | None = None) -> None:
        self.column = column

    def _get_modifiable_indices(self, current_text: Any) -> set[int]:
        claim = claim_column(current_text, self.column)
        start = 0
        for name, words in zip(
            current_text.column_labels, current_text.words_per_input, strict=True
        ):
            if name == claim:
                return set(range(start, start + len(words)))
            start += len(words)
        raise AssertionError("claim_column names a column of the text")

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return ["column"]


@dataclass(frozen=True, kw_only=True)
class Preservation:
    """How an attack keeps the proposition.

    ``policy``, ``column``, ``on_unscored`` and ``engine`` are those of
    :class:`~textattack_atomeval.attack.constraint.AtomPreservation`. ``goal`` is
    "unchanged" (the attack's own) or "vasr" (verdict left and gate passed), for claims
    of ``attacked_label``, None for all.
    """

    policy: str | None = None
    column: str | None = None
    on_unscored: OnUnscored = "reject"
    engine: AtomEval | EngineHandle | None = None
    goal: str = "unchanged"
    attacked_label: Label | None = "REFUTED"

    def apply(self, attack: Attack) -> Attack:
        """Return a copy of ``attack`` that keeps the proposition.

        Its constraints are the attack's own, then the gate: the host asks constraints
        in list order about the survivors of the ones before, and the gate costs most.
        Only the claim's column may be modified. An attack that keeps the proposition
        already gets these settings instead of its own.

        Raises:
            InputError: ``goal`` is neither "unchanged" nor "vasr".
        """
        gate = AtomPreservation(
            policy=self.policy,
            column=self.column,
            on_unscored=self.on_unscored,
            engine=self.engine,
        )
        return _rebuilt(
            attack, self._goal(attack.goal_function), [ClaimOnly(self.column), gate]
        )

    def _goal(self, own: Any) -> Any:
        if self.goal == "unchanged":
            return own
        if self.goal != "vasr":
            raise InputError(
                f"Expected goal to be 'unchanged' or 'vasr', but got {self.goal!r}."
            )
        return ValidityAwareEvasion(
            own.model,
            policy=self.policy,
            column=self.column,
            engine=self.engine,
            attacked_label=self.attacked_label,
            query_budget=own.query_budget,
            model_batch_size=own.batch_size,
        )


class FixedEvidence(Constraint):
    """Keep a candidate iff every column other than the claim's is what it was.

    Transformations of whole texts do not ask which words they may modify, so
    :class:`ClaimOnly` alone does not hold them.
    """

    def __init__(self, column: str | None = None) -> None:
        super().__init__(compare_against_original=True)
        self.column = column

    def _check_constraint(
        self, transformed_text: AttackedText, reference_text: AttackedText
    ) -> bool:
        return others_unchanged(transformed_text, reference_text, self.column)

    def check_compatibility(self, transformation: Any) -> bool:
        """Return True: any transformation is held to the claim."""
        return True

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return ["column", *super().extra_repr_keys()]


def with_goal(attack: Attack, goal: Any) -> Attack:
    """Return a copy of ``attack`` with another goal function."""
    own = [*attack.pre_transformation_constraints, *attack.constraints]
    return _rebuilt(attack, goal, [item for item in own if _replaced(item)])


def fix_evidence(attack: Attack, column: str | None = None) -> Attack:
    """Return the attack, or a copy of it that changes the claim's column alone.

    Without the gate: see :func:`~textattack_atomeval.attack.recipes.
    with_atom_preservation` for that.
    """
    told = any(isinstance(c, ClaimOnly) for c in attack.pre_transformation_constraints)
    held = any(
        isinstance(c, FixedEvidence | AtomPreservation) for c in attack.constraints
    )
    if told and held:
        return attack
    ours: list[Any] = [ClaimOnly(column)]
    ours += [c for c in attack.constraints if isinstance(c, AtomPreservation)]
    if len(ours) == 1:
        ours.append(FixedEvidence(column))
    return _rebuilt(attack, attack.goal_function, ours)


def _rebuilt(attack: Attack, goal: Any, ours: Sequence[Any]) -> Attack:
    own = [*attack.pre_transformation_constraints, *attack.constraints]
    return Attack(
        goal,
        [*(item for item in own if not _replaced(item)), *ours],
        attack.transformation,
        # An attack writes its own methods into its search: leave the old one's.
        copy.copy(attack.search_method),
        transformation_cache_size=attack.transformation_cache_size,
        constraint_cache_size=attack.constraint_cache_size,
    )


def _replaced(constraint: Any) -> bool:
    """Tell whether the constraint is an older one of ours, or freezes NLI columns."""
    if isinstance(constraint, InputColumnModification):
        return bool(constraint.matching_column_labels == _HARD_CODED)
    return isinstance(constraint, ClaimOnly | FixedEvidence | AtomPreservation)
