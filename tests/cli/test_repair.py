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

    def __init__(self) -> None:
        self.asked = 0

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += len(prompts)
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
def editor(monkeypatch: pytest.MonkeyPatch) -> Editor:
    one = Editor()
    monkeypatch.setattr(command, "load_generator", lambda spec, **given: one)
    return one


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editor: Editor) -> Path:
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


def test_a_rerun_asks_for_what_failed_only(records: Path, editor: Editor) -> None:
    out = records.with_name("mended.jsonl")
    given = ["repair", str(records), "--generator", "x", "--out", str(out)]
    assert main(given) == 3 and editor.asked == 3
    first = out.read_bytes()
    assert main(given) == 3 and editor.asked == 3 + 1
    assert [r.case.id for r in read_records(out)] == [
        "1/repair",
        "2/repair",
        "3/repair",
    ]
    assert out.read_bytes().split(b"\n")[:2] == first.split(b"\n")[:2]
    assert main([*given, "--overwrite"]) == 3 and editor.asked == 4 + 3


def test_a_killed_run_goes_on(
    records: Path, editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers are on the disk before the next ones are asked for."""
    monkeypatch.setattr(command, "_BATCH", 1)
    answer = editor.generate

    def die(prompts: Sequence[Prompt]) -> list[Completion]:
        if editor.asked == 2:
            raise KeyboardInterrupt
        return answer(prompts)

    monkeypatch.setattr(editor, "generate", die)
    out = records.with_name("mended.jsonl")
    given = ["repair", str(records), "--generator", "x", "--out", str(out)]
    main(given)
    assert editor.asked == 2 and not out.exists()
    monkeypatch.setattr(editor, "generate", answer)
    monkeypatch.setattr(command, "_BATCH", 16)
    assert main(given) == 3 and editor.asked == 3
    assert len(list(read_records(out))) == 3


def test_answers_to_other_questions_are_not_taken(
    records: Path, editor: Editor, capsys: pytest.CaptureFixture[str]
) -> None:
    out = records.with_name("mended.jsonl")
    given = ["repair", str(records), "--generator", "x", "--out", str(out)]
    main(given)
    changed = records.read_text().replace("opened once", "opened at last")
    records.write_text(changed)
    assert main(given) in (1, 2)
    assert "--overwrite" in capsys.readouterr().err


def test_a_server_that_is_away_ends_the_run(
    records: Path,
    editor: Editor,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "_BATCH", 2)
    monkeypatch.setattr(editor, "_answer", lambda user: Completion(error="no route"))
    assert main(["repair", str(records), "--generator", "x"]) == 1
    told = capsys.readouterr()
    assert "2 requests in a row failed (no route)" in told.err and told.out == ""


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
