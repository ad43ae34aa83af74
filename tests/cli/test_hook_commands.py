"""``enable``, ``disable`` and ``status`` print what was done and where."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from textattack_atomeval import starthook
from textattack_atomeval.cli import disable, enable, status
from textattack_atomeval.errors import InputError

NONE = argparse.Namespace()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(starthook, "folders", lambda: [tmp_path, tmp_path / "user"])
    monkeypatch.setattr(starthook, "in_environment", lambda: True)
    return tmp_path


def test_a_round(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status.run(NONE) == 0
    assert capsys.readouterr().out == f"disabled: {folder}\n"
    assert enable.run(argparse.Namespace(user=False)) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"enabled: {folder / starthook.PTH}\n")
    assert "textattack-atomeval disable" in out
    assert status.run(NONE) == 0
    assert capsys.readouterr().out == f"enabled: {folder}\n"
    assert disable.run(NONE) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"removed {folder / starthook.PTH}",
        f"removed {folder / starthook.MODULE}.py",
    ]
    assert disable.run(NONE) == 0
    assert capsys.readouterr().out == "nothing to remove\n"


def test_a_stale_hook(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    enable.run(argparse.Namespace(user=False))
    (folder / starthook.PTH).write_text("import something_else\n")
    capsys.readouterr()
    assert status.run(NONE) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"stale: {folder} (not of this version") and "renew" in out


def test_refusals_reach_the_command_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starthook, "in_environment", lambda: False)
    with pytest.raises(InputError, match="in no virtual environment"):
        enable.run(argparse.Namespace(user=False))
