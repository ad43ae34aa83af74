"""Results of TextAttack's attacks as plain values, and back.

What is rebuilt serves the summary, the metrics and the loggers: texts, outputs,
scores, notes and the record. A model's raw output is left behind.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

import msgspec
from textattack.attack_results import (
    AttackResult,
    FailedAttackResult,
    MaximizedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.goal_function_results import GoalFunctionResult
from textattack.shared import AttackedText

from textattack_atomeval.attack.records import ErrorAttackResult, NoResult
from textattack_atomeval.attack.texts import columns, notes
from textattack_atomeval.data import Record
from textattack_atomeval.store import flatten, unflatten

Plain = bool | int | float | str | None
_Make = Callable[[GoalFunctionResult, GoalFunctionResult], AttackResult]
_KINDS: dict[str, _Make] = {
    "Successful": SuccessfulAttackResult,
    "Maximized": MaximizedAttackResult,
    "Failed": FailedAttackResult,
    "Skipped": lambda before, _: SkippedAttackResult(before),
}


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One text and what the victim made of it."""

    text: list[tuple[str, str]]
    notes: dict[str, Any]
    label_names: list[str] | None
    output: Plain
    truth: Plain
    score: float | None
    status: int
    queries: int

    @classmethod
    def of(cls, result: GoalFunctionResult) -> Side:
        """Reduce the host's result."""
        text = result.attacked_text
        names = text.attack_attrs.get("label_names")
        return cls(
            text=list(columns(text).items()),
            notes=notes(text),
            label_names=None if names is None else list(map(str, names)),
            output=plain(result.output),
            truth=plain(result.ground_truth_output),
            score=None if result.score is None else float(result.score),
            status=result.goal_status,
            queries=int(result.num_queries),
        )

    def result(self) -> NoResult:
        """Return it as a result of the host."""
        text = AttackedText(OrderedDict(self.text))
        if self.label_names is not None:
            text.attack_attrs["label_names"] = self.label_names
        notes(text).update(self.notes)
        truth = self.truth if isinstance(self.truth, str) else int(self.truth or 0)
        found = NoResult(text, truth, self.queries)
        found.ground_truth_output = self.truth
        found.output, found.score = self.output, self.score
        found.goal_status = self.status
        return found


class SavedAttack(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """One attacked example: both sides, what the attack took, and its record."""

    kind: str
    before: Side
    after: Side | None
    queries: int
    error: str | None
    record: dict[str, Any]

    @classmethod
    def of(cls, result: AttackResult, record: Record) -> SavedAttack:
        """Reduce the host's result; ``record`` is what was made of it."""
        skipped = isinstance(result, SkippedAttackResult)
        return cls(
            kind=type(result).__name__.removesuffix("AttackResult"),
            before=Side.of(result.original_result),
            after=None if skipped else Side.of(result.perturbed_result),
            queries=int(result.num_queries),
            error=result.error if isinstance(result, ErrorAttackResult) else None,
            record=flatten(record),
        )

    def attack_result(self) -> AttackResult:
        """Return it as a result of the host, which has its record already."""
        before = self.before.result()
        after = self.after.result() if self.after else before
        if self.error is not None:
            found: AttackResult = ErrorAttackResult(before, self.error)
        else:
            found = _KINDS.get(self.kind, _KINDS["Failed"])(before, after)
        found.num_queries = self.queries
        found.atomeval_record = unflatten(self.record)
        return found


def plain(value: object) -> Plain:
    """Return a value of a model or a data set as JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "item") and getattr(value, "size", 1) in (0, 1):
        value = value.item()
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else str(value)
