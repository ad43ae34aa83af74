"""Lists of words and of patterns as they are written in code."""

from __future__ import annotations

import re

__all__ = ["any_of", "word_set"]


def word_set(words: str) -> frozenset[str]:
    """Return the words of a list that is written as one string."""
    return frozenset(words.split())


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that begins one of ``patterns`` at a word's beginning."""
    return re.compile(r"\b(?:" + "|".join(patterns) + r")", re.IGNORECASE)
