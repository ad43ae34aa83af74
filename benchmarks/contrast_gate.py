"""False accepts and false rejects of the gate on programmatic contrasts, by kind.

Claims come from a FEVER-style file (the dev split of ``verification.jsonl``); the
generator edits them, so what a pair should get is known without a grader. Plain NLI
(rewrite ⊨ claim at 0.5, no atoms, no checks) is printed beside the gate::

    python -m benchmarks.contrast_gate VERIFICATION.jsonl --per-kind 400
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from benchmarks.contrasts import make_contrasts
from benchmarks.tables import markdown, percent
from textattack_atomeval import AtomEval, Case


def read_claims(path: Path, source: str, split: str | None) -> list[str]:
    """Return the distinct claims of one source and split, in file order."""
    claims: dict[str, None] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["source"] == source and split in (None, row["split"]):
                claims[row["claim"]] = None
    return list(claims)


def main() -> None:
    """Print one row a kind: pairs, the gate's error rate, plain NLI's error rate."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("claims", type=Path)
    parser.add_argument("--source", default="fever_dev_gold")
    parser.add_argument("--split", default=None)
    parser.add_argument("--per-kind", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--policy", default="strict")
    parser.add_argument("--errors", type=Path, help="write misjudged pairs there")
    args = parser.parse_args()
    claims = read_claims(args.claims, args.source, args.split)
    pairs = list(make_contrasts(claims, seed=args.seed, per_kind=args.per_kind))
    engine = AtomEval.embedded(policy=args.policy)
    cases = [
        Case(id=str(i), claim=p.hypothesis, rewrite=p.premise)
        for i, p in enumerate(pairs)
    ]
    plain = engine.nli.judge([(p.premise, p.hypothesis) for p in pairs])
    tally: dict[tuple[bool, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    wrong = []
    for pair, record, judged in zip(pairs, engine.run(cases), plain, strict=True):
        counts = tally[pair.preserved, pair.kind]
        accepted = record.decision.status == "valid"
        counts[0] += 1
        counts[1] += accepted != pair.preserved
        counts[2] += (judged.entailment >= 0.5) != pair.preserved
        counts[3] += record.decision.status == "unscored"
        if accepted != pair.preserved:
            row = {"kind": pair.kind, "claim": pair.hypothesis}
            wrong.append(
                row | {"rewrite": pair.premise, "reason": record.decision.reason}
            )
    print(engine.signature(), "\n")
    for preserved, title in ((False, "false accepts"), (True, "false rejects")):
        rows = [
            [kind, n, percent(bad, n), percent(nli, n), unscored]
            for (kept, kind), (n, bad, nli, unscored) in sorted(tally.items())
            if kept == preserved
        ]
        print(markdown(["kind", "pairs", title, "plain NLI", "unscored"], rows), "\n")
    if args.errors:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in wrong)
        args.errors.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
