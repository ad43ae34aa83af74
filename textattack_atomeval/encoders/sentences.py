"""Which sentence-transformers models may be loaded: those that run no code of theirs.

The library imports whatever class a model's files name, and trusts a folder on this
machine with code of its own. Here the files are read first: every class that they name
must be one of the library's own modules, or one of torch's activations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textattack_atomeval.errors import ModelRefusedError

#: What is fetched of a model on the hub: weights and settings, no code, no pickles.
_FETCHED = ["*.json", "*.txt", "*.model", "*.safetensors"]
_OWN = re.compile(
    r"sentence_transformers\.(?:models|(?:[a-z_]+\.)?modules)\.(?:[a-z_]+\.)*[A-Z]\w*"
)
_ACTIVATION = re.compile(r"torch\.nn\.modules\.(?:activation|linear)\.[A-Z]\w*")
#: Keys of settings that name a class to be imported.
_NAMING = {"type", "types", "activation_function", "auto_map", "module", "modules"}
#: Files of a tokenizer: large, and nothing in them is imported.
_VOCABULARY = {"tokenizer.json", "vocab.json", "added_tokens.json"}
_NOT_READ = {"tokenizer_config.json", "special_tokens_map.json"}


def safe_folder(model: str, *, allow_download: bool) -> Path:
    """Return the folder of a model that can be loaded without running its code.

    Args:
        model: a folder, or a hub id.
        allow_download: fetch a model that is not on this machine.

    Raises:
        ModelRefusedError: the model names code that is not the library's own.
        OSError: there is no such model.
    """
    folder = Path(model)
    if not folder.is_dir():
        from huggingface_hub import snapshot_download

        path = snapshot_download(
            model, allow_patterns=_FETCHED, local_files_only=not allow_download
        )
        folder = Path(path)
    for file in sorted(folder.rglob("*.json")):
        if file.name not in _VOCABULARY:
            _check(file)
    return folder


def _check(file: Path) -> None:
    try:
        settings = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise ModelRefusedError(f"{file} is no readable JSON ({error}).") from error
    if file.name not in _NOT_READ:
        for name in _classes(settings, file):
            if not (_OWN.fullmatch(name) or _ACTIVATION.fullmatch(name)):
                raise ModelRefusedError(
                    f"{file} names the class {name!r}, which is none of "
                    "sentence-transformers' own: loading the model would run code that "
                    "came with it. Use a model made of the library's modules."
                )
    if isinstance(settings, dict) and settings.get("auto_map"):
        raise ModelRefusedError(
            f"{file} has an auto_map: the model needs code that came with it, which "
            "is never run. Use a model of a standard architecture."
        )


def _classes(settings: Any, file: Path) -> Iterator[str]:
    """Yield the classes that a settings file wants imported."""
    if file.name == "modules.json":
        entries = settings if isinstance(settings, list) else [settings]
        for entry in entries:
            yield str(entry.get("type") if isinstance(entry, dict) else entry)
    elif file.name == "router_config.json":
        types = settings.get("types") if isinstance(settings, dict) else None
        yield from map(str, types.values() if isinstance(types, dict) else [types])
    else:
        yield from _dotted(settings)


def _dotted(value: Any, naming: bool = False) -> Iterator[str]:
    """Yield the dotted names below keys whose values get imported."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _dotted(inner, naming or key in _NAMING)
    elif isinstance(value, list):
        for inner in value:
            yield from _dotted(inner, naming)
    elif naming and isinstance(value, str) and "." in value:
        yield value
