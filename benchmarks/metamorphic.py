"""What must change no verdict, and how often it does.

On the rewrites of a labelled file: a neutral sentence behind the rewrite, the rewrite
in lower case, in title case; and every claim against itself::

    python -m benchmarks.metamorphic LABELLED.jsonl
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from textattack_atomeval import AtomEval
from textattack_atomeval.validation.rows import read_rows

NEUTRAL = "The library in the next street opens at nine."
CHANGES: dict[str, Callable[[str], str]] = {
    "a neutral sentence behind": lambda text: f"{text} {NEUTRAL}",
    "lower case": str.lower,
    "title case": lambda text: " ".join(w[:1].upper() + w[1:] for w in text.split()),
}


def main() -> None:
    """Print a table of flips."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labelled", type=Path)
    args = parser.parse_args()
    rows, _ = read_rows(args.labelled)
    engine = AtomEval.embedded()

    def statuses(pairs: list[tuple[str, str]]) -> list[str]:
        return [decision.status for decision in engine.decide(pairs)]

    before = statuses([(row.claim, row.rewrite) for row in rows])
    print(f"{engine.signature()}\n")
    print(f"| change ({len(rows)} rewrites) | invalid to valid | valid to invalid |")
    print("| --- | --: | --: |")
    for name, change in CHANGES.items():
        after = statuses([(row.claim, change(row.rewrite)) for row in rows])
        moves = list(zip(before, after, strict=True))
        gained = moves.count(("invalid", "valid"))
        lost = moves.count(("valid", "invalid"))
        print(f"| {name} | {gained} | {lost} |")
    claims = list(dict.fromkeys(row.claim for row in rows))
    kept = statuses([(claim, claim) for claim in claims]).count("valid")
    print(f"\nH(C, C) is valid for {kept} of {len(claims)} claims.")


if __name__ == "__main__":
    main()
