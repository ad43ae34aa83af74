"""AtomPreservation: only rewrites that keep the attacked proposition go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from textattack.constraints import Constraint
from textattack.shared import AttackedText

from textattack_atomeval.attack.engine import EngineHandle, note_decision
from textattack_atomeval.errors import InputError
from textattack_atomeval.pipeline import AtomEval

OnUnscored = Literal["reject", "keep"]


class AtomPreservation(Constraint):
    """Keep a candidate iff the gate passes: H(C, C') = 1 (Eq. 3).

    Works in any attack, on any data: the claim is one column (the whole text where
    there is only one, as in sentiment or news data), and every other column must stay
    byte for byte what it was, whether or not the recipe freezes it. Candidates are
    decided in one batch. The decision is left in ``texts.notes(candidate)`` as
    "decision", "reason" and "policy".

    Put it last: the host asks constraints in list order about the survivors, and this
    one costs most.

    Args:
        policy: "strict" or "paper"; the engine's own, else "strict", when None.
        column: name of the claim's column; None: "claim", "hypothesis" or the only
            one.
        on_unscored: what to do with a candidate on which the gate has no verdict (no
            atom extracted, text not read whole, engine failed): "reject", since it
            would not count as valid either, or "keep".
        engine: an engine or a handle of one instead of the embedded engine.
        compare_against_original: False compares with the text of the previous step
            instead. Each step is then allowed a little less than nothing, and meaning
            drifts; decisions say nothing of the original and are not noted.

    Raises:
        InputError: the policy or ``on_unscored`` is unknown.
    """

    def __init__(
        self,
        policy: str | None = None,
        column: str | None = None,
        on_unscored: OnUnscored = "reject",
        engine: AtomEval | EngineHandle | None = None,
        compare_against_original: bool = True,
    ) -> None:
        super().__init__(compare_against_original)
        if on_unscored not in get_args(OnUnscored):
            raise InputError(
                f"Expected on_unscored to be 'reject' or 'keep', got {on_unscored!r}."
            )
        self.handle = EngineHandle.of(engine, policy)
        self.given_policy = policy
        self.policy = self.handle.policy
        self.column = column
        self.on_unscored = on_unscored

    def _check_constraint_many(
        self, transformed_texts: Sequence[AttackedText], reference_text: AttackedText
    ) -> list[AttackedText]:
        decisions = self.handle.judge(transformed_texts, reference_text, self.column)
        kept = {"valid"} | ({"unscored"} if self.on_unscored == "keep" else set())
        if self.compare_against_original:
            for text, decision in zip(transformed_texts, decisions, strict=True):
                note_decision(text, decision, self.policy)
        return [
            text
            for text, decision in zip(transformed_texts, decisions, strict=True)
            if decision.status in kept
        ]

    def _check_constraint(
        self, transformed_text: AttackedText, reference_text: AttackedText
    ) -> bool:
        return bool(self._check_constraint_many([transformed_text], reference_text))

    def check_compatibility(self, transformation: Any) -> bool:
        """Return True: what was done to the text does not matter, only the result."""
        return True

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return ["policy", "column", "on_unscored", *super().extra_repr_keys()]
