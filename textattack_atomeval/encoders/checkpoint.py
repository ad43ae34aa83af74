"""Checkpoints in the transformers format, by hub id or path, loaded with care."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Literal

from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError

# The hub cannot be asked while this package is built and tested, so no commit hash is
# asserted anywhere: "main" is resolved when a model is loaded, the resolved hash goes
# into its name and so into every signature. Pass a revision to pin one.
REVISION = "main"

Head = Literal["SequenceClassification", "CausalLM"]


def load(
    model: str,
    kind: str,
    head: Head,
    revision: str = REVISION,
    allow_download: bool = False,
    **options: Any,
) -> tuple[Any, Any]:
    """Return (fast tokenizer, model) of a checkpoint.

    Only safetensors weights are read, no code from the checkpoint is run, and nothing
    is downloaded unless ``allow_download`` is true. ``revision`` is ignored for a
    directory; ``kind`` is what error messages call the model.

    Raises:
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: it has no fast tokenizer, or lacks weights of its head,
            which would be random.
    """
    import transformers

    common: dict[str, Any] = {
        "local_files_only": not allow_download,
        "trust_remote_code": False,
    }
    if not Path(model).is_dir():
        common["revision"] = revision
    auto = getattr(transformers, f"AutoModelFor{head}")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            model, use_fast=True, **common
        )
        loaded, report = auto.from_pretrained(
            model, use_safetensors=True, output_loading_info=True, **common, **options
        )
    except (OSError, ValueError, ImportError) as error:
        raise ModelUnavailableError(
            f"Cannot load {kind} {model} ({error}): {_remedy(model, allow_download)}. "
            "It needs config.json, model.safetensors and tokenizer files."
        ) from error
    _check(model, kind, tokenizer, report["missing_keys"])
    return tokenizer, loaded


def _remedy(model: str, allow_download: bool) -> str:
    if Path(model).is_dir():
        return "give the directory of a whole checkpoint"
    if allow_download:
        return "check the name, the revision and the network"
    return (
        f"download it once with `huggingface-cli download {model}`, pass "
        "allow_download=True, or give the path of a directory"
    )


def _check(model: str, kind: str, tokenizer: Any, missing: list[str]) -> None:
    if not tokenizer.is_fast:
        raise ModelRefusedError(
            f"The {kind} {model} has no fast tokenizer: add its tokenizer.json "
            "(AutoTokenizer with sentencepiece installed can write one)."
        )
    if missing:
        raise ModelRefusedError(
            f"The {kind} {model} lacks the weights {', '.join(sorted(missing)[:4])}, "
            "which would be random: use a checkpoint that was trained for this task."
        )


def model_limit(tokenizer: Any, config: Any) -> int:
    """Return the longest input that tokenizer and position embeddings allow."""
    positions = int(getattr(config, "max_position_embeddings", 512))
    if config.model_type in ("roberta", "xlm-roberta", "camembert"):
        positions -= 2  # RoBERTa counts positions from its padding id + 1
    return min(int(tokenizer.model_max_length), positions)


def fingerprint(model: str, config: Any) -> str:
    """Return 12 hex digits of the hub commit, or of the local weights' SHA-256."""
    if not Path(model).is_dir():
        return str(getattr(config, "_commit_hash", None) or "unknown")[:12]
    digest = hashlib.sha256()
    for file in sorted(Path(model).glob("*.safetensors")):
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:12]


def choose_device(device: str | None) -> str:
    """Return ``device``, by default CUDA where there is one, else the CPU."""
    import torch

    return device or ("cuda" if torch.cuda.is_available() else "cpu")


def choose_batch_size(batch_size: int | None, device: str) -> int:
    """Return ``batch_size``, by default 1 on the CPU and 32 elsewhere.

    One row a run is as fast as a batch on a CPU, and its answer is then bit for bit
    independent of the other rows; elsewhere rounding can move the last digits.
    """
    return batch_size or (1 if device == "cpu" else 32)
