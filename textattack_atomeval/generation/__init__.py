"""Rewrite generation: the five families' prompts and who answers them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Completion, Generator, Prompt
from textattack_atomeval.generation.families import FAMILIES, Family, load_family
from textattack_atomeval.generation.repair import Repairer, repair_prompt
from textattack_atomeval.generation.replay import ReplayGenerator
from textattack_atomeval.generation.rewriting import Rewrite, Rewriter

__all__ = [
    "FAMILIES",
    "Completion",
    "Family",
    "Generator",
    "Prompt",
    "Repairer",
    "ReplayGenerator",
    "Rewrite",
    "Rewriter",
    "load_family",
    "load_generator",
    "repair_prompt",
]

_FORMS = (
    "replay:FILE, replay:sample, chat:MODEL@URL, transformers:MODEL or llamacpp:FILE"
)
# A model's name may have an "@" of its own, and so may a URL.
_CHAT = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)", re.IGNORECASE)


def load_generator(spec: str, **parameters: Any) -> Generator:
    """Return the generator that ``spec`` names; ``parameters`` go to its constructor.

    ``replay:FILE`` (or ``replay:sample``, ``replay:sample/careful``,
    ``replay:sample/loose``), ``chat:MODEL@URL``, ``transformers:MODEL`` or
    ``llamacpp:FILE``.

    Raises:
        InputError: the spec has another form, or the generator has no such parameter.
        ModelUnavailableError: the model or its library cannot be loaded.
    """
    kind, _, rest = spec.partition(":")
    arguments: tuple[str, ...] = (rest,)
    if kind == "chat":
        match = _CHAT.fullmatch(rest)
        arguments = (match["model"], match["url"]) if match else ()
    if not rest or not arguments or kind not in _KINDS:
        raise InputError(f"{spec!r} names no generator. Use {_FORMS}.")
    make = _KINDS[kind]()
    try:
        inspect.signature(make).bind(*arguments, **parameters)
    except TypeError as error:
        known = ", ".join(list(inspect.signature(make).parameters)[len(arguments) :])
        raise InputError(
            f"The generator {spec!r} cannot be made: {error}. Its parameters are: "
            f"{known}."
        ) from error
    return make(*arguments, **parameters)


def _chat() -> Callable[..., Generator]:
    from textattack_atomeval.generation.chat import ChatGenerator

    return ChatGenerator


def _transformers() -> Callable[..., Generator]:
    from textattack_atomeval.generation.transformers import TransformersGenerator

    return TransformersGenerator


def _llamacpp() -> Callable[..., Generator]:
    from textattack_atomeval.generation.llamacpp import LlamaCppGenerator

    return LlamaCppGenerator


_KINDS: dict[str, Callable[[], Callable[..., Generator]]] = {
    "replay": lambda: ReplayGenerator,
    "chat": _chat,
    "transformers": _transformers,
    "llamacpp": _llamacpp,
}
