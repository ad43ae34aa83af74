"""Number expressions of a text with their exact values.

Digits with separators and magnitudes ("3,000,000", "20.3 million", "1.2bn"), number
words ("twenty-one", "one and a half million", "a dozen"), ordinals ("3rd",
"twenty-first"), percentages and fractions ("half of", "two thirds"). Pure and linear
in the length of the text; no rounding anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

NumeralKind = Literal["cardinal", "ordinal", "percent", "fraction"]

_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_UNIT_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
UNITS: Final = {word: value for value, word in enumerate(_UNIT_WORDS.split())}
TENS: Final = {word: 10 * i for i, word in enumerate(_TEN_WORDS.split(), start=2)}
SCALES: Final = {
    "dozen": 12,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_ORDINAL_UNITS: Final = {
    word: value for value, word in enumerate(_ORDINAL_UNIT_WORDS.split(), start=1)
}
_ORDINAL_TENS: Final = {word[:-1] + "ieth": value for word, value in TENS.items()}
_ORDINAL_SCALES: Final = {"hundredth": 100, "thousandth": 1000, "millionth": 10**6}
ORDINALS: Final = {**_ORDINAL_UNITS, **_ORDINAL_TENS, **_ORDINAL_SCALES}
_DENOMINATORS: Final = {
    "half": 2,
    "quarter": 4,
    "quarters": 4,
    **{word: value for word, value in ORDINALS.items() if value > 2},
    **{word + "s": value for word, value in ORDINALS.items() if value > 2},
}
_SUFFIXES: Final = {
    **dict.fromkeys(("k", "K"), 10**3),
    **dict.fromkeys(("M", "mn"), 10**6),
    **dict.fromkeys(("b", "B", "bn"), 10**9),
    "tn": 10**12,
}
_GLYPHS: Final = {
    glyph: Fraction(share)
    for glyph, share in zip("½¼¾⅓⅔", ("1/2", "1/4", "3/4", "1/3", "2/3"), strict=True)
}
# Longer digit strings are identifiers; int() would also be quadratic on them.
_MAX_DIGITS: Final = 30

_GLUED_UNIT = r"(?:km|cm|mm|kg|kph|mph|mi|ft|lbs?|hrs?|mins?|secs?|m|g|[ap]m)(?!\w)"
_TOKEN: Final = re.compile(
    rf"""
    (?<![\w])(?<![0-9][.,:/])(?:(?<![A-Za-z]-)|(?<=mid-))(?:(?<![\S])[-−])?(?:
        (?P<over>[0-9]{{1,3}}/[0-9]{{1,4}})(?![\w/])
      | (?P<num>[0-9]{{1,3}}(?:,[0-9]{{3}})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)
        (?P<glyph>[½¼¾⅓⅔])?
        (?:
            (?={_GLUED_UNIT})
          | (?:(?P<ord>st|nd|rd|th|ST|ND|RD|TH)|(?P<mag>[kKMBb]|mn|bn|tn))?
            (?!\w|[.,:][0-9])
        )
    )
    | (?P<alone>[½¼¾⅓⅔]) | (?P<word>[A-Za-z]+)
    """,
    re.VERBOSE,
)
_MONEY_MILLION: Final = re.compile(r"m(?!\w)")
_JOIN: Final = re.compile(r"[ \t\n\xa0]{1,3}|[-‐‑]\s?\Z|\s?[-‐‑]\Z")
_PERCENT: Final = re.compile(r"\s{0,2}-?(?:%|per\s?cent(?:age)?(?:\spoints?)?\b)", re.I)
_PARTITIVE_WORDS = "of the a an its his her their our this that these those as all"
_PARTITIVE: Final = frozenset(_PARTITIVE_WORDS.split())


@dataclass(frozen=True, slots=True)
class Numeral:
    """One number expression: ``text[start:end]`` and its exact value.

    A percentage keeps its own number ("85.19 %" has the value 85.19).
    """

    start: int
    end: int
    text: str
    value: Fraction
    kind: NumeralKind


class _Token(NamedTuple):
    start: int
    end: int
    word: str  # lower case; "" for digits
    value: Fraction | None
    ordinal: bool


class _Parsed(NamedTuple):
    value: Fraction
    kind: NumeralKind
    stop: int


def find_numerals(text: str) -> list[Numeral]:
    """Return the number expressions of ``text`` from left to right."""
    return list(_numerals(text))


@lru_cache(maxsize=2048)
def _numerals(text: str) -> tuple[Numeral, ...]:
    """All checks ask for the numbers of the same few texts."""
    tokens = _tokenize(text)
    found: list[Numeral] = []
    index = 0
    while index < len(tokens):
        parsed = _parse(text, tokens, index)
        if parsed is None:
            index += 1
            continue
        start, end = tokens[index].start, tokens[parsed.stop - 1].end
        kind = parsed.kind
        percent = _PERCENT.match(text, end) if kind != "ordinal" else None
        if percent:
            end, kind = percent.end(), "percent"
        found.append(Numeral(start, end, text[start:end], parsed.value, kind))
        index = parsed.stop
    return tuple(found)


def parse_number(text: str) -> Fraction | None:
    """Return the value of ``text`` if all of it is one number expression.

    >>> parse_number("one and a half million")
    Fraction(1500000, 1)
    """
    numerals = find_numerals(text.strip())
    if len(numerals) == 1 and numerals[0].text == text.strip():
        return numerals[0].value
    return None


def _tokenize(text: str) -> list[_Token]:
    tokens = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match["word"]
        if word:
            tokens.append(_Token(start, end, word.lower(), None, False))
            continue
        value = _digits_value(match)
        is_money = start > 0 and text[start - 1] in "$£€"
        if value is not None and is_money and _MONEY_MILLION.match(text, end):
            value, end = value * 10**6, end + 1
        tokens.append(_Token(start, end, "", value, bool(match["ord"])))
    return tokens


def _digits_value(match: re.Match[str]) -> Fraction | None:
    """The value of a token of digits; None if it is no number a reader counts in."""
    if match["alone"]:
        return _GLYPHS[match["alone"]]
    sign = -1 if match[0][0] in "-−" else 1
    if match["over"]:
        upper, lower = match["over"].split("/")
        return sign * Fraction(int(upper), int(lower)) if int(lower) else None
    digits = match["num"].replace(",", "")
    if len(digits) > _MAX_DIGITS:
        return None
    value = Fraction(digits)
    if match["glyph"]:
        value += _GLYPHS[match["glyph"]]
    if match["mag"]:
        value *= _SUFFIXES[match["mag"]]
    return sign * value


def _joined(text: str, tokens: list[_Token], index: int) -> bool:
    """Whether the tokens before and at ``index`` may belong to one number."""
    if index >= len(tokens):
        return False
    gap = text[tokens[index - 1].end : tokens[index].start]
    return bool(_JOIN.fullmatch(gap))


def _words(text: str, tokens: list[_Token], index: int, count: int) -> tuple[str, ...]:
    """The next ``count`` joined words from ``index`` on, the first joined as well."""
    words: list[str] = []
    for position in range(index, index + count):
        if not _joined(text, tokens, position) or not tokens[position].word:
            break
        words.append(tokens[position].word)
    return tuple(words)


def _parse(text: str, tokens: list[_Token], index: int) -> _Parsed | None:
    token = tokens[index]
    if not token.word:
        if token.value is None:
            return None
        if token.ordinal:
            return _Parsed(token.value, "ordinal", index + 1)
        if "/" in text[token.start : token.end]:
            return _Parsed(token.value, "fraction", index + 1)
        return _finish(text, tokens, index + 1, token.value, 1)
    if token.word in ("a", "an"):
        return _parse_article(text, tokens, index)
    if token.word in ("half", "quarter"):
        return _parse_part(text, tokens, index, index)
    if token.word in UNITS or token.word in TENS or token.word in ORDINALS:
        return _parse_words(text, tokens, index)
    return None


def _parse_article(text: str, tokens: list[_Token], index: int) -> _Parsed | None:
    """'a hundred', 'a dozen', 'a million and a half', 'a third of', 'a half'."""
    following = _words(text, tokens, index + 1, 2)
    if not following:
        return None
    if following[0] == "hundred":
        return _finish(text, tokens, index + 2, Fraction(100), 1)
    if following[0] in SCALES:
        scale = SCALES[following[0]]
        return _finish(text, tokens, index + 2, Fraction(scale), scale)
    if following[0] in ("half", "quarter"):
        return _parse_part(text, tokens, index + 1, index)
    if following[0] in _DENOMINATORS and following[1:] == ("of",):
        value = Fraction(1, _DENOMINATORS[following[0]])
        return _Parsed(value, "fraction", index + 2)
    return None


def _parse_part(
    text: str, tokens: list[_Token], index: int, first: int
) -> _Parsed | None:
    """'half a million', 'half of', 'a quarter of'; not 'second half'."""
    ranked = first > 0 and (
        tokens[first - 1].word in ORDINALS or tokens[first - 1].ordinal
    )
    if index == first and ranked and _joined(text, tokens, first):
        return None
    value = Fraction(1, _DENOMINATORS[tokens[index].word])
    following = _words(text, tokens, index + 1, 3)
    for skipped in (("of", "a"), ("a",), ()):
        scale = following[len(skipped) : len(skipped) + 1]
        if following[: len(skipped)] == skipped and scale and scale[0] in SCALES:
            stop = index + 2 + len(skipped)
            return _Parsed(value * SCALES[scale[0]], "cardinal", stop)
    is_share = following[:1] == ("of",) or (
        tokens[index].word == "half" and following[:1] and following[0] in _PARTITIVE
    )
    if is_share and text[tokens[index].end] != "-":
        return _Parsed(value, "fraction", index + 1)
    return None


def _parse_words(text: str, tokens: list[_Token], index: int) -> _Parsed | None:
    total, group, ceiling = 0, 0, 10**15
    last_scale = 1
    position = index
    while position == index or _joined(text, tokens, position):
        word = tokens[position].word
        if word in ORDINALS and _fits(group, ORDINALS[word], position > index):
            value = _with_ordinal(total, group, ORDINALS[word])
            return _Parsed(Fraction(value), "ordinal", position + 1)
        number = UNITS.get(word, TENS.get(word, -1))
        if number >= 0 and _fits(group, number, position > index):
            group += number
        elif word == "hundred" and 0 < group < 100:
            group *= 100
        elif word in SCALES and group and SCALES[word] < ceiling:
            ceiling = last_scale = SCALES[word]
            total, group = total + group * ceiling, 0
        elif not (word == "and" and _and_continues(text, tokens, position, group)):
            break
        position += 1
        if position >= len(tokens):
            break
    return _finish(text, tokens, position, Fraction(total + group), last_scale)


def _fits(group: int, number: int, continues: bool) -> bool:
    """Whether ``number`` may follow the words that made ``group``."""
    if number >= 100:  # "hundredth", alone or of so many hundreds
        return 0 < group < 100 if continues else True
    if not continues:
        return True
    if number < 10:
        return number > 0 and group % 10 == 0 and group % 100 != 10
    return group % 100 == 0


def _with_ordinal(total: int, group: int, number: int) -> int:
    if number < 100:
        return total + group + number
    return total + (group or 1) * number


def _and_continues(text: str, tokens: list[_Token], position: int, group: int) -> bool:
    """'two hundred and five' is one number, 'two and five' are two."""
    previous = tokens[position - 1].word
    if group % 100 or (previous != "hundred" and previous not in SCALES):
        return False
    following = _words(text, tokens, position + 1, 1)
    if not following or following[0] == "zero":
        return False
    return any(following[0] in words for words in (UNITS, TENS, ORDINALS))


def _finish(
    text: str, tokens: list[_Token], stop: int, value: Fraction, scale: int
) -> _Parsed:
    """Read what may follow a cardinal: scales, 'and a half', a denominator."""
    following = _words(text, tokens, stop, 1)
    while following and (following[0] in SCALES or following[0] == "hundred"):
        scale = SCALES.get(following[0], 100)
        value, stop = value * scale, stop + 1
        following = _words(text, tokens, stop, 1)
    tail = _words(text, tokens, stop, 3)
    parts: dict[tuple[str, ...], Fraction] = {
        ("and", "a", "half"): Fraction(1, 2),
        ("and", "a", "quarter"): Fraction(1, 4),
        ("and", "three", "quarters"): Fraction(3, 4),
    }
    part = parts.get(tail)
    if part is not None:
        after = _words(text, tokens, stop + 3, 1)
        if scale == 1 and after and after[0] in SCALES:
            return _Parsed((value + part) * SCALES[after[0]], "cardinal", stop + 4)
        return _Parsed(value + part * scale, "cardinal", stop + 3)
    if tail and _is_denominator(value, tail[0]):
        return _Parsed(value / _DENOMINATORS[tail[0]], "fraction", stop + 1)
    return _Parsed(value, "cardinal", stop)


def _is_denominator(value: Fraction, word: str) -> bool:
    if word not in _DENOMINATORS or value.denominator != 1:
        return False
    return value == 1 if not word.endswith("s") else 1 < value < 100
