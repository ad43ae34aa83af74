"""The mean of checkpoints of one training, tensor by tensor.

A late stage learns something new and forgets a little; the mean of its weights with
those that it began from keeps most of both::

    python training/average.py CKPT/D2 CKPT/D3 --out CKPT/final
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

WEIGHTS = "model.safetensors"


def average(checkpoints: list[Path], out: Path) -> None:
    """Write the mean of ``checkpoints`` to ``out``, with the first one's other files.

    Raises:
        ValueError: the checkpoints hold different tensors.
    """
    states = [load_file(path / WEIGHTS) for path in checkpoints]
    shapes = [{name: t.shape for name, t in state.items()} for state in states]
    if any(shape != shapes[0] for shape in shapes):
        raise ValueError("the checkpoints are not of one model")
    mean = {
        name: torch.stack([state[name].float() for state in states]).mean(0)
        for name in states[0]
    }
    shutil.copytree(checkpoints[0], out, dirs_exist_ok=True)
    save_file(mean, out / WEIGHTS, metadata={"format": "pt"})


def main() -> None:
    """Parse the command line and average."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoints", nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    average(args.checkpoints, args.out)


if __name__ == "__main__":
    main()
