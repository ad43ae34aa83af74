"""Names in a text: the numbers inside them are no values of their own."""

from __future__ import annotations

import functools
import re

from textattack_atomeval.values.dates import find_dates

_CAP = r"[A-ZÀ-ÖØ-Þ][^\s,;:?!()\"“”]*"
_LINK = r"(?:(?:of|the|de|la|von|van|der|den|del|di|da|du|le|and|&)\s+){0,2}"
_RUN = re.compile(
    rf"(?<![^\s\"“‘'(\[])(?:\d+\s+)?{_CAP}(?:\s+{_LINK}{_CAP}"
    r"|\s+\d{1,4}\b(?!\s*(?:[,.]\d|%|million|billion|thousand|percent)))*"
)
# A sentence may begin with these; they are no part of the name that follows.
_STARTERS = frozenset(
    "in on at by from after before during since until the a an it he she they there"
    " this that these those his her its their while although as when if for with no"
    " not all every most some many only both neither over under nearly though once"
    " despite unlike like where who what which".split()
)


@functools.lru_cache(maxsize=4096)
def name_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the [start, end) ranges of the runs of capitalised words, in order.

    Particles inside a run belong to it. A capitalised first word that any sentence
    may begin with is left out; dates are no names.
    """
    spans: list[tuple[int, int]] = []
    bare = _without_dates(text)
    for match in _RUN.finditer(bare):
        words = [
            (match.start() + word.start(), word.group(0))
            for word in re.finditer(r"\S+", match.group(0))
        ]
        if not bare[: match.start()].strip(" \"'“‘("):
            while words and words[0][1].lower() in _STARTERS:
                words = words[1:]
        if not words or not any(word[0].isupper() for _, word in words):
            continue
        start, last = words[0][0], words[-1]
        end = last[0] + len(last[1].rstrip(" .'’"))
        if end - start < 2:
            continue
        spans.append((start, end))
    return tuple(spans)


def _without_dates(text: str) -> str:
    """Blank out date expressions: "November 29" is no name."""
    for mention in find_dates(text):
        start, end = mention.start, mention.end
        text = text[:start] + "," * (end - start) + text[end:]
    return text
