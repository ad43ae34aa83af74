"""The files that the stock command line loads: attacks, data sets, models."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from textattack.datasets import Dataset
from textattack.shared.utils import load_module_from_file

from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.errors import InputError

ROOT = Path(__file__).resolve().parents[2] / "recipes"
ATTACKS = sorted(ROOT.glob("*.py"))


def load(path: Path) -> ModuleType:
    module = load_module_from_file(str(path))
    assert isinstance(module, ModuleType)
    return module


def name_of(path: Path) -> str:
    return path.stem


def test_there_is_one_file_a_recipe() -> None:
    names = {f"atomeval-{path.stem.replace('_', '-')}" for path in ATTACKS}
    assert names == set(RECIPES)


@pytest.mark.parametrize("path", ATTACKS, ids=name_of)
def test_the_file_ends_in_the_attack(path: Path) -> None:
    module = load(path)
    recipe = RECIPES[f"atomeval-{path.stem.replace('_', '-')}"]
    assert module.attack == recipe.build
    assert f"--attack-from-file recipes/{path.name}" in (module.__doc__ or "")
    assert (
        path.read_text(encoding="utf-8").rstrip().endswith(f"{recipe.__name__}.build")
    )


def test_the_sample_is_a_data_set() -> None:
    dataset = load(ROOT / "datasets" / "sample.py").dataset
    assert isinstance(dataset, Dataset) and len(dataset) == 66


def test_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATOMEVAL_DATASET", raising=False)
    with pytest.raises(InputError, match="ATOMEVAL_DATASET"):
        load(ROOT / "datasets" / "file.py")
    path = tmp_path / "own.csv"
    path.write_text("claim,evidence,label\nA.,B.,REFUTES\nC.,D.,SUPPORTS\n")
    monkeypatch.setenv("ATOMEVAL_DATASET", str(path))
    dataset = load(ROOT / "datasets" / "file.py").dataset
    assert [columns["claim"] for columns, _ in dataset] == ["A."]
