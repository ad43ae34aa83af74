"""One run through every door: command, Python, the host's command, files of both.

ASR, VASR, outcomes and intervals must be equal, whoever attacked and whoever counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from textattack_atomeval.attack import load_dataset
from textattack_atomeval.attack.register import register
from textattack_atomeval.attack.runner import run
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.cli import main

EVIDENCE = (
    "The Harwick lighthouse is a granite tower that was built in 1889 by the harbour "
    "company. Its lamp was replaced in 1951."
)
#: Claims, their labels, and a rewrite of each for every family.
ROWS = (
    ("The Harwick lighthouse was built in 1925.", "REFUTED", "It was built in 1889."),
    (
        "The Harwick lighthouse is a wooden tower.",
        "REFUTED",
        "The Harwick lighthouse is a wooden tower, and its lamp was replaced in 1951.",
    ),
    ("The lamp was replaced in 1960.", "REFUTED", "The lamp was replaced in 1951."),
    ("The lamp was replaced in 1951.", "SUPPORTED", "They replaced the lamp in 1980."),
    (
        "The Harwick lighthouse was built in 1889.",
        "SUPPORTED",
        "The Harwick lighthouse was never built.",
    ),
)
HEAD = "from textattack_atomeval.attack.recipes"
FAMILY = """
{head}.families import {cls}
def attack(model):
    return {cls}.build(model, generator={source!r}, attacked_label={label!r}{more})
"""
STOCK = """
from textattack.attack_recipes import {cls}
{head}.preservation import fix_evidence
def attack(model):
    return fix_evidence({cls}.build(model{more}))
"""
KEPT = """
{head}.classic import {cls}
def attack(model):
    return {cls}.build(model{more})
"""
VASR = ", goal='vasr', attacked_label={label!r}"
SETUPS = {
    "colloquial": (FAMILY, {"cls": "ColloquialRewrite", "more": ""}),
    "omission": (FAMILY, {"cls": "OmissionRewrite", "more": ""}),
    "goal": (FAMILY, {"cls": "OmissionRewrite", "more": ", goal='vasr'"}),
    "deepwordbug": (STOCK, {"cls": "DeepWordBugGao2018", "more": ""}),
    "constrained": (KEPT, {"cls": "DeepWordBug", "more": ""}),
    "constrained goal": (KEPT, {"cls": "DeepWordBug", "more": VASR}),
}


class Given(NamedTuple):
    attack: Path
    claims: Path
    label: str


@pytest.fixture
def given(setup: str, label: str, tmp_path: Path) -> Given:
    claims, saved = tmp_path / "claims.jsonl", tmp_path / "saved.jsonl"
    with claims.open("w") as one, saved.open("w") as two:
        for number, (claim, truth, rewrite) in enumerate(ROWS):
            row = {"id": str(number), "claim": claim, "evidence": EVIDENCE}
            print(json.dumps({**row, "label": truth}), file=one)
            for family in ("colloquial", "omission"):
                line = {"claim": claim, "family": family, "rewrite": rewrite}
                print(json.dumps(line), file=two)
    form, names = SETUPS[setup]
    names = {**names, "source": f"replay:{saved}", "head": HEAD}
    names["label"] = None if label == "any" else label
    attack = tmp_path / "attack.py"
    names["more"] = names["more"].format(**names)
    attack.write_text(form.format(**names))
    return Given(attack, claims, label)


def numbers(report: dict[str, Any]) -> dict[str, Any]:
    total = report["total"]
    return {
        "outcomes": report["outcomes"],
        "asr": total["asr"],
        "vasr": total["vasr"],
        "gap": total["gap"],
        "diagnostics": total["diagnostics"],
        "mode": report["settings"]["mode"],
        "attacked": report["settings"]["attacked"],
    }


def command(capsys: pytest.CaptureFixture[str], *argv: object) -> dict[str, Any]:
    assert main([*map(str, argv), "--format", "json"]) in (0, 3)
    return numbers(json.loads(capsys.readouterr().out))


def by_python(given: Given) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(given.attack.read_text(), space)
    victim = VictimWrapper("embedded")
    data = load_dataset(str(given.claims), labels=victim.labels)
    _, report = run(space["attack"](victim), data, attacked_label=given.label)
    return numbers(json.loads(report.render("json")))


def by_the_host(given: Given, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from textattack.commands.textattack_cli import main as host

    argv = ["textattack", "attack", "--attack-from-file", str(given.attack)]
    argv += ["--model", "embedded", "--dataset", str(given.claims), "-n", "-1"]
    argv += ["--log-to-csv", str(log), "--csv-coloring-style", "plain"]
    monkeypatch.setattr(sys, "argv", argv)
    register()
    host()


@pytest.mark.parametrize("label", ["REFUTED", "any"])
@pytest.mark.parametrize("setup", sorted(SETUPS))
@pytest.mark.usefixtures("tables")
def test_every_door_gives_the_same_numbers(
    given: Given,
    setup: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records, own, log = (tmp_path / n for n in ("r.jsonl", "own.csv", "host.csv"))
    first = command(
        capsys,
        *("attack", "--attack-from-file", given.attack, "--model", "embedded"),
        *("--dataset", given.claims, "-n", "-1", "--attacked-label", given.label),
        *("--log-records", records, "--log-to-csv", own, "--silent"),
    )
    assert first["asr"]["total"] > 1  # there is something to compare
    assert first["attacked"] == given.label
    assert by_python(given) == first
    assert command(capsys, "rescore", own) == first
    assert command(capsys, "evaluate", records) == first
    by_the_host(given, log, monkeypatch)
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith("AtomEval: VASR") for line in told)
    again = command(
        capsys,
        *("rescore", log, "--labels", "SUPPORTED,REFUTED,NOT ENOUGH INFO"),
        *("--attacked-label", given.label, "--mode", first["mode"]),
    )
    if setup == "goal":  # the host logs what its goal calls a success, and no raw flip
        assert again["vasr"] == first["vasr"]
    else:
        assert again == first
