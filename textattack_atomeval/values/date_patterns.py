"""The forms in which English writes dates, each with the meaning it has.

:data:`PATTERNS` runs from the most to the least exact form. Every pattern is bounded,
so a pass over a text is linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textattack_atomeval.values.date import (
    MONTH_NAMES,
    DateValue,
    Granularity,
    Part,
)
from textattack_atomeval.values.numerals import ORDINALS, TENS, UNITS, parse_number

MONTH = (
    r"(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may(?:\.(?=\s?[0-9]))?|june?\.?"
    r"|july?\.?|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?"
    r"|dec(?:ember|\.)?)(?!\w)"
)
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?"
_ORDINAL_WORD = "|".join(sorted(ORDINALS, key=len, reverse=True))
_DAY = (
    r"(?<![\w.,$£€])(?:the\s+)?(?P<day>(?:3[01]|[12][0-9]|0?[1-9])(?:\s?(?:st|nd|rd|th))?"
    rf"|(?:(?:twenty|thirty)[- ])?(?:{_ORDINAL_WORD}))(?![\w%]|[.,][0-9])"
)
_YEAR4 = r"(?:1[0-9]{3}|20[0-9]{2}|2100)(?![\w%]|,[0-9]{3}|\.[0-9])"
_SHORT = r"['’‘][0-9]{2}(?!\w)"
_ERA = r"(?:\s?(?P<era>BCE?|B\.C\.(?:E\.)?|AD|A\.D\.|CE|C\.E\.)(?!\w))"
_YEAR = rf"(?:the\s+year\s+)?(?P<year>{_YEAR4}|{_SHORT})"
PART = (
    r"(?:(?P<part>early|mid|middle|late|beginning|start|end)"
    r"(?:\s?-\s?|\s+(?:(?:part\s+)?of\s+)?))?(?:the\s+)?"
)
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
_NTH = rf"(?P<nth>{_ORDINAL_WORD}|[0-9]{{1,2}}(?:st|nd|rd|th)|last|final)"
_PARTS: Final[dict[str, Part]] = {
    "early": "early",
    "beginning": "early",
    "start": "early",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "end": "late",
}
_DECADE_WORDS: Final = {word[:-1] + "ies": value for word, value in TENS.items()}
_CENTURY_WORDS: Final = "|".join(
    ["eleven", "twelve", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
    + ["thirteen", "fourteen", "twenty"]
)
_NUMBER_WORD = "|".join([*UNITS, *TENS])

Builder = Callable[[re.Match[str]], DateValue | None]


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w])(?:{pattern})", re.IGNORECASE)


def year_of(text: str | None) -> tuple[int | None, bool]:
    """The year and whether its century is a guess ('95)."""
    if not text:
        return None, False
    if text[0] in "'’‘":
        short = int(text[1:])
        return short + (1900 if short >= 30 else 2000), True
    return int(text), False


def _day_of(text: str) -> int:
    digits = re.match(r"[0-9]+", text)
    return int(digits[0]) if digits else int(parse_number(text) or 0)


def month_of(text: str) -> int:
    """Return the number of the month that ``text`` names."""
    return 1 + [name[:3].lower() for name in MONTH_NAMES].index(text[:3].lower())


def _is_word_month(match: re.Match[str]) -> bool:
    """Whether the month can be told from 'may' the modal and 'march' the verb."""
    month = match["month"]
    if month.lower() not in ("may", "may.", "march", "mar", "mar."):
        return True
    if not month[0].islower() or match.groupdict().get("year"):
        return True
    before = match.string[max(0, match.start() - 12) : match.start()]
    sure = bool(re.search(r"\b(?:on|of|in|by|since|until)\s+(?:the\s+)?\Z", before))
    return sure or bool(re.search(r"[0-9](?:st|nd|rd|th)", match["day"]))


def _full(match: re.Match[str]) -> DateValue | None:
    """Day and month, with or without the year."""
    if not _is_word_month(match):
        return None
    groups = match.groupdict()
    year, guessed = year_of(groups.get("year"))
    day = _day_of(match["day"])
    if not 1 <= day <= 31:
        return None
    kind: Granularity = "day-month" if year is None else "day"
    month = month_of(match["month"])
    if groups.get("last"):
        first = DateValue(kind, year, month, day, ambiguous=guessed)
        last = replace(first, day=_day_of(match["last"]))
        return DateValue("range", relation="from-to", start=first, end=last)
    return DateValue(kind, year, month, day, ambiguous=guessed)


def _iso(match: re.Match[str]) -> DateValue | None:
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return DateValue("day", year, month, day)


def _slashed(match: re.Match[str]) -> DateValue | None:
    """3/14/1986; month first unless that is impossible, as in 14.3.1986."""
    month, day, year = int(match["a"]), int(match["b"]), int(match["y"])
    ambiguous = month <= 12 and day <= 12 and month != day
    if month > 12 or (match["sep"] == "." and day <= 12):
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return DateValue("day", year, month, day, ambiguous=ambiguous)


def _month_year(match: re.Match[str]) -> DateValue:
    year, guessed = year_of(match["year"])
    month, part = month_of(match["month"]), part_of(match)
    return DateValue("month", year, month, part=part, ambiguous=guessed)


def part_of(match: re.Match[str]) -> Part:
    """Return the part of the period ("early") that the match names."""
    return _PARTS.get((match.groupdict().get("part") or "").lower(), "")


def _nth_of_year(match: re.Match[str]) -> DateValue | None:
    """'the first month of 2002', 'the last day of March 1986'."""
    year, guessed = year_of(match["year"])
    word = match["nth"].lower()
    last = word in ("last", "final")
    nth = 0 if last else _day_of(word)
    month = month_of(match["of"]) if match["of"] else None
    if match["unit"].lower() == "month":
        month = 12 if last else nth
        valid = match["of"] is None and 1 <= month <= 12
        return DateValue("month", year, month, ambiguous=guessed) if valid else None
    if last and month in (None, 1, 3, 5, 7, 8, 10, 12):
        nth = 31
    if not nth or (month is None and nth not in (1, 31)):
        return None
    month = month or (12 if last else 1)
    return DateValue("day", year, month, nth, ambiguous=guessed)


def _season_year(match: re.Match[str]) -> DateValue:
    year, guessed = year_of(match["year"])
    season = match["season"].lower().replace("fall", "autumn")
    return DateValue(
        "season", year, season=season, part=part_of(match), ambiguous=guessed
    )


def _century(match: re.Match[str]) -> DateValue | None:
    number = _day_of(match["nth"])
    if not 1 <= number <= 21:
        return None
    before = (match.groupdict().get("era") or "").upper().startswith("B")
    first = -100 * number if before else 100 * (number - 1)
    return DateValue("century", first, part=part_of(match))


def _hundreds(match: re.Match[str]) -> DateValue:
    """1970s, 1800s; only the 2000s are read as a decade when they end in 00."""
    first = int(match["first"])
    whole = first % 100 == 0 and first != 2000
    return DateValue("century" if whole else "decade", first, part=part_of(match))


def _short_decade(match: re.Match[str]) -> DateValue | None:
    """the '70s, the seventies, the nineteen-seventies; not 'in her seventies'."""
    before = match.string[max(0, match.start() - 14) : match.start()].lower()
    if re.search(r"\b(?:his|her|their|my|your|its)\s+\Z", before):
        return None
    century = 1900
    if match["century"]:
        century = 100 * int(UNITS.get(match["century"].lower(), 20))
    tens = match["tens"]
    value = int(tens) if tens else _DECADE_WORDS[match["word"].lower()]
    if not match["century"] and value < 20:
        century = 2000
    return DateValue(
        "decade", century + value, part=part_of(match), ambiguous=not match["century"]
    )


def _worded_year(match: re.Match[str]) -> DateValue | None:
    """'in nineteen ninety-five', 'in two thousand and five'."""
    if match["thousands"]:
        value = parse_number(match["thousands"])
        return DateValue("year", int(value)) if value and value < 2100 else None
    spoken = match["rest"].lower()
    rest = parse_number(re.sub(r"oh[- ]", "", spoken))
    # "nineteen five" is no year, "nineteen oh-five" is one.
    if rest is None or not (10 <= rest < 100 or spoken.startswith("oh")):
        return None
    hundreds = int(UNITS.get(match["hundreds"].lower(), 20))
    return DateValue("year", 100 * hundreds + int(rest))


def _year_span(match: re.Match[str]) -> DateValue | None:
    """1985–1999, 1985–99."""
    first, tail = int(match["first"]), match["tail"]
    last = int(tail) if len(tail) == 4 else first - first % 100 + int(tail)
    if last < first or not 1000 <= first <= 2100:
        return None
    ends = (DateValue("year", first), DateValue("year", last))
    return DateValue("range", relation="from-to", start=ends[0], end=ends[1])


def _era_year(match: re.Match[str]) -> DateValue | None:
    number = int(match["num"] or match["num2"])
    before = (match.groupdict().get("era") or "").upper().startswith("B")
    if number == 0:
        return None
    return DateValue("year", -number if before else number, part=part_of(match))


_D_M_Y = rf"{_WEEKDAY}{_DAY}(?:\s+day)?\s+(?:of\s+)?(?P<month>{MONTH})"
_M_D = rf"{_WEEKDAY}(?P<month>{MONTH})\s+{_DAY}"
_TO_DAY = (
    r"\s?(?:–|—|-|to|and|through)\s?(?:the\s+)?"
    r"(?P<last>(?:3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th)?)(?!\w)"
)
_THEN_YEAR = rf"(?:,?\s+(?:of\s+|in\s+)?{_YEAR})"

PATTERNS: Final[tuple[tuple[re.Pattern[str], Builder], ...]] = tuple(
    (_compile(pattern), builder)
    for pattern, builder in (
        (r"(?P<y>[12][0-9]{3})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})(?![\w-])", _iso),
        (
            r"(?P<a>[0-9]{1,2})(?P<sep>[/.])(?P<b>[0-9]{1,2})(?P=sep)"
            r"(?P<y>[12][0-9]{3})(?!\w)",
            _slashed,
        ),
        (rf"{_DAY}{_TO_DAY}\s+(?:of\s+)?(?P<month>{MONTH}){_THEN_YEAR}?", _full),
        (rf"{_M_D}{_TO_DAY}{_THEN_YEAR}?", _full),
        (
            rf"(?:the\s+)?{_NTH}\s+(?P<unit>month|day)\s+of\s+"
            rf"(?:(?P<of>{MONTH})\s+(?:of\s+)?)?{_YEAR}",
            _nth_of_year,
        ),
        (rf"{_D_M_Y}{_THEN_YEAR}", _full),
        (rf"{_M_D}{_THEN_YEAR}", _full),
        (rf"{_D_M_Y}", _full),
        (rf"{_M_D}", _full),
        (rf"{PART}(?P<month>{MONTH}){_THEN_YEAR}", _month_year),
        (
            rf"{PART}{_NTH}(?:[- ]century|(?=\s(?:and|to|or)\s(?:the\s)?"
            rf"(?:(?:early|mid|late)[- ])?(?:[0-9]{{2}}th|{_ORDINAL_WORD})[- ]centur))"
            rf"{_ERA}?(?!\s+(?:Fox|Studios|Pictures))",
            _century,
        ),
        (rf"{PART}(?P<first>[12][0-9]{{2}}0)['’]?s(?!\w)", _hundreds),
        (
            rf"{PART}(?:(?P<century>{_CENTURY_WORDS})[- ])?"
            rf"(?P<word>{'|'.join(_DECADE_WORDS)})(?P<tens>)(?!\w)",
            _short_decade,
        ),
        (
            rf"{PART}(?P<century>)(?P<word>)(?:(?<=the\s)|(?<=mid-)|(?<=early\s)"
            rf"|(?<=late\s)|(?<![\w]))['’‘]?(?P<tens>[2-9]0)['’]?s(?!\w)",
            _short_decade,
        ),
        (
            r"(?<![$£€.,#])(?P<first>[12][0-9]{3})\s?(?:–|—|--?|/)\s?"
            r"(?P<tail>[12][0-9]{3}|[0-9]{2})(?![\w%]|[-,.][0-9])",
            _year_span,
        ),
        (rf"{PART}{SEASON}(?:\s+of|\s+in)?\s+{_YEAR}", _season_year),
        (
            rf"{PART}(?:(?P<num>[0-9]{{1,4}}){_ERA}"
            rf"|(?:AD|A\.D\.)\s?(?P<num2>[0-9]{{1,4}})(?!\w))",
            _era_year,
        ),
        (
            rf"(?<=in\s)(?:the\s+year\s+)?(?:(?P<thousands>two thousand(?: and)? "
            rf"(?:{_NUMBER_WORD}))(?!\w)(?P<hundreds>)(?P<rest>))",
            _worded_year,
        ),
        (
            rf"(?:the\s+year\s+)?(?P<hundreds>{_CENTURY_WORDS})[- ](?P<thousands>)"
            rf"(?P<rest>(?:oh[- ])?(?:{_NUMBER_WORD})(?:[- ](?:{_NUMBER_WORD}))?)"
            r"(?!\w)",
            _worded_year,
        ),
    )
)
