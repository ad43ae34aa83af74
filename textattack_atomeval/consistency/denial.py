"""What a text denies, and what it only sets aside ("rather than in 1925"); pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from textattack_atomeval.text import any_of


class _Mention(Protocol):
    """A date or quantity in a text."""

    @property
    def start(self) -> int: ...


M = TypeVar("M", bound=_Mention)

_NEGATED = any_of(
    r"not\b(?! (?:more|less|fewer|later|earlier) than)", r"never\b",
    r"no\b(?! (?:more|less|fewer|later|earlier|other) than)(?!\. ?\d)", r"none\b",
    r"nobody\b", r"nothing\b(?! less than)",
    r"nowhere\b", r"neither\b", r"nor\b", r"cannot\b", r"without\b",
)  # fmt: skip
# Verbs and adjectives that deny what follows them, without "not".
_NEGATIVE_WORD = any_of(
    r"lack(?:s|ed|ing)?\b", r"fail(?:s|ed)? to\b", r"refus(?:es|ed) to\b",
    r"un(?:able|named|known|titled|related|finished|married|armed|paid|aware)\b",
    r"incapable\b", r"devoid of\b", r"absent\b", r"declined to\b",
)  # fmt: skip
_NT = re.compile(r"n['’]t\b", re.IGNORECASE)
# "…, didn't they?" denies nothing.
_TAG = re.compile(
    r",\s*(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|could|should)n['’]?t"
    r"\s+(?:it|he|she|they|we|you|i)\s*\?",
    re.IGNORECASE,
)
# What stands right behind these is what is not the case.
_ASIDE = re.compile(
    r"\b(?:rather than|instead of|as opposed to|not)\s+(?:(?:in|on|at|by|for|about"
    r"|around|roughly|nearly|the|a|an)\s+)*\Z",
    re.IGNORECASE,
)
_LOOK_BACK = 48


def is_negative(text: str) -> bool:
    """True when ``text`` denies something, by "not" or by a verb such as "lacks"."""
    text = _TAG.sub("?", text)
    return any(p.search(text) for p in (_NEGATED, _NT, _NEGATIVE_WORD))


def set_aside(text: str, start: int) -> bool:
    """True for what begins at ``start`` right behind "rather than", "not" …"""
    return bool(_ASIDE.search(text[max(0, start - _LOOK_BACK) : start]))


def meant(mentions: Iterable[M], text: str, negated: bool) -> list[M]:
    """Leave out what ``text`` denies: "in 1889 rather than in 1925".

    A ``negated`` claim may be kept by just that.
    """
    return [m for m in mentions if negated or not set_aside(text, m.start)]
