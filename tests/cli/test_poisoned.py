"""One row in a hundred is poison; the rest comes out as if it were alone."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli import main
from textattack_atomeval.data import Atom, Extraction, Judgement
from textattack_atomeval.gate import GatePolicy
from textattack_atomeval.lexical import coverage
from textattack_atomeval.nli.base import Pair
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.store import read_records

ROWS = 20_000
PLACES = ("harbour", "mill", "tower", "bridge", "school", "chapel", "market")
#: What each stage chokes on; one more kind of row is no JSON at all.
POISON = ("extract-me", "judge-me", "label-me")


class Extractor:
    name = "one-atom"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        if any(POISON[0] in text for text in texts):
            raise KeyError("c€")
        return [
            Extraction(
                text=text,
                declarative=text,
                atoms=(Atom(subject="It", relation="is", proposition=text),),
            )
            for text in texts
        ]


class NLI:
    name = "overlap"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        if any(POISON[1] in premise for premise, _ in pairs):
            raise IndexError("list index out of range")
        shares = [coverage(hypothesis, premise) for premise, hypothesis in pairs]
        return [Judgement(s, (1 - s) / 2, (1 - s) / 2) for s in shares]


class Victim:
    name = "keywords"
    labels = ("SUPPORTED", "REFUTED")

    def predict(self, pairs: Sequence[Pair]) -> list[list[float]]:
        if any(POISON[2] in claim for claim, _ in pairs):
            raise RuntimeError("CUDA error")
        return [[1.0, 0.0] if "truly" in c else [0.0, 1.0] for c, _ in pairs]


def row(number: int) -> dict[str, Any]:
    place = PLACES[number % len(PLACES)]
    claim = f"The {place} is old."
    said = ["truly", "surely"][number % 3 == 0]
    lost = "Nobody saw rain." if number % 5 == 0 else claim
    return {"id": str(number), "claim": claim, "rewrite": f"{lost[:-1]}, {said}."}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATOMEVAL_STRICT_ERRORS")
    monkeypatch.setattr(
        AtomEval,
        "embedded",
        lambda **_: AtomEval(Extractor(), NLI(), GatePolicy.paper()),
    )
    monkeypatch.setattr(
        "textattack_atomeval.cli.evaluate.load_victim", lambda _: Victim()
    )


@pytest.mark.usefixtures("engine")
def test_one_row_in_a_hundred(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = random.Random(1).sample(range(ROWS), ROWS // 100)
    how = [*POISON, "no JSON"] * (ROWS // 400)
    kinds = dict(zip(bad, how, strict=True))
    clean, mixed = tmp_path / "clean.jsonl", tmp_path / "mixed.jsonl"
    lines = []
    for n in range(ROWS):
        made = row(n)
        made["rewrite"] += f" {kinds.get(n, '')}"
        lines.append("{" if kinds.get(n) == "no JSON" else json.dumps(made))
    mixed.write_text("\n".join(lines))
    kept = [json.dumps(row(n)) for n in range(ROWS) if n not in kinds]
    clean.write_text("\n".join(kept))
    outs = {}
    for path in (clean, mixed):
        out = tmp_path / f"out-{path.name}"
        argv = ["evaluate", str(path), "--out", str(out), "--ask-victim", "x"]
        code = main([*argv, "--format", "json"])
        assert code == (3 if path is mixed else 0)
        outs[path] = list(read_records(out))
        found = json.loads(capsys.readouterr().out)
        assert sum(found["outcomes"].values()) == found["n"] == len(outs[path])
    read = Counter(kinds.values())
    assert found["n"] == ROWS - read["no JSON"]
    assert found["outcomes"]["error"] == sum(read[kind] for kind in POISON) == 150
    rest = [r for r in outs[mixed] if int(r.case.id) not in kinds]
    assert [r.decision for r in rest] == [r.decision for r in outs[clean]]
    assert [r.case.victim_after for r in rest] == [
        r.case.victim_after for r in outs[clean]
    ]
    assert {r.decision.status for r in rest} == {"valid", "invalid"}


@pytest.mark.usefixtures("engine")
def test_strict_errors_stop_at_the_first_and_name_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "c.jsonl", tmp_path / "o.jsonl"
    bad = {**row(2), "rewrite": f"It is {POISON[0]}."}
    path.write_text("\n".join(json.dumps(r) for r in (row(1), bad, row(3))))
    assert main(["evaluate", str(path), "--out", str(out), "--strict-errors"]) == 1
    err = capsys.readouterr().err
    assert "KeyError" in err and "extract-me" in err and "Traceback" not in err
    assert main(["evaluate", str(path), "--out", str(out)]) == 3
    err = capsys.readouterr().err
    assert "1 rows ended in an error" in err and "row 2: KeyError" in err
