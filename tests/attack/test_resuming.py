"""Options from a checkpoint: what names files, code or servers is asked for again."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest

from textattack_atomeval.attack.checkpoint import (
    SUFFIX,
    Checkpoint,
    Randomness,
    Settings,
)
from textattack_atomeval.attack.resuming import options
from textattack_atomeval.cli import main
from textattack_atomeval.cli.arguments import (
    FORMATS,
    add_engine,
    add_format,
    add_surface,
)
from textattack_atomeval.errors import InputError
from textattack_atomeval.store import read_records

QUIET = ["--model", "embedded", "--silent"]


def parser() -> Any:
    from textattack_atomeval.attack import command

    made = command.build_parser("x")
    add_engine(made)
    add_surface(made)
    add_format(made, FORMATS)
    return made


def point(*command: str) -> Checkpoint:
    return Checkpoint(
        format=1,
        version="0",
        signature="s",
        command=list(command),
        started=1,
        saved=1.0,
        settings=Settings(),
        worklist=[],
        candidates=[],
        results=[],
        seen={},
        randomness=Randomness.now(),
        logs={},
    )


HARMLESS = [
    ["--recipe", "atomeval-omission", "--model", "embedded", "--dataset", "sample"],
    ["--num-examples", "7", "--random-seed", "3", "--shuffle", "--preserve-atoms"],
    ["--attack-evidence", "--attacked-label", "NOT ENOUGH INFO"],
    ["--policy", "paper", "--goal-function", "vasr", "--search-method", "greedy"],
]
DANGEROUS = [
    ["--attack-from-file", "evil.py"],
    ["--model-from-file", "evil.py"],
    ["--dataset-from-file", "evil.py"],
    ["--model-from-huggingface", "evil/model"],
    ["--dataset-from-huggingface", "evil/data"],
    ["--transformation", "word-swap-wordnet^max_candidates=__import__('os')"],
    ["--constraints", "levenshtein^max=__import__('os').mkdir('x')"],
    ["--search-method", "greedy^x=1"],
    ["--goal-function", "untargeted-classification^x=1"],
    ["--generator", "chat:m@http://evil.example/v1"],
    ["--log-records", "a.jsonl"],
    ["--log-to-csv", "a.csv"],
    ["--log-to-txt", "a.txt"],
    ["--log-summary-to-json", "a.json"],
    ["--cache-dir", "somewhere"],
    ["--extractions", "e.jsonl"],
    ["--judgements", "j.jsonl"],
    ["--nli", "evil/nli"],
    ["--sbert", "evil/sbert"],
    ["--causal-lm", "evil/lm"],
    ["--sentences", "wiki"],
    ["--model", "victim:/evil"],
    ["--model", "causal:evil/lm"],
    ["--dataset", "fever:/evil.jsonl"],
    ["--dataset", "../evil.py"],
    ["--allow-download"],
]


@pytest.mark.parametrize("given", HARMLESS, ids=" ".join)
def test_harmless_options_come_along(given: list[str]) -> None:
    found = options(parser(), point(*given), [])
    assert vars(found) == vars(parser().parse_args(given))


@pytest.mark.parametrize("given", DANGEROUS, ids=" ".join)
def test_the_others_are_asked_for_again(given: list[str]) -> None:
    with pytest.raises(InputError, match="give them again") as told:
        options(parser(), point("--num-examples", "7", *given), [])
    assert given[0] in str(told.value)
    again = options(parser(), point("--num-examples", "7", *given), given)
    assert again.num_examples == 7
    if len(given) == 1:  # a flag: there is no other value
        return
    with pytest.raises(InputError, match="again|give the same"):
        options(parser(), point(*given), [given[0], *["/other"] * (len(given) - 1)])


def test_no_option_is_overlooked() -> None:
    """Every option of the parser that takes a free text is asked for again."""
    made, default = parser(), parser().parse_args([])
    for action in made._actions:
        if action.nargs == 0 or action.type in (int, float) or not action.dest:
            continue
        if action.choices is not None or action.dest in (
            *("help", "checkpoint_dir", "checkpoint_interval", "parallel"),
        ):
            continue
        value = "/evil/x^y"
        found = point("--num-examples", "1")
        namespace = {**vars(default), action.dest: value}

        fixed = mock.Mock(_actions=made._actions)
        fixed.parse_args.side_effect = [Namespace(**namespace), default, default]
        with pytest.raises(InputError, match="give them again"):
            options(fixed, found, [])


def test_the_command_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, log = tmp_path / "points", tmp_path / "r.jsonl"
    given = ["attack", "--recipe", "atomeval-advadd", "-n", "5", *QUIET]
    given += ["--format", "json"]
    assert main(given) == 0
    whole = json.loads(capsys.readouterr().out)
    more = ["--checkpoint-dir", str(folder), "--checkpoint-interval", "2"]
    assert main([*given, *more, "--log-records", str(log)]) == 0
    lines = log.read_bytes()
    (path,) = folder.glob(f"*{SUFFIX}")
    content = json.loads(path.read_bytes())
    assert len(content["results"]) == 4 and content["command"][:2] == given[1:3]
    log.write_bytes(lines + b"{")
    capsys.readouterr()
    assert main(["attack-resume", "-f", str(folder)]) == 2
    told = capsys.readouterr().err
    assert f"--log-records {log}" in told and "Traceback" not in told
    again = ["attack-resume", "-f", str(folder / "latest"), "--log-records", str(log)]
    assert main(again) == 0
    assert json.loads(capsys.readouterr().out)["outcomes"] == whole["outcomes"]
    assert log.read_bytes() == lines and len(list(read_records(log))) == 5


def test_an_evil_command_runs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = tmp_path / "evil.py"
    mark = tmp_path / "ran"
    code.write_text(f"import os; os.mkdir({str(mark)!r})")
    path = tmp_path / f"1{SUFFIX}"
    for given in (
        ["--attack-from-file", str(code), "--model", "embedded"],
        ["--model-from-file", str(code), "--recipe", "deepwordbug"],
        ["--dataset-from-file", str(code), "--recipe", "deepwordbug"],
        ["--constraints", f"levenshtein^max=__import__('os').mkdir({str(mark)!r})"],
        ["--no-such-option"],
    ):
        path.write_bytes(msgspec.json.encode(point(*given)))
        try:
            code_of = main(["attack-resume", "-f", str(path)])
        except SystemExit as stop:
            code_of = stop.code
        assert code_of == 2, given
        assert "Traceback" not in capsys.readouterr().err
    # A command file that an older version would have read is no command any more.
    (tmp_path / "1.ta.chkpt").write_bytes(b"cos\nmkdir\n(S'ran'\ntR.")
    (tmp_path / "0.command.json").write_text(json.dumps(["--attack-from-file", "x"]))
    assert main(["attack-resume", "-f", str(tmp_path / "1.ta.chkpt")]) == 2
    assert not mark.exists()
