"""``extract``: one JSON line a text."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli import extract, main
from textattack_atomeval.data import Atom, Extraction, Modifier


class FakeExtractor:
    name = "fake"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Extraction:
        if text == "fail":
            return Extraction(text=text, status="failed", reason="too odd")
        atom = Atom(
            subject="s",
            relation="r",
            modifiers=(Modifier("time", "in 1902"),),
            span=(0, len(text)),
        )
        return Extraction(text=text, declarative=text, atoms=(atom,))


@pytest.fixture(autouse=True)
def fake_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "RuleExtractor", FakeExtractor)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_jsonl(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text('{"text": "Übel.", "id": "u"}\n{"text": "Two."}\n')
    assert main(["extract", str(path)]) == 0
    first, second = lines(capsys)
    assert first["id"] == "u" and "id" not in second
    assert first["text"] == first["declarative"] == "Übel."
    assert first["status"] == "ok"
    (atom,) = first["atoms"]
    assert atom["modifiers"] == [{"kind": "time", "text": "in 1902"}]
    assert atom["span"] == [0, 5]


def test_plain_lines_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = "".join(f"Text {n}.\n" for n in range(600)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["extract", "-"]) == 0
    assert [line["text"] for line in lines(capsys)] == [
        f"Text {n}." for n in range(600)
    ]


@pytest.mark.parametrize("bad", ["fail", "a\0b"])
def test_partial(tmp_path: Path, bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "texts.txt"
    path.write_text(f"Good.\n{bad}\n")
    assert main(["extract", str(path)]) == 3
    assert lines(capsys)[0]["status"] == "ok"


def test_unusable(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_text("\n\n")
    assert main(["extract", str(path)]) == 2
    assert main(["extract", str(tmp_path / "absent")]) == 2
