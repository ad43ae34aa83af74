"""Names: which words are one, and placeholders that a parser cannot misread.

A title may hold verbs, prepositions or a colon ("Gone with the Wind was ..."), and a
parser reads a clause into it. Such a run of capitalised words is shown to the parser
as one ordinary first name; full dates are shown as a weekday or a month.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from textattack_atomeval.extraction.runs import MONTHS, runs_of, shouting
from textattack_atomeval.text import Aligned

__all__ = ["Masked", "mask"]

SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
MONTH = rf"(?:{'|'.join(MONTHS)}|(?:{SHORT})\.?)"
ORDINAL_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# Verbs that a parser takes for plural nouns before a name, and a safe stand-in.
ALIASES = {"stars": "features", "starred": "featured"}
ALIAS = re.compile(r"\b(?:co-?)?(stars|starred)\b(?=\s(?:only\s)?[A-Z])")
DAY = re.compile(
    rf"\b(?:the\s)?{ORDINAL_DAY}(?:\sof)?\s{MONTH}(?:,?\s\d{{4}})?\b"
    rf"|\b{MONTH}\s(?:the\s)?{ORDINAL_DAY}\b(?:,?\s\d{{4}}\b)?"
)
MONTH_YEAR = re.compile(rf"\b{MONTH},?\s(?:of\s)?\d{{4}}\b")
TITLED = re.compile(
    r"(?:The|A|An)\s[a-z]+(?:\s(?:[A-Z0-9][\w.'\-]*|of|the|a|in|to|and|for))*"
    r"\s[A-Z0-9][\w.'\-]*(?=\s[a-z])"
)
# Acronyms that a parser takes for the pronouns that they spell.
CAPITALS = re.compile(r"(?<=[a-z]\s)(?:WHO|US|IT)(?=\s[a-z])")
QUOTED = re.compile(r'"([^"]{1,80})"|(?<!\w)\'([A-Z][^\']{1,60})\'(?!\w)')
PLACEHOLDERS = ("Mary", "Paul", "Peter", "Anna", "Helen", "Robert", "Susan", "Henry")


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence as the parser is to see it.

    ``surfaces`` maps the offset of each placeholder to the words it stands for;
    ``names`` the offsets of those placeholders that are names.
    """

    aligned: Aligned
    surfaces: dict[int, str]
    names: frozenset[int]


def mask(
    sentence: Aligned,
    level: int = 0,
    *,
    verb: tuple[int, int, str] | None = None,
    subject: int = 0,
) -> Masked:
    """Return the sentence with names, titles and dates behind placeholders.

    ``verb`` is a range and the ordinary verb to show there, ``subject`` the end of a
    subject at the beginning that is to be shown as one name.

    Higher levels are for sentences that did not parse: 1 takes the longest possible
    name at the subject position, 2 masks only dates and quotations.
    """
    text = sentence.text
    spans = [verb] if verb else [(0, subject, "")] if subject else []
    fixed = len(spans)
    _extend(spans, [(m.start(), m.end(), "Monday") for m in DAY.finditer(text)])
    _extend(spans, [(m.start(), m.end(), "June") for m in MONTH_YEAR.finditer(text)])
    dates = spans[fixed:]
    _extend(spans, [(a, b, "") for a, b in _quotations(text)])
    if level < 2:
        _extend(spans, [(*m.span(), "") for m in CAPITALS.finditer(text)])
    titled = TITLED.match(text) if level == 1 else None
    if titled:
        _extend(spans, [(*titled.span(), "")])
    if level < 2 and not shouting(text):
        _extend(spans, [(a, b, "") for a, b in runs_of(text, dates, level)])
    _extend(spans, [(*m.span(), ALIASES[m[1]]) for m in ALIAS.finditer(text)])
    return _apply(sentence, sorted(spans))


def _extend(spans: list[tuple[int, int, str]], new: list[tuple[int, int, str]]) -> None:
    """Add the new spans that touch none of the old ones."""
    for start, end, shown in new:
        if all(end <= a or b <= start for a, b, _ in spans):
            spans.append((start, end, shown))


def _apply(sentence: Aligned, spans: list[tuple[int, int, str]]) -> Masked:
    """Put a placeholder in the place of each span."""
    edits: list[tuple[int, int, str]] = []
    surfaces: dict[int, str] = {}
    names: set[int] = set()
    shift = 0
    for index, (start, end, shown) in enumerate(spans):
        surface = sentence.text[start:end]
        new = shown or PLACEHOLDERS[index % len(PLACEHOLDERS)]
        surfaces[start + shift] = surface
        if not shown:
            names.add(start + shift)
        edits.append((start, end, new))
        shift += len(new) - (end - start)
    return Masked(sentence.replace(edits), surfaces, frozenset(names))


def _quotations(text: str) -> list[tuple[int, int]]:
    """Return the quoted names: a short quotation that begins with a capital."""
    found = []
    for match in QUOTED.finditer(text):
        inner = match[1] or match[2]
        whole = match.start() == 0 and match.end() >= len(text.rstrip(".!?"))
        short = len(inner.split()) <= (9 if inner[0].isupper() else 3)
        if short and not whole:
            found.append(match.span())
    return found
