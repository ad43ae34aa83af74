"""The installed command with the embedded engine, as a newcomer would run it."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from textattack_atomeval import AtomEval
from textattack_atomeval.data import Case, Record
from textattack_atomeval.io import read_cases
from textattack_atomeval.store import flatten, read_records

RESOURCES = Path(__file__).parents[2] / "textattack_atomeval" / "resources"
CANARIES = RESOURCES / "canaries.jsonl"


def atomeval(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "textattack_atomeval", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def engine() -> AtomEval:
    return AtomEval.embedded()


@pytest.fixture(scope="module")
def records(engine: AtomEval) -> list[Record]:
    rows = (row for row in read_cases(CANARIES) if isinstance(row, Case))
    return list(engine.run(rows))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "records.jsonl"
    done = atomeval("evaluate", CANARIES, "--out", out, "--format", "json")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)
    return out


def test_doctor() -> None:
    done = atomeval("doctor")
    assert done.returncode == 0, done.stdout + done.stderr


def test_demo() -> None:
    done = atomeval("demo", "--claims", "2")
    assert done.returncode == 0, done.stderr
    assert "version:" in done.stdout
    assert "\x1b" not in done.stdout
    # Nothing but what is left out here, with its remedy.
    lines = done.stderr.splitlines()
    assert [line for line in lines if "is left out; it needs" not in line] == []


def test_command_and_api_agree(whole: Path, records: list[Record]) -> None:
    assert [flatten(r) for r in read_records(whole)] == [flatten(r) for r in records]


def test_one_at_a_time_and_in_any_order(
    engine: AtomEval, records: list[Record]
) -> None:
    for record in random.Random(3).sample(records, len(records)):
        case = record.case
        alone = engine.check(case.claim, case.rewrite, case.evidence)
        assert alone.decision == record.decision
        assert alone.diagnosis == record.diagnosis


def test_a_killed_run_continues_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    command = [sys.executable, "-m", "textattack_atomeval", "evaluate"]
    process = subprocess.Popen([*command, str(CANARIES), "--out", str(out)])
    while process.poll() is None and not (out.exists() and out.stat().st_size):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    meta = whole.with_name("records.jsonl.meta.json")
    assert out.with_name(meta.name).read_bytes() == meta.read_bytes()
    assert atomeval("evaluate", CANARIES, "--out", out).returncode == 0
    assert out.read_bytes() == whole.read_bytes()


def test_extract(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_text("The lighthouse was built in 1902.\nDoes it rain?\n")
    done = atomeval("extract", path)
    assert done.returncode == 0, done.stderr
    stated, asked = map(json.loads, done.stdout.splitlines())
    assert stated["status"] == "ok" and stated["atoms"]
    assert asked["atoms"] == []


def test_explain() -> None:
    done = atomeval(
        *("explain", "--claim", "The lighthouse was built in 1902."),
        *("--rewrite", "The lighthouse was built in 1910."),
    )
    assert done.returncode == 0, done.stderr
    assert "1902" in done.stdout and "invalid" in done.stdout.lower()
