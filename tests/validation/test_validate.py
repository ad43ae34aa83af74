"""Validation counted by hand on six rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.validation.engine import Written
from textattack_atomeval.data import Diagnosis
from textattack_atomeval.errors import InputError
from textattack_atomeval.validation import validate

ATOM = {"subject": "Oslo", "relation": "adjoins", "object": "Lima"}


def row(name: str, valid: bool, family: str = "advadd", **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "claim": "Oslo adjoins Lima.",
        "rewrite": "Oslo adjoins Lima.",
        "evidence": "Oslo is far from Lima.",
        "family": family,
        "valid": valid,
        **more,
    }


ROWS = [
    row("r1", True, ev_ent=True, unver_add=False, claim_atoms=[ATOM]),
    row("r2", True, ev_ent=True, unver_add=True),
    row("r3", False, ev_drift=True, scope_loss=True),
    row("r4", False, "omission", ev_drift=False, scope_loss=None),
    row("r5", True, "omission", claim="Bergen adjoins Quito.", ev_ent=False),
    row("r6", False, claim="Bergen adjoins Quito.", claim_atoms=[ATOM], ev_drift=True),
]
ANSWERS: Any = {
    "r1": ("valid", Diagnosis(ev_ent=True, unver_add=True)),
    "r2": ("invalid", Diagnosis(ev_drift=False, scope_loss=True)),
    "r3": ("invalid", Diagnosis(ev_drift=True, scope_loss=False)),
    "r4": ("invalid", Diagnosis(ev_drift=True, scope_loss=True)),
    "r5": ("unscored", Diagnosis()),
    "r6": ("valid", Diagnosis(ev_ent=False, unver_add=False)),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    lines = [*map(json.dumps, ROWS), "{", json.dumps({"id": "x"})]
    path.write_text("\n".join(lines))
    return path


@pytest.fixture
def result(path: Path) -> dict[str, Any]:
    return validate(path, Written(ANSWERS))


def test_it_is_json(result: dict[str, Any]) -> None:
    assert json.loads(json.dumps(result, allow_nan=False))["rows"] == 6
    assert "nli@0" in result["signature"]
    assert "ablation" not in result


def test_gate(result: dict[str, Any]) -> None:
    gate = result["gate"]
    assert [gate[k] for k in ("tp", "fp", "fn", "tn")] == [1, 1, 2, 2]
    assert gate["unscored"] == 1
    assert gate["f1"] == pytest.approx(2 / 5)
    assert gate["accuracy"] == 0.5
    assert gate["families"]["omission"]["accuracy"] == 0.5
    assert gate["families"]["advadd"]["n"] == 4


def test_diagnostics(result: dict[str, Any]) -> None:
    found = result["diagnostics"]
    # r1 hit, r2 undefined because the gate said invalid: missed, r5 quiet
    ev_ent = found["ev_ent"]
    assert [ev_ent[k] for k in ("tp", "fp", "fn", "tn")] == [1, 0, 1, 1]
    assert ev_ent["missed"] == ["r2"]
    assert [ev_ent["agreed"][k] for k in ("n", "tp")] == [1, 1]
    # r3 hit, r4 spurious, r6 missed
    drift = found["ev_drift"]
    assert [drift[k] for k in ("tp", "fp", "fn", "tn")] == [1, 1, 1, 0]
    assert (drift["missed"], drift["spurious"]) == (["r6"], ["r4"])
    assert drift["families"]["omission"]["accuracy"] == 0.0
    # r4's null label is no label
    assert found["scope_loss"]["n"] == 1
    assert found["unver_add"]["n"] == 2


def test_extractor_is_judged_once_a_claim(result: dict[str, Any]) -> None:
    extractor = result["extractor"]
    assert (extractor["claims"], extractor["correct"]) == (2, 1)
    assert extractor["accuracy"] == 0.5
    assert extractor["wrong"] == [
        {
            "claim": "Bergen adjoins Quito.",
            "expected": [["Oslo", "adjoins", "Lima"]],
            "got": [["Bergen", "adjoins", "Quito"]],
        }
    ]


def test_misjudged(result: dict[str, Any]) -> None:
    assert [(m["id"], m["expected"], m["got"]) for m in result["misjudged"]] == [
        ("r2", "valid", "invalid"),
        ("r5", "valid", "unscored"),
        ("r6", "invalid", "valid"),
    ]
    assert result["misjudged"][0]["reason"] == "because of r2"
    assert result["misjudged"][1]["family"] == "omission"


def test_bad_rows_are_reported(result: dict[str, Any]) -> None:
    problems = result["problems"]
    assert problems["refused"] == 2
    assert [(p["line"], p["field"]) for p in problems["rows"]] == [
        (7, None),
        (8, "claim"),
    ]


def test_same_answer_twice(path: Path, result: dict[str, Any]) -> None:
    assert validate(path, Written(ANSWERS)) == result


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        validate(tmp_path / "absent.jsonl", Written({}))


def test_an_engine_that_loses_a_case_is_not_believed(path: Path) -> None:
    class Lossy(Written):
        def run(self, cases: Any) -> Any:
            return iter(list(super().run(cases))[1:])

    with pytest.raises(ValueError, match="zip"):
        validate(path, Lossy(ANSWERS))
