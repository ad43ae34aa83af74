"""Letters and digits that print like Latin ones, by Unicode's table of confusables.

Only words that hide something are touched: those that mix ASCII with look-alikes, and
those that look ASCII from end to end while the text has no honest word of that
script. Accented letters are not in the table, and Greek letters as science adds them
to a word ("TNFα", "κB") stay.
"""

from __future__ import annotations

import functools
import re
import unicodedata

__all__ = ["looks_like", "without_lookalikes"]

# Letters and digits; the sign × after letters ("4×4" and "×Cupressus" are honest).
TOKEN = re.compile(r"(?:[^\W_]|(?<=[a-z])×(?=[a-z]|\b|\W|$))+")
SUFFIX = re.compile(r"(?:st|nd|rd|th|s)$")
# "2O18", "l995": an ASCII letter in the place of a digit.
DIGIT_LIKE = re.compile(r"(?<=\d)[OolI](?=\d)|(?<![^\W_])[lI](?=\d{3}(?![^\W_]))")
DIGITS = str.maketrans("OolI", "0011")
SYMBOLS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
AFFIX = re.compile(rf"[{SYMBOLS}][ -~]+|[ -~]+[{SYMBOLS}]")


def without_lookalikes(text: str) -> str:
    """Return the text, as long as before, with look-alikes in ASCII."""
    shown = DIGIT_LIKE.sub(lambda match: match[0].translate(DIGITS), text)
    if shown.isascii():
        return shown
    honest = {
        _script(char)
        for token in TOKEN.findall(shown)
        if not _hidden(token)
        for char in token
    }
    return TOKEN.sub(lambda match: _mended(match[0], honest), shown)


def _mended(token: str, honest: set[str]) -> str:
    """Return what the token looks like, itself if it is honest."""
    if token.isascii():
        return token
    if not any(char.isascii() for char in token):
        foreign = {_script(char) for char in token} & honest
        return (
            token if foreign or token in SYMBOLS or not _hidden(token) else _seen(token)
        )
    return token if AFFIX.fullmatch(token) else _seen(token)


def _seen(token: str) -> str:
    letters = [c for c in SUFFIX.sub("", token) if c.isascii() and c.isalpha()]
    number = not letters and any(looks_like(c).isdigit() for c in token)
    found = ""
    for char in token:
        shown = looks_like(char)
        fits = shown.isdigit() if number or char.isdecimal() else shown.isalpha()
        found += shown if fits else char
    return DIGIT_LIKE.sub(lambda m: m[0].translate(DIGITS), found)


def _hidden(token: str) -> bool:
    """Tell whether every character of the token looks like an ASCII one."""
    return all(char.isascii() or looks_like(char) != char for char in token)


@functools.lru_cache(maxsize=4096)
def looks_like(char: str) -> str:
    """Return the ASCII letter or digit that a character looks like, or itself."""
    if char.isascii():
        return char
    from confusable_homoglyphs.confusables import is_confusable

    found = is_confusable(char, greedy=True) or []
    shown = [
        glyph["c"]
        for entry in found
        for glyph in entry["homoglyphs"]
        if len(glyph["c"]) == 1 and glyph["c"].isascii() and glyph["c"].isalnum()
    ]
    if not shown:
        return char
    # The table has one prototype for l, I and 1.
    return "I" if shown[0] == "l" and char.isupper() else str(shown[0])


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
