"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from textattack_atomeval.cli.arguments import FORMATS, build_parser
from textattack_atomeval.io import MAX_CHARS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
FILES = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
LONGEST = 180


def test_five_lines() -> None:
    example = doctest.DocTestParser().get_doctest(README, {}, "README.md", None, 0)
    assert len(example.examples) == 5
    failed, tried = doctest.DocTestRunner().run(example)
    assert (failed, tried) == (0, 5)


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_attack_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    attack, _ = blocks()
    exec(attack, {})
    assert "mode:constrained" in capsys.readouterr().out


def test_python_example_runs(tmp_path: Path, fake_engine: object) -> None:
    _, block = blocks()
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"id": "1", "claim": "A b.", "rewrite": "A b c."}\n')
    exec(block.replace("cases.jsonl", str(cases)), {})


def test_commands_and_limits_are_named() -> None:
    help_text = build_parser().format_help()
    for page in (README, COMMANDS):
        for command in re.findall(r"^textattack-atomeval ([\w-]+)", page, re.MULTILINE):
            assert command in help_text
    assert "|".join(FORMATS) in COMMANDS
    assert f"{MAX_CHARS:,} characters" in FILES


def test_a_newcomer_can_read_it() -> None:
    assert len(README.splitlines()) <= LONGEST
