"""BestOfN: one expansion, the right order, budgets, empty lists."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from textattack import Attack
from textattack.attack_results import (
    AttackResult,
    FailedAttackResult,
    SuccessfulAttackResult,
)
from textattack.goal_functions import UntargetedClassification
from textattack.shared import AttackedText

from tests.attack.parts import CLAIM, REFUTED, Table, WordVictim, candidate, pair
from textattack_atomeval.attack.search import BestOfN
from textattack_atomeval.attack.texts import claim_of, notes
from textattack_atomeval.attack.wrappers import VictimWrapper


class Numbered(Table):
    """Says which sample each candidate was."""

    def _get_transformations(self, current_text: Any, indices_to_modify: Any) -> Any:
        texts = super()._get_transformations(current_text, indices_to_modify)
        for sample, text in enumerate(texts):
            notes(text)["generation"] = {"sample": sample}
        return texts


def attacked(
    rewrites: Sequence[str], budget: float = float("inf")
) -> tuple[AttackResult, WordVictim]:
    victim = WordVictim()
    goal = UntargetedClassification(VictimWrapper(victim), query_budget=budget)
    attack = Attack(goal, [], Numbered(rewrites), BestOfN())
    return attack.attack(pair(), REFUTED), victim


def chosen(result: AttackResult) -> str:
    return str(claim_of(result.perturbed_result.attacked_text))


@pytest.mark.parametrize(
    ("rewrites", "best"),
    [
        (["zz no", "aa no"], "zz no"),
        (["so", "supposedly", "certainly", "supposedly so"], "certainly"),
        (["perhaps", "b", "c"], "perhaps"),
        (["z certainly", "a certainly"], "z certainly"),
    ],
)
def test_the_best_candidate_is_returned(rewrites: list[str], best: str) -> None:
    result, victim = attacked(rewrites)
    assert chosen(result) == best
    assert result.num_queries == len(rewrites) + 1
    assert [claim for claim, _ in victim.asked[1:]] == rewrites


def test_nothing_is_expanded_twice() -> None:
    result, _ = attacked(["no"])
    assert isinstance(result, FailedAttackResult)
    assert result.num_queries == 2


@pytest.mark.parametrize("rewrites", [[], [CLAIM]])
def test_no_candidate_is_a_failed_attack(rewrites: list[str]) -> None:
    result, _ = attacked(rewrites)
    assert isinstance(result, FailedAttackResult)
    assert chosen(result) == CLAIM
    assert result.num_queries == 1
    assert str(result)


@pytest.mark.parametrize(
    ("budget", "best", "queries"),
    [(1, CLAIM, 1), (2, "z no", 2), (3, "m certainly", 3), (4, "m certainly", 4)],
)
def test_a_budget_cuts_the_samples_made_last(
    budget: int, best: str, queries: int
) -> None:
    result, _ = attacked(["z no", "m certainly", "a supposedly"], budget)
    assert (chosen(result), result.num_queries) == (best, queries)
    assert isinstance(result, SuccessfulAttackResult) is ("certainly" in best)


def test_a_success_outranks_a_higher_score() -> None:
    """With three labels, 1 - p(true) can be higher where nothing has flipped."""

    class Tight(WordVictim):
        def _row(self, claim: str) -> list[float]:
            flipped = [0.5078125, 0.4921875, 0.0]
            return flipped if "certainly" in claim else [0.3125, 0.375, 0.3125]

    goal = UntargetedClassification(VictimWrapper(Tight()))
    attack = Attack(goal, [], Table(["a no", "certainly"]), BestOfN())
    assert chosen(attack.attack(pair(), REFUTED)) == "certainly"


def test_the_host_crashes_on_a_budget_of_zero() -> None:
    """#437; ``ValidityAwareEvasion`` refuses such a budget."""
    with pytest.raises(AttributeError):
        attacked(["no"], budget=0)


def test_it_takes_any_transformation_and_pickles() -> None:
    search = pickle.loads(pickle.dumps(BestOfN()))
    assert search.check_transformation_compatibility(Table([]))
    assert search.is_black_box
    assert repr(search) == "BestOfN"


def test_texts_keep_the_host_s_order_without_samples() -> None:
    goal = UntargetedClassification(VictimWrapper(victim := WordVictim()))
    attack = Attack(goal, [], Table(["b", "a"]), BestOfN())
    text: AttackedText = candidate(CLAIM, pair())
    attack.attack(text, REFUTED)
    assert [claim for claim, _ in victim.asked[1:]] == ["a", "b"]
