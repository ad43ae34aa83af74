"""Unicode folding with a way back to the original offsets, and flags.

A rewrite may hide behind look-alike letters, zero-width joiners or bidi controls.
Everything downstream works on what a reader sees; :func:`fold` makes that text and
remembers, for each of its characters, which original characters it stands for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from textattack_atomeval.text.aligned import Aligned, align
from textattack_atomeval.text.display import CONTROLS, Shown, shown_order
from textattack_atomeval.text.lookalikes import looks_like, without_lookalikes

__all__ = ["Folded", "fold", "latin_share"]

ZERO_WIDTH = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u2060\u2061\u2062"
    "\u2063\u2064\u3164\ufeff\uffa0"
)
# They choose the look of the character before them, an emoji as a rule.
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
PUNCTUATION = {
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "`": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-", "˗": "-", "⁃": "-", "➖": "-",
    "…": "...",
}  # fmt: skip
# Each pass can bring characters together that the next one composes.
MOST_PASSES = 8


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


def fold(text: str) -> Folded:
    """Return the text as a reader sees it; folding that again changes nothing.

    Invisible characters go, what bidi controls turn round stands as it is shown,
    compatibility forms and curly quotes become plain ones, look-alikes inside Latin
    words become Latin, white space runs become one space (a blank line stays one) and
    the ends are trimmed.
    """
    flags: set[str] = set()
    aligned = align(text)
    for _ in range(MOST_PASSES):
        before = aligned.text
        aligned = _pass(aligned, flags)
        if aligned.text == before:
            break
    return Folded(aligned, frozenset(flags))


def _pass(source: Aligned, flags: set[str]) -> Aligned:
    """Fold once; what it returns is aligned to what ``source`` is aligned to."""
    text = source.text
    clusters = [(text[start:end], start, end) for start, end in _clusters(text)]
    out: list[Shown] = []
    for cluster, start, end in shown_order(clusters):
        at = source.span(start, end) or (0, 0)
        out += [(char, *at) for char in _visible(cluster, flags)]
    out = _squeeze(out)
    plain = "".join(char for char, _, _ in out)
    seen = without_lookalikes(plain)
    if seen != plain:
        flags.add("homoglyph")
    starts = tuple(start for _, start, _ in out)
    ends = tuple(end for _, _, end in out)
    return Aligned(seen, starts, ends)


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
        elif char in CONTROLS:
            flags.add("bidi")
        elif char.isspace():
            seen += "\n" if char in "\n\r\u2028\u2029" else " "
        elif unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn"):
            flags.add("control")
        elif not SELECTORS.match(char):
            seen += PUNCTUATION.get(char, char)
    # A lunate sigma looks like "c"; its compatibility form is another letter.
    lasting = any(looks_like(char).isascii() for char in seen if not char.isascii())
    plain = unicodedata.normalize("NFKC", seen)
    if lasting and not plain.isascii():
        plain = unicodedata.normalize("NFC", seen)
    return "".join(PUNCTUATION.get(char, char) for char in plain)


def _squeeze(chars: list[Shown]) -> list[Shown]:
    """Make each run of white space one space, or one blank line; trim the ends."""
    out: list[Shown] = []
    gap: list[Shown] = []
    for shown in chars:
        if shown[0].isspace():
            gap.append(shown)
            continue
        if gap and out:
            start, end = min(at for _, at, _ in gap), max(at for _, _, at in gap)
            blank = sum(char == "\n" for char, _, _ in gap) > 1
            out += [(char, start, end) for char in ("\n\n" if blank else " ")]
        gap = []
        out.append(shown)
    return out


def latin_share(text: str) -> float:
    """Return the share of the letters that are Latin; 0.0 if there are none."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return 0.0
    return sum(_is_latin(char) for char in letters) / len(letters)


def _is_latin(char: str) -> bool:
    return char.isascii() or unicodedata.name(char, "").startswith("LATIN")
