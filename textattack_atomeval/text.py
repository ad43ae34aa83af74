"""Unicode folding with a way back to the original offsets, flags and sentences.

A rewrite may hide behind look-alike letters, zero-width joiners or bidi controls.
Everything downstream works on what a reader sees; :func:`fold` makes that text and
remembers, for each of its characters, which original characters it stands for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "Aligned",
    "Folded",
    "align",
    "fold",
    "latin_share",
    "sentences",
    "word_set",
]


def word_set(words: str) -> frozenset[str]:
    """Return the words of a list that is written as one string."""
    return frozenset(words.split())


ZERO_WIDTH = frozenset("\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\ufeff")
BIDI = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Cyrillic and Greek letters that print like Latin ones; applied only inside words
# that also hold Latin letters, so that honest Cyrillic or Greek stays as it is.
HOMOGLYPHS = {
    **dict(zip("аеорсухівѕјԁԛԝһկո", "aeopcyxibsjdqwhun", strict=True)),
    **dict(zip("АВЕКМНОРСТХІЅЈУ", "ABEKMHOPCTXISJY", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
    **dict(zip("οαρνιɡııɑ", "oapvigiia", strict=True)),
}
PUNCTUATION = {
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "`": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-",
    "…": "...",
}  # fmt: skip
WORD = re.compile(r"[^\W\d_]+")

ABBREVIATIONS = word_set(
    "mr mrs ms dr prof st jr sr vs no vol inc ltd co corp gen col lt sgt capt rev hon "
    "gov sen rep pres etc e.g i.e u.s u.k a.m p.m approx est ca cf fig dept mt ft "
    "feat jan feb mar apr jun jul aug sep sept oct nov dec"
)
INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])*")
OPENERS = word_set("He She It They The This That In On But And")
SENTENCE_END = re.compile(r"(?:[.!?]+[\"')\]]*)(?=\s)|\n\s*\n|;(?=\s)")


@dataclass(frozen=True, slots=True)
class Aligned:
    """A text whose every character knows the source range that it stands for."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __getitem__(self, key: slice) -> Aligned:
        """Return the part of the text that ``key`` selects."""
        return Aligned(self.text[key], self.starts[key], self.ends[key])

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the source range of the characters [start, end), None if empty."""
        end = min(end, len(self.text))
        if start >= end:
            return None
        return min(self.starts[start:end]), max(self.ends[start:end])

    def replace(self, edits: Iterable[tuple[int, int, str]]) -> Aligned:
        """Replace each [start, end) by its string; edits must not overlap."""
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        last = 0
        for start, end, new in sorted(edits):
            if start < last:
                raise ValueError(f"edits overlap at {start}: expected disjoint ranges")
            text.append(self.text[last:start] + new)
            starts += self.starts[last:start]
            ends += self.ends[last:start]
            source = self.span(start, end) or self._point(start)
            starts += [source[0]] * len(new)
            ends += [source[1]] * len(new)
            last = end
        text.append(self.text[last:])
        return Aligned(
            "".join(text),
            (*starts, *self.starts[last:]),
            (*ends, *self.ends[last:]),
        )

    def _point(self, index: int) -> tuple[int, int]:
        """Return an empty source range for something inserted at ``index``."""
        if index < len(self.starts):
            return self.starts[index], self.starts[index]
        here = self.ends[-1] if self.ends else 0
        return here, here


@dataclass(frozen=True, slots=True)
class Folded:
    """What a reader sees, aligned to the original, with what was suspicious.

    ``flags`` holds any of "zero_width", "bidi", "homoglyph", "control".
    """

    aligned: Aligned
    flags: frozenset[str]

    @property
    def text(self) -> str:
        """The folded text."""
        return self.aligned.text


def align(text: str) -> Aligned:
    """Return ``text`` aligned to itself."""
    return Aligned(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))


def fold(text: str) -> Folded:
    """Return the text as a reader sees it.

    Invisible characters go, compatibility forms and curly quotes become plain ones,
    look-alike letters inside Latin words become Latin, white space runs become one
    space (a blank line stays a line break) and the ends are trimmed.
    """
    flags: set[str] = set()
    out: list[tuple[str, int, int]] = []
    for start, end in _clusters(text):
        seen = _visible(text[start:end], flags)
        out += [(char, start, end) for char in seen]
    out = _squeeze(out)
    folded = _latinise("".join(char for char, _, _ in out), flags)
    starts = tuple(start for _, start, _ in out)
    ends = tuple(end for _, _, end in out)
    return Folded(Aligned(folded, starts, ends), frozenset(flags))


def _clusters(text: str) -> Iterable[tuple[int, int]]:
    """Yield the ranges of base characters with their combining marks."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not unicodedata.combining(text[index]):
            yield start, index
            start = index


def _visible(cluster: str, flags: set[str]) -> str:
    """Return what one cluster looks like, noting what was hidden in it."""
    if len(cluster) == 1 and " " <= cluster <= "~" and cluster != "`":
        return cluster
    seen = ""
    for char in cluster:
        if char in ZERO_WIDTH:
            flags.add("zero_width")
        elif char in BIDI:
            flags.add("bidi")
        elif char.isspace():
            seen += "\n" if char in "\n\r\u2028\u2029" else " "
        elif unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn"):
            flags.add("control")
        else:
            seen += PUNCTUATION.get(char, char)
    return "".join(
        PUNCTUATION.get(char, char) for char in unicodedata.normalize("NFKC", seen)
    )


def _squeeze(chars: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Make each run of white space one character and trim the ends."""
    out: list[tuple[str, int, int]] = []
    breaks = 0
    for char, start, end in chars:
        if not char.isspace():
            out.append((char, start, end))
            breaks = 0
        elif out:
            breaks += char == "\n"
            space = "\n" if breaks > 1 else " "
            if out[-1][0].isspace():
                out[-1] = (space, out[-1][1], end)
            else:
                out.append((space, start, end))
    while out and out[-1][0].isspace():
        out.pop()
    return out


def _latinise(text: str, flags: set[str]) -> str:
    """Turn look-alike letters into Latin ones in words that mix scripts."""
    if text.isascii():
        return text

    def mend(match: re.Match[str]) -> str:
        word = match[0]
        if word.isascii() or not any(c.isascii() for c in word):
            return word
        mended = "".join(HOMOGLYPHS.get(char, char) for char in word)
        if mended != word:
            flags.add("homoglyph")
        return mended

    return WORD.sub(mend, text)


def latin_share(text: str) -> float:
    """Return the share of the letters that are Latin; 0.0 if there are none."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return 0.0
    return sum(_is_latin(char) for char in letters) / len(letters)


def _is_latin(char: str) -> bool:
    return char.isascii() or unicodedata.name(char, "").startswith("LATIN")


_WINDOW = 80


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the [start, end) range of each sentence of a folded text.

    A full stop ends a sentence unless it closes an initial or an abbreviation or
    what follows begins in lower case.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in SENTENCE_END.finditer(text):
        if match[0].startswith(".") and not _stops(text, match):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _stops(text: str, match: re.Match[str]) -> bool:
    """Tell whether a full stop ends its sentence."""
    # No abbreviation and no opening word is as long as the window.
    before = text[max(0, match.start() - _WINDOW) : match.start()].rsplit(None, 1)
    word = before[-1].lstrip("\"'([").casefold() if before else ""
    end = match.end()
    while end < len(text) and text[end].isspace():
        end += 1
    after, follows = text[end : end + 1], text[end : end + _WINDOW].split(None, 1)
    if match[0].startswith("..."):
        return not after.islower()
    if after.islower() or INITIALS.fullmatch(word) and word != "i":
        return bool(follows) and not after.islower() and follows[0] in OPENERS
    return word not in ABBREVIATIONS


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    """Append the trimmed range if anything is left of it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
