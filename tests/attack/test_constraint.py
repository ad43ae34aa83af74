"""AtomPreservation: what passes, what is noted, what the host does with it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from textattack import Attack, AttackArgs, Attacker
from textattack.attack_recipes import DeepWordBugGao2018
from textattack.attack_results import AttackResult
from textattack.datasets import Dataset
from textattack.goal_functions import UntargetedClassification
from textattack.shared import AttackedText

from tests.attack.parts import (
    CLAIM,
    EVIDENCE,
    REFUTED,
    CountingEngine,
    WordVictim,
    candidate,
    pair,
)
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.texts import claim_of, evidence_of, notes
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.errors import InputError
from textattack_atomeval.verdicts import VERDICTS

KEPT = f"{CLAIM} It is a harbour."


def constraint(**options: Any) -> AtomPreservation:
    return AtomPreservation(engine=CountingEngine(), **options)


def passed(mine: AtomPreservation, *rewrites: str) -> list[str]:
    original = pair()
    texts = [candidate(text, original) for text in rewrites]
    return [claim_of(text) for text in mine.call_many(texts, original)]


def test_only_preserving_candidates_pass_in_order() -> None:
    mine = constraint()
    assert passed(mine, "no", KEPT, CLAIM, "???") == [KEPT, CLAIM]
    (cases,) = mine.handle.engine.runs  # type: ignore[attr-defined]
    assert len(cases) == 3


def test_unscored_candidates_pass_when_asked_for() -> None:
    mine = constraint(on_unscored="keep")
    assert passed(mine, "no", "???", "BOOM") == ["???", "BOOM"]


def test_one_candidate_is_the_same_question() -> None:
    original = pair()
    mine = constraint()
    assert mine(candidate(KEPT, original), original)
    assert not mine(candidate("no", original), original)


@pytest.mark.parametrize("reject", [KEPT, "no", CLAIM, "???"])
def test_decisions_are_noted(reject: str) -> None:
    original = pair()
    text = candidate(reject, original)
    mine = constraint()
    kept = mine.call_many([text], original)
    noted = notes(text)
    assert set(noted) == {"decision", "reason", "policy"}
    assert (noted["decision"] == "valid") is bool(kept)


def test_steps_compared_with_steps_note_nothing() -> None:
    original = pair()
    text = candidate(KEPT, original)
    assert constraint(compare_against_original=False).call_many([text], original)
    assert notes(text) == {}


def test_evidence_is_frozen_whatever_the_recipe_does() -> None:
    original = pair()
    text = original.replace_word_at_index(original.num_words - 1, "nobody")
    text.attack_attrs["last_transformation"] = None
    assert constraint().call_many([text], original) == []
    assert "column" in notes(text)["reason"]


def test_single_column_texts_of_several_sentences() -> None:
    original = AttackedText("The film drags. Its ending is a delight.")
    texts = [
        original.replace_word_at_index(0, "That the"),
        original.replace_word_at_index(7, "mess"),
    ]
    for text in texts:
        text.attack_attrs["last_transformation"] = None
    mine = constraint()
    assert mine.call_many(texts, original) == []
    (cases,) = mine.handle.engine.runs  # type: ignore[attr-defined]
    assert cases[0].claim == original.text


def test_settings_are_checked_and_printed() -> None:
    with pytest.raises(InputError, match="'drop'"):
        AtomPreservation(on_unscored="drop")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="lenient"):
        AtomPreservation(policy="lenient")
    shown = repr(AtomPreservation("paper", column="claim"))
    assert "(policy):  paper" in shown and "(on_unscored):  reject" in shown
    assert AtomPreservation().check_compatibility(object())


def test_an_unknown_column_is_an_error_of_the_set_up() -> None:
    with pytest.raises(InputError, match="'claim', 'evidence'"):
        passed(constraint(column="body"), KEPT)


# The real engine, on what a search can come up with.


@pytest.fixture(scope="module")
def real() -> EngineHandle:
    return EngineHandle()


@pytest.mark.parametrize(
    "claim", ["", " ", "?! … 1803", "水は冷たい。", CLAIM, "\ud800"]
)
@pytest.mark.parametrize(
    "rewrite", ["", "???", "\u200b", "Ports. " * 40, "\x00", "founded"]
)
def test_no_text_raises(real: EngineHandle, claim: str, rewrite: str) -> None:
    original = pair(claim)
    mine = AtomPreservation(engine=real)
    kept = mine.call_many([candidate(rewrite, original)], original)
    assert bool(kept) is (claim == rewrite)


def test_ten_thousand_words(real: EngineHandle) -> None:
    original = pair()
    text = candidate("The harbour town lies north of the hills. " * 1250, original)
    AtomPreservation(engine=real).call_many([text], original)
    assert notes(text)["decision"] in ("invalid", "unscored")


class LongWordVictim(WordVictim):
    """Is fooled as soon as the claim's verb is misspelt."""

    def _row(self, claim: str) -> list[float]:
        return super()._row(claim if "founded" in claim else f"certainly {claim}")


def attack(engine: Any) -> Attack:
    """Return the stock DeepWordBug, which freezes no column, with the gate added."""
    wrapper = VictimWrapper(LongWordVictim())
    stock = DeepWordBugGao2018.build(wrapper)
    assert isinstance(stock.goal_function, UntargetedClassification)
    return Attack(
        stock.goal_function,
        [
            *stock.pre_transformation_constraints,
            *stock.constraints,
            AtomPreservation(engine=engine),
        ],
        stock.transformation,
        stock.search_method,
    )


CLAIMS = [CLAIM, "Marta Veld founded the Elsing Gazette in 1911."]


def attacked(attack: Attack, **options: Any) -> list[AttackResult]:
    data = Dataset(
        [((claim, EVIDENCE), REFUTED) for claim in CLAIMS],
        input_columns=["claim", "evidence"],
        label_names=list(VERDICTS),
    )
    args = AttackArgs(num_examples=2, disable_stdout=True, silent=True, **options)
    return list(Attacker(attack, data, args).attack_dataset())


def test_deepwordbug_with_the_real_gate(real: EngineHandle) -> None:
    before = real.gate.candidates, real.gate.batches
    for result in attacked(attack(real)):
        after = result.perturbed_result.attacked_text
        assert evidence_of(after) == EVIDENCE
        if claim_of(after) not in CLAIMS:
            assert notes(after)["decision"] == "valid"
    candidates = real.gate.candidates - before[0]
    assert candidates > 0
    assert real.gate.batches - before[1] <= candidates


@pytest.mark.parametrize("budget", [1, 3])
def test_small_budgets(budget: int) -> None:
    for result in attacked(attack(CountingEngine()), query_budget=budget):
        assert result.num_queries <= budget


def test_the_attack_pickles() -> None:
    mine = attack(None)
    copied = pickle.loads(pickle.dumps(mine))
    assert repr(copied) == repr(mine)
    assert copied.constraints[-1].handle.policy == "strict"
