"""Where sentences end."""

from __future__ import annotations

import re

from textattack_atomeval.text.words import word_set

__all__ = ["sentences"]

ABBREVIATIONS = word_set(
    "mr mrs ms dr prof st jr sr vs no vol inc ltd co corp gen col lt sgt capt rev hon "
    "gov sen rep pres etc e.g i.e u.s u.k a.m p.m approx est ca cf fig dept mt ft "
    "feat jan feb mar apr jun jul aug sep sept oct nov dec"
)
INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])*")
OPENERS = word_set("He She It They The This That In On But And")
_WINDOW = 80
SENTENCE_END = re.compile(r"(?:[.!?]+[\"')\]]*)(?=\s)|\n\s*\n|;(?=\s)")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the [start, end) range of each sentence of a folded text.

    A full stop ends a sentence unless it closes an initial or an abbreviation or
    what follows begins in lower case.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in SENTENCE_END.finditer(text):
        if match[0].startswith(".") and not _stops(text, match):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _stops(text: str, match: re.Match[str]) -> bool:
    """Tell whether a full stop ends its sentence."""
    # No abbreviation and no opening word is as long as the window.
    before = text[max(0, match.start() - _WINDOW) : match.start()].rsplit(None, 1)
    word = before[-1].lstrip("\"'([").casefold() if before else ""
    end = match.end()
    while end < len(text) and text[end].isspace():
        end += 1
    after, follows = text[end : end + 1], text[end : end + _WINDOW].split(None, 1)
    if match[0].startswith("..."):
        return not after.islower()
    if after.islower() or INITIALS.fullmatch(word) and word != "i":
        return bool(follows) and not after.islower() and follows[0] in OPENERS
    return word not in ABBREVIATIONS


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    """Append the trimmed range if anything is left of it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
