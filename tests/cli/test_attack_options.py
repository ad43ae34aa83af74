"""``attack``: options that must reach what they name, or be refused in one line."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli import main
from textattack_atomeval.metrics import outcome
from textattack_atomeval.store import read_records

RECIPES = Path(__file__).parents[2] / "recipes"
BASE = ["attack", "--model", "embedded", "--silent", "-n", "2"]
PLAIN = ["--recipe", "deepwordbug"]
FAMILY = ["--recipe", "atomeval-omission"]
PARTS = ["--transformation", "word-swap-random-char-deletion"]
PARTS += ["--search-method", "greedy-word-wir"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([*PLAIN, "--on-unscored", "keep"], "add --preserve-atoms"),
        ([*FAMILY, "--on-unscored", "keep"], "add --preserve-atoms"),
        ([*PLAIN, "--generator", "replay:sample"], "--generator is for recipes"),
        ([*PLAIN, "--samples", "2"], "--samples is for recipes"),
        ([*PLAIN, "--goal-function", "targeted-classification"], "has no effect"),
        (["--recipe", "atomeval-replay", "--generator", "chat:a@http://b"], "replay:"),
        ([*PLAIN, "--preserve-atoms", "--attack-evidence"], "leave out one"),
        (
            [*PARTS, "--policy", "paper", "--constraints"]
            + ["atom-preservation^policy='strict'"],
            "name the same one with --policy",
        ),
        (
            [*FAMILY, "--policy", "paper", "--goal-function", "vasr^policy='strict'"],
            "name the same one with --policy",
        ),
        ([*PARTS, "--constraints", "repeat^nothing=3"], "takes no arguments"),
        ([*PARTS, "--goal-function", "vasr^nothing=3"], "nothing"),
        ([*PLAIN, "--goal-function", "vasr^nothing=3"], "nothing"),
        (["--attack-from-file", "none.py"], "none.py"),
        ([*FAMILY, "--num-examples-offset", "66"], "leaves nothing of the 66"),
        ([*FAMILY, "--query-budget", "0"], "at least 1, got 0"),
        (["--recipe", "atomeval-repair"], "holds no repairs"),
        ([*FAMILY, "--log-to-wandb", "{}"], "pip install wandb"),
    ],
)
def test_what_cannot_take_effect_is_refused_in_a_line(
    options: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name, *more: None if name == "wandb" else real(name, *more),
    )
    assert main([*BASE, *options]) == 2
    said = capsys.readouterr()
    told = [line for line in said.err.splitlines() if "textattack-atomeval:" in line]
    assert len(told) == 1 and message in told[0]
    assert said.out == ""


def attacked(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main([*BASE, *options, "--format", "json"]) in (0, 3)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        ([*PLAIN, "--goal-function", "vasr"], "goal"),
        (["--attack-from-file", str(RECIPES / "omission.py")], "post-hoc"),
        (
            ["--attack-from-file", str(RECIPES / "omission.py")]
            + ["--goal-function", "vasr"],
            "goal",
        ),
        ([*PARTS, "--constraints", "atom-preservation"], "constrained"),
        ([*PARTS, "--goal-function", "vasr"], "goal"),
        ([*PLAIN, "--preserve-atoms", "--on-unscored", "keep"], "constrained"),
    ],
)
def test_the_policy_reaches_the_search(
    options: list[str], mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = attacked(capsys, *options, "--policy", "paper")["settings"]
    assert settings["policy"] == "paper@0.5" and settings["mode"] == mode
    assert (settings["attacked"], settings["evidence"]) == ("REFUTED", "fixed")


def test_a_file_s_attack_says_its_family_and_its_writer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    records = tmp_path / "r.jsonl"
    given = ["--attack-from-file", str(RECIPES / "omission.py")]
    settings = attacked(capsys, *given, "--log-records", str(records))["settings"]
    assert settings["generator"].startswith("replay:sample@")
    for record in read_records(records):
        assert record.case.family == "omission"
        name, _, digest = record.case.extra["recipe"].partition("@")
        assert name.endswith("omission.py") and len(digest) == 12


def test_advanced_metrics_that_cannot_be_had_cost_no_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no route to the hub")

    monkeypatch.setattr("textattack_atomeval.attack.metrics.Perplexity", fail)
    monkeypatch.setattr("textattack_atomeval.attack.metrics.USEMetric", fail)
    found = attacked(capsys, *FAMILY, "--enable-advance-metrics")
    assert found["n"] == 2


def test_the_host_s_table_names_both_rates_in_goal_mode(
    capsys: pytest.CaptureFixture[str],
) -> None:
    noisy = [part for part in BASE if part != "--silent"]
    assert main([*noisy, *FAMILY, "--goal-function", "vasr"]) in (0, 3)
    out = capsys.readouterr().out
    assert "Validity-aware attack success rate" in out
    assert "| Attack success rate:" not in out and "ASR, %:" in out
    assert "None" not in out.partition("Attack Results")[2].partition("version:")[0]


def test_a_person_is_asked_for_claim_and_evidence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from textattack_atomeval.io import sample_claims

    cases = list(sample_claims())[:2]
    typed = [text for case in cases for text in (case.claim, "", case.evidence)]
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return typed.pop(0) if typed else "q"

    monkeypatch.setattr("builtins.input", answer)
    assert main([*BASE, "--recipe", "atomeval-colloquial", "--interactive"]) == 0
    assert asked == ["claim: ", "evidence: ", "evidence: "] * 2 + ["claim: "]
    assert capsys.readouterr().out.count("The rewrite is ") == 2


RANDOM = """
import random, time
import numpy as np, torch
from textattack import Attack
from textattack.goal_functions import UntargetedClassification
from textattack.transformations import WordSwapRandomCharacterSubstitution
from textattack.search_methods import GreedyWordSwapWIR

class Slow(WordSwapRandomCharacterSubstitution):
    def _get_transformations(self, text, indices):
        time.sleep(0.01)
        np.random.shuffle([1, 2]); torch.rand(1)
        return super()._get_transformations(text, indices)

def attack(model):
    return Attack(
        UntargetedClassification(model), [], Slow(), GreedyWordSwapWIR("random")
    )
"""


def _done(folder: Path) -> int:
    """Return how many results the run's checkpoint holds."""
    points = [json.loads(p.read_bytes()) for p in folder.glob("*.checkpoint.json")]
    return max((len(point["results"]) for point in points), default=0)


@pytest.mark.slow
def test_a_killed_run_ends_in_the_same_bytes(tmp_path: Path) -> None:
    """An attack that draws random numbers, killed as by the system, twice."""
    file = tmp_path / "attack.py"
    file.write_text(RANDOM)

    def command(name: str) -> list[str]:
        folder = tmp_path / name
        folder.mkdir()
        given = ["attack", "--attack-from-file", str(file), "--model", "embedded"]
        given += ["-n", "6", "--silent", "--shuffle", "--random-seed", "7"]
        given += ["--log-records", str(folder / "r.jsonl")]
        given += ["--log-to-csv", str(folder / "log.csv")]
        given += ["--checkpoint-interval", "1", "--checkpoint-dir", str(folder)]
        return [sys.executable, "-m", "textattack_atomeval", *given]

    whole = subprocess.run(command("whole"), capture_output=True, text=True)
    assert whole.returncode in (0, 3), whole.stderr
    cut, folder = command("cut"), tmp_path / "cut"
    process = subprocess.Popen(cut, stdout=subprocess.DEVNULL, start_new_session=True)
    while _done(folder) < 2 and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert _done(folder) < 6, "it was not killed in time"
    # What names files or code has to be given again.
    resume = ["attack-resume", "-f", str(folder), "--attack-from-file", str(file)]
    resume += ["--log-records", str(folder / "r.jsonl")]
    resume += ["--log-to-csv", str(folder / "log.csv")]
    last = subprocess.run(
        [sys.executable, "-m", "textattack_atomeval", *resume],
        capture_output=True,
        text=True,
    )
    assert last.stdout == whole.stdout, last.stderr
    for name in ("r.jsonl", "log.csv"):
        one, two = ((tmp_path / n / name).read_bytes() for n in ("whole", "cut"))
        assert one == two
    ends = {outcome(record) for record in read_records(folder / "r.jsonl")}
    assert len(ends) > 1  # the claims that it could and could not flip
