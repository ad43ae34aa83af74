"""Descriptors before a name: "the writer Ada Crane" is Ada Crane.

A bare noun before a name only tells what kind of thing the name is of. Where the
rewrite uses the name alone, the claim is read without the noun. Attributes ("the Danish
painter Ola Brand"), values, superlatives and what the claim asserts ("she is the
writer Ada Crane") stay.
"""

from __future__ import annotations

import re

from textattack_atomeval.consistency.names import name_spans
from textattack_atomeval.lexical import content_stems, stem

__all__ = ["without_descriptors"]

_AHEAD = re.compile(
    r"(?P<link>\b[\w'’]+\s+)?\b(?P<whole>(?:the|his|her|its|their)\s+"
    r"(?P<noun>[a-z]{3,})\s+)[\"“‘']?\Z",
    re.IGNORECASE,
)
# What stands here is no noun, or says more than a kind.
_TELLING = re.compile(
    r"(?:\w{2,}est|\w+th|\w+ly|\w+ed|\w+less|first|second|third|last|next|only|sole"
    r"|same|other|former|late|future|new|old|young|ex|non\w+|never|not|best|worst|most"
    r"|least|all|both|two|three|four|five|six|seven|eight|nine|ten|original|fake)\Z",
    re.IGNORECASE,
)
_ASSERTING = frozenset(
    "is are was were be been being became become becomes named called not".split()
)
_OTHERWISE = re.compile(
    r"\b(?i:an?|the|his|her|its|their)\s+(?:\w+\s+)?(?!(?:of|in|on|at|by|for|with"
    r"|from|to|and|as|than|or)\b)[a-z]+\s+[\"“‘']?\Z"
)
_APPOSITION = re.compile(r",?\s+(?:an?|the)\s")
_WINDOW = 64  # no descriptor is longer


def _alone(name: str, premise: str) -> bool:
    """True when every place of ``name`` in ``premise`` is without a noun beside it."""
    places = list(re.finditer(rf"\b{re.escape(name)}(?!\w)", premise))
    return bool(places) and not any(
        _OTHERWISE.search(premise[max(0, place.start() - _WINDOW) : place.start()])
        or _APPOSITION.match(premise, place.end())
        for place in places
    )


def without_descriptors(claim: str, premise: str) -> str:
    """Return ``claim`` without the nouns before names that ``premise`` has alone."""
    said = set(content_stems(premise))
    for start, end in reversed(name_spans(claim)):
        offset = max(0, start - _WINDOW)
        ahead = _AHEAD.search(claim[offset:start])
        if ahead is None or not ahead["noun"].islower():
            continue
        link = (ahead["link"] or "").strip().lower()
        if _TELLING.match(ahead["noun"]) or link in _ASSERTING:
            continue
        if stem(ahead["noun"]) in said or not _alone(claim[start:end], premise):
            continue
        first, last = ahead.span("whole")
        claim = claim[: offset + first] + claim[offset + last :]
    return claim
