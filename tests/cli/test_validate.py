"""``validate`` hands the rows to the validation and prints what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import FakeEngine
from textattack_atomeval.cli import main
from textattack_atomeval.cli import validate as command

pytestmark = pytest.mark.usefixtures("fake_engine")


@pytest.mark.parametrize("ablate", [False, True])
@pytest.mark.parametrize(("refused", "code"), [(0, 0), (2, 3)])
def test_prints_json(
    ablate: bool,
    refused: int,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fake(rows_path: Path, engine: FakeEngine, ablate: bool) -> dict[str, Any]:
        return {
            "file": rows_path.name,
            "policy": engine.policy,
            "ablate": ablate,
            "problems": {"refused": refused},
        }

    monkeypatch.setattr(command, "validate", fake)
    path = tmp_path / "rows.jsonl"
    path.write_text("{}\n")
    arguments = ["validate", str(path), "--policy", "paper"]
    assert main(arguments + ["--ablate"] * ablate) == code
    assert json.loads(capsys.readouterr().out) == {
        "file": "rows.jsonl",
        "policy": "paper",
        "ablate": ablate,
        "problems": {"refused": refused},
    }


def test_missing_file(tmp_path: Path) -> None:
    assert main(["validate", str(tmp_path / "absent.jsonl")]) == 2
