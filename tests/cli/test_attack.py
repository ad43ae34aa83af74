"""``attack`` and ``attack-resume`` from the command line to the report."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from textattack_atomeval.cli import main
from textattack_atomeval.metrics import outcome
from textattack_atomeval.store import read_records

QUIET = ["--model", "embedded", "--silent"]


def report(capsys: pytest.CaptureFixture[str]) -> dict:
    return json.loads(capsys.readouterr().out)


def test_a_family_attacks_the_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, log = tmp_path / "records.jsonl", tmp_path / "log.csv"
    given = ["attack", "--recipe", "atomeval-omission", "-n", "8", *QUIET]
    given += ["--log-records", str(records), "--log-to-csv", str(log)]
    assert main([*given, "--format", "json"]) == 0
    found = report(capsys)
    assert found["n"] == 8 == sum(found["outcomes"].values())
    assert found["settings"]["mode"] == "post-hoc"
    assert found["settings"]["victim"].startswith("embedded")
    rows = list(read_records(records))
    assert [r.case.family for r in rows] == ["omission"] * 8
    with log.open(encoding="utf-8", newline="") as stream:
        table = list(csv.DictReader(stream))
    assert len(table) == 8 and {"original_text", "rewrite", "ScopeLoss"} <= set(
        table[0]
    )
    # The offline door says the same about the same rewrites.
    assert main(["evaluate", str(records), "--format", "json"]) in (0, 3)
    assert report(capsys)["total"]["vasr"] == found["total"]["vasr"]


def test_preserve_atoms_constrains_any_recipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "records.jsonl"
    given = ["attack", "--recipe", "deepwordbug", "--preserve-atoms", "-n", "3", *QUIET]
    assert main([*given, "--log-records", str(records), "--format", "json"]) == 0
    found = report(capsys)
    assert found["settings"]["mode"] == "constrained"
    assert found["total"]["asr"] == found["total"]["vasr"]
    for record in read_records(records):
        if outcome(record) == "valid_success":
            assert record.decision.status == "valid"


def test_goal_mode_reports_raw_flips(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["attack", "--recipe", "atomeval-omission", "--goal-function", "vasr"]
    assert main([*given, "-n", "8", *QUIET, "--format", "json"]) == 0
    goal = report(capsys)
    assert goal["settings"]["mode"] == "goal"
    given = ["attack", "--recipe", "atomeval-omission", "-n", "8", *QUIET]
    assert main([*given, "--format", "json"]) == 0
    raw = report(capsys)
    assert goal["total"]["asr"]["hits"] == raw["total"]["asr"]["hits"]


def test_a_stock_option_that_is_wrong_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["attack", "--recipe", "no-such-recipe"])
    assert stop.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_help_shows_the_hosts_options_and_ours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["attack", "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert "--query-budget" in text and "--preserve-atoms" in text
