"""The command line itself: what is accepted, what is refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from textattack_atomeval import __version__
from textattack_atomeval.cli import main
from textattack_atomeval.cli.arguments import build_parser

COMMANDS = ["evaluate", "extract", "validate", "explain", "demo", "doctor"]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"{__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)
    assert "exit codes" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert command in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["unknown"],
        ["evaluate"],
        ["evaluate", "x", "--policy", "lenient"],
        ["evaluate", "x", "--format", "yaml"],
        ["evaluate", "x", "--profile", "embedded"],
        ["explain", "--claim", "C."],
    ],
)
def test_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_defaults() -> None:
    args = build_parser().parse_args(["evaluate", "cases.jsonl"])
    assert (args.policy, args.format) == ("strict", "text")
    assert args.out is None and not args.overwrite


def test_module_is_runnable() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "textattack_atomeval", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == __version__
