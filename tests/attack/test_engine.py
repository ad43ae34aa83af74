"""Handles, the shared engine, remembered decisions, failures, counters."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attack.parts import CLAIM, CountingEngine, candidate, pair
from tests.fakes import FakeEngine
from textattack_atomeval.attack import engine as module
from textattack_atomeval.attack.engine import EngineHandle, shared_engine
from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.nli.cache import CachedNLI

KEPT = f"{CLAIM} It is a harbour."


def handle(engine: Any = None) -> EngineHandle:
    return EngineHandle(engine=CountingEngine() if engine is None else engine)


def statuses(handle: EngineHandle, *rewrites: str) -> list[str]:
    return [d.status for d in handle.gate.decide([(CLAIM, text) for text in rewrites])]


def test_decisions_come_in_order_from_one_run() -> None:
    engine = CountingEngine()
    found = statuses(handle(engine), "no", KEPT, "???", CLAIM, "no")
    assert found == ["invalid", "valid", "unscored", "valid", "invalid"]
    (cases,) = engine.runs
    assert [case.rewrite for case in cases] == ["no", KEPT, "???"]
    assert {case.evidence for case in cases} == {""}


def test_decisions_are_remembered_and_counted() -> None:
    engine = CountingEngine()
    one, other = handle(engine), handle(engine)
    statuses(one, "no", KEPT)
    statuses(other, "no", KEPT, "new")
    assert len(engine.runs) == 2
    assert one.gate is other.gate
    assert (one.gate.candidates, one.gate.remembered) == (5, 2)


def test_the_least_recently_used_decision_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MEMORY", 2)
    engine = CountingEngine()
    for text in ("a", "b", "a", "c", "a", "b"):
        statuses(handle(engine), text)
    assert [run[0].rewrite for run in engine.runs] == ["a", "b", "c", "b"]


def test_a_batch_may_exceed_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MEMORY", 1)
    assert statuses(handle(), "a", KEPT, "c") == ["invalid", "valid", "invalid"]


def test_a_failure_hits_one_candidate_and_is_asked_again() -> None:
    engine = CountingEngine()
    found = statuses(handle(engine), *"abcde", "BOOM", KEPT)
    assert found == ["invalid"] * 5 + ["unscored", "valid"]
    (decision,) = handle(engine).gate.decide([(CLAIM, "BOOM")])
    assert decision.reason == "the engine failed: RuntimeError: the model died"
    assert handle(engine).gate.failed == 2
    before = len(engine.runs)
    statuses(handle(engine), *"abcde")
    assert len(engine.runs) == before


class EchoNLI:
    name = "echo@0"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        return [Judgement(1.0, 0.0, 0.0) for _ in pairs]


class NLIEngine(CountingEngine):
    """Asks its NLI model once a run."""

    def __init__(self, nli: Any) -> None:
        super().__init__()
        self.nli = nli

    def run(self, cases: Any, batch_size: int = 256) -> Any:
        asked = list(cases)
        self.nli.judge([(case.claim, case.rewrite) for case in asked])
        return super().run(asked)


@pytest.mark.parametrize(
    ("nli", "batches"), [(EchoNLI(), 3), (CachedNLI(EchoNLI()), 2)]
)
def test_forward_batches_are_counted(nli: Any, batches: int) -> None:
    engine = NLIEngine(nli)
    statuses(handle(engine), *"abcdefgh")
    statuses(handle(engine), *"abcdefghi")
    statuses(handle(NLIEngine(nli)), "i")
    again = handle(NLIEngine(nli))
    statuses(again, "i")
    assert handle(engine).gate.batches + again.gate.batches == batches
    assert engine.nli is nli, "counting leaves the engine as it is"


def test_other_columns_must_stay() -> None:
    original = pair()
    evidence_too = original.replace_word_at_index(original.num_words - 1, "nobody")
    kept = candidate(KEPT, original)
    engine = CountingEngine()
    decisions = handle(engine).judge([evidence_too, kept, original], original)
    assert [d.status for d in decisions] == ["invalid", "valid", "valid"]
    assert decisions[0].reason == "a column other than 'claim' was changed"
    assert len(engine.runs) == 1


def test_one_engine_a_process_and_policy(
    fake_engine: type[FakeEngine], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_engines", {})
    assert shared_engine() is shared_engine("strict")
    assert shared_engine() is EngineHandle().engine
    assert shared_engine("paper") is not shared_engine()
    assert shared_engine(cache_dir=tmp_path) is shared_engine(cache_dir=str(tmp_path))
    assert shared_engine(cache_dir=tmp_path) is not shared_engine()
    mine = shared_engine()
    monkeypatch.setattr("os.getpid", lambda: -1)  # as in a forked worker
    assert shared_engine() is not mine


def test_handles_pickle_by_their_settings(
    fake_engine: type[FakeEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_engines", {})
    mine = EngineHandle("paper", cache_dir="here")
    assert mine.engine is not None
    assert b"FakeEngine" not in pickle.dumps(mine)
    copied = pickle.loads(pickle.dumps(mine))
    assert copied.engine is mine.engine
    assert (copied.policy, copied.cache_dir) == ("paper", "here")


def test_injected_engines_are_pickled_along() -> None:
    both = [EngineHandle(engine=(engine := CountingEngine())), handle(engine)]
    copies = pickle.loads(pickle.dumps(both))
    assert copies[0].engine is copies[1].engine is not engine
    assert copies[0].gate is copies[1].gate


def test_handles_pass_on_what_loggers_need() -> None:
    mine = handle(CountingEngine("paper"))
    assert mine.policy == "paper"
    assert "policy:paper" in str(mine.signature())
    assert list(mine.run([])) == []
    assert EngineHandle.of(mine, None) is mine
    assert EngineHandle.of(mine, "paper") is mine
    with pytest.raises(InputError, match="leave the policy out"):
        EngineHandle.of(mine, "strict")
    with pytest.raises(InputError, match="leave the policy out"):
        EngineHandle.of(CountingEngine("paper"), "strict")  # type: ignore[arg-type]


def test_an_unknown_policy_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="lenient"):
        EngineHandle("lenient")
    with pytest.raises(InputError, match="lenient"):
        shared_engine("lenient")


def test_an_engine_that_cannot_be_built_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**settings: Any) -> Any:
        raise ModelUnavailableError("no weights")

    monkeypatch.setattr(module, "_engines", {})
    monkeypatch.setattr(module.AtomEval, "embedded", fail)
    with pytest.raises(ModelUnavailableError):
        EngineHandle().judge([candidate("x", pair())], pair())
