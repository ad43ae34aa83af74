"""Frames about a claim: what a sentence asserts does not hang on its words alone.

``frames.txt`` holds one frame a line, marked as the corpus is: ``{C}`` stands for a
claim as a sentence, ``{c}`` for a claim inside one. "Sure, and my cat plays the violin"
behind a claim takes it back, "my cat has never learned a trick" does not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from corpus import LABELS

#: Words that keep their capital inside a sentence no less than names do.
LOWERED = frozenset(
    "a all an any at both by each every for four from he her his in it its more most no"
    " nobody none not nothing of on one only people she since some ten that the their"
    " there these they this three to two under when while with".split()
)


def read_frames(path: Path) -> list[tuple[str, str]]:
    """Return (label, frame) of every line.

    Raises:
        ValueError: a line has no known mark or no place for a claim.
    """
    frames = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        mark, _, frame = line.partition(" ")
        if mark not in LABELS or not ("{C}" in frame or "{c}" in frame):
            raise ValueError(f"{path}:{number}: expected a marked frame: {line!r}")
        frames.append((LABELS[mark], frame))
    return frames


def framed(frame: str, claim: str) -> str:
    """Return ``claim`` in ``frame``; a name at its beginning stays a name."""
    sentence = claim if claim[-1:] in ".!?" else f"{claim}."
    inner = sentence.rstrip(".")
    first = inner.split(" ", 1)[0]
    if first.lower() in LOWERED:
        inner = inner[:1].lower() + inner[1:]
    text = frame.replace("{C}", sentence).replace("{c}", inner)
    return text[:1].upper() + text[1:]


def frame_pairs(
    frames: Sequence[tuple[str, str]], claims: Sequence[str], times: int, seed: int
) -> Iterator[dict[str, str]]:
    """Yield (framed claim, claim) pairs: every frame about ``times`` random claims."""
    rng = random.Random(seed)
    for label, frame in frames:
        for claim in rng.sample(list(claims), min(times, len(claims))):
            yield {
                "premise": framed(frame, claim),
                "hypothesis": claim,
                "label": label,
                "source": "frames",
            }
