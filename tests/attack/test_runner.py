"""Whole runs: modes, errors, files, checkpoints, budgets, silence."""

from __future__ import annotations

import csv
import pickle
from pathlib import Path
from typing import Any

import pytest
from textattack.constraints import Constraint
from textattack.shared import logger as host_logger

from tests.attack import hosts
from tests.fakes import FakeEngine
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.guard import GuardedAttack
from textattack_atomeval.attack.runner import run
from textattack_atomeval.attack.settings import mode_of
from textattack_atomeval.errors import InputError, ModelUnavailableError, StoreError
from textattack_atomeval.io import RowProblem, read_cases
from textattack_atomeval.metrics import outcome
from textattack_atomeval.report import summarize
from textattack_atomeval.store import read_records

FALSE = "Port Elsing lies in the south."
TABLE = {
    FALSE: ["Port Elsing lies in the south, perhaps.", FALSE + " Indeed."],
    "Lund is in Peru.": ["Lund is perhaps elsewhere."],
    "Oslo is a fish.": ["Oslo is truly a fish."],
    "Rome is on Mars.": ["There is an outage in Rome."],
    "Paris is red.": [],
}
CLAIMS = [*TABLE, "Bonn is truly small."]
OUTCOMES = [
    "valid_success",
    "invalid_success",
    "invalid_success",
    "error",
    "failed",
    "skipped",
]


def go(claims: list[str] = CLAIMS, **more: Any) -> Any:
    attack = more.pop("attack", None) or hosts.attack(TABLE)
    given: dict[str, Any] = {"engine": FakeEngine(), "family": "colloquial"}
    return run(attack, hosts.dataset(*claims), **{**given, **more})


def test_every_example_ends_in_one_outcome(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out, table = tmp_path / "r.jsonl", tmp_path / "log.csv"
    level = host_logger.level
    records, report = go(out=out, csv=table, generator="g", seed=7)
    assert [outcome(record) for record in records] == OUTCOMES
    assert list(read_records(out)) == records
    assert records[3].case.error == "ConnectionError: the server is away"
    assert records[3].case.victim_before == "REFUTED"
    assert records[3].case.extra["num_queries"] == 2
    with table.open(newline="") as stream:
        assert [row["outcome"] for row in csv.DictReader(stream)] == OUTCOMES
    summary = report.summary
    assert (summary.signature.mode, summary.signature.seed) == ("post-hoc", 7)
    assert summary.signature.victim == "keywords@1"
    again = summarize(read_records(out), summary.signature, seed=7)
    assert again.render("json") == report.render("json")
    assert summary.total.asr is not None and summary.total.vasr is not None
    assert (summary.total.asr.hits, summary.total.asr.total) == (3, 5)
    assert (summary.total.vasr.hits, summary.total.vasr.total) == (1, 5)
    said = capfd.readouterr()
    assert said.out == ""
    assert "it/s" not in said.err
    assert host_logger.level == level


def test_evaluate_says_the_same(tmp_path: Path) -> None:
    records, _ = go(out=tmp_path / "r.jsonl")
    found = list(read_cases(tmp_path / "r.jsonl"))
    cases = [case for case in found if not isinstance(case, RowProblem)]
    offline = {r.case.id: r for r in FakeEngine().run(cases)}
    live = {record.case.id: record for record in records}
    assert offline.keys() == live.keys()
    for name, record in live.items():
        assert offline[name].decision == record.decision
        assert offline[name].diagnosis == record.diagnosis
        assert outcome(offline[name]) == outcome(record)


class Raises(Constraint):
    def __init__(self, error: Exception) -> None:
        super().__init__(True)
        self.error = error

    def _check_constraint(self, transformed_text: Any, reference_text: Any) -> bool:
        raise self.error


def test_a_victim_that_never_answers() -> None:
    records, _ = go(["An outage.", FALSE])
    assert [outcome(record) for record in records] == ["error", "valid_success"]
    assert records[0].case.victim_before is None


@pytest.mark.parametrize("error", [InputError("no"), ModelUnavailableError("no")])
def test_what_no_example_could_survive_ends_the_run(error: Exception) -> None:
    attack = hosts.attack(TABLE)
    attack.constraints = [Raises(error)]
    with pytest.raises(type(error), match="no"):
        go(attack=attack)


def test_a_guard_pickles_with_its_attack() -> None:
    copy = pickle.loads(pickle.dumps(GuardedAttack(hosts.attack(TABLE))))
    found = copy.attack(hosts.text(FALSE), hosts.REFUTED)
    assert type(found).__name__ == "SuccessfulAttackResult"


def test_modes() -> None:
    engine: Any = FakeEngine()
    attack = hosts.attack(TABLE)
    assert mode_of(attack) == "post-hoc"
    attack.constraints = [AtomPreservation(engine=engine)]
    assert mode_of(attack) == "constrained"
    attack.goal_function = ValidityAwareEvasion(hosts.KeywordVictim(), engine=engine)
    assert mode_of(attack) == "goal+constrained"
    attack.constraints = []
    assert mode_of(attack) == "goal"


def with_goal(engine: Any, constrained: bool = False) -> Any:
    from textattack import Attack

    goal = ValidityAwareEvasion(hosts.KeywordVictim(), engine=engine)
    held = [AtomPreservation(engine=engine)] if constrained else []
    return Attack(goal, held, hosts.Rewrites(TABLE), hosts.TakeBest())


def test_a_validity_aware_search_reports_raw_flips_too() -> None:
    records, report = go(attack=with_goal(FakeEngine()))
    assert [outcome(record) for record in records] == OUTCOMES
    assert records[0].case.rewrite == TABLE[FALSE][0]
    assert records[1].case.rewrite == "Lund is perhaps elsewhere."
    assert records[1].case.extra["result"] == "Failed"
    assert records[1].case.extra["raw_success"] is True
    assert report.summary.signature.mode == "goal"


def test_a_constrained_search_has_only_valid_successes() -> None:
    records, _ = go(attack=with_goal(FakeEngine(), constrained=True))
    ends = [outcome(record) for record in records]
    assert ends == ["valid_success", *["failed"] * 4, "skipped"]


class Dies(hosts.KeywordVictim):
    """Kills the process' run at a claim, as a signal would."""

    def __call__(self, text_input_list: Any, **kwargs: Any) -> Any:
        if any("fish" in pair[0] for pair in text_input_list):
            raise KeyboardInterrupt
        return super().__call__(text_input_list, **kwargs)


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    files = {"out": tmp_path / "r.jsonl", "csv": tmp_path / "log.csv"}
    whole, report = go()
    attack = hosts.attack(TABLE)
    attack.goal_function.model = Dies()
    folder = tmp_path / "checkpoints"
    settings = {"checkpoint_interval": 1, "checkpoint_dir": str(folder)}
    with pytest.raises(KeyboardInterrupt):
        go(attack=attack, **files, **settings)
    assert len(list(read_records(files["out"]))) == 2
    with pytest.raises(InputError, match="give that option again"):
        go(resume=folder)
    records, resumed = go(resume=folder, **files)
    assert records == whole
    assert list(read_records(files["out"])) == whole
    assert resumed.render("json") == report.render("json")
    with pytest.raises(StoreError, match="checkpoint"):
        go(**files)


def test_a_missing_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no checkpoint"):
        go(resume=tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"query_budgets": 1}, "query_budgets"),
        ({"num_successful_examples": 1, "checkpoint_interval": 1}, "Checkpoints"),
        ({"num_examples": -3}, "num_examples"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        go(**options)


def test_parallel_needs_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(InputError, match="GPU"):
        go(parallel=True)


def test_number_shuffling_and_budget() -> None:
    assert len(go(num_examples=2)[0]) == 2
    assert len(go(num_examples=99, num_examples_offset=4)[0]) == 2
    one, two = (go(shuffle=True, seed=3)[0] for _ in range(2))
    assert one == two
    assert sorted(r.case.claim for r in one) == sorted(CLAIMS)
    assert [r.case.claim for r in one] != CLAIMS
    records, _ = go(query_budget=1)
    assert {outcome(record) for record in records} == {"failed", "skipped"}


def test_aloud_the_host_says_what_it_always_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    go([FALSE], quiet=False)
    out = capsys.readouterr().out
    assert "Result 1" in out and "VASR (post-hoc), %:" in out


def test_nothing_to_attack() -> None:
    records, report = go([])
    assert records == []
    assert report.summary.n == 0
