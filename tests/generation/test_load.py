"""Specs of generators; the constructors are replaced where they need a model."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import ReplayGenerator, load_generator


class Fake:
    """Remembers how it was made."""

    def __init__(self, *names: str, seed: int = 0, temperature: float = 0.0) -> None:
        self.made: tuple[Any, ...] = (*names, seed, temperature)


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        ("chat", "ChatGenerator"),
        ("transformers", "TransformersGenerator"),
        ("llamacpp", "LlamaCppGenerator"),
    ):
        path = f"textattack_atomeval.generation.{module}"
        fake = ModuleType(path)
        setattr(fake, name, Fake)
        monkeypatch.setitem(sys.modules, path, fake)


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        ("chat:m@http://localhost:80/v1", ("m", "http://localhost:80/v1")),
        ("chat:@cf/m@https://h/v1", ("@cf/m", "https://h/v1")),
        ("chat:a:b@7@https://u@h/v1", ("a:b@7", "https://u@h/v1")),
        ("transformers:org/model", ("org/model",)),
        ("llamacpp:C:/m.gguf", ("C:/m.gguf",)),
    ],
)
def test_specs(spec: str, names: tuple[str, ...]) -> None:
    made = load_generator(spec, seed=3)
    assert isinstance(made, Fake) and made.made == (*names, 3, 0.0)


def test_replay() -> None:
    assert isinstance(load_generator("replay:sample/careful"), ReplayGenerator)
    name = load_generator("replay:sample", generator="loose").name
    assert name == load_generator("replay:sample/loose").name


@pytest.mark.parametrize(
    "spec",
    ["", "sample", "replay:", "gpt:4", "chat:m", "chat:m@localhost", "chat:@http://h"],
)
def test_no_such_generator(spec: str) -> None:
    with pytest.raises(InputError, match="names no generator. Use replay:FILE"):
        load_generator(spec)


def test_an_unknown_parameter_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="'sed'.*parameters are: generator"):
        load_generator("replay:sample", sed=1)
