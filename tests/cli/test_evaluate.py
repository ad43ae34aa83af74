"""``evaluate`` from end to end, with a fake engine behind it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import FakeEngine
from textattack_atomeval.cli import evaluate, main
from textattack_atomeval.data import Surface
from textattack_atomeval.io import read_cases
from textattack_atomeval.report import summarize
from textattack_atomeval.store import read_records

pytestmark = pytest.mark.usefixtures("fake_engine")


def row(number: int, rewrite: str = "Rome is big, they say.") -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "claim": "Rome is big.",
        "evidence": "Rome is small.",
        "rewrite": rewrite,
        "family": "colloquial",
        "generator": "g",
    }


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    write(path, *(row(n) for n in range(5)), row(5, "Rome is small."))
    return path


def write(path: Path, *rows: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")


@pytest.mark.parametrize("form", ["text", "markdown", "json", "csv"])
def test_prints_the_report_of_the_python_api(
    cases: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(cases), "--format", form]) == 0
    out = capsys.readouterr()
    engine = FakeEngine()
    records = list(engine.run(read_cases(cases)))  # type: ignore[arg-type]
    expected = summarize(records, engine.signature()).render(form)
    assert out.out.rstrip("\n") == expected.rstrip("\n")
    assert out.err == ""


def test_writes_records_and_continues(cases: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    assert main(["evaluate", str(cases), "--out", str(out)]) == 0
    whole = out.read_bytes()
    lines = [json.loads(line) for line in whole.splitlines()]
    assert [line["id"] for line in lines] == [f"r{n}" for n in range(6)]
    assert lines[5]["decision"] == {"status": "invalid", "reason": "not entailed"}
    out.write_bytes(whole[:-100])
    assert main(["evaluate", str(cases), "--out", str(out)]) == 0
    assert out.read_bytes() == whole
    assert len(list(read_records(out))) == 6


def test_other_settings_need_overwrite(
    cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", str(cases), "--out", str(tmp_path / "records.jsonl")]
    assert main(command) == 0
    assert main([*command, "--policy", "paper"]) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert main([*command, "--policy", "paper", "--overwrite"]) == 0


def test_another_attacked_label_needs_overwrite(
    cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "records.jsonl"
    command = ["evaluate", str(cases), "--out", str(out), "--attacked-label"]
    assert main([*command, "SUPPORTED"]) == 0
    assert main([*command, "any"]) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert main([*command, "any", "--overwrite"]) == 0
    assert {r.case.extra["attacked_label"] for r in read_records(out)} == {"any"}


def test_a_cluster_marks_the_attacked_label_too(
    cases: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from textattack_atomeval.engines import ray

    class Here:
        """Scores in this process what the cluster would."""

        def __init__(self, source: Path, *_: Any, **__: Any) -> None:
            self.source = source

        def work(self) -> None:
            """Do nothing: records are made when they are asked for."""

        def problems(self) -> list[Any]:
            return []

        def records(self) -> Any:
            return FakeEngine().run(read_cases(self.source))  # type: ignore[arg-type]

    monkeypatch.setattr(ray, "RayRun", Here)
    found = []
    for name in ("local", "ray"):
        out = tmp_path / f"{name}.jsonl"
        command = ["evaluate", str(cases), "--out", str(out), "--engine", name]
        assert main([*command, "--attacked-label", "any"]) == 0
        found.append(out.read_bytes())
    assert found[0] == found[1] and b'"attacked_label":"any"' in found[0]


def test_a_changed_input_needs_overwrite(cases: Path, tmp_path: Path) -> None:
    command = ["evaluate", str(cases), "--out", str(tmp_path / "records.jsonl")]
    assert main(command) == 0
    write(cases, row(0), row(1))
    assert main(command) == 1
    assert main([*command, "--overwrite"]) == 0


def test_bad_rows_are_reported_and_the_rest_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    write(path, row(0), {**row(1), "rewrite": ""}, row(0), row(2))
    with path.open("a") as stream:
        stream.write("{broken\n")
    out = tmp_path / "records.jsonl"
    assert main(["evaluate", str(path), "--out", str(out)]) == 3
    assert [r.case.id for r in read_records(out)] == ["r0", "r2"]
    err = capsys.readouterr().err
    assert f"{path}:2: rewrite: is empty" in err
    assert f"{path}:3: id: is a duplicate" in err
    assert f"{path}:5: is not JSON" in err
    assert "3 of 5 rows could not be used" in err


def test_unscored_rows_make_the_result_partial(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    write(path, row(0), row(1, "???"))
    assert main(["evaluate", str(path)]) == 3


def test_notes_do_not_make_it_partial_and_are_capped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    write(path, *({**row(n), "evidence": ""} for n in range(40)))
    assert main(["evaluate", str(path)]) == 0
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 6 and err[-1].endswith("40 rows in all")


@pytest.mark.parametrize("content", ["", "\n\n", "{}\n", "not json\n"])
def test_no_usable_row(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(content)
    assert main(["evaluate", str(path)]) == 2
    out = capsys.readouterr()
    assert out.out == "" and "no usable row" in out.err


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "there"
    out.touch()
    assert main(["evaluate", "/absent.jsonl", "--out", str(out)]) == 2
    assert "Cannot read /absent.jsonl" in capsys.readouterr().err


def test_out_must_not_be_the_input(cases: Path) -> None:
    before = cases.read_bytes()
    assert main(["evaluate", str(cases), "--out", str(cases), "--overwrite"]) == 2
    assert cases.read_bytes() == before


def test_standard_input(
    cases: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["evaluate", str(cases)])
    expected = capsys.readouterr().out
    stream = io.TextIOWrapper(io.BytesIO(cases.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert main(["evaluate", "-"]) == 0
    assert capsys.readouterr().out == expected


def test_csv_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.csv"
    path.write_text("id,claim,evidence,rewrite\n1,Rome is big.,E,Rome is big now.\n")
    assert main(["evaluate", str(path), "--format", "json"]) == 0
    json.loads(capsys.readouterr().out)


def test_surface_scores_are_stored(
    cases: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Scorer:
        name = "fake"

        def score(self, pairs: list[tuple[str, str]]) -> list[Surface]:
            return [Surface(sbert=len(rewrite) / 100) for _, rewrite in pairs]

    from textattack_atomeval.cli import engine

    monkeypatch.setattr(engine, "SurfaceScorer", lambda *_, **__: Scorer())
    out = tmp_path / "records.jsonl"
    command = ["evaluate", str(cases), "--out", str(out)]
    assert main([*command, "--surface"]) == 0
    surfaces = [record.surface for record in read_records(out)]
    assert surfaces[5] == Surface(sbert=0.14)
    assert main(command) == 1, "records with surface scores are other records"


def test_interrupt(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeEngine, "run", interrupted)
    assert main(["evaluate", str(cases)]) == 130


class Gullible:
    """Refutes claims that say "big" and nothing else."""

    name = "gullible@1"
    labels = ("SUPPORTED", "REFUTED")

    def predict(self, pairs: Any) -> list[list[float]]:
        return [[0.25, 0.75] if "big." in text else [0.75, 0.25] for text, _ in pairs]


def test_a_victim_labels_the_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "load_victim", lambda spec: Gullible())
    path, out = tmp_path / "rewrites.jsonl", tmp_path / "records.jsonl"
    refused = {**row(2, ""), "abstained": "refusal"}
    stale = {**row(3, "Rome is big."), "victim_after": "SUPPORTED"}
    write(path, row(1, "Rome is small."), refused, stale)
    given = ["evaluate", str(path), "--ask-victim", "x", "--out", str(out)]
    assert main([*given, "--format", "json"]) == 0, "an abstention is no failure"
    found = json.loads(capsys.readouterr().out)
    assert found["settings"]["victim"] == "gullible@1"
    counts = {name: n for name, n in found["outcomes"].items() if n}
    assert counts == {"failed": 1, "invalid_success": 1, "abstained": 1}
    labels = [(r.case.victim_before, r.case.victim_after) for r in read_records(out)]
    assert labels == [
        ("REFUTED", "SUPPORTED"),
        ("REFUTED", None),
        ("REFUTED", "REFUTED"),
    ]
