"""Exclusivity of Cons(a, p): "only" must come back in some word that excludes.

A presence check: it fires only when the premise holds no such word at all.
"""

from __future__ import annotations

from textattack_atomeval.consistency.sides import Sides
from textattack_atomeval.data import Violation
from textattack_atomeval.text import any_of

_ONLY = any_of(r"only\b(?! (?:when|after|if|because))", r"solely\b", r"exclusively\b")
_EXCLUSIVE = any_of(
    r"only\b", r"solely\b", r"sole\b", r"exclusive(?:ly)?\b", r"alone\b", r"just\b",
    r"merely\b", r"purely\b", r"simply\b", r"entirely\b", r"wholly\b", r"all\b",
    r"nothing\b", r"no ?(?:one|body|where|thing)\b", r"none\b", r"no\b", r"never\b",
    r"single\b", r"exactly\b", r"no more than\b",
    r"single-handed\w*", r"lone\b", r"unique\w*", r"every\b",
    r"(?:not|n['’]t) (?:any|anything|anyone|anywhere)\b", r"not a\b", r"n['’]t\b",
    r"any(?:thing|one|where) (?:but|else|other)\b", r"limited to\b", r"other than\b",
    r"by (?:him|her|it)self\b", r"confined to\b", r"restricted to\b", r"except\b",
    r"apart from\b", r"besides\b", r"without\b", r"consists? of\b", r"always\b",
)  # fmt: skip


def check_exclusivity(sides: Sides) -> list[Violation]:
    """The claim says "only" and nothing in the premise excludes anything."""
    found = _ONLY.search(sides.proposition)
    if found is None or _EXCLUSIVE.search(sides.premise):
        return []
    word = found.group(0)
    return [Violation("exclusivity", f"“{word}” is lost", word)]
