"""Lists of words as they are written in code."""

from __future__ import annotations

__all__ = ["word_set"]


def word_set(words: str) -> frozenset[str]:
    """Return the words of a list that is written as one string."""
    return frozenset(words.split())
