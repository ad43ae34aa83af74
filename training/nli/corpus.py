"""Read the hand-written templated corpus and fill its slots.

``corpus/*.txt`` holds blocks: a claim line ``C …`` and rewrite lines labelled ``=``
(entails the claim), ``~`` (neutral) and ``!`` (contradicts it). Slots such as
``[PERSON1.last]`` or ``[YEAR2]`` get the same filler everywhere in a block; equal
kinds with other numbers get other fillers, and numeric ones ascend with the number.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from names import NAMES, ordinal_suffix, ordinal_word, title, word_number

LABELS = {"=": "entailment", "~": "neutral", "!": "contradiction"}
ASCENDING = {"YEAR", "N", "BIG", "MONEY", "PCT"}
SLOT = re.compile(r"\[(a )?([A-Z]+)(\d?)(?:\.(\w+))?\]")
TITLES = {"FILM", "SHOW", "SONG", "ALBUM", "BOOK"}


@dataclass
class Block:
    """One claim template and its labelled rewrite templates."""

    claim: str
    source: str
    rewrites: list[tuple[str, str]] = field(default_factory=list)

    @property
    def held_out(self) -> bool:
        """True for the twelfth of the blocks that never trains."""
        return zlib.crc32(self.claim.encode()) % 12 == 0


def read_blocks(folder: Path) -> list[Block]:
    """Return all blocks of ``folder``.

    Raises:
        ValueError: a line has no known label, naming file and line.
    """
    blocks: list[Block] = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            line = line.strip()
            if not line:
                continue
            mark, _, text = line.partition(" ")
            if mark == "C":
                blocks.append(Block(text, path.stem))
            elif mark in LABELS and blocks:
                blocks[-1].rewrites.append((LABELS[mark], text))
            else:
                raise ValueError(f"{path}:{number}: expected C, =, ~ or !: {line!r}")
    return blocks


def _ascending(kind: str, rng: random.Random) -> list[int]:
    if kind == "YEAR":
        return sorted(rng.sample(range(1801, 2021), 6))
    if kind == "N":
        return sorted(rng.sample(range(2, 21), 6))
    if kind == "PCT":
        return sorted(rng.sample(range(3, 98), 6))
    if kind == "MONEY":
        return sorted(rng.randrange(11, 990) * 100_000 for _ in range(6))
    return sorted(rng.sample([n * 1000 for n in range(3, 1000)], 6))


class Filler:
    """Fillers of one block, drawn lazily and kept."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pools: dict[str, list] = {}

    def value(self, kind: str, number: int) -> object:
        """Return the filler of slot ``kind``+``number`` (numbers start at 1)."""
        if kind not in self.pools:
            self.pools[kind] = self._draw(kind)
        return self.pools[kind][number - 1]

    def _draw(self, kind: str) -> list:
        rng = self.rng
        if kind in ASCENDING:
            return _ascending(kind, rng)
        if kind == "DAY":
            return rng.sample(range(1, 29), 6)
        if kind in TITLES:
            return [title(rng) for _ in range(6)]
        if kind in {"PERSON", "ROLE"}:
            firsts, lasts = rng.sample(NAMES["FIRST"], 6), rng.sample(NAMES["LAST"], 6)
            return list(zip(firsts, lasts, strict=True))
        return rng.sample(NAMES[kind], 6)


def _show(kind: str, value, form: str | None, rng: random.Random) -> str:
    if kind in {"PERSON", "ROLE"}:
        first, last = value
        return {"last": last, "first": first}.get(form or "", f"{first} {last}")
    if kind == "YEAR":
        century = ordinal_word(value // 100 + 1) + " century"
        forms = {
            "short": f"'{value % 100:02d}",
            "decade": f"the {value // 10 * 10}s",
            "century": f"the {century}",
        }
        return forms.get(form or "", str(value))
    if kind == "DAY":
        return f"{value}{ordinal_suffix(value)}" if form == "th" else str(value)
    if kind == "N":
        forms = {
            "w": word_number(value),
            "th": ordinal_word(value),
            "digth": f"{value}{ordinal_suffix(value)}",
        }
        return forms.get(form or "", str(value))
    if kind == "BIG":
        return f"{value // 1000} thousand" if form == "w" else f"{value:,}"
    if kind == "MONEY":
        return f"${value / 1e6:.1f} million" if form == "w" else f"${value:,}"
    if kind == "PCT":
        return f"{value}{' percent' if form == 'w' else '%'}"
    if kind in TITLES and rng.random() < 0.15:
        return f'"{value}"'
    return str(value)


def fill(text: str, filler: Filler) -> str:
    """Replace every slot of ``text``.

    Raises:
        KeyError: the slot kind is unknown.
    """

    def one(match: re.Match[str]) -> str:
        article, kind, number, form = match.groups()
        shown = _show(kind, filler.value(kind, int(number or 1)), form, filler.rng)
        if article:
            shown = ("an " if shown[0].lower() in "aeiou" else "a ") + shown
        return shown

    filled = SLOT.sub(one, text)
    return filled[0].upper() + filled[1:]


def expand(
    blocks: list[Block], times: int, seed: int, held_out: bool
) -> Iterator[dict[str, str]]:
    """Yield filled pairs: every rewrite ``times`` times with fresh fillers."""
    rng = random.Random(seed)
    for block in blocks:
        if block.held_out != held_out:
            continue
        for _ in range(times):
            filler = Filler(rng)
            claim = fill(block.claim, filler)
            for label, rewrite in block.rewrites:
                yield {
                    "premise": fill(rewrite, filler),
                    "hypothesis": claim,
                    "label": label,
                    "source": f"corpus/{block.source}",
                }
