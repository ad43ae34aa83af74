"""From options to parts: what is swapped, and what the signature then says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import fake_record
from textattack_atomeval.cli.arguments import build_parser
from textattack_atomeval.cli.engine import (
    add_labels,
    add_surface,
    build_engine,
    build_scorer,
)
from textattack_atomeval.data import Case, Decision, Judgement, Record, Surface
from textattack_atomeval.guard import Guard
from textattack_atomeval.nli import onnx, transformers
from textattack_atomeval.surface import SurfaceScorer


class FakeNLI:
    made: tuple[tuple[Any, ...], dict[str, Any]]

    def __init__(self, *args: Any, **options: Any) -> None:
        FakeNLI.made = (args, options)
        self.name = f"fake-{args[0]}" if args else "fake"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        return [Judgement(0.8, 0.1, 0.1) for _ in pairs]


@pytest.fixture(autouse=True)
def no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx, "OnnxNLI", FakeNLI)
    monkeypatch.setattr(transformers, "TransformersNLI", FakeNLI)


def signature(*options: str) -> str:
    args = build_parser().parse_args(["evaluate", "cases.jsonl", *options])
    return str(build_engine(args).signature())


def test_embedded_is_the_default() -> None:
    line = signature()
    assert "nli:fake|" in line and "profile:embedded" in line and "strict" in line


@pytest.mark.parametrize(
    ("name", "model", "options"),
    [
        ("owner/model", "owner/model", {"allow_download": True}),
        ("owner/model@abc", "owner/model", {"revision": "abc", "allow_download": True}),
    ],
)
def test_another_checkpoint(name: str, model: str, options: dict[str, Any]) -> None:
    line = signature("--nli", name, "--policy", "paper")
    assert FakeNLI.made == ((model,), options)
    assert f"nli:fake-{model}|policy:paper" in line and "profile" not in line


def test_a_folder_may_have_an_at_sign(tmp_path: Path) -> None:
    folder = tmp_path / "model@home"
    folder.mkdir()
    signature("--nli", str(folder))
    assert FakeNLI.made[0] == (str(folder),)


def test_saved_extractions(tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    path.write_text('{"id": "1", "text": "A.", "atoms": []}\n')
    assert "extractor:replay@" in signature("--extractions", str(path))


def test_scorer_only_when_asked_for() -> None:
    args = build_parser().parse_args(["evaluate", "cases.jsonl"])
    assert build_scorer(args) is None


def test_surface_keeps_the_order() -> None:
    class Scorer(SurfaceScorer):
        def __init__(self) -> None:
            pass

        def score(self, pairs: Sequence[tuple[str, str]]) -> list[Surface]:
            return [Surface(sbert=float(rewrite)) for _, rewrite in pairs]

    records = [
        Record(
            case=Case(id=str(n), claim="C.", rewrite=str(n)), decision=Decision("valid")
        )
        for n in range(150)
    ]
    found = list(add_surface(records, Scorer()))
    assert [r.surface and r.surface.sbert for r in found] == list(range(150))
    assert [r.case for r in found] == [r.case for r in records]


class Broken:
    """A victim and a scorer that fail on every text with an "x"."""

    name = "broken@1"
    labels = ("SUPPORTED", "REFUTED")

    def predict(self, pairs: list[tuple[str, str]]) -> list[list[float]]:
        if any("x" in claim for claim, _ in pairs):
            raise ValueError("x\x1b[31m")
        return [[0.0, 1.0] for _ in pairs]

    def score(self, pairs: list[tuple[str, str]]) -> list[Surface]:
        if any("x" in rewrite for _, rewrite in pairs):
            raise ValueError("x")
        return [Surface(sbert=1.0) for _ in pairs]


BROKEN: Any = Broken()


def test_a_victim_that_fails_on_a_text_costs_that_row() -> None:
    cases = [Case(id=f"{n}", claim="A.", rewrite=t) for n, t in enumerate("axb")]
    found = list(add_labels(cases, BROKEN, Guard(strict=False)))
    assert [case.victim_before for case in found] == ["REFUTED"] * 3
    assert [case.victim_after for case in found] == ["REFUTED", None, "REFUTED"]
    assert [bool(case.error) for case in found] == [False, True, False]
    assert found[1].error.startswith("victim broken@1: ValueError")


def test_a_scorer_that_fails_on_a_pair_says_why() -> None:
    records = [fake_record(Case(id=t, claim="A.", rewrite=t)) for t in "axb"]
    found = list(add_surface(records, BROKEN, Guard(strict=False)))
    scores = [record.surface.sbert for record in found if record.surface]
    assert scores == [1.0, None, 1.0]
    assert found[1].surface and "ValueError" in found[1].surface.not_computed["sbert"]
