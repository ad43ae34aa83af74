"""``doctor`` compares with golden values and says what differs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli import doctor, main
from textattack_atomeval.data import Case
from textattack_atomeval.io import read_cases


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "golden.json"
    monkeypatch.setattr(doctor, "GOLDEN", path)
    return path


@pytest.mark.usefixtures("fake_engine")
def test_write_then_compare(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 2
    assert "Cannot read the golden values" in capsys.readouterr().err
    assert main(["doctor", "--write-golden"]) == 0
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "version:0|extractor:fake" in out and "same-words: ok" in out


@pytest.mark.usefixtures("fake_engine")
def test_a_changed_value_fails(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["doctor", "--write-golden"])
    stored = json.loads(golden.read_text())
    stored["canaries"]["passive"]["status"] = "valid"
    stored["signature"] = "other"
    golden.write_text(json.dumps(stored))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "passive: is invalid, expected valid" in out
    assert "golden values were made by other" in out


@pytest.mark.parametrize(
    ("golden_value", "found", "fault"),
    [
        ([0.91], [0.93], None),
        ([0.91], [0.80], "entailment is"),
        ([None], [None], None),
        ([None], [0.5], "entailment is"),
        ([0.9], [0.9, 0.9], "entailment is"),
    ],
)
def test_entailment_has_a_tolerance(
    golden_value: list[Any], found: list[Any], fault: str | None
) -> None:
    expected = {"a": {"status": "valid", "entailment": golden_value}}
    faults = doctor.compare(expected, {"a": {"status": "valid", "entailment": found}})
    assert (fault is None and not faults) or fault in faults["a"]  # type: ignore[operator]


def test_missing_and_surplus_canaries() -> None:
    value = {"status": "valid", "entailment": []}
    assert doctor.compare({"a": value}, {"b": value}) == {
        "a": "is gone",
        "b": "has no golden value",
    }


def test_bundled_canaries_are_sound() -> None:
    cases = list(read_cases(doctor.CANARIES))
    rows = [case for case in cases if isinstance(case, Case)]
    notes = [case for case in cases if not isinstance(case, Case)]
    assert len(rows) == 16 and not [note for note in notes if note.fatal]
    assert {row.extra["expect"] for row in rows} == {"valid", "invalid"}


def test_golden_verdicts_are_what_people_expect() -> None:
    golden = json.loads(doctor.GOLDEN.read_text())["canaries"]
    rows = [row for row in read_cases(doctor.CANARIES) if isinstance(row, Case)]
    expected = {row.id: row.extra["expect"] for row in rows}
    assert {name: value["status"] for name, value in golden.items()} == expected
