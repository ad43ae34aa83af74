"""Ordinals of Cons(a, p): first, second, last, part one, second-largest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textattack_atomeval.consistency.sides import Sides
from textattack_atomeval.data import Violation
from textattack_atomeval.values.dates import find_dates
from textattack_atomeval.values.numerals import find_numerals


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in an order: 1 is the first, -1 the last, -2 the last but one.

    ``top`` says of "second-largest" that it counts from the large end (False from
    the small one); None where no superlative follows.
    """

    place: int
    top: bool | None = None


@dataclass(frozen=True, slots=True)
class RankMention:
    """An ordinal in a text: ``text[start:end]`` and its meaning."""

    start: int
    end: int
    text: str
    value: Rank


_ROMAN: Final = {
    name: value
    for value, name in enumerate(
        ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"),
        start=1,
    )
}
_ROMAN_WORDS = "|".join(sorted(_ROMAN, key=len, reverse=True))
_LABEL = re.compile(
    r"(?<!\w)(?:part|chapter|season|episode|volume|vol\.|act|book|series|phase|round|"
    r"stage|number|no\.|world\s+war|installment|instalment)\s+(?:the\s+)?\Z|#\s?\Z",
    re.I,
)
_LABELLED_ROMAN: Final = re.compile(
    rf"(?<!\w)(?:(?i:part|chapter|season|episode|volume|act|book|world\s+war|phase)"
    rf"\s+|WW)(?P<roman>{_ROMAN_WORDS})(?!\w)"
)
# "Season Two" is a place in an order even where a finder of names takes it.
_LABEL_ONLY: Final = re.compile(
    r"\W*(?:part|chapter|season|episode|volume|act|book|world\s+war)\s+\w+\W*", re.I
)
_SUPERLATIVE: Final = re.compile(
    r"[-\s](?:(?P<low>small|low|few|short|young|slow|worst|least|bottom|light|narrow|poor)"
    r"|(?P<most>most|best|last\b)|[a-z]{3,12}est\b)",
    re.I,
)
_WORDS: Final[tuple[tuple[re.Pattern[str], int], ...]] = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern})(?!\w)", re.I), place)
    for pattern, place in (
        (
            r"penultimate|(?:second|next)[- ]to[- ]last|second[- ]last"
            r"|last\s+but\s+one",
            -2,
        ),
        (
            r"dead\s+last|lowest[- ](?:ranked|placed)|final(?!\s+(?:cut|fantasy))"
            r"|(?:very\s+)?last(?!\s+(?:year|month|week|night|name|names|minute|resort"
            r"|decade|century|summer|spring|winter|autumn|time|for|until|long|only|a\b"
            r"|about|around|between|from|[0-9]|two|three|four|five|six|ten|several|few))"
            r"|bottom\s+of\s+the\s+(?:table|league|class|ranking)",
            -1,
        ),
        (r"debut|first[- ]ever|very\s+first|inaugural|maiden", 1),
        (r"sophomore|runner[- ]up", 2),
    )
)
# What a text may call the first of its kind without the word.
_FIRST_IMPLIED: Final = re.compile(
    r"(?<!\w)(?:debut(?:s|ed|ing)?|premi[eè]re[sd]?|premiering|initial(?:ly)?"
    r"|original(?:ly)?|earliest|opening|opened|top(?:s|ped|ping)?|won|winning|winner|oldest|pioneer"
    r"(?:s|ed|ing)?|number[- ]one|before\s+(?:anyone|anybody|any\s+other)|beginning"
    r"|began|primary)(?!\w)",
    re.I,
)
_LAST_IMPLIED: Final = re.compile(
    r"(?<!\w)(?:closing|ultimate|concluding|ended|ends|bottom|lowest|finale|latest)(?!\w)",
    re.I,
)
_NOT_LAST_BEFORE: Final = re.compile(
    r"(?<!\w)(?:at|to|will|would|did|not|can|could|may|might|the\s+semi|grand)\s+\Z",
    re.I,
)
_NOUN_FINAL: Final = re.compile(
    r"\s*(?:[.,;:!?)]|\Z|of\b|against\b|in\b|at\b|to\b|was\b)"
)
_NOT_RANK_BEFORE: Final = re.compile(
    r"(?<!\w)(?:at|per|each|every|split|for\s+a|[0-9]|one|two|three|ten|thirty)[\s-]\Z",
    re.I,
)
_NOT_RANK_AFTER: Final = re.compile(
    r"[\s-](?:name|names|person|hand|lady|gentleman|aid|amendment|and\s+foremost|rate"
    r"|class|degree|half|quarter)\b|\s+(?:of\s+all,)",
    re.I,
)
_CENTURY_AFTER: Final = re.compile(r"[-\s]+(?:century|centuries)\b", re.I)
_WINDOW: Final = 24


def find_ordinals(
    text: str, protected: Sequence[tuple[int, int]] = ()
) -> list[RankMention]:
    """Return the ordinals of ``text`` from left to right, centuries and dates apart."""
    return list(_ordinals(text, tuple(protected)))


@lru_cache(maxsize=2048)
def _ordinals(
    text: str, protected: tuple[tuple[int, int], ...]
) -> tuple[RankMention, ...]:
    taken = bytearray(len(text))
    titles = [span for span in protected if not _LABEL_ONLY.fullmatch(text, *span)]
    for start, end in [*titles, *((d.start, d.end) for d in find_dates(text))]:
        taken[start:end] = b"\1" * (min(end, len(text)) - start)
    found: list[RankMention] = []

    def take(start: int, end: int, rank: Rank) -> None:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(RankMention(start, end, text[start:end], rank))

    for pattern, place in _WORDS:
        for match in pattern.finditer(text):
            if place != -1 or _is_last(text, match):
                take(*match.span(), Rank(place))
    for match in _LABELLED_ROMAN.finditer(text):
        take(*match.span(), Rank(_ROMAN[match["roman"]]))
    for numeral in find_numerals(text):
        start, end, place = numeral.start, numeral.end, int(numeral.value)
        low = max(0, start - _WINDOW)
        label = _LABEL.search(text, low, start)
        if numeral.kind == "ordinal":
            if not _excluded(text, start, end):
                take(*_superlative(text, start, end, place))
        elif label and numeral.kind == "cardinal" and numeral.value.denominator == 1:
            take(label.start(), end, Rank(place))
    return tuple(sorted(found, key=lambda mention: mention.start))


def _is_last(text: str, match: re.Match[str]) -> bool:
    """Whether 'last' and 'final' rank: not 'the final of the cup', 'did not last'."""
    low = max(0, match.start() - _WINDOW)
    if _NOT_LAST_BEFORE.search(text, low, match.start()):
        return False
    if match[0].lower() != "final":
        return True
    return _NOUN_FINAL.match(text, match.end()) is None


def _excluded(text: str, start: int, end: int) -> bool:
    if _CENTURY_AFTER.match(text, end) or _NOT_RANK_AFTER.match(text, end):
        return True
    return bool(_NOT_RANK_BEFORE.search(text, max(0, start - _WINDOW), start))


def _superlative(text: str, start: int, end: int, place: int) -> tuple[int, int, Rank]:
    match = _SUPERLATIVE.match(text, end)
    if not match:
        return start, end, Rank(place)
    if match["low"]:
        stop = re.compile(r"[a-z]*", re.I).match(text, match.end())
        word = text[match.start("low") : stop.end() if stop else match.end()].lower()
        if not word.endswith("est") and word not in ("worst", "least", "bottom"):
            return start, end, Rank(place)
        return start, match.start("low") + len(word), Rank(place, top=False)
    return start, match.end(), Rank(place, top=True)


def check_ordinals(sides: Sides) -> list[Violation]:
    """Return one violation per ordinal of the claim that the premise does not give."""
    premise_text = sides.premise
    premise = find_ordinals(premise_text)
    numerals = {numeral.value for numeral in find_numerals(premise_text)}
    violations = []
    for mention in find_ordinals(sides.proposition, sides.names):
        wanted = mention.value
        if any(_same(other.value, wanted) for other in premise):
            continue
        if mention.text[0].isdigit() and wanted.place in _days(premise_text):
            continue
        if mention.text.lower().startswith("number") and wanted.place in numerals:
            continue  # "atomic number 47": a value with the label before it
        implied = {1: _FIRST_IMPLIED, -1: _LAST_IMPLIED}.get(wanted.place)
        if wanted.top is None and implied and implied.search(premise_text):
            continue
        nearest = min(
            premise, key=lambda o: abs(o.value.place - wanted.place), default=None
        )
        found = nearest.text if nearest else ""
        reason = f"{mention.text} → {found}" if found else f"{mention.text} is missing"
        violations.append(Violation("ordinal", reason, mention.text, found))
    return violations


def _days(text: str) -> set[int]:
    """'On the 16th' is kept by 'on 16 December 1961'."""
    days = (mention.value.day for mention in find_dates(text))
    return {day for day in days if day is not None}


def _same(given: Rank, wanted: Rank) -> bool:
    if given.place != wanted.place:
        return False
    return wanted.top is None or given.top in (None, wanted.top)
