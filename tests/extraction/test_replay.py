"""Saved extractions come back as they were saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from textattack_atomeval.data import Atom, Extraction, to_json
from textattack_atomeval.errors import InputError
from textattack_atomeval.extraction import Extractor, ReplayExtractor

SAVED = Extraction(
    text="Ann sings.",
    declarative="Ann sings.",
    atoms=(Atom(subject="Ann", relation="sings", proposition="Ann sings."),),
)


def test_replays(tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    path.write_text(to_json(SAVED) + "\n\n" + to_json(SAVED) + "\n", encoding="utf-8")
    replay = ReplayExtractor(path)
    assert isinstance(replay, Extractor)
    assert replay.name.startswith("replay@")
    found, missing = replay.extract(["Ann sings.", "Bo sings."])
    assert found == SAVED
    assert missing.status == "failed"
    assert "no saved extraction" in missing.reason


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("nonsense", "line 1: not a saved extraction"),
        ('{"atoms": []}', "line 1: not a saved extraction"),
        ('{"text": "a"}\n{"text": "a", "status": "empty"}', "line 2: a second"),
    ],
)
def test_refuses(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "saved.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        ReplayExtractor(path)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot read"):
        ReplayExtractor(tmp_path / "none.jsonl")
