"""What a check's veto would be worth: how often right, and beside the reader.

For every check: the rewrites in which it finds something missing or moved, the share of
them that are invalid by their labels, and what its veto would change of the verdicts
that the gate gives without it::

    python -m benchmarks.vetoes LABELLED.jsonl [LABELLED.jsonl …]

The files are those that ``textattack-atomeval validate`` reads.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from textattack_atomeval import AtomEval
from textattack_atomeval.consistency import CHECKS, Sides, check
from textattack_atomeval.data import Case
from textattack_atomeval.text import fold
from textattack_atomeval.validation.rows import LabelledRow, read_rows


def fired(engine: AtomEval, rows: list[LabelledRow]) -> list[set[str]]:
    """Return the names of the checks that find a fault in each rewrite."""
    claims = list(dict.fromkeys(row.claim for row in rows))
    atoms = dict(zip(claims, engine.extractor.extract(claims), strict=True))
    found = []
    for row in rows:
        premise = fold(row.rewrite).text
        sides = [
            Sides(atom=atom, proposition=atom.proposition, premise=premise)
            for atom in atoms[row.claim].atoms
        ]
        found.append({name for name in CHECKS for s in sides if check(s, (name,))})
    return found


def main() -> None:
    """Print a table of all files together."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labelled", nargs="+", type=Path)
    args = parser.parse_args()
    rows = [row for path in args.labelled for row in read_rows(path)[0]]
    engine = AtomEval.embedded()
    cases = [Case(id=r.id, claim=r.claim, rewrite=r.rewrite) for r in rows]
    accepted = [d.status == "valid" for d in engine.decide(pairs_of(cases))]
    right: dict[str, int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    mended: dict[str, int] = defaultdict(int)
    broken: dict[str, int] = defaultdict(int)
    for row, names, valid in zip(rows, fired(engine, rows), accepted, strict=True):
        for name in names:
            total[name] += 1
            right[name] += not row.valid
            mended[name] += valid and not row.valid
            broken[name] += valid and row.valid
    print(f"{len(rows)} rewrites; {engine.signature()}\n")
    print("| check | fires | right % | verdicts it would mend | it would break |")
    print("| --- | --: | --: | --: | --: |")
    for name in CHECKS:
        share = 100 * right[name] / total[name] if total[name] else float("nan")
        print(f"| {name} | {total[name]} | {share:.0f} |", end="")
        print(f" {mended[name]} | {broken[name]} |")


def pairs_of(cases: list[Case]) -> list[tuple[str, str]]:
    """Return (claim, rewrite) of each case."""
    return [(case.claim, case.rewrite) for case in cases]


if __name__ == "__main__":
    main()
