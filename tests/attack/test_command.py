"""The attack command's options, its files, and the way back from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest
from textattack import CommandLineAttackArgs

from textattack_atomeval.attack import command
from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.attack.stock import build_stock
from textattack_atomeval.errors import ModelUnavailableError


def test_every_option_of_the_host_is_there() -> None:
    """A strict superset: what the host's parser knows, ours knows the same way."""
    import argparse

    theirs = CommandLineAttackArgs._add_parser_args(argparse.ArgumentParser())
    ours = command.build_parser("x")
    known = {flag: action for action in ours._actions for flag in action.option_strings}
    for action in theirs._actions:
        for flag in action.option_strings:
            assert known[flag].dest == action.dest
            assert known[flag].default == action.default


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_our_recipes_parse(name: str) -> None:
    args = command.build_parser("x").parse_args(["--recipe", name, "--preserve-atoms"])
    assert args.attack_recipe == name and args.preserve_atoms


@pytest.mark.parametrize(
    ("recipe", "remedy"), [("textfooler", "It needs counter-fitted vectors"), ("x", "")]
)
def test_what_a_stock_recipe_cannot_fetch_is_told(
    monkeypatch: pytest.MonkeyPatch, recipe: str, remedy: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no route\nto host")

    monkeypatch.setattr(CommandLineAttackArgs, "_create_attack_from_args", fail)
    host = CommandLineAttackArgs(attack_recipe=recipe)
    with pytest.raises(ModelUnavailableError, match="no route to host") as told:
        build_stock(host, None)
    assert f"Cannot build {recipe}" in str(told.value) and remedy in str(told.value)


def test_the_csv_log_gets_a_name_in_a_folder(tmp_path: Path) -> None:
    assert command._csv_path(None) is None
    assert command._csv_path(str(tmp_path / "new" / "log.csv")) == (
        tmp_path / "new" / "log.csv"
    )
    assert (tmp_path / "new").is_dir()
    named = command._csv_path(str(tmp_path / "folder"))
    assert named is not None and named.name.endswith("-log.csv")
