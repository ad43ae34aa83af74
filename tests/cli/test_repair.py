"""``repair``: what was mended, what passes, what still evades."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.records import make
from textattack_atomeval.cli import main
from textattack_atomeval.cli import repair as command
from textattack_atomeval.data import Diagnosis, Record
from textattack_atomeval.generation.base import Completion, Prompt
from textattack_atomeval.store import read_records, to_line

CLAIM = "The bridge opened in 1925."
EVIDENCE = "The bridge opened in 1889."


class Editor:
    """Mends one rewrite, refuses one, fails on one."""

    name = "editor@1"
    parameters = {"seed": 0}

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [self._answer(prompt.user) for prompt in prompts]

    def _answer(self, user: str) -> Completion:
        if "refuse" in user:
            return Completion(text="I'm sorry, but I can't help with that.")
        if "broken" in user:
            return Completion(error="the server is down")
        return Completion(text="In 1925, the bridge opened.")


class Gullible:
    """A victim that supports everything."""

    name = "gullible@1"
    labels = ("SUPPORTED", "REFUTED")

    def predict(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        return [[0.75, 0.25] for _ in pairs]


def invalid(number: int, rewrite: str) -> Record:
    return make(
        "invalid",
        id=str(number),
        claim=CLAIM,
        evidence=EVIDENCE,
        rewrite=rewrite,
        family="omission",
        diagnosis=Diagnosis(ev_drift=False, scope_loss=True),
    )


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "load_generator", lambda spec, **given: Editor())
    monkeypatch.setattr(command, "load_victim", lambda spec, **given: Gullible())
    rows = [
        invalid(1, "The bridge opened once."),
        invalid(2, "The bridge opened, they refuse to say when."),
        invalid(3, "The bridge, broken today, was opened."),
        make("valid", id="4"),
        make("invalid", after="REFUTED", id="5"),  # it never fooled the victim
    ]
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"".join(map(to_line, rows)))
    return path


def test_counts(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = records.with_name("mended.jsonl")
    given = ["repair", str(records), "--generator", "x", "--out", str(out)]
    assert main([*given, "--format", "json"]) == 3
    signature, _, counts = capsys.readouterr().out.partition("\n")
    assert "victim:gullible@1" in signature and "generator:editor@1" in signature
    family, total = json.loads(counts)
    assert family["family"] == "omission" and total["family"] == "total"
    assert (total["total"], total["answered"]) == (3, 1)
    assert total["valid"] == total["mended"] == total["recovered"] == 1
    first, second, third = read_records(out)
    assert first.case.extra["repaired_from"] == "The bridge opened once."
    assert first.decision.status == "valid" and first.case.victim_after == "SUPPORTED"
    assert second.case.abstained == "refusal" and not second.case.error
    assert third.case.error == "the server is down"


def test_table(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repair", str(records), "--generator", "x", "--limit", "1"]) in (0, 3)
    text = capsys.readouterr().out
    assert "Repair of invalid raw successes" in text and "omission" in text


def test_nothing_to_repair(
    tmp_path: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(to_line(make("valid")))
    assert main(["repair", str(path), "--generator", "x"]) == 2
    assert "no invalid raw success" in capsys.readouterr().err
