"""Public rows that train: reading, telling equal sentences, drawing by source."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path


def squeeze(text: str) -> str:
    """Return the letters and digits of ``text``: equal for equal sentences."""
    return re.sub(r"\W", "", text.lower())


def read(path: Path) -> list[dict]:
    """Return the JSON objects of a JSON-lines file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def excluded_claims(paths: list[Path]) -> set[str]:
    """Return the squeezed claims of the files: they never train."""
    return {squeeze(row["claim"]) for path in paths for row in read(path)}


def sample(rows: list[dict], quota: dict[str, int], rng: random.Random) -> list[dict]:
    """Return at most ``quota[source]`` random rows of each source."""
    order = rows[:]
    rng.shuffle(order)
    taken: Counter[str] = Counter()
    kept = []
    for row in order:
        source = row["source"]
        if taken[source] < quota.get(source, 0):
            taken[source] += 1
            kept.append(row)
    return kept
