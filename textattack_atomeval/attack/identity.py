"""Who attacked and who was attacked, by name and content: files, weights, families."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

from textattack import Attack
from textattack.attack_args import ARGS_SPLIT_TOKEN

from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.attack.wrappers import VictimWrapper

_DIGITS = 12  # of a hash, as in the names of this package's own models


def victim_name(args: argparse.Namespace, wrapper: Any) -> str | None:
    """Return the victim's name with the hash of its file and of its weights.

    None for a victim of this package, which has a name of that kind itself.
    """
    if isinstance(wrapper, VictimWrapper):
        return None
    file = args.model_from_file
    name = args.model or args.model_from_huggingface or file
    hashes = [file_hash(file)] if file else []
    weights = weights_hash(getattr(wrapper, "model", None))
    hashes += [weights] if weights else []
    return "@".join([str(name), *(["+".join(hashes)] if hashes else [])])


def recipe_name(args: argparse.Namespace) -> str | None:
    """Return the attack's name: a recipe's, or its file's with the hash of that."""
    if args.attack_recipe:
        return str(args.attack_recipe)
    file = args.attack_from_file
    return f"{file}@{file_hash(file)}" if file else None


def family_of(args: argparse.Namespace, attack: Attack) -> str | None:
    """Return the family of an attack's rewrites; None leaves it to the attack."""
    family = getattr(RECIPES.get(args.attack_recipe or ""), "family", None)
    if family or args.attack_recipe:
        return str(family or args.attack_recipe)
    if isinstance(attack.transformation, LLMRewrite):
        return None
    file = args.attack_from_file
    return Path(file.partition(ARGS_SPLIT_TOKEN)[0]).stem if file else "custom"


def file_hash(file: str) -> str:
    """Return the start of the SHA-256 of a file that may have ``^name`` behind it.

    "missing" if it cannot be read: whoever loads it says why.
    """
    try:
        content = Path(file.partition(ARGS_SPLIT_TOKEN)[0]).read_bytes()
    except OSError:
        return "missing"
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def weights_hash(model: Any) -> str | None:
    """Return the start of the SHA-256 of a torch model's weights; None without any."""
    import torch

    if not isinstance(model, torch.nn.Module):
        return None
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        if isinstance(tensor, torch.Tensor):
            digest.update(f"{name}{tuple(tensor.shape)}{tensor.dtype}".encode())
            flat = tensor.detach().cpu().contiguous().reshape(-1)
            digest.update(flat.view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()[:_DIGITS]
