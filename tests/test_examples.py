"""The examples run as they stand and print what they promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FIRST_WORDS = {
    "score_pairs.py": ["valid", "valid", "invalid", "invalid", "invalid"],
    "own_nli.py": ["valid", "invalid"],
    "preserving_attack.py": ["post-hoc:", "constrained:"],
}


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(FIRST_WORDS)


@pytest.mark.parametrize("name", sorted(FIRST_WORDS))
def test_example(name: str) -> None:
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=EXAMPLES.parent,
        check=True,
        env={**os.environ, "PYTHONPATH": str(EXAMPLES.parent)},
    )
    lines = run.stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == FIRST_WORDS[name]
    assert lines[-1].startswith("version:")
