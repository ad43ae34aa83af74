"""A whole TextAttack attack in miniature: victim, rewrites, search, data set."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from textattack import Attack
from textattack.attack_results import (
    AttackResult,
    FailedAttackResult,
    MaximizedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.datasets import Dataset
from textattack.goal_function_results import ClassificationGoalFunctionResult
from textattack.goal_functions import UntargetedClassification
from textattack.models.wrappers import ModelWrapper
from textattack.search_methods import SearchMethod
from textattack.shared import AttackedText
from textattack.transformations import Transformation

from textattack_atomeval.attack.texts import claim_of, with_claim
from textattack_atomeval.verdicts import VERDICTS

SUPPORTED, REFUTED, UNKNOWN = range(3)
EVIDENCE = "Port Elsing lies on the northern coast."
KINDS = {
    "Successful": SuccessfulAttackResult,
    "Failed": FailedAttackResult,
    "Maximized": MaximizedAttackResult,
}


class KeywordVictim(ModelWrapper):
    """Says what the claim's words say; raises or refutes otherwise."""

    labels = VERDICTS
    name = "keywords@1"

    def __init__(self) -> None:
        self.model = self
        self.calls = 0

    def __call__(self, text_input_list: Sequence[Any], **kwargs: Any) -> Any:
        self.calls += 1
        rows = []
        for pair in text_input_list:
            claim = pair if isinstance(pair, str) else pair[0]
            if "outage" in claim:
                raise ConnectionError("the server is away\nand stays away")
            column = UNKNOWN if "perhaps" in claim else REFUTED
            column = SUPPORTED if "truly" in claim else column
            rows.append(np.eye(3, dtype=np.float32)[column])
        return np.stack(rows)


class Rewrites(Transformation):
    """Offers the rewrites it was given for a claim."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self.table = dict(table)

    def _get_transformations(
        self, current_text: AttackedText, indices_to_modify: Any
    ) -> list[AttackedText]:
        found = self.table.get(claim_of(current_text), ())
        return [with_claim(current_text, text) for text in found]


class TakeBest(SearchMethod):
    """One expansion, the best candidate."""

    def perform_search(self, initial_result: Any) -> Any:
        text = initial_result.attacked_text
        texts = self.get_transformations(text, original_text=text)
        results, _ = self.get_goal_results(texts)
        return max([initial_result, *results], key=lambda result: result.score)

    @property
    def is_black_box(self) -> bool:
        return True


def attack(table: Mapping[str, Sequence[str]]) -> Attack:
    """Return an attack that replaces claims by the rewrites of the table."""
    goal = UntargetedClassification(KeywordVictim())
    return Attack(goal, [], Rewrites(table), TakeBest())


def dataset(*claims: str, truth: int = REFUTED) -> Dataset:
    """Return the claims with one evidence, all of one verdict."""
    return Dataset(
        [((claim, EVIDENCE), truth) for claim in claims],
        input_columns=["claim", "evidence"],
        label_names=list(VERDICTS),
    )


def text(claim: str, evidence: str | None = EVIDENCE) -> AttackedText:
    """Return a pair, or a single column when there is no evidence."""
    columns = OrderedDict({"claim": claim})
    if evidence is not None:
        columns["evidence"] = evidence
    return AttackedText(columns, {"label_names": list(VERDICTS)})


def result(
    kind: str,
    claim: str = "Port Elsing lies in the south.",
    rewrite: str | None = None,
    *,
    before: int = REFUTED,
    after: int = REFUTED,
    truth: int = REFUTED,
    evidence: str | None = EVIDENCE,
    queries: int = 3,
) -> AttackResult:
    """Return a result of the kind that ``result_type`` of a log names."""

    def side(words: AttackedText, output: int, score: float) -> Any:
        raw = np.eye(3)[output]
        return ClassificationGoalFunctionResult(
            words, raw, output, 0, score, queries, truth
        )

    first = text(claim, evidence)
    original = side(first, before, 0.25)
    if kind == "Skipped":
        return SkippedAttackResult(original)
    return KINDS[kind](original, side(with_claim(first, rewrite or claim), after, 0.75))
