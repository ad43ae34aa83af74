"""How often the gate accepts labelled rewrites, by source, kind and label.

Reads a file of ``original``, ``rewrite``, ``evidence``, ``family``, ``source`` and
``label_or_meaning_preserved`` (``rewrites.jsonl``)::

    python -m benchmarks.rewrites_gate REWRITES.jsonl --sources vitaminc_real_test
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

from benchmarks.tables import markdown, percent
from textattack_atomeval import AtomEval, Case

DEFAULT = ["vitaminc_real_test", "fever_symmetric_v0.1", "claim_edits_gpt4o"]


def read_rows(path: Path, sources: list[str], limit: int, seed: int) -> list[dict]:
    """Return up to ``limit`` random labelled rows of each source."""
    rows = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["source"] in sources:
                if row["label_or_meaning_preserved"] is not None:
                    rows[row["source"]].append(row)
    rng = random.Random(seed)
    return [
        row for part in rows.values() for row in rng.sample(part, min(limit, len(part)))
    ]


def main() -> None:
    """Print one row a source, kind and label."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rewrites", type=Path)
    parser.add_argument("--sources", nargs="+", default=DEFAULT)
    parser.add_argument("--limit", type=int, default=2000, help="per source")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--policy", default="strict")
    args = parser.parse_args()
    rows = read_rows(args.rewrites, args.sources, args.limit, args.seed)
    engine = AtomEval.embedded(policy=args.policy)
    cases = [
        Case(id=str(i), claim=row["original"], rewrite=row["rewrite"])
        for i, row in enumerate(rows)
    ]
    plain = engine.nli.judge([(row["rewrite"], row["original"]) for row in rows])
    tally: dict[tuple[str, str, bool], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row, record, judged in zip(rows, engine.run(cases), plain, strict=True):
        kind = row["family"].split(":")[1] if ":" in row["family"] else row["family"]
        counts = tally[row["source"], kind, row["label_or_meaning_preserved"]]
        counts[0] += 1
        counts[1] += record.decision.status == "valid"
        counts[2] += judged.entailment >= 0.5
        counts[3] += record.decision.status == "unscored"
    print(engine.signature(), "\n")
    head = ["source", "kind", "preserved", "pairs", "accepted", "plain NLI", "unscored"]
    table = [
        [*key, n, percent(valid, n), percent(nli, n), unscored]
        for key, (n, valid, nli, unscored) in sorted(tally.items())
    ]
    print(markdown(head, table))


if __name__ == "__main__":
    main()
