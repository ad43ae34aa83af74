"""What a run is resolved to: one engine, one attacked label, fixed evidence."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest
from textattack import Attack
from textattack.goal_functions import UntargetedClassification
from textattack.shared import AttackedText
from textattack.transformations import Transformation

from tests.attack import hosts
from tests.fakes import FakeEngine
from textattack_atomeval import AtomEval
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.runner import run
from textattack_atomeval.attack.settings import RunSettings, adopt, resolve
from textattack_atomeval.errors import InputError
from textattack_atomeval.metrics import outcome
from textattack_atomeval.verdicts import VERDICTS

CLAIM = "Port Elsing lies in the south."


class EvidenceWriter(Transformation):
    """Changes the evidence as a whole, whatever may be modified; then the claim too."""

    def _get_transformations(self, current_text: AttackedText, _: Any) -> list[Any]:
        column = OrderedDict(claim=CLAIM, evidence="It lies there, truly.")
        both = OrderedDict(claim=f"{CLAIM} Indeed.", evidence="It lies there, truly.")
        return [AttackedText(column), AttackedText(both)]


class EvidenceVictim(hosts.KeywordVictim):
    """Reads the evidence alone."""

    def __call__(self, text_input_list: Any, **kwargs: Any) -> Any:
        return super().__call__([pair[1] for pair in text_input_list])


def evidence_attack() -> Attack:
    goal = UntargetedClassification(EvidenceVictim())
    return Attack(goal, [], EvidenceWriter(), hosts.TakeBest())


def test_evidence_stays_unless_it_is_attacked_and_then_nothing_is_valid() -> None:
    """Even a transformation that asks nobody which words it may modify."""
    engine, data = AtomEval.embedded(), hosts.dataset(CLAIM)
    records, report = run(evidence_attack(), data, engine=engine)
    assert [outcome(record) for record in records] == ["failed"]
    assert report.summary.signature.evidence == "fixed"
    records, report = run(
        evidence_attack(), data, RunSettings(engine=engine, attack_evidence=True)
    )
    (record,) = records
    assert outcome(record) == "invalid_success"
    assert "evidence was changed" in record.decision.reason
    assert record.case.extra["rewrite_evidence"] == "It lies there, truly."
    assert report.summary.signature.evidence == "attacked"
    # The file says the same again, for it is the engine that decides.
    assert next(engine.run([record.case])) == record


def test_a_goal_remembers_that_a_flip_changed_the_evidence() -> None:
    engine = EngineHandle(engine=AtomEval.embedded())
    goal = ValidityAwareEvasion(EvidenceVictim(), engine=engine)
    attack = Attack(goal, [], EvidenceWriter(), hosts.TakeBest())
    (record,), _ = run(attack, hosts.dataset(CLAIM), attack_evidence=True)
    assert outcome(record) == "invalid_success" and record.case.evidence_changed


@pytest.mark.parametrize("label", [*VERDICTS, "any"])
@pytest.mark.parametrize("truth", range(3))
def test_one_set_is_attacked_whatever_the_goal_thinks(label: str, truth: int) -> None:
    words = ("Port Elsing is truly big.", CLAIM, "Port Elsing is perhaps big.")
    table = {word: ["It is perhaps so, truly not." + word] for word in words}
    attack, data = hosts.attack(table), hosts.dataset(words[truth], truth=truth)
    told: list[Any] = []
    attack.search_method.perform_search = lambda first: told.append(first) or first
    records, report = run(attack, data, engine=FakeEngine(), attacked_label=label)
    wanted = label in ("any", VERDICTS[truth])
    assert (outcome(records[0]) != "skipped") is bool(told) is wanted
    assert report.summary.total.asr is not None
    assert report.summary.total.asr.total == int(wanted)
    assert report.summary.signature.attacked == label


def with_goal(**options: Any) -> Attack:
    goal = ValidityAwareEvasion(hosts.KeywordVictim(), **options)
    return Attack(goal, [], hosts.Rewrites({}), hosts.TakeBest())


def test_a_goal_and_a_run_that_attack_different_claims_are_refused() -> None:
    engine: Any = FakeEngine()
    attack = with_goal(engine=engine, attacked_label=None)
    assert resolve(attack, hosts.dataset(CLAIM), RunSettings()).attacked == "any"
    with pytest.raises(InputError, match="the same attacked_label"):
        run(attack, hosts.dataset(CLAIM), attacked_label="REFUTED")
    with pytest.raises(InputError, match="No verdict"):
        run(hosts.attack({}), hosts.dataset(CLAIM), attacked_label="perhaps")


def test_the_search_and_the_report_ask_one_engine() -> None:
    paper: Any = FakeEngine("paper")
    attack = with_goal(engine=paper)
    _, report = run(attack, hosts.dataset(CLAIM))
    assert report.summary.signature.policy == "paper"
    with pytest.raises(InputError, match="another engine"):
        run(attack, hosts.dataset(CLAIM), engine=FakeEngine("strict"))


def test_options_reach_every_part_of_the_attack() -> None:
    handle = EngineHandle("paper")
    attack = with_goal()
    attack.constraints = [AtomPreservation()]
    adopt(
        attack, handle, column="claim", on_unscored="keep", attacked_label="SUPPORTED"
    )
    goal, held = attack.goal_function, attack.constraints[0]
    assert goal.handle is held.handle is handle
    assert (goal.policy, held.policy, held.on_unscored) == ("paper", "paper", "keep")
    assert (goal.column, held.column) == ("claim", "claim")
    assert goal.attacked_label == "SUPPORTED"
    with pytest.raises(InputError, match="--policy"):
        adopt(with_goal(policy="strict"), handle)
    with pytest.raises(InputError, match="--preserve-atoms"):
        adopt(with_goal(), handle, on_unscored="keep")


def test_kept_evidence_cannot_be_attacked() -> None:
    engine: Any = FakeEngine()
    attack = hosts.attack({})
    attack.constraints = [AtomPreservation(engine=engine)]
    with pytest.raises(InputError, match="leave out one"):
        run(attack, hosts.dataset(CLAIM), attack_evidence=True)
