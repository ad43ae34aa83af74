"""Any attack keeps the proposition: only the claim is free, the gate comes last."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from typing import Any

import pytest
from textattack import Attack
from textattack.attack_results import FailedAttackResult, SuccessfulAttackResult
from textattack.constraints.overlap import MaxWordsPerturbed
from textattack.constraints.pre_transformation import (
    InputColumnModification,
    RepeatModification,
)
from textattack.goal_functions import UntargetedClassification
from textattack.search_methods import GreedyWordSwapWIR
from textattack.shared import AttackedText
from textattack.transformations import WordSwapNeighboringCharacterSwap

from tests.attack.recipes.victims import (
    CLAIMS,
    EVIDENCE,
    REFUTED,
    PermissiveEngine,
    SternEngine,
    TouchyVictim,
    attack_all,
)
from tests.fakes import FakeEngine
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.recipes.preservation import ClaimOnly, Preservation
from textattack_atomeval.errors import InputError


def stock_attack(victim: Any, *more: Any) -> Attack:
    goal = UntargetedClassification(victim, query_budget=90, model_batch_size=7)
    frozen = InputColumnModification(["premise", "hypothesis"], {"premise"})
    constraints = [RepeatModification(), frozen, MaxWordsPerturbed(3), *more]
    swap = WordSwapNeighboringCharacterSwap()
    return Attack(goal, constraints, swap, GreedyWordSwapWIR())


def test_the_host_lets_such_a_recipe_change_the_evidence() -> None:
    victim = TouchyVictim()
    attack_all(stock_attack(victim))
    assert {evidence for _, evidence in victim.read} != {EVIDENCE}


def test_only_the_claim_changes() -> None:
    victim = TouchyVictim()
    attack = Preservation(engine=PermissiveEngine()).apply(stock_attack(victim))
    results = attack_all(attack)
    assert all(isinstance(result, SuccessfulAttackResult) for result in results)
    assert {evidence for _, evidence in victim.read} == {EVIDENCE}


def test_what_the_gate_refuses_is_never_a_success() -> None:
    attack = Preservation(engine=SternEngine()).apply(stock_attack(TouchyVictim()))
    results = attack_all(attack)
    assert all(isinstance(result, FailedAttackResult) for result in results)


def test_the_gate_comes_last_and_replaces_an_older_one() -> None:
    own = stock_attack(TouchyVictim())
    once = Preservation(engine=FakeEngine(), column="text").apply(own)
    twice = Preservation(engine=FakeEngine(), on_unscored="keep").apply(once)
    kinds = [type(item) for item in twice.constraints]
    assert kinds == [MaxWordsPerturbed, AtomPreservation]
    assert twice.constraints[-1].on_unscored == "keep"
    before = [type(item) for item in twice.pre_transformation_constraints]
    assert before == [RepeatModification, ClaimOnly]
    assert twice.pre_transformation_constraints[-1].column is None
    assert len(own.constraints) == 1, "the attack that was given stays as it was"


def test_columns_that_the_user_froze_stay_frozen() -> None:
    mine = InputColumnModification(["claim", "evidence", "title"], {"title"})
    attack = Preservation(engine=FakeEngine()).apply(stock_attack(TouchyVictim(), mine))
    assert mine in attack.pre_transformation_constraints


def test_the_given_attack_still_works() -> None:
    victim = TouchyVictim()
    own = stock_attack(victim)
    Preservation(engine=FakeEngine()).apply(own)
    assert isinstance(attack_all(own, CLAIMS[:1])[0], SuccessfulAttackResult)


def test_the_goal() -> None:
    own = stock_attack(TouchyVictim())
    unchanged = Preservation(engine=FakeEngine()).apply(own)
    assert unchanged.goal_function is own.goal_function
    attack = Preservation(engine=FakeEngine(), goal="vasr").apply(own)
    goal = attack.goal_function
    assert isinstance(goal, ValidityAwareEvasion)
    assert (goal.query_budget, goal.batch_size) == (90, 7)
    with pytest.raises(InputError, match="'asr'"):
        Preservation(engine=FakeEngine(), goal="asr").apply(own)


@pytest.mark.parametrize(
    ("columns", "column", "free"),
    [
        (OrderedDict(claim="a b", evidence="c d e"), None, {0, 1}),
        (OrderedDict(premise="c d e", hypothesis="a b"), None, {3, 4}),
        (OrderedDict(premise="c d e", hypothesis="a b"), "premise", {0, 1, 2}),
        (OrderedDict(evidence="c 3.5", claim=""), None, set()),
        (OrderedDict(text="a b c"), None, {0, 1, 2}),
    ],
)
def test_free_words(columns: Any, column: str | None, free: set[int]) -> None:
    swap = WordSwapNeighboringCharacterSwap()
    assert ClaimOnly(column)(AttackedText(columns), swap) == free
    assert ClaimOnly(column).extra_repr_keys() == ["column"]


def test_a_claim_that_cannot_be_told_is_refused() -> None:
    text = AttackedText(OrderedDict(question="a", answer="b"))
    with pytest.raises(InputError, match="column"):
        ClaimOnly()(text, WordSwapNeighboringCharacterSwap())


def test_single_column_data() -> None:
    victim = TouchyVictim()
    attack = Preservation(engine=PermissiveEngine()).apply(stock_attack(victim))
    result = attack.attack(CLAIMS[0], REFUTED)
    assert isinstance(result, SuccessfulAttackResult)


def test_it_pickles() -> None:
    attack = Preservation().apply(stock_attack(TouchyVictim()))
    again = pickle.loads(pickle.dumps(attack))
    assert repr(again) == repr(attack) and "ClaimOnly" in repr(again)
