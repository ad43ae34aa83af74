"""Seconds, memory and linearity of the embedded engine on real rewrites.

Reads ``original``, ``rewrite``, ``evidence`` rows and scores n and 2n of them with an
empty cache, then 2n again with a full one::

    python -m benchmarks.speed REWRITES.jsonl --pairs 2000
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from itertools import islice
from pathlib import Path

from benchmarks.tables import markdown
from textattack_atomeval import AtomEval, Case


def read_cases(path: Path, source: str, count: int) -> list[Case]:
    """Return the first ``count`` rows of one source as cases."""
    with path.open(encoding="utf-8") as lines:
        rows = (row for row in map(json.loads, lines) if row["source"] == source)
        return [
            Case(
                id=str(i),
                claim=row["original"],
                rewrite=row["rewrite"],
                evidence=row["evidence"] or "",
            )
            for i, row in enumerate(islice(rows, count))
        ]


def timed(engine: AtomEval, cases: list[Case]) -> float:
    """Return the seconds that scoring all cases takes."""
    began = time.perf_counter()
    for _ in engine.run(cases):
        pass
    return time.perf_counter() - began


def main() -> None:
    """Print the table and the peak memory."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rewrites", type=Path)
    parser.add_argument("--source", default="claim_edits_gpt4o")
    parser.add_argument("--pairs", type=int, default=2000)
    args = parser.parse_args()
    cases = read_cases(args.rewrites, args.source, args.pairs)
    half = cases[: len(cases) // 2]
    AtomEval.embedded().check("A hill is high.", "The hill is high.")  # load once
    first = timed(AtomEval.embedded(), half)
    engine = AtomEval.embedded()
    full = timed(engine, cases)
    again = timed(engine, cases)
    rows = [
        [f"{len(half)} pairs, empty cache", f"{first:.1f}", "1"],
        [f"{len(cases)} pairs, empty cache", f"{full:.1f}", f"{full / first:.2f}"],
        [f"{len(cases)} pairs, full cache", f"{again:.1f}", f"{again / first:.2f}"],
    ]
    print(markdown(["run", "seconds", "ratio"], rows))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\npeak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
