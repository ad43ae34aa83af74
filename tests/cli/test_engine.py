"""From options to parts: what is swapped, and what the signature then says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli.arguments import build_parser
from textattack_atomeval.cli.engine import add_surface, build_engine, build_scorer
from textattack_atomeval.data import Case, Decision, Judgement, Record, Surface
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
