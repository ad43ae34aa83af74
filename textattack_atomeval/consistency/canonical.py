"""Bring a premise into the claim's own notation before a model reads it.

Dates and quantities are compared exactly elsewhere; a small NLI model should not have
to know that "889313" is "889,313" or that "the ninth month of 1860" is September 1860.
Sentences about something else altogether are left out for the same reason.
"""

from __future__ import annotations

import re
from dataclasses import replace

from textattack_atomeval.consistency.datefind import find_dates
from textattack_atomeval.consistency.datevalue import DateValue
from textattack_atomeval.consistency.quantityfind import find_quantities
from textattack_atomeval.consistency.quantityvalue import Quantity, QuantityMention
from textattack_atomeval.lexical import content_words, same_stem, stem
from textattack_atomeval.text import sentences

_NAME_INSIDE = re.compile(r"(?<=[\w,;] )[A-Z][a-z]+|^[A-Z][a-z]+ [A-Z][a-z]+")
_LEANING = re.compile(
    r"^\W*(?:he|she|it|they|that|this|these|those|his|her|its|their|and|but|so|nah|no"
    r"|nope|yes|yep|yeah|never|not|only|just|him|the|in|on|at|by|back)\b",
    re.IGNORECASE,
)


_TIMES = re.compile(r"\s+times?\b", re.IGNORECASE)
# Words of emphasis, which say nothing but weigh much with a small model.
_EMPHASIS = re.compile(
    r"\b(?:actually|basically|certainly|definitely|honestly|indeed|literally"
    r"|(?<!not )(?<!n['’]t )(?:really|truly))\s+"
    r"|(?<=got )(?:him|her|it|them)sel(?:f|ves)\s+(?=(?:an?|the)\s)",
    re.IGNORECASE,
)


def in_notation(claim: str, premise: str) -> str:
    """Return ``premise`` with equal dates and quantities written as in ``claim``.

    Mere emphasis that the claim does not have is left out.
    """
    if not _EMPHASIS.search(claim):
        premise = _EMPHASIS.sub("", premise)
    edits: list[tuple[int, int, str]] = []
    for date in find_dates(claim):
        for other in find_dates(premise):
            if _same_date(other.value, date.value) and other.text != date.text:
                edits.append((other.start, other.end, date.text))
    for wanted in find_quantities(claim):
        words = claim[wanted.start : _end(claim, wanted)]
        for given in find_quantities(premise):
            end = _end(premise, given)
            same = premise[given.start : end] == words
            if not same and _equal(given.value, wanted.value):
                edits.append((given.start, end, words))
    for start, end, text in _disjoint(edits):
        premise = premise[:start] + text + premise[end:]
    return premise


def _same_date(first: DateValue, second: DateValue) -> bool:
    """True for "'53" and "1953" too."""
    return replace(first, ambiguous=False) == replace(second, ambiguous=False)


def _end(text: str, mention: QuantityMention) -> int:
    """Return where a quantity ends: "two times" is "twice", "two" is not."""
    times = _TIMES.match(text, mention.end) if mention.value.unit == "time" else None
    return times.end() if times else mention.end


def _equal(first: Quantity, second: Quantity) -> bool:
    return first.unit is not None and first == second


def _disjoint(edits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return the edits from right to left, the first of overlapping ones kept."""
    kept: list[tuple[int, int, str]] = []
    for edit in sorted(set(edits), reverse=True):
        if not kept or edit[1] <= kept[-1][0]:
            kept.append(edit)
    return kept


def about(claim: str, premise: str) -> str:
    """Return ``premise`` without the sentences that are about something else.

    A sentence stays when it shares a content word with the claim (numbers do not
    count), leans on the one before it, or names nobody.
    """
    spans = sentences(premise)
    if len(spans) < 2:
        return premise
    known = [stem(word) for word in content_words(claim) if not word[0].isdigit()]
    kept = []
    for start, end in spans:
        sentence = premise[start:end]
        words = [stem(word) for word in content_words(sentence)]
        shared = any(same_stem(word, other) for word in words for other in known)
        if shared or _LEANING.match(sentence) or not _NAME_INSIDE.search(sentence):
            kept.append(sentence)
    return " ".join(kept) or premise
