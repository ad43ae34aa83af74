"""The summary's rows against counts made by hand."""

from __future__ import annotations

import pytest

from tests.attack.hosts import UNKNOWN, result
from tests.fakes import FakeEngine
from textattack_atomeval.attack.metrics import summary_metrics
from textattack_atomeval.attack.records import ErrorAttackResult, NoResult, Recorder
from textattack_atomeval.data import Surface
from textattack_atomeval.metrics import OUTCOMES

CLAIM = "Port Elsing lies in the south."
KEPT = "Port Elsing lies in the south, they say."


class Scorer:
    name = "fake"

    def score(self, pairs: list[tuple[str, str]]) -> list[Surface]:
        return [Surface(sbert=0.9 if "they" in pair[1] else 0.1) for pair in pairs]


def results() -> list[object]:
    def won(rewrite: str) -> object:
        return result("Successful", CLAIM, rewrite, after=UNKNOWN)

    text = result("Failed", CLAIM).original_result.attacked_text
    return [
        won(KEPT),
        won("Elsewhere."),
        won("???"),
        *(result("Failed", CLAIM, KEPT) for _ in range(5)),
        result("Skipped", CLAIM, before=UNKNOWN),
        ErrorAttackResult(NoResult(text, 1), "away"),
    ]


TITLES = ("EvDrift", "ScopeLoss", "EvEnt", "UnverAdd")


def test_rows() -> None:
    recorder = Recorder(FakeEngine(), scorer=Scorer())  # type: ignore[arg-type]
    rows = summary_metrics(recorder, "post-hoc", surface=True)
    found = {name: metric.calculate(results()) for name, metric in rows.items()}
    counts = {name: found[f"Outcome {name}:"] for name in OUTCOMES}
    assert sum(counts.values()) == 10
    assert {k: v for k, v in counts.items() if v} == {
        "valid_success": 1,
        "invalid_success": 1,
        "unscored": 1,
        "failed": 5,
        "skipped": 1,
        "error": 1,
    }
    assert found["ASR, %:"] == 37.5
    assert found["VASR (post-hoc), %:"] == 12.5
    assert found["S-ASR, %:"] == 12.5
    assert found["P-ASR, %:"] is None
    # Of fewer than five rows there is no share, as in the report.
    assert {found[f"{name}, %:"] for name in TITLES} == {None}
    many = [result("Successful", CLAIM, "No.", after=UNKNOWN) for _ in range(5)]
    assert rows["ScopeLoss, %:"].calculate(many) == 100.0
    assert rows["EvDrift, %:"].calculate(many) is None


@pytest.mark.parametrize("mode", ["post-hoc", "goal", "goal+constrained"])
def test_vasr_stands_with_its_mode(mode: str) -> None:
    rows = summary_metrics(Recorder(FakeEngine()), mode)
    assert f"VASR ({mode}), %:" in rows
    assert "S-ASR, %:" not in rows
    assert rows[f"VASR ({mode}), %:"].calculate([]) is None


def test_a_plain_attacker_can_report_vasr() -> None:
    from textattack import AttackArgs, Attacker

    from tests.attack import hosts
    from textattack_atomeval.attack import PreservationRate, Vasr

    claims = ["Port Elsing lies south.", "Lund is in Peru.", "Bonn is truly small."]
    table = {
        claims[0]: ["Port Elsing lies south, perhaps."],
        claims[1]: ["Lund is perhaps elsewhere."],
    }
    metrics = {"VASR:": Vasr(FakeEngine()), "kept:": PreservationRate(FakeEngine())}
    args = AttackArgs(num_examples=-1, metrics=metrics, silent=True)
    attacker = Attacker(hosts.attack(table), hosts.dataset(*claims), args)
    results = attacker.attack_dataset()
    assert attacker.attack_log_manager.metrics == metrics
    # One of the two attacked claims was flipped with its claim kept.
    assert [metric.calculate(results) for metric in metrics.values()] == [50.0, 50.0]
    assert [metric.calculate([]) for metric in metrics.values()] == [None, None]
