"""Read the natural rewrites of ``natural/*.txt`` and make pairs of them.

The folder's README has the format. A quarter of the claims, told by a checksum, and
the writers in ``KEPT_WRITERS`` never train: they measure. To see what they measure::

    python training/nli/natural.py --out labelled.jsonl

writes the rows that never train in the columns that ``textattack-atomeval validate``
reads.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent

LABELS = {"=": "entailment", "~": "neutral", "!": "contradiction"}
FAMILIES = {
    "c": "colloquial",
    "d": "deseption",
    "f": "factmix",
    "o": "omission",
    "a": "advadd",
}
VALID_FLAGS = {"n": "ev_ent", "u": "unver_add"}
INVALID_FLAGS = {"e": "ev_drift", "s": "scope_loss"}
KEPT_WRITERS = frozenset({"kit"})
_LINE = re.compile(r"([=~!])([cdfoa])([esnu]*) +(\S.*)")


@dataclass(frozen=True)
class Row:
    """One labelled rewrite; ``label`` is an NLI label, ``flags`` its diagnostics."""

    claim: str
    evidence: str
    rewrite: str
    label: str
    family: str
    flags: str
    writer: str
    place: str

    @property
    def valid(self) -> bool:
        """Whether the rewrite preserves the claim."""
        return self.label == "entailment"

    @property
    def kept(self) -> bool:
        """True for what never trains."""
        return kept_claim(self.claim) or self.writer in KEPT_WRITERS

    def diagnostics(self) -> dict[str, bool | None]:
        """Return the four labels; None where one does not apply."""
        mine, others = (
            (VALID_FLAGS, INVALID_FLAGS) if self.valid else (INVALID_FLAGS, VALID_FLAGS)
        )
        found: dict[str, bool | None] = {n: f in self.flags for f, n in mine.items()}
        return found | dict.fromkeys(others.values())


def kept_claim(claim: str) -> bool:
    """True for the quarter of the claims that never trains."""
    return zlib.crc32(claim.encode()) % 4 == 0


def read_natural(folder: Path) -> list[Row]:
    """Return all rewrites of the folder.

    Raises:
        ValueError: a line is no claim, evidence or labelled rewrite, a flag does not
            fit its mark, or a claim has no evidence in any file; with file and line.
    """
    evidence: dict[str, str] = {}
    found: list[dict[str, str]] = []
    for path in sorted(folder.glob("*.txt")):
        writer = path.stem.split(".")[-1]
        claim = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            line = line.strip()
            place = f"{path.name}:{number}"
            if line.startswith("C "):
                claim = line[2:].strip()
            elif line.startswith("E ") and claim:
                evidence[claim] = line[2:].strip()
            elif line:
                found.append(_rewrite(line, claim, place) | {"writer": writer})
    for row in found:
        if row["claim"] not in evidence:
            raise ValueError(f"{row['place']}: no evidence for {row['claim']!r}")
    return [Row(evidence=evidence[row["claim"]], **row) for row in found]


def _rewrite(line: str, claim: str, place: str) -> dict[str, str]:
    match = _LINE.fullmatch(line)
    if match is None or not claim:
        raise ValueError(f"{place}: expected C, E or a marked rewrite: {line!r}")
    mark, family, flags, text = match.groups()
    allowed = VALID_FLAGS if mark == "=" else INVALID_FLAGS
    if not set(flags) <= set(allowed):
        raise ValueError(
            f"{place}: {mark} takes the flags {', '.join(allowed)}: {line}"
        )
    return {
        "claim": claim,
        "rewrite": text,
        "label": LABELS[mark],
        "family": FAMILIES[family],
        "flags": flags,
        "place": place,
    }


def pairs(rows: Sequence[Row], seed: int) -> Iterator[dict[str, str]]:
    """Yield (rewrite, claim) pairs, and some that differ in what changes nothing.

    A sentence about something else, before or after, changes no label, and neither
    does a slip of the finger in a word of a rewrite that entails its claim. Both
    teach the reader that length and spelling are not what it is asked for.
    """
    rng = random.Random(seed)
    strangers = sorted({row.evidence for row in rows})
    for row in rows:
        base = {"hypothesis": row.claim, "label": row.label}
        source = f"natural/{row.family}"
        yield base | {"premise": row.rewrite, "source": source}
        if rng.random() < 0.15:
            other = rng.choice(strangers)
            if other != row.evidence:
                both = [row.rewrite, _first_sentence(other)]
                if rng.random() < 0.25:
                    both.reverse()
                yield base | {"premise": " ".join(both), "source": "natural/beside"}
        if row.valid and rng.random() < 0.1:
            yield base | {"premise": slip(row.rewrite, rng), "source": "natural/slip"}
    yield from claims_beside(rows, strangers, rng)


def claims_beside(
    rows: Sequence[Row], strangers: Sequence[str], rng: random.Random
) -> Iterator[dict[str, str]]:
    """Yield every claim with itself, and with a sentence about something else."""
    for claim, evidence in sorted({(row.claim, row.evidence) for row in rows}):
        other = _first_sentence(rng.choice([s for s in strangers if s != evidence]))
        for premise in (claim, f"{claim} {other}"):
            yield {
                "premise": premise,
                "hypothesis": claim,
                "label": "entailment",
                "source": "natural/same",
            }


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[a-z)][.!?]) (?=[A-Z])", text)[0]


def slip(text: str, rng: random.Random) -> str:
    """Return ``text`` with one keystroke wrong inside one long lower-case word."""
    words = list(re.finditer(r"\b[a-z]{6,}\b", text))
    if not words:
        return text
    word = rng.choice(words)
    place = word.start() + rng.randrange(1, len(word[0]) - 2)
    kind = rng.randrange(3)
    if kind == 0:  # two letters swapped
        changed = text[place + 1] + text[place]
        return text[:place] + changed + text[place + 2 :]
    if kind == 1:  # one dropped
        return text[:place] + text[place + 1 :]
    return text[:place] + text[place] + text[place:]  # one doubled


def labelled(rows: Sequence[Row]) -> Iterator[dict[str, object]]:
    """Yield rows as ``textattack-atomeval validate`` reads them."""
    for row in rows:
        yield {
            "id": row.place,
            "claim": row.claim,
            "evidence": row.evidence,
            "rewrite": row.rewrite,
            "family": row.family,
            "valid": row.valid,
            "writer": row.writer,
            **row.diagnostics(),
        }


def main() -> None:
    """Write the rows that never train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    kept = [row for row in read_natural(HERE / "natural") if row.kept]
    with args.out.open("w", encoding="utf-8") as out:
        for row in labelled(kept):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{args.out}: {len(kept)} rewrites", file=sys.stderr)


if __name__ == "__main__":
    main()
