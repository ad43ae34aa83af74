"""Build the embedded victim's training and dev pairs from FEVER-style data.

(claim, evidence) → SUPPORTED, REFUTED or NEI, from public sets whose licences allow
to ship what is trained on them. Dev rows (by connected group of claims) and the
claims of ``--exclude`` files never train::

    python training/victim/prepare.py --data DATA --exclude AUDIT.jsonl --out WORK
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rows import excluded_claims, read, sample, squeeze  # noqa: E402

# How many rows of each source train in each stage; sources that are not named never do
# (their licence is missing or non-commercial). The second stage adds plain inference,
# which FEVER-style data alone teaches a small model too slowly.
FIRST = {
    "fever_dev_gold": 10_400,
    "vitaminc_real_test": 12_000,
    "vitaminc_synthetic_test": 3_000,
    "fever_symmetric_v0.2_dev": 600,
    "fever_symmetric_v0.2_test": 600,
    "fever2_adversarial": 600,
    "fm2_dev": 1_000,
    "fm2_test": 1_000,
}
SECOND = {
    "fever_dev_gold": 10_400,
    "vitaminc_real_test": 4_000,
    "fever_symmetric_v0.2_dev": 600,
    "fever_symmetric_v0.2_test": 600,
    "snli_dev": 3_000,
    "mnli_dev": 6_000,
    "cad_nli_train": 1_500,
}
VERDICTS = {
    "entailment": "SUPPORTED",
    "contradiction": "REFUTED",
    "neutral": "NEI",
}


def pair(row: dict) -> dict:
    """Return a row as the trainer reads it: the claim first, as victims see it."""
    return {
        "premise": row["claim"],
        "hypothesis": row["evidence"],
        "label": row["label"],
        "source": row["source"],
    }


def inference(row: dict) -> dict:
    """Return an NLI row as a claim with its evidence."""
    return {
        "claim": row["hypothesis"],
        "evidence": row["premise"],
        "label": VERDICTS[row["label"]],
        "source": row["source"],
    }


def write(path: Path, rows: list[dict]) -> None:
    """Write pairs and print what they are made of."""
    with path.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(path, len(rows), Counter(row["label"] for row in rows))
    print("  ", Counter(row["source"] for row in rows).most_common())


def main() -> None:
    """Write first.jsonl, second.jsonl and dev.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--exclude", nargs="*", type=Path, default=[])
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=71)
    args = parser.parse_args()
    excluded = excluded_claims(args.exclude)
    rows = read(args.data / "verification.jsonl")
    train = [
        row
        for row in rows
        if row["split"] == "train" and squeeze(row["claim"]) not in excluded
    ]
    args.out.mkdir(parents=True, exist_ok=True)
    nli = [
        inference(row)
        for row in read(args.data / "nli.jsonl")
        if row["source"] in SECOND and row["label"] in VERDICTS
    ]
    rng = random.Random(args.seed)
    write(args.out / "first.jsonl", list(map(pair, sample(train, FIRST, rng))))
    write(args.out / "second.jsonl", list(map(pair, sample(train + nli, SECOND, rng))))
    dev = [pair(r) for r in rows if r["split"] == "dev" and r["source"] in FIRST]
    write(args.out / "dev.jsonl", dev)


if __name__ == "__main__":
    main()
