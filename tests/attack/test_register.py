"""TextAttack's own parsers and factories know our names after ``register()``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from textattack_atomeval.attack import register as ours
from textattack_atomeval.errors import InputError

PAIRS = [("claim", "evidence")]


@pytest.fixture
def registered(tables: ModuleType) -> Iterator[ModuleType]:
    ours.register()
    ours._stock_victim.cache_clear()
    yield tables
    ours._stock_victim.cache_clear()


def parse(tables: ModuleType, line: str) -> Any:
    """Read a command line as ``textattack attack`` does."""
    kind = tables.CommandLineAttackArgs
    parser = kind._add_parser_args(argparse.ArgumentParser())
    return kind(**vars(parser.parse_args(line.split())))


def test_the_names_are_those_of_the_recipes() -> None:
    from textattack_atomeval.attack.recipes import RECIPES

    assert sorted(ours.RECIPE_NAMES) == sorted(RECIPES)


@pytest.mark.parametrize("name", ours.RECIPE_NAMES)
def test_every_recipe_can_be_named(registered: ModuleType, name: str) -> None:
    from textattack_atomeval.attack.recipes import RECIPES

    args = parse(registered, f"--recipe {name} --model embedded --dataset sample")
    assert args.attack_recipe == name
    # As `_create_attack_from_args` does, which calls `.build(model_wrapper)` on it.
    expression = registered.ATTACK_RECIPE_NAMES[name]
    assert eval(expression, vars(registered)) is RECIPES[name]


def test_stock_names_stay(tables: ModuleType) -> None:
    before = {
        name: dict(table)
        for name, table in vars(tables).items()
        if name.endswith("_NAMES")
    }
    ours.register()
    for name, entries in before.items():
        assert entries.items() <= getattr(tables, name).items()
    assert parse(tables, "--recipe pwws --model bert-base-uncased").attack_recipe


def test_twice_is_once(registered: ModuleType) -> None:
    from textattack import DatasetArgs, ModelArgs

    methods = [
        ModelArgs.__dict__["_create_model_from_args"],
        *vars(DatasetArgs).items(),
    ]
    sizes = [len(t) for n, t in vars(registered).items() if n.endswith("_NAMES")]
    ours.register()
    again = [ModelArgs.__dict__["_create_model_from_args"], *vars(DatasetArgs).items()]
    assert methods == again
    assert sizes == [
        len(t) for n, t in vars(registered).items() if n.endswith("_NAMES")
    ]
    parse(registered, "--dataset sample")  # argparse refuses an option added twice


def test_components_come_from_the_command_line(registered: ModuleType) -> None:
    from textattack_atomeval.attack import (
        AtomPreservation,
        BestOfN,
        LLMRewrite,
        ValidityAwareEvasion,
        VictimWrapper,
    )

    line = (
        "--constraints repeat atom-preservation^on_unscored='keep' "
        "--goal-function vasr --search-method best-of-n "
        "--transformation llm-rewrite^samples=2"
    )
    args = parse(registered, line)
    kind = registered.CommandLineAttackArgs
    kept = kind._create_constraints_from_args(args)[1]
    assert isinstance(kept, AtomPreservation) and kept.on_unscored == "keep"
    attack = kind._create_attack_from_args(args, VictimWrapper(_victim()))
    assert isinstance(attack.goal_function, ValidityAwareEvasion)
    assert isinstance(attack.search_method, BestOfN)
    assert isinstance(attack.transformation, LLMRewrite)


def _victim(*names: str) -> Any:
    class Victim:
        name = "fixed@1"
        labels = names or ("SUPPORTED", "REFUTED", "NOT ENOUGH INFO")

        def predict(self, pairs: list[tuple[str, str]]) -> list[list[float]]:
            return [[0.25, 0.5, 0.25] for _ in pairs]

    return Victim()


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("embedded", "embedded"),
        ("causal:some/model", "causal:some/model"),
        ("victim:some/model", "some/model"),
    ],
)
def test_our_models(
    registered: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, spec: str
) -> None:
    from textattack import ModelArgs

    from textattack_atomeval.attack import wrappers

    monkeypatch.setattr(wrappers, "VictimWrapper", lambda given: ("wrapper", given))
    args = parse(registered, f"--model {name}")
    assert ModelArgs._create_model_from_args(args) == ("wrapper", spec)


def test_other_models_are_the_hosts(registered: ModuleType) -> None:
    from textattack import ModelArgs

    args = parse(registered, "--model no-such-model")
    with pytest.raises(ValueError, match="unsupported TextAttack model no-such-model"):
        ModelArgs._create_model_from_args(args)


def made(tables: ModuleType, line: str) -> Any:
    from textattack import DatasetArgs

    return DatasetArgs._create_dataset_from_args(parse(tables, line))


def test_the_sample(registered: ModuleType) -> None:
    named = made(registered, "--model embedded --dataset sample")
    assert named.input_columns == ["claim", "evidence"] and len(named) > 10
    assert len(made(registered, "--model embedded")) == len(named)
    assert len(made(registered, "--dataset-from-huggingface sample")) == len(named)
    other = made(registered, "--model bert-base-uncased-mnli --dataset sample")
    assert len(other) == len(named)


def test_labels_are_in_the_victims_order(
    registered: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stock command makes the data set first, from the same arguments."""
    from textattack import DatasetArgs, ModelArgs

    from textattack_atomeval import victims

    loaded = []

    def load(spec: str, **_: Any) -> Any:
        loaded.append(spec)
        return _victim("REFUTED", "SUPPORTED")

    monkeypatch.setattr(victims, "load_victim", load)
    args = parse(registered, "--model victim:two/ways --dataset sample")
    dataset = DatasetArgs._create_dataset_from_args(args)
    assert {label for _, label in dataset} == {0}  # all are refuted
    assert dataset.label_names == ["REFUTED", "SUPPORTED"]
    assert ModelArgs._create_model_from_args(args).labels == ("REFUTED", "SUPPORTED")
    assert loaded == ["two/ways"]  # a large one is loaded once


def test_labels_are_filtered(registered: ModuleType) -> None:
    whole = made(registered, "--dataset sample")
    one = whole.label_names.index("REFUTED")
    kept = made(registered, f"--dataset sample --filter-by-labels {one}")
    assert len(kept) == sum(label == one for _, label in whole)


def test_the_users_file_is_taken(registered: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import textattack\ndataset = textattack.datasets.Dataset([('x', 0)])"
    )
    found = made(registered, f"--model embedded --dataset-from-file {path}")
    assert len(found) == 1


def test_a_file_of_claims(registered: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "claims.csv"
    path.write_text("claim,evidence,label\nIt rains.,It is dry.,REFUTED\n")
    assert len(made(registered, f"--model embedded --dataset {path}")) == 1


def test_no_splits(registered: ModuleType) -> None:
    with pytest.raises(InputError, match="the data set sample has no splits"):
        made(registered, "--dataset sample --dataset-split test")


def test_no_data_set_at_all(registered: ModuleType) -> None:
    with pytest.raises(ValueError, match="Must supply pretrained model or dataset"):
        made(registered, "--model no-such-model")


def test_llm_rewrite_by_names() -> None:
    made = ours.llm_rewrite("omission", samples=3)
    assert made.samples == 3 and made.rewriter.family.name == "omission"
