"""A victim's name changes with its file and its weights, and with nothing else."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch

from tests.attack.parts import WordVictim
from textattack_atomeval.attack.identity import file_hash, victim_name, weights_hash
from textattack_atomeval.attack.wrappers import VictimWrapper


def named(wrapper: Any, file: Path | None = None, model: str | None = None) -> Any:
    given = str(file) if file else None
    args = Namespace(model=model, model_from_huggingface=None, model_from_file=given)
    return victim_name(args, wrapper)


def wrapped(seed: int) -> Any:
    torch.manual_seed(seed)
    return SimpleNamespace(model=torch.nn.Linear(3, 2))


def test_weights_and_files_are_part_of_the_name(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text("one")
    first = named(wrapped(1), file)
    assert first == named(wrapped(1), file) and first.startswith(f"{file}@")
    assert named(wrapped(2), file) != first
    file.write_text("two")
    assert named(wrapped(1), file) != first
    assert file_hash(f"{file}^victim") == file_hash(str(file)) != "missing"
    assert file_hash(str(tmp_path / "none.py")) == "missing"


def test_other_precisions_of_the_same_weights_are_other_weights() -> None:
    model = wrapped(1).model
    first = weights_hash(model)
    assert first != weights_hash(model.to(torch.bfloat16))
    assert weights_hash(object()) is None


def test_our_victims_have_a_name_of_their_own() -> None:
    assert named(VictimWrapper(WordVictim())) is None
    assert named(SimpleNamespace(model=None), model="lstm-mr") == "lstm-mr"
