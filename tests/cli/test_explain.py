"""``explain``: one item, one verdict, in words."""

from __future__ import annotations

import json

import pytest

from textattack_atomeval.cli import main

pytestmark = pytest.mark.usefixtures("fake_engine")


def explain(rewrite: str, *more: str) -> int:
    return main(["explain", "--claim", "Rome is big.", "--rewrite", rewrite, *more])


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain("Rome is small.", "--evidence", "Rome is small.") == 0
    out = capsys.readouterr().out
    assert "invalid" in out.lower() and "2006 is missing" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain("Rome is big, yes.", "--format", "json") == 0
    row = json.loads(capsys.readouterr().out)
    assert row["decision"]["status"] == "valid"
    assert row["claim"] == "Rome is big."


def test_no_verdict() -> None:
    assert explain("???") == 3


@pytest.mark.parametrize("rewrite", ["", " ", "a\0b"])
def test_unusable_text(rewrite: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(rewrite) == 2
    assert "--rewrite" in capsys.readouterr().err
