"""training/victim/evaluate.py, on a victim whose answers are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.encoders.tiny import load_script

evaluate = load_script("victim/evaluate.py")

ROWS = [
    ("a", "SUPPORTED", "one"),
    ("b", "REFUTED", "one"),
    ("c", "NEI", "one"),
    ("d", "REFUTED", "two"),
]
# Columns in an order of their own: REFUTED, SUPPORTED, NOT ENOUGH INFO.
SCORES = {
    "a": [0.1, 0.7, 0.2],
    "b": [0.4, 0.1, 0.5],  # wrong three-way, right two-way
    "c": [0.1, 0.2, 0.7],
    "d": [0.2, 0.6, 0.2],
}


class Known:
    name = "known@1"
    labels = ("REFUTED", "SUPPORTED", "NOT ENOUGH INFO")

    def predict(self, pairs):
        return [SCORES[claim] for claim, evidence in pairs]


def write(path: Path, rows) -> Path:
    keys = ("premise", "label", "source")
    lines = [
        json.dumps({**dict(zip(keys, row, strict=True)), "hypothesis": "e"})
        for row in rows
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_tables(tmp_path: Path) -> None:
    rows = evaluate.ask(Known(), evaluate.read(write(tmp_path / "p.jsonl", ROWS)))
    lines = list(evaluate.tables(rows))
    assert "| all | 50.0 | 15.0% to 85.0% | 4 |" in lines
    assert "| two-way | 66.7 | 20.8% to 93.9% | 3 |" in lines
    assert any(line.startswith("| one | 66.7 |") for line in lines)
    assert any(line.startswith("| two | 0.0 |") for line in lines)
    assert any(line.startswith("| REFUTED | 0.0 |") for line in lines)
    assert any(line.startswith("| NOT ENOUGH INFO | 100.0 |") for line in lines)


def test_nothing_to_count(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", ROWS[:1])
    rows = evaluate.ask(Known(), evaluate.read(path))
    assert "| REFUTED | – | – | 0 |" in list(evaluate.tables(rows))


def test_a_strange_label_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", [*ROWS, ("e", "maybe", "one")])
    with pytest.raises(ValueError, match="p.jsonl:5: 'maybe' is no verdict"):
        evaluate.read(path)
