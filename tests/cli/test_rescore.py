"""``rescore`` from end to end, with a fake engine behind it."""

from __future__ import annotations

import csv
import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli.rescore import run
from textattack_atomeval.data import Surface
from textattack_atomeval.errors import InputError, StoreError
from textattack_atomeval.metrics import outcome
from textattack_atomeval.store import read_records

pytestmark = pytest.mark.usefixtures("fake_engine")

HEADER = (
    "original_text,perturbed_text,original_score,perturbed_score,original_output,"
    "perturbed_output,ground_truth_output,num_queries,result_type\n"
)


def line(claim: str, rewrite: str, rest: str) -> str:
    sides = (f'"Claim: {text}<SPLIT>Evidence: e"' for text in (claim, rewrite))
    return f"{','.join(sides)},{rest}\n"


LOG = (
    HEADER
    + line("Rome is big.", "Rome is big, perhaps.", '0.1,0.9,1,2,1,5,"Successful"')
    + line("Rome is big.", "Rome is.", '0.1,0.9,1,2,1,5,"Successful"')
    + line("Lund is big.", "Lund is.", '0.1,0.2,1,1,1,9,"Failed"')
    + line("Oslo is big.", "Oslo is big.", '0.9,0.9,0,0,1,1,"Skipped"')
)
BAD = line("a", "b", '0,1,?,0,1,5,"Failed"')
OUTCOMES = ["valid_success", "invalid_success", "failed", "skipped"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(LOG)
    return path


def call(log: Path, **more: Any) -> int:
    given: dict[str, Any] = {
        "log": log,
        "out": None,
        "csv": None,
        "overwrite": False,
        "claim_column": None,
        "labels": None,
        "victim": None,
        "mode": None,
        "attacked_label": None,
        "generator": None,
        "format": "json",
        "policy": "strict",
        "cache_dir": None,
        "extractions": None,
        "nli": None,
        "judgements": None,
        "surface": False,
        "sbert": None,
        "causal_lm": None,
    }
    return run(Namespace(**{**given, **more}))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("labels", [None, "SUPPORTS,REFUTES,NEI"])
def test_adds_validity(
    log: Path, tmp_path: Path, labels: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    out, table = tmp_path / "r.jsonl", tmp_path / "new.csv"
    assert call(log, out=out, csv=table, labels=labels, victim="v") == 0
    found = json.loads(capsys.readouterr().out)
    assert {k: n for k, n in found["outcomes"].items() if n} == dict.fromkeys(
        OUTCOMES, 1
    )
    assert (found["settings"]["victim"], found["settings"]["mode"]) == ("v", "unknown")
    assert [outcome(record) for record in read_records(out)] == OUTCOMES
    written = rows(table)
    assert [row["outcome"] for row in written] == OUTCOMES
    assert [row["valid"] for row in written] == ["1", "0", "0", "1"]
    old = rows(log)
    assert [{k: row[k] for k in old[0]} for row in written] == old


def test_continues_and_does_not_overwrite(log: Path, tmp_path: Path) -> None:
    out, table = tmp_path / "r.jsonl", tmp_path / "new.csv"
    assert call(log, out=out, csv=table) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[:-50])
    with pytest.raises(StoreError, match="--overwrite"):
        call(log, out=out, csv=table)
    assert call(log, out=out) == 0
    assert out.read_bytes() == whole
    with pytest.raises(StoreError, match="other settings"):
        call(log, out=out, labels="SUPPORTS,REFUTES,NEI")
    assert call(log, out=out, csv=table, overwrite=True) == 0


def test_bad_rows_are_counted(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_text(LOG + BAD)
    table = tmp_path / "new.csv"
    assert call(log, csv=table) == 3
    said = capsys.readouterr()
    assert f"{log}:6: original_output: is no known class" in said.err
    assert "1 of 5 rows could not be read: they count as errors" in said.err
    found = json.loads(said.out)
    assert found["problems"] == {"original_output is no known class number": 1}
    assert found["outcomes"]["error"] == 1
    # The log calls four attacked: none is lost from the rates' base.
    assert found["total"]["asr"] | {"hits": 2, "total": 4} == found["total"]["asr"]
    assert "warning" not in said.err
    assert [row["outcome"] for row in rows(table)] == [*OUTCOMES, "error"]


CHANGED = (
    '"Claim: Rome is big.<SPLIT>Evidence: e","Claim: Rome is big.<SPLIT>Evidence: f",'
    '0.1,0.9,1,2,1,5,"Successful"\n'
)


def test_claims_of_another_label_are_skipped_and_that_is_told(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_text(HEADER + line("Rome is big.", "Rome.", '0,1,0,1,0,5,"Successful"'))
    assert call(log, labels="SUPPORTS,REFUTES") == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["outcomes"]["skipped"] == 1
    assert "over 0 of the 1 claims that the log calls attacked" in said.err
    assert "--attacked-label" in said.err
    assert call(log, labels="SUPPORTS,REFUTES", attacked_label="any") == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["outcomes"]["invalid_success"] == 1
    assert "warning" not in said.err


def test_nothing_usable(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.write_text(HEADER + BAD)
    with pytest.raises(InputError, match="no usable row"):
        call(log)
    assert "class number" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out", "csv"])
def test_the_log_is_not_its_own_result(log: Path, name: str) -> None:
    with pytest.raises(InputError, match="is the log itself"):
        call(log, **{name: log})


def test_an_unwritable_table(log: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="choose another --csv"):
        call(log, csv=tmp_path / "none" / "new.csv")


def test_surface_scores(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Scorer:
        name = "fake"

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

        def score(self, pairs: list[Any]) -> list[Surface]:
            return [Surface(sbert=0.9) for _ in pairs]

    monkeypatch.setattr("textattack_atomeval.cli.engine.SurfaceScorer", Scorer)
    assert call(log, surface=True) == 0
    assert json.loads(capsys.readouterr().out)["total"]["s_asr"]["hits"] == 2
