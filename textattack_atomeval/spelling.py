"""Misspelt claim words in a rewrite, read as what they stand for.

A reader takes "directted" for "directed", and so character-level attacks (swapped,
dropped, doubled or mistyped letters) leave the proposition as it was. A word of the
rewrite is read as a word of the claim when it is no word itself, the claim's word is
missing from the rewrite, and one keystroke lies between them. What may be another
word or another name stays: anything a dictionary knows, a prefix or an ending that
comes or goes, one vowel for another inside a name. A number with a letter in the place
of a digit ("19k5" for "1925") can be read as no number, so it is read as "?".
"""

from __future__ import annotations

import functools
import json
import re
from importlib.resources import files

import msgspec

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\b\d{3,}\b")
_GARBLED = re.compile(r"\b(?=\w*\d)(?=\w*[^\W\d_])\w{3,}\b")
ILLEGIBLE = "?"
_MIN_LENGTH = 4  # below it, one keystroke from any word lies another word
_VOWELS = frozenset("aeiouy")


class Reading(msgspec.Struct, frozen=True):
    """A rewrite as it is read; ``repairs`` holds (written, read) word pairs."""

    text: str
    repairs: tuple[tuple[str, str], ...] = ()

    def note(self) -> str:
        """Return the repairs as a sentence, empty without one."""
        pairs = [f'"{written}" as "{read}"' for written, read in self.repairs]
        return f"read {', '.join(pairs)}" if pairs else ""


def read_through(claim: str, rewrite: str) -> Reading:
    """Return the rewrite with the claim's words in the place of misspelt ones."""
    words = _words_read(claim, rewrite)
    numbers = set(_NUMBER.findall(claim)) - set(_NUMBER.findall(rewrite))
    if not numbers:
        return words
    repairs = list(words.repairs)

    def hidden(match: re.Match[str]) -> str:
        if not any(_garbles(match[0], number) for number in numbers):
            return match[0]
        repairs.append((match[0], ILLEGIBLE))
        return ILLEGIBLE

    return Reading(_GARBLED.sub(hidden, words.text), tuple(repairs))


def _garbles(written: str, number: str) -> bool:
    """Tell whether a letter stands in the place of one digit of ``number``."""
    if len(written) != len(number):
        return False
    differ = [a for a, b in zip(written, number, strict=True) if a != b]
    return len(differ) == 1 and differ[0].isalpha()


def _words_read(claim: str, rewrite: str) -> Reading:
    said = {word.casefold() for word in _WORD.findall(rewrite)}
    missing: dict[str, str] = {
        word.casefold(): word
        for word in _WORD.findall(claim)
        if len(word) >= _MIN_LENGTH and word.casefold() not in said
    }
    if not missing:
        return Reading(rewrite)
    ours = {word.casefold() for word in _WORD.findall(claim)}
    repairs: list[tuple[str, str]] = []

    def repaired(match: re.Match[str]) -> str:
        word: str = match[0]
        if len(word) < _MIN_LENGTH - 1 or word.casefold() in ours:
            return word
        meant = [w for w in missing.values() if is_slip(word, w)]
        if len(meant) != 1 or is_word(word):
            return word
        repairs.append((word, meant[0]))
        return meant[0]

    text = _WORD.sub(repaired, rewrite)
    return Reading(text, tuple(repairs))


def is_slip(written: str, meant: str) -> bool:
    """Tell whether one keystroke turned ``meant`` into ``written``.

    One letter dropped, added, replaced, or swapped with its neighbour. Not a slip: a
    prefix or an ending that came or went, another first letter, one vowel for another
    in a name, and anything in an acronym.
    """
    if any(letter.isupper() for letter in written[1:] + meant[1:]):
        return False  # "ACA" and "AHCA" are two things
    name = meant[:1].isupper()
    one, other = written.casefold(), meant.casefold()
    head = _common(one, other)
    tail = _common(one[head:][::-1], other[head:][::-1])
    ours, theirs = one[head : len(one) - tail], other[head : len(other) - tail]
    if sorted(map(len, (ours, theirs))) == [0, 1]:
        # "atypical", "Petrova": a letter at either end can make another word.
        return head > 0 and tail > 0
    if len(ours) == len(theirs) == 1:
        vowels = {ours, theirs} <= _VOWELS
        return head > 0 and not (name and (vowels or not tail))
    return len(ours) == len(theirs) == 2 and ours == theirs[::-1]


def _common(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = zip(one, other, strict=False)
    return next(
        (i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other))
    )


@functools.lru_cache(maxsize=65536)
def is_word(word: str) -> bool:
    """Tell whether a dictionary or the embedded model's vocabulary knows the word."""
    from lemminflect import getAllLemmas  # heavy: only when a word looks misspelt

    lower = word.casefold()
    return lower in _vocabulary() or bool(getAllLemmas(lower))


@functools.cache
def _vocabulary() -> frozenset[str]:
    """Return the whole words of the embedded tokenizer: frequent words and names."""
    file = files("textattack_atomeval").joinpath("resources/nli/tokenizer.json")
    entries = json.loads(file.read_text(encoding="utf-8"))["model"]["vocab"]
    return frozenset(entry for entry in entries if not entry.startswith("##"))
