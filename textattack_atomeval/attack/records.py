"""TextAttack results as records, judged on the same path as a file of rewrites.

The decision and the diagnostics of a record always come from ``AtomEval.run``, so
``evaluate`` says the same about the written file. What the search itself decided is
kept beside it when it differs (``search_decision``).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple, Protocol

import msgspec
from textattack.attack_results import (
    AttackResult,
    MaximizedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.goal_function_results import GoalFunctionResult
from textattack.goal_function_results.goal_function_result import (
    GoalFunctionResultStatus,
)
from textattack.shared import AttackedText
from textattack.shared.utils import color_text

from textattack_atomeval.attack.texts import (
    claim_of,
    evidence_of,
    example_hash,
    notes,
    others_unchanged,
)
from textattack_atomeval.data import Case, Record, Signature
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.verdicts import read_label

Truth = int | str
_REACHED = (SuccessfulAttackResult, MaximizedAttackResult)


class Engine(Protocol):
    """What judges the rewrites: ``AtomEval`` or a handle of one."""

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        """Yield one record a case, in order."""

    def signature(self, **more: Any) -> Signature:
        """Return what produced the numbers."""


class NoResult(GoalFunctionResult):
    """Stands where the victim's answer to the original would be, had it answered."""

    def __init__(self, text: AttackedText, truth: Truth, queries: int = 0) -> None:
        """Keep the text and its label; every output is None."""
        status = GoalFunctionResultStatus.SKIPPED
        super().__init__(text, None, None, status, None, queries, truth)

    def get_text_color_input(self) -> str:
        """Return the colour of a text that was never judged."""
        return "gray"

    def get_text_color_perturbed(self) -> str:
        """Return the colour of a text that was never judged."""
        return "gray"

    def get_colored_output(self, color_method: str | None = None) -> str:
        """Return the output for a terminal."""
        return str(color_text("[NO OUTPUT]", "gray", color_method))


class ErrorAttackResult(SkippedAttackResult):
    """An example whose attack raised: no result, and no success of either side.

    It is a kind of skipped result for TextAttack, which would count anything else as
    a success or as a failed attack. ``error`` says what happened.
    """

    def __init__(self, original_result: GoalFunctionResult, error: str) -> None:
        """Keep what is known of the original, and the reason."""
        super().__init__(original_result)
        self.error = error


class Recorder:
    """Makes the record of a result, once; loggers and metrics share it.

    The record travels with the result, through checkpoints too. A second example
    with the same claim, evidence and label gets an id of its own (``<hash>-2``).

    Args:
        engine: judges the rewrites.
        family: of the rewrites, for the report's rows.
        generator: who wrote them, for the report's rows.
        victim_labels: name of each output column; the data set's names when None.
        column: the claim's column; found by name when None.
        recipe: name of the attack.
        run: what else every record says of its run (mode, victim, attacked_label).
        scorer: adds surface scores.

    Attributes:
        seen: how often each id was given out.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        family: str | None = None,
        generator: str | None = None,
        victim_labels: Sequence[str] | None = None,
        column: str | None = None,
        recipe: str | None = None,
        scorer: SurfaceScorer | None = None,
        run: Mapping[str, str | None] | None = None,
    ) -> None:
        self.engine = engine
        self.scorer = scorer
        self._run = dict(run or {})
        self._given: dict[str, Any] = {
            "family": family,
            "generator": generator,
            "victim_labels": tuple(victim_labels) if victim_labels else None,
            "column": column,
            "recipe": recipe,
        }
        self.seen: Counter[str] = Counter()

    def __call__(self, result: AttackResult) -> Record:
        """Return the record of the result."""
        known = getattr(result, "atomeval_record", None)
        if isinstance(known, Record):
            return known
        record = to_record(result, engine=self.engine, run=self._run, **self._given)
        record = self._scored(self._named(record))
        result.atomeval_record = record
        return record

    @property
    def name(self) -> str:
        """Return the family and the recipe, as they tell record files apart."""
        return f"{self._given['family'] or ''}/{self._given['recipe'] or ''}"

    def _named(self, record: Record) -> Record:
        name = record.case.id
        self.seen[name] += 1
        if self.seen[name] == 1:
            return record
        case = msgspec.structs.replace(record.case, id=f"{name}-{self.seen[name]}")
        return msgspec.structs.replace(record, case=case)

    def _scored(self, record: Record) -> Record:
        if self.scorer is None or not record.case.rewrite:
            return record
        surface = self.scorer.score([(record.case.claim, record.case.rewrite)])[0]
        return msgspec.structs.replace(record, surface=surface)


def to_record(
    result: AttackResult,
    *,
    engine: Engine,
    run: Mapping[str, str | None] | None = None,
    **given: Any,
) -> Record:
    """Return the record of one attacked example.

    Args:
        result: what TextAttack's attack returned.
        engine: judges the rewrite.
        run: goes into ``extra``; what is None is left out.
        given: family, generator, victim_labels, column and recipe, as for
            :func:`to_case`.

    Raises:
        InputError: the text has no such claim column.
    """
    case = to_case(result, **given)
    said_of_run = {key: value for key, value in (run or {}).items() if value}
    case = msgspec.structs.replace(case, extra={**case.extra, **said_of_run})
    record = next(iter(engine.run([case])))
    said = _final_notes(result, case).get("decision")
    if isinstance(said, str) and said != record.decision.status:
        extra = {**case.extra, "search_decision": said}
        case = msgspec.structs.replace(case, extra=extra)
    return msgspec.structs.replace(record, case=case)


def to_case(
    result: AttackResult,
    *,
    family: str | None = None,
    generator: str | None = None,
    victim_labels: Sequence[str] | None = None,
    column: str | None = None,
    recipe: str | None = None,
) -> Case:
    """Return the example, its final rewrite and what the victim said, as a case.

    A failed attack keeps the rewrite that came closest; if a validity-aware search
    saw raw flips but no valid one, the best of those. A skipped example keeps its
    claim as the rewrite, an abstained one and one that raised have none.
    """
    before = result.original_result
    text, truth = before.attacked_text, before.ground_truth_output
    names = victim_labels or text.attack_attrs.get("label_names")
    claim, end = claim_of(text, column), _end(result, column)
    abstained, error = _nothing(result, end.rewrite == claim)
    none = bool(abstained or error)
    extra = {
        "label": _label(truth, names),
        "original_score": _number(before.score),
        "perturbed_score": _number(end.score),
        "num_queries": int(result.num_queries),
        "raw_success": not none and _flipped(result, end.output, names),
        "recipe": recipe,
        "result": type(result).__name__.removesuffix("AttackResult"),
        "generation": _generation(result),
        "rewrite_evidence": None if none else end.evidence,
    }
    return Case(
        id=example_hash(text, truth, column),
        claim=claim,
        rewrite="" if none else end.rewrite,
        evidence=evidence_of(text, column),
        family=family,
        generator=generator,
        victim_before=_verdict(before.output, names),
        victim_after=None if none else _verdict(end.output, names),
        abstained=abstained,
        error=error,
        extra={key: value for key, value in extra.items() if value is not None},
    )


class _End(NamedTuple):
    """The rewrite that an attack ended with, and what the victim made of it."""

    rewrite: str
    output: object
    score: object
    evidence: str | None


def _end(result: AttackResult, column: str | None) -> _End:
    flip = _best_flip(result)
    if flip is not None:
        return _End(
            flip["claim"], flip["label"], flip.get("score"), flip.get("evidence")
        )
    before, after = result.original_result.attacked_text, result.perturbed_result
    text = after.attacked_text
    same = others_unchanged(text, before, column)
    return _End(
        claim_of(text, column),
        after.output,
        after.score,
        None if same else evidence_of(text, column),
    )


def _flipped(result: AttackResult, output: object, names: Sequence[str] | None) -> bool:
    if isinstance(result, SkippedAttackResult):
        return False
    truth = result.original_result.ground_truth_output
    return _label(output, names) != _label(truth, names)


def _best_flip(result: AttackResult) -> Mapping[str, Any] | None:
    """Return the best raw flip of a search that succeeded with none."""
    if isinstance(result, (*_REACHED, SkippedAttackResult)):
        return None
    flips = notes(result.original_result.attacked_text).get("flips")
    return flips[0] if flips else None


def _final_notes(result: AttackResult, case: Case) -> Mapping[str, Any]:
    """Return what the search noted about the rewrite that the case holds."""
    flip = _best_flip(result)
    if flip is not None:
        return flip
    for seen in notes(result.original_result.attacked_text).get("flips", ()):
        if seen.get("claim") == case.rewrite:
            return dict(seen)
    return notes(result.perturbed_result.attacked_text)


def _generation(result: AttackResult) -> dict[str, Any] | None:
    """Return what the generator noted: on the rewrite if there is one."""
    for side in (result.perturbed_result, result.original_result):
        found = notes(side.attacked_text).get("generation")
        if found:
            return dict(found)
    return None


def _nothing(result: AttackResult, unchanged: bool) -> tuple[str, str]:
    """Return (abstained, error): why there is no rewrite to judge."""
    if isinstance(result, ErrorAttackResult):
        return "", result.error
    said = _generation(result) if unchanged else None
    if said is None or isinstance(result, SkippedAttackResult):
        return "", ""
    reason = str(said.get("reason") or "no reason given")
    status = said.get("status")
    return (
        reason if status == "abstained" else "",
        reason if status == "error" else "",
    )


def _verdict(output: object, names: Sequence[str] | None) -> str | None:
    if output is None:
        return None
    return str(_label(output, names))


def _label(output: object, names: Sequence[str] | None) -> Truth:
    """Return the verdict of an output column, or its number among other labels.

    A number with a number as ground truth is what ``metrics.outcome`` can compare.
    """
    if isinstance(output, str):
        return read_label(output) or output
    if not isinstance(output, Integral):
        return str(output)
    verdicts = [read_label(name) for name in names or ()]
    index = int(output)
    if not 0 <= index < len(verdicts) or not all(verdicts):
        return index
    return verdicts[index] or index


def _number(value: object) -> float | None:
    """Return a score for JSON; what is no finite number is left out."""
    if not isinstance(value, Real) or not math.isfinite(value):
        return None
    return float(value)
