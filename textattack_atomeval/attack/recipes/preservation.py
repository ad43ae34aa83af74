"""Any attack with its proposition kept: AtomPreservation last, only the claim free."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textattack import Attack
from textattack.constraints import PreTransformationConstraint
from textattack.constraints.pre_transformation import InputColumnModification

from textattack_atomeval.attack.constraint import AtomPreservation, OnUnscored
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.texts import claim_column
from textattack_atomeval.errors import InputError
from textattack_atomeval.pipeline import AtomEval

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
    "unchanged" (the attack's own) or "vasr" (verdict left and gate passed).
    """

    policy: str = "strict"
    column: str | None = None
    on_unscored: OnUnscored = "reject"
    engine: AtomEval | EngineHandle | None = None
    goal: str = "unchanged"

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
            query_budget=own.query_budget,
            model_batch_size=own.batch_size,
        )


def claim_only(attack: Attack, column: str | None = None) -> Attack:
    """Return a copy of ``attack`` that modifies the claim's column alone, no gate."""
    return _rebuilt(attack, attack.goal_function, [ClaimOnly(column)])


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
    return isinstance(constraint, ClaimOnly | AtomPreservation)
