"""Every class of result as a record, and the file's equality with ``evaluate``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.attack.hosts import EVIDENCE, SUPPORTED, UNKNOWN, result, text
from tests.fakes import FakeEngine
from textattack_atomeval.attack.records import (
    ErrorAttackResult,
    NoResult,
    Recorder,
    to_record,
)
from textattack_atomeval.attack.texts import example_hash, notes
from textattack_atomeval.data import Surface
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import RowProblem, read_cases
from textattack_atomeval.metrics import outcome
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.store import read_records, to_line
from textattack_atomeval.verdicts import VERDICTS

CLAIM = "Port Elsing lies in the south."
KEPT = "Port Elsing lies in the south, as sailors say."
LOST = "Port Elsing lies somewhere."


def record(found: Any, **more: Any) -> Any:
    given = {"family": "colloquial", "generator": "g", "victim_labels": VERDICTS}
    return to_record(found, engine=FakeEngine(), **{**given, **more})


@pytest.mark.parametrize(
    ("kind", "rewrite", "after", "expected", "raw"),
    [
        ("Successful", KEPT, UNKNOWN, "valid_success", True),
        ("Successful", LOST, SUPPORTED, "invalid_success", True),
        ("Successful", "???", UNKNOWN, "unscored", True),
        ("Failed", KEPT, 1, "failed", False),
        ("Failed", CLAIM, 1, "failed", False),
        ("Maximized", KEPT, UNKNOWN, "valid_success", True),
        ("Maximized", KEPT, 1, "failed", False),
    ],
)
def test_the_outcome_of_each_class(
    kind: str, rewrite: str, after: int, expected: str, raw: bool
) -> None:
    found = record(result(kind, CLAIM, rewrite, after=after), recipe="r")
    assert outcome(found) == expected
    case = found.case
    assert case.id == example_hash(text(CLAIM), 1)
    assert (case.claim, case.rewrite, case.evidence) == (CLAIM, rewrite, EVIDENCE)
    assert (case.victim_before, case.victim_after) == ("REFUTED", VERDICTS[after])
    assert (case.family, case.generator) == ("colloquial", "g")
    assert case.extra == {
        "label": "REFUTED",
        "original_score": 0.25,
        "perturbed_score": 0.75,
        "num_queries": 3,
        "raw_success": raw,
        "recipe": "r",
        "result": kind,
    }


def test_a_skipped_example_keeps_its_claim() -> None:
    found = record(result("Skipped", CLAIM, before=UNKNOWN))
    assert outcome(found) == "skipped"
    assert found.case.rewrite == CLAIM
    assert found.case.extra["raw_success"] is False


def test_an_example_that_is_no_target_is_skipped() -> None:
    found = record(result("Skipped", CLAIM, before=SUPPORTED, truth=SUPPORTED))
    assert found.case.victim_before == found.case.extra["label"] == "SUPPORTED"
    assert outcome(found) == "skipped"


@pytest.mark.parametrize("answered", [True, False])
def test_an_example_that_raised_is_an_error(answered: bool) -> None:
    known = result("Failed", CLAIM).original_result
    before = known if answered else NoResult(text(CLAIM), 1)
    found = record(ErrorAttackResult(before, "ConnectionError: away"))
    assert outcome(found) == "error"
    assert found.case.error == "ConnectionError: away"
    assert found.case.rewrite == ""
    assert found.case.victim_before == ("REFUTED" if answered else None)
    assert found.case.victim_after is None


@pytest.mark.parametrize("status", ["abstained", "error"])
def test_the_generator_gave_nothing(status: str) -> None:
    failed = result("Failed", CLAIM)
    said = {"status": status, "reason": "refusal", "raw": "I cannot."}
    notes(failed.original_result.attacked_text)["generation"] = said
    found = record(failed)
    assert outcome(found) == status
    assert getattr(found.case, status) == "refusal"
    assert found.case.extra["generation"] == said


def test_a_good_rewrite_that_a_constraint_refused_is_a_failed_attack() -> None:
    failed = result("Failed", CLAIM)
    notes(failed.original_result.attacked_text)["generation"] = {"status": "ok"}
    assert outcome(record(failed)) == "failed"


def test_the_best_raw_flip_of_a_search_without_a_valid_one() -> None:
    failed = result("Failed", CLAIM, KEPT)
    notes(failed.original_result.attacked_text)["flips"] = [
        {"claim": LOST, "label": UNKNOWN, "score": 0.9, "decision": "invalid"},
        {"claim": "Lost.", "label": SUPPORTED, "score": 0.8, "decision": "invalid"},
    ]
    found = record(failed)
    assert outcome(found) == "invalid_success"
    assert (found.case.rewrite, found.case.victim_after) == (LOST, "NOT ENOUGH INFO")
    assert found.case.extra["raw_success"] is True
    assert found.case.extra["perturbed_score"] == 0.9
    assert "search_decision" not in found.case.extra


def test_another_decision_of_the_search_is_kept_beside_ours() -> None:
    won = result("Successful", CLAIM, LOST, after=UNKNOWN)
    notes(won.original_result.attacked_text)["flips"] = [
        {"claim": LOST, "label": "NOT ENOUGH INFO", "score": 1.0, "decision": "valid"}
    ]
    found = record(won)
    assert found.decision.status == "invalid"
    assert found.case.extra["search_decision"] == "valid"


def test_labels_that_are_no_verdicts_stay_numbers() -> None:
    names = ("negative", "positive")
    won = result("Successful", CLAIM, KEPT, before=1, after=0, evidence=None)
    found = record(won, victim_labels=names)
    assert (found.case.victim_before, found.case.victim_after) == ("1", "0")
    assert found.case.extra["label"] == 1
    assert found.case.evidence == ""
    assert outcome(found) == "valid_success"


def test_scores_that_are_no_numbers_are_left_out() -> None:
    won = result("Successful", CLAIM, KEPT, after=UNKNOWN)
    won.original_result.score = float("nan")
    assert "original_score" not in record(won).case.extra


def test_a_missing_column_is_an_input_error() -> None:
    with pytest.raises(InputError, match="claim"):
        record(result("Failed", CLAIM), column="statement")


class Scorer:
    name = "fake"

    def score(self, pairs: list[tuple[str, str]]) -> list[Surface]:
        return [Surface(sbert=0.5) for _ in pairs]


def test_one_record_a_result_with_ids_of_their_own() -> None:
    recorder = Recorder(FakeEngine(), scorer=Scorer())  # type: ignore[arg-type]
    first, second = (result("Successful", CLAIM, KEPT, after=2) for _ in range(2))
    assert recorder(first) is recorder(first)
    assert recorder(second).case.id == f"{recorder(first).case.id}-2"
    assert recorder(first).surface == Surface(sbert=0.5)


words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@given(words, words)
def test_any_text_comes_back_from_the_line(claim: str, rewrite: str) -> None:
    won = result("Successful", claim, rewrite or claim, after=UNKNOWN)
    row = json.loads(to_line(record(won)))
    assert (row["claim"], row["rewrite"]) == (claim, rewrite or claim)


def test_evaluate_says_the_same_about_the_file(tmp_path: Path) -> None:
    engine = AtomEval.embedded()
    pairs = [
        ("The Velm bridge opened in 1931.", "In 1931 they opened the Velm bridge."),
        ("The Velm bridge opened in 1931.", "The Velm bridge opened."),
        ("Ada Brock never sailed to Lund.", "Ada Brock sailed to Lund."),
    ]
    live = [
        to_record(result("Successful", *pair, after=UNKNOWN), engine=engine)
        for pair in pairs
    ]
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"".join(map(to_line, live)))
    cases = [case for case in read_cases(path) if not isinstance(case, RowProblem)]
    # The same example was attacked twice, by hand: its second id is a duplicate.
    assert len(cases) == 2
    offline = {r.case.rewrite: r for r in AtomEval.embedded().run(cases)}
    assert list(read_records(path)) == live
    for one in live:
        two = offline.get(one.case.rewrite, one)
        assert (one.decision, one.checks) == (two.decision, two.checks)
        assert (one.diagnosis, outcome(one)) == (two.diagnosis, outcome(two))
