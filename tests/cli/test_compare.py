"""``compare``: the same numbers as single runs, one table, one plot."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from textattack_atomeval.cli import main
from textattack_atomeval.metrics import asr, vasr
from textattack_atomeval.store import read_records

BASE = ["compare", "--recipes", "omission", "deepwordbug", "-n", "4"]


def test_one_table_on_the_same_claims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot, out = tmp_path / "c.svg", tmp_path / "records"
    given = [*BASE, "--modes", "raw", "post-hoc", "constrained", "goal"]
    given += ["--plot", str(plot), "--out", str(out), "--format", "json"]
    assert main(given) in (0, 3)
    said = json.loads(capsys.readouterr().out)
    assert "attacked:REFUTED|evidence:fixed" in said["signature"]
    assert "generator:replay:sample" in said["signature"]
    names = [(run["name"], run["mode"]) for run in said["attacks"]]
    modes = ("post-hoc", "constrained", "goal")
    assert names == [(n, m) for n in ("omission", "deepwordbug") for m in modes]
    claims = set()
    for run in said["attacks"]:
        records = list(read_records(out / f"{run['name']}.{run['mode']}.jsonl"))
        claims.add(tuple(record.case.claim for record in records))
        for key, rate in (("asr", asr(records)), ("vasr", vasr(records))):
            assert run[key] == {"hits": rate.hits, "total": rate.total}
        # The rate is the one of a single run of that recipe in that mode.
        assert {r.case.extra["mode"] for r in records} == {run["mode"]}
        if run["mode"] == "constrained":
            assert run["asr"] == run["vasr"]
    assert len(claims) == 1
    assert [(p["mode"], p["metric"]) for p in said["pairs"]] == [
        (mode, metric) for mode in modes for metric in ("ASR", "VASR")
    ]
    picture = plot.read_bytes()
    assert b"<svg" in picture[:500]
    # A second run is refused before it overwrites, and draws the same bytes.
    assert main([*given]) == 1
    capsys.readouterr()
    assert main([*given, "--overwrite"]) in (0, 3)
    assert plot.read_bytes() == picture
    single = ["attack", "--recipe", "deepwordbug", "--model", "embedded", "-n", "4"]
    capsys.readouterr()
    assert main([*single, "--silent", "--format", "json"]) in (0, 3)
    alone = json.loads(capsys.readouterr().out)["total"]
    row = next(r for r in said["attacks"] if r["name"] == "deepwordbug")
    for key in ("asr", "vasr"):
        assert (alone[key]["hits"], alone[key]["total"]) == tuple(row[key].values())


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_for_a_reader(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["compare", "--recipes", "colloquial", "advadd", "-n", "3"]
    assert main([*given, "--modes", "raw", "--format", format]) in (0, 3)
    text = capsys.readouterr().out
    assert "Paired differences" in text and "VASR" in text and "advadd" in text


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--recipes", "nothing"], 2, "deepwordbug"),
        (["--recipes", "replay"], 2, "cannot be compared"),
        (["--recipes", "omission", "--plot", "c.txt"], 2, ".svg"),
        (["--recipes", "omission", "--query-budget", "0"], 2, "at least 1"),
        (["--recipes", "hotflip"], 1, "left out"),
    ],
)
def test_what_cannot_be_compared(
    options: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *options, "-n", "2"]) == code
    assert message in capsys.readouterr().err


def test_without_matplotlib(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*BASE, "--plot", "c.svg"]) == 1
    assert "pip install '.[plot]'" in capsys.readouterr().err
