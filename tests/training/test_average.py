"""training/average.py: the mean of checkpoints."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.encoders.tiny import load_script


def save(path: Path, **tensors: list[float]) -> Path:
    path.mkdir()
    save_file(
        {k: torch.tensor(v) for k, v in tensors.items()}, path / "model.safetensors"
    )
    (path / "config.json").write_text("{}", encoding="utf-8")
    return path


def test_the_mean_of_each_tensor(tmp_path: Path) -> None:
    one = save(tmp_path / "one", a=[1.0, 3.0], b=[0.0])
    two = save(tmp_path / "two", a=[3.0, 5.0], b=[1.0])
    load_script("average.py").average([one, two], tmp_path / "out")
    found = load_file(tmp_path / "out" / "model.safetensors")
    assert {name: t.tolist() for name, t in found.items()} == {"a": [2, 4], "b": [0.5]}
    assert (tmp_path / "out" / "config.json").is_file()


def test_other_models_are_refused(tmp_path: Path) -> None:
    one, two = save(tmp_path / "one", a=[1.0]), save(tmp_path / "two", a=[1.0, 2.0])
    with pytest.raises(ValueError, match="not of one model"):
        load_script("average.py").average([one, two], tmp_path / "out")
