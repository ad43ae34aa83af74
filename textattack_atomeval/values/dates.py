"""Date expressions of a text, with what they mean.

Forms that stand alone come from ``datepatterns``. A bare four-digit number is a year
only where its surroundings say so, and a bare month or season only after a temporal
preposition. Prepositions and dashes then make ranges of the dates they join.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from textattack_atomeval.values.date import (
    DateMention,
    DateValue,
    Part,
    Relation,
)
from textattack_atomeval.values.date_patterns import (
    MONTH,
    PART,
    PATTERNS,
    SEASON,
    month_of,
    part_of,
    year_of,
)

_YEAR: Final = re.compile(r"(?<![\w.,$£€#/])(?:1[0-9]{3}|20[0-9]{2}|2100)(?![\w%])")
_SHORT: Final = re.compile(r"(?<!\w)['’‘][0-9]{2}(?!\w)")
_BARE_MONTH: Final = re.compile(
    rf"(?<![\w])(?i:{PART}(?:(?P<month>{MONTH})|{SEASON}(?!\w)))"
)
_TIME_WORD = (
    r"in|of|since|by|until|till|from|before|after|during|circa|c\.|ca\.|around|about|"
    r"approximately|roughly|between|year|years|early|late|mid|through|to|and|on|for|"
    r"prior\sto|throughout|back\sin|b\.|born|died|est\.|spring|summer|autumn|fall|"
    r"winter|christmas|or|fiscal|season|as\sof"
)
_YEAR_BEFORE: Final = re.compile(
    rf"(?:(?<!\w)(?:{_TIME_WORD})(?:\s+|-)(?:early|late|mid|the\s+year)?[\s-]{{0,2}}"
    r"|(?<!\w)(?:year|and|to)\s+|[(]\s?|[–—])\Z",
    re.I,
)
_STRONG_BEFORE: Final = re.compile(
    r"(?<!\w)(?:in|since|until|till|during|circa|year|born|died|mid|early|late)[\s-]\s*\Z",
    re.I,
)
_COMPOUND_BEFORE: Final = re.compile(
    r"(?<!\w)(?:the|a|an|his|her|its|their|this|that|[A-Za-z]+\s?['’]s?)\s+\Z", re.I
)
_COMPOUND_AFTER: Final = re.compile(r"\s+[A-Za-z][\w'’-]*")
_VERB_AFTER: Final = re.compile(
    r"\s+(?:saw|marked|brought|(?:was|is)\s+(?:the\s+year|when|not|some))\b"
)
_ALONE_BEFORE: Final = re.compile(
    r"(?:(?<!\w)(?:was|is|be|being)|[:?!.;—–])\s+\Z|\A\s*\Z"
)
_ALONE_AFTER: Final = re.compile(r"\s*(?:[.,;!?)](?![0-9])|\Z)")
_COUNTED: Final = re.compile(
    r"\s+(?:[a-z]+\s+)?(?!onwards?\b|was\b|is\b|as\b|its\b|his\b|has\b|this\b|series\b|does\b"
    r"|us\b|always\b|[a-z]+(?:ss|ous)\b)"
    r"(?:[a-z]{2,}s|people|percent|men|women|children|million|dollars)\b"
)
COUNTED_AFTER: Final = re.compile(
    r"\s+(?:people|persons|percent|men|women|children|tons|tonnes|miles|dollars|copies"
    r"|kilometres|kilometers|metres|meters|feet|acres|pounds|votes|times|units|points"
    r"|inhabitants|residents|members|students|square|km|kg)\b"
)
_TITLE_AFTER: Final = re.compile(r":\s+[A-Z]")
_LIST_GAP: Final = re.compile(r"\s*(?:,|and|or|&|,\s*and)\s*")
_MONTH_BEFORE: Final = re.compile(
    r"(?<!\w)(?:in|on|of|during|since|until|till|by|before|after|from|between|to|and|"
    r"this|last|next|every|each|through|that|one)\s+(?:the\s+)?\Z",
    re.I,
)
_NAME_AFTER: Final = re.compile(r"\s+[A-Z]|['’]s\s+[A-Z]|-[A-Za-z]")
_CLEAR_MONTHS: Final = (1, 2, 7, 9, 10, 11, 12)
_APPROX_BEFORE: Final = re.compile(
    r"(?<!\w)(?:about|around|circa|c\.|ca\.|approximately|roughly|nearly|almost)"
    r"\s+(?:the\s+)?(?:year\s+)?\Z",
    re.I,
)
_APPROX_AFTER: Final = re.compile(r"(?:\s+or\s+(?:so|thereabouts)|-?ish)\b", re.I)
_RELATION_BEFORE: Final = re.compile(
    r"(?<!\w)(?P<word>since|until|till|through|before|prior\s+to|earlier\s+than|after|"
    r"later\s+than|by|no\s+later\s+than|from|as\s+early\s+as|up\s+to|up\s+until)"
    r"\s+(?:at\s+least\s+)?(?:the\s+)?(?:year\s+)?(?:start\s+of\s+|end\s+of\s+)?\Z",
    re.I,
)
_RELATIONS: Final[dict[str, Relation]] = {
    "since": "since",
    "until": "until",
    "till": "until",
    "through": "until",
    "up to": "until",
    "up until": "until",
    "before": "before",
    "prior to": "before",
    "earlier than": "before",
    "after": "after",
    "later than": "after",
    "by": "by",
    "no later than": "by",
    "from": "from",
}
_ONWARD_AFTER: Final = re.compile(
    r"\s+(?:on|onwards?)\b|\s?[–—-]\s?(?:present|now|today)\b|\s+(?:and|or)\s+later\b"
    r"|\s+to\s+(?:the\s+present|today|now|date|this\s+day)\b",
    re.I,
)
_BETWEEN: Final = re.compile(r"\s*(?:[–—]|--?|to|until|till|through|up\s+to)\s*", re.I)
_BETWEEN_AND: Final = re.compile(r"\s+and\s+", re.I)
_START_BEFORE: Final = re.compile(
    r"(?<!\w)(?P<word>from|between)\s+(?:the\s+)?\Z", re.I
)
_THE: Final = re.compile(r"\bthe\s+\Z", re.I)
# Most texts have no date; none is without one of these.
_HINT: Final = re.compile(
    r"[0-9]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall"
    r"|winter|centur|ties|(?:teen|twenty|twelve|eleven)[- ]|thousand",
    re.I,
)
# "The Others (2001 film)": the year belongs to the title.
DISAMBIGUATION: Final = re.compile(
    r"\((?:[12][0-9]{3}\s)?[\w\s]{0,20}\b(?:film|series|song|album|novel|band|game|play"
    r"|miniseries|soundtrack|show)\)"
)
_WINDOW: Final = 40


def find_dates(
    text: str, protected: Sequence[tuple[int, int]] = ()
) -> list[DateMention]:
    """Return the dates of ``text`` from left to right.

    A date inside a longer ``protected`` span, a title say, is left out.
    """
    points = [point for point in _points(text) if not _covered(text, point, protected)]
    mentions, index = [], 0
    while index < len(points):
        point = points[index]
        following = points[index + 1] if index + 1 < len(points) else None
        joined = _from_to(text, point, following) if following else None
        mentions.append(joined or _with_relation(text, point))
        index += 2 if joined else 1
    return mentions


def _covered(
    text: str, point: DateMention, protected: Sequence[tuple[int, int]]
) -> bool:
    """Whether a protected span is a title that has the date in it.

    A finder of names may take a capitalised month for the start of a name ("in March
    1986 in Paris"); a date is kept where it is all of the span or where a preposition
    of time leads into it.
    """
    for start, end in protected:
        if start <= point.start and point.end <= end:
            low = max(0, start - _WINDOW)
            if start == point.start and _MONTH_BEFORE.search(text, low, start):
                continue
            rest = text[start : point.start] + text[point.end : end]
            if re.search(r"\w", rest):
                return True
    return False


@lru_cache(maxsize=2048)
def _points(text: str) -> tuple[DateMention, ...]:
    """The dates of a text before they are joined; all checks ask for the same texts."""
    if not _HINT.search(text):
        return ()
    taken = bytearray(len(text))
    found: list[DateMention] = []

    def take(start: int, end: int, value: DateValue | None) -> None:
        if value is not None and not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(DateMention(start, end, text[start:end], value))

    for pattern, build in PATTERNS:
        for match in pattern.finditer(text):
            if not any(taken[match.start() : match.end()]):
                take(match.start(), match.end(), build(match))
    for match in _BARE_MONTH.finditer(text):
        take(match.start(), match.end(), _bare_month(text, match))
    ends = {mention.end for mention in found}
    for match in _YEAR.finditer(text):
        if not taken[match.start()] and _is_year(text, match, taken, ends):
            value = DateValue("year", int(match[0]), part=_part_before(text, match))
            take(match.start(), match.end(), value)
            ends.add(match.end())
    for match in _SHORT.finditer(text):
        if _YEAR_BEFORE.search(text, max(0, match.start() - _WINDOW), match.start()):
            year = year_of(match[0])[0]
            take(match.start(), match.end(), DateValue("year", year, ambiguous=True))
    return tuple(sorted(found, key=lambda mention: mention.start))


def _bare_month(text: str, match: re.Match[str]) -> DateValue | None:
    """A month or season alone, where a preposition or an unmistakable name says so."""
    before = _MONTH_BEFORE.search(text, max(0, match.start() - _WINDOW), match.start())
    if _NAME_AFTER.match(text, match.end()):
        return None
    if match["season"]:
        lead = before[0].lower() if before else "to"
        certain = not lead.startswith(("to", "and", "by", "of"))
        season = match["season"].lower().replace("fall", "autumn")
        if not certain or (season == "autumn" and "the " not in match[0].lower()):
            return None
        return DateValue("season-only", season=season, part=part_of(match))
    month = month_of(match["month"])
    capital = match["month"][0].isupper()
    if match["month"].endswith(".") or len(match["month"]) == 3:
        certain = capital and bool(before)
    elif capital and month in _CLEAR_MONTHS:
        certain = True
    else:
        certain = before is not None and (capital or _firm(before[0]))
    value = DateValue("month-only", month=month, part=part_of(match))
    return value if certain or match["part"] else None


def _firm(before: str) -> bool:
    return before.split()[0].lower() in ("in", "of", "during", "since", "until", "by")


def _is_year(text: str, match: re.Match[str], taken: bytearray, ends: set[int]) -> bool:
    start, end = match.span()
    if re.match(r",[0-9]{3}|\.[0-9]|:[0-9]", text[end : end + 4]):
        return False
    if _TITLE_AFTER.match(text, end):
        return False
    low = max(0, start - _WINDOW)
    if _STRONG_BEFORE.search(text, low, start):
        return not COUNTED_AFTER.match(text, end)
    if _YEAR_BEFORE.search(text, low, start):
        return not _COUNTED.match(text, end)
    if text[end : end + 1] == ")" or text[start - 1 : start] == "(":
        return not _COUNTED.match(text, end)
    if _COMPOUND_BEFORE.search(text, low, start):
        compound = _COMPOUND_AFTER.match(text, end) is not None
        return compound and not COUNTED_AFTER.match(text, end)
    if not text[:start].strip(" \"'“‘(") and re.match(r"\s+[A-Z]", text[end : end + 3]):
        return True
    if _VERB_AFTER.match(text, end) or re.match(r"\s?[–—-]\s?present\b", text[end:]):
        return True
    alone = _ALONE_BEFORE.search(text, low, start) and _ALONE_AFTER.match(text, end)
    if alone:
        return True
    gap = _LIST_GAP.search(text, max(0, start - 6), start)
    return gap is not None and gap.end() == start and gap.start() in ends


def _part_before(text: str, match: re.Match[str]) -> Part:
    low = max(0, match.start() - _WINDOW)
    before = re.compile(rf"(?<!\w){PART}\Z", re.I).search(text, low, match.start())
    return part_of(before) if before else ""


def _approximate(text: str, mention: DateMention) -> DateMention:
    low = max(0, mention.start - _WINDOW)
    before = _APPROX_BEFORE.search(text, low, mention.start)
    after = _APPROX_AFTER.match(text, mention.end)
    if not before and not after:
        return mention
    start = before.start() if before else mention.start
    end = after.end() if after else mention.end
    return DateMention(start, end, text[start:end], replace(mention.value, approx=True))


def _with_relation(text: str, mention: DateMention) -> DateMention:
    """'since 1985', 'before March 1990', '1985 onwards', 'around 1986'."""
    mention = _approximate(text, mention)
    if mention.value.granularity == "range":
        return mention
    low = max(0, mention.start - _WINDOW)
    before = _RELATION_BEFORE.search(text, low, mention.start)
    after = _ONWARD_AFTER.match(text, mention.end)
    relation: Relation = ""
    if before:
        relation = _RELATIONS.get(" ".join(before["word"].lower().split()), "")
    if after and relation in ("", "from", "since"):
        relation = "since"
    compound = _COMPOUND_AFTER.match(text, mention.end)
    if compound and relation in ("from", "by") and before and _THE.search(before[0]):
        return mention  # "from the 1965 novel" names a novel
    if not relation:
        return mention
    start = before.start() if before else mention.start
    end = after.end() if after and relation == "since" else mention.end
    at_start = relation in ("since", "from", "after")
    value = DateValue(
        "range",
        relation=relation,
        start=mention.value if at_start else None,
        end=None if at_start else mention.value,
    )
    return DateMention(start, end, text[start:end], value)


def _from_to(text: str, first: DateMention, last: DateMention) -> DateMention | None:
    """'from March to June 1990', 'between 1985 and 1999', '3 May – 4 June 1990'."""
    if "range" in (first.value.granularity, last.value.granularity):
        return None
    gap = text[first.end : last.start]
    low = max(0, first.start - _WINDOW)
    opening = _START_BEFORE.search(text, low, first.start)
    gap = re.sub(r"\s+the\s+\Z", " ", gap[:20]) if len(gap) < 20 else gap
    if opening and opening["word"].lower() == "between":
        if not _BETWEEN_AND.fullmatch(gap):
            return None
    elif not _BETWEEN.fullmatch(gap):
        return None
    start = opening.start() if opening else first.start
    between = opening is not None and opening["word"].lower() == "between"
    value = DateValue(
        "range",
        relation="between" if between else "from-to",
        start=_dated(first.value, last.value),
        end=last.value,
    )
    return DateMention(start, last.end, text[start : last.end], value)


def _dated(first: DateValue, last: DateValue) -> DateValue:
    """Give the first end the year of the last: 'from March to June 1990'."""
    if first.year is not None or last.year is None:
        return first
    if first.granularity == "month-only":
        return replace(first, granularity="month", year=last.year)
    if first.granularity == "day-month":
        return replace(first, granularity="day", year=last.year)
    return first
