"""ValidityAwareEvasion: success, score, skipping, flips, batches, budgets."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from textattack import Attack
from textattack.attack_recipes import DeepWordBugGao2018
from textattack.attack_results import (
    AttackResult,
    FailedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.goal_function_results.goal_function_result import (
    GoalFunctionResultStatus as Status,
)
from textattack.goal_functions import UntargetedClassification
from textattack.models.wrappers import ModelWrapper
from textattack.shared import AttackedText

from tests.attack.parts import (
    CLAIM,
    REFUTED,
    CountingEngine,
    Table,
    WordVictim,
    candidate,
    pair,
)
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.goal_function import FLIPS_KEPT, ValidityAwareEvasion
from textattack_atomeval.attack.search import BestOfN
from textattack_atomeval.attack.texts import claim_of, notes
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.errors import InputError
from textattack_atomeval.verdicts import VERDICTS, Label

KEPT = f"{CLAIM} Certainly so, certainly."
TWO_WAY: tuple[Label, ...] = ("SUPPORTED", "REFUTED")


def goal(
    verdicts: Sequence[Label] = VERDICTS, engine: Any = None, **options: Any
) -> ValidityAwareEvasion:
    wrapper = VictimWrapper(WordVictim(verdicts))
    return ValidityAwareEvasion(wrapper, engine=engine or CountingEngine(), **options)


def results(
    mine: ValidityAwareEvasion, *rewrites: str, original: AttackedText | None = None
) -> list[Any]:
    text = pair() if original is None else original
    mine.init_attack_example(text, REFUTED)
    found, _ = mine.get_results([candidate(rewrite, text) for rewrite in rewrites])
    return list(found)


@pytest.mark.parametrize("labels", [VERDICTS, TWO_WAY])
@pytest.mark.parametrize(
    ("rewrite", "success"),
    [
        (KEPT, True),
        ("certainly not", False),
        ("certainly ???", False),
        ("certainly BOOM", False),
        (f"{CLAIM} Yes.", False),
    ],
)
def test_success_is_a_flip_that_passes_the_gate(
    labels: Sequence[Label], rewrite: str, success: bool
) -> None:
    (result,) = results(goal(labels), rewrite)
    assert (result.goal_status == Status.SUCCEEDED) is success


def test_the_gate_is_asked_for_flips_only_once_a_batch() -> None:
    engine = CountingEngine()
    results(goal(engine=engine), "no", KEPT, "certainly a", "nope", "perhaps b")
    (cases,) = engine.runs
    assert [case.rewrite for case in cases] == [KEPT, "certainly a", "perhaps b"]


def test_scores_equal_the_host_s_for_two_labels() -> None:
    texts = [candidate(text, pair()) for text in ("no", KEPT)]
    stock = UntargetedClassification(VictimWrapper(WordVictim(TWO_WAY)))
    stock.init_attack_example(pair(), REFUTED)
    mine = goal(TWO_WAY)
    mine.init_attack_example(pair(), REFUTED)
    for text in texts:
        wanted = stock.get_result(text)[0].score
        assert mine.get_result(text)[0].score == pytest.approx(wanted)


def test_valid_flips_rank_first_and_invalid_ones_last() -> None:
    order = [KEPT, f"{CLAIM} Supposedly, perhaps. perhaps", "no", "certainly ???"]
    found = results(goal(), *order, "perhaps not")
    scores = [result.score for result in found]
    assert scores == sorted(scores, reverse=True)
    assert scores == [0.9375, 0.625, 0.1875, -0.0625, -0.375]


def test_three_labels_rank_a_flip_above_what_is_none() -> None:
    class Tight(WordVictim):
        def _row(self, claim: str) -> list[float]:
            flipped = [0.5078125, 0.4921875, 0.0]
            return flipped if "certainly" in claim else [0.3125, 0.375, 0.3125]

    mine = ValidityAwareEvasion(VictimWrapper(Tight()), engine=CountingEngine())
    flip, other = results(mine, f"{CLAIM} certainly", "no")
    assert flip.score > other.score


def test_flips_are_remembered_best_first() -> None:
    original = pair()
    results(goal(), "perhaps not", "no", KEPT, "certainly ???", KEPT, original=original)
    noted = notes(original)
    assert noted["flip_count"] == 3
    assert [
        (f["claim"], f["label"], f["score"], f["decision"]) for f in noted["flips"]
    ] == [
        (KEPT, "SUPPORTED", 0.9375, "valid"),
        ("certainly ???", "SUPPORTED", 0.9375, "unscored"),
        ("perhaps not", "NOT ENOUGH INFO", 0.625, "invalid"),
    ]
    assert json.loads(json.dumps(noted)) == noted


def test_few_flips_are_kept_and_all_are_counted() -> None:
    original = pair()
    many = [f"certainly {n}" for n in range(3 * FLIPS_KEPT)]
    results(goal(), *many, original=original)
    assert notes(original)["flip_count"] == len(many)
    assert [f["claim"] for f in notes(original)["flips"]] == many[:FLIPS_KEPT]


def test_each_example_starts_anew() -> None:
    mine, original = goal(), pair()
    results(mine, KEPT, original=original)
    mine.init_attack_example(original, REFUTED)
    assert (notes(original)["flips"], notes(original)["flip_count"]) == ([], 0)


def test_probes_of_a_search_are_no_flips() -> None:
    original = pair()
    mine = goal()
    mine.init_attack_example(original, REFUTED)
    probe = original.replace_word_at_index(0, "certainly")
    (result,), _ = mine.get_results([probe])
    assert result.score == 0.9375
    assert result.goal_status == Status.SEARCHING
    assert notes(original)["flip_count"] == 0


def test_flips_with_other_evidence_are_invalid() -> None:
    original = pair()
    changed = candidate(KEPT, pair(evidence="Something else."))
    mine = goal()
    mine.init_attack_example(original, REFUTED)
    (result,), _ = mine.get_results([changed])
    assert result.goal_status == Status.SEARCHING
    assert "column" in notes(original)["flips"][0]["reason"]


def test_what_the_constraint_noted_is_not_asked_again() -> None:
    original, engine = pair(), CountingEngine()
    texts = [candidate(text, original) for text in (KEPT, "certainly ???")]
    keeper = AtomPreservation(engine=engine, on_unscored="keep")
    assert keeper.call_many(texts, original) == texts
    mine = goal(engine=engine)
    mine.init_attack_example(original, REFUTED)
    found, _ = mine.get_results(texts)
    assert [r.goal_status for r in found] == [Status.SUCCEEDED, Status.SEARCHING]
    assert len(engine.runs) == 1


def test_notes_of_another_policy_do_not_count() -> None:
    original, other = pair(), CountingEngine("paper")
    text = candidate(KEPT, original)
    AtomPreservation(engine=other).call_many([text], original)
    mine = goal(engine=(engine := CountingEngine()))
    mine.init_attack_example(original, REFUTED)
    mine.get_results([text])
    assert len(engine.runs) == 1


@pytest.mark.parametrize(
    ("claim", "truth", "options", "reason"),
    [
        (KEPT, REFUTED, {}, "wrong before"),
        (KEPT, 0, {}, "label is SUPPORTED"),
        ("perhaps", 2, {"attacked_label": "supports"}, "NOT ENOUGH INFO"),
        (KEPT, 0, {"attacked_label": None}, None),
        (KEPT, 0, {"attacked_label": "supported"}, None),
        (KEPT, 0, {"labels": ["positive", "negative", "mixed"]}, None),
        (CLAIM, REFUTED, {}, None),
    ],
)
def test_skipping(claim: str, truth: int, options: Any, reason: str | None) -> None:
    original = pair(claim)
    result, _ = goal(**options).init_attack_example(original, truth)
    assert (result.goal_status == Status.SKIPPED) is (reason is not None)
    if reason:
        assert reason in notes(original)["skipped"]
    else:
        assert "skipped" not in notes(original)


def test_label_names_of_the_data_set_serve_other_wrappers() -> None:
    class Plain(ModelWrapper):
        model = None

        def __call__(self, text_input_list: Any, **kwargs: Any) -> Any:
            return [[0.75, 0.25] for _ in text_input_list]

    original = pair()
    original.attack_attrs["label_names"] = ["SUPPORTS", "REFUTES"]
    mine = ValidityAwareEvasion(Plain(), engine=CountingEngine())
    result, _ = mine.init_attack_example(original, 0)
    assert result.goal_status == Status.SKIPPED


@pytest.mark.parametrize(
    ("options", "truth", "said"),
    [
        ({"query_budget": 0}, REFUTED, "budget"),
        ({}, 3, "SUPPORTED, REFUTED"),
        ({}, -1, "SUPPORTED, REFUTED"),
        ({}, "REFUTED", "index"),
        ({"column": "body"}, REFUTED, "'claim', 'evidence'"),
        ({"column": "evidence"}, REFUTED, "first column"),
    ],
)
def test_examples_that_cannot_be_attacked(options: Any, truth: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        goal(**options).init_attack_example(pair(), truth)


def test_settings_are_checked_and_printed() -> None:
    with pytest.raises(InputError, match="'guilty'"):
        goal(attacked_label="guilty")
    shown = repr(goal(attacked_label="refutes"))
    assert "(attacked_label):  REFUTED" in shown and "(policy):  strict" in shown


def attacked(
    mine: ValidityAwareEvasion, rewrites: Sequence[str], constraints: Any = ()
) -> AttackResult:
    attack = Attack(mine, [*constraints], Table(rewrites), BestOfN())
    return attack.attack(pair(), REFUTED)


@pytest.mark.parametrize(
    ("budget", "kind"),
    [(1, FailedAttackResult), (2, FailedAttackResult), (3, SuccessfulAttackResult)],
)
def test_budgets(budget: int, kind: type[AttackResult]) -> None:
    mine = goal(query_budget=budget)
    result = attacked(mine, ["A certainly", KEPT])
    assert isinstance(result, kind)
    assert result.num_queries == budget == mine.num_queries
    assert notes(result.original_result.attacked_text)["flip_count"] == budget - 1


def test_raw_and_valid_success_come_from_one_run() -> None:
    result = attacked(goal(), ["certainly not"])
    assert isinstance(result, FailedAttackResult)
    assert notes(result.original_result.attacked_text)["flips"][0]["decision"] == (
        "invalid"
    )
    assert str(result)


def test_constraint_and_goal_together_judge_once() -> None:
    engine = CountingEngine()
    keeper = AtomPreservation(engine=engine)
    result = attacked(goal(engine=engine), ["certainly", KEPT], [keeper])
    assert isinstance(result, SuccessfulAttackResult)
    assert claim_of(result.perturbed_result.attacked_text) == KEPT
    assert len(engine.runs) == 1


def test_skipped_examples_cost_one_query() -> None:
    attack = Attack(goal(), [], Table([]), BestOfN())
    result = attack.attack(pair(KEPT), 0)
    assert isinstance(result, SkippedAttackResult)
    assert result.num_queries == 1


def test_word_level_searches_run_with_it() -> None:
    stock = DeepWordBugGao2018.build(VictimWrapper(WordVictim()))
    attack = Attack(
        goal(),
        [*stock.pre_transformation_constraints, *stock.constraints],
        stock.transformation,
        stock.search_method,
    )
    assert isinstance(attack.attack(pair(), REFUTED), FailedAttackResult)


def test_it_pickles_in_the_middle_of_an_example() -> None:
    mine = goal()
    results(mine, KEPT)
    copied = pickle.loads(pickle.dumps(Attack(mine, [], Table([KEPT]), BestOfN())))
    result = copied.attack(pair(), REFUTED)
    assert isinstance(result, SuccessfulAttackResult)
    assert repr(copied.goal_function) == repr(mine)


def test_asking_for_an_output_is_no_attack() -> None:
    """The host's interactive mode does it before any example is set."""
    assert goal().get_output(candidate(KEPT, pair())) == 0
