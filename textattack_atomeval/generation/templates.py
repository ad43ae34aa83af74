"""Prompt templates: named slots, filled in one pass with data that stays data.

A slot is ``{{name}}``. What fills a slot is never read again, so a claim that looks
like a slot is just text. The input of a prompt is one line of JSON: inside it a text
can neither end its string nor begin a line, and the characters that mark the control
tokens of chat templates, like every invisible character, are written as escapes. So no
claim and no evidence can change the structure of a prompt.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

__all__ = ["encode", "render", "slot_problem"]

_SLOT = re.compile(r"\{\{(\w*)\}\}")
# "<|im_end|>", "</s>", "<start_of_turn>"; "[INST]", "[/INST]", "[TOOL_CALLS]".
_CONTROL = re.compile(r"[<>]|\[(?=/?[A-Z][A-Z_]*\])")


def encode(fields: Mapping[str, str | Sequence[str]]) -> str:
    """Return ``fields`` as one line of JSON that no field can break out of.

    ``json.loads`` gives exactly the same texts back.
    """
    text = json.dumps(fields, ensure_ascii=False)
    if not text.isascii():
        text = "".join(map(_visible, text))
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def render(template: str, values: Mapping[str, str]) -> str:
    """Return ``template`` with each slot replaced by its value, in one pass.

    Raises:
        KeyError: ``values`` lacks a slot; :func:`slot_problem` finds it beforehand.
    """
    return _SLOT.sub(lambda match: values[match[1]], template)


def slot_problem(template: str, slots: Collection[str]) -> str:
    """Return what is wrong with a template that needs each of ``slots`` once.

    The empty string means that nothing is.
    """
    found = _SLOT.findall(template)
    for name in slots:
        if found.count(name) != 1:
            how = "more than once" if name in found else "nowhere"
            return f"the slot {{{{{name}}}}} must stand in it once, but stands {how}"
    unknown = [name for name in found if name not in slots]
    if unknown:
        return f"{{{{{unknown[0]}}}}} is no slot of this text"
    return ""


def _visible(char: str) -> str:
    """Escape what cannot be seen (control, format, surrogate) or breaks a line."""
    category = unicodedata.category(char)
    if category[0] == "C" or category in ("Zl", "Zp"):
        return json.dumps(char)[1:-1]
    return char
