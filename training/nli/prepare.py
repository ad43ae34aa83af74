"""Build the training pairs of all stages from public data and our own texts.

Stage 1 is general: FEVER-style verification (evidence ⊨ claim) and NLI sets whose
licences allow to ship what is trained on them. Stage 2 is the task: hand-written
rewrites with filled slots, programmatic contrasts, and a replay of stage 1. Stage 3
adds the natural rewrites, ``--passes`` times, and the frames, and replays a part of
stage 2. Claims in ``--exclude`` files (the audit set) and all dev splits never train::

    python training/nli/prepare.py --data DATA --exclude AUDIT.jsonl --out WORK
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from corpus import expand, read_blocks  # noqa: E402
from frames import frame_pairs, read_frames  # noqa: E402
from natural import pairs, read_natural  # noqa: E402
from rows import excluded_claims, read, sample, squeeze  # noqa: E402

from benchmarks.contrasts import make_contrasts  # noqa: E402

VERDICTS = {"SUPPORTED": "entailment", "REFUTED": "contradiction", "NEI": "neutral"}

# How many pairs of each source train; sources that are not named never do (their
# licence is missing or non-commercial, or they are kept for measuring).
STAGE1 = {
    "fever_dev_gold": 6500,
    "vitaminc_real_test": 8000,
    "vitaminc_synthetic_test": 1500,
    "fever_symmetric_v0.2_dev": 500,
    "fever_symmetric_v0.2_test": 500,
    "fm2_dev": 500,
    "fm2_test": 500,
    "snli_dev": 2500,
    "mnli_dev": 6000,
    "breaking_nli": 1500,
    "help_and": 600,
    "help_or": 200,
    "cad_nli_train": 4000,
    "conjnli_adv_train_auto": 800,
}
REPLAY = {"fever_dev_gold": 3500, "vitaminc_real_test": 3500, "mnli_dev": 800}
STAGE3_REPLAY = {"fever_dev_gold": 700, "vitaminc_real_test": 700, "mnli_dev": 300}


def public_pairs(data: Path, excluded: set[str], words: int = 55) -> list[dict]:
    """Return the shippable pairs of ``data``, at most ``words`` words long."""
    rows = [
        {
            "premise": r["evidence"],
            "hypothesis": r["claim"],
            "label": VERDICTS[r["label"]],
            "source": r["source"],
        }
        for r in read(data / "verification.jsonl")
        if r["split"] == "train" and squeeze(r["claim"]) not in excluded
    ]
    rows += read(data / "nli.jsonl")
    return [
        row
        for row in rows
        if row["source"] in STAGE1
        and len(row["premise"].split()) + len(row["hypothesis"].split()) <= words
    ]


def contrast_pairs(
    data: Path, excluded: set[str], per_kind: int, seed: int
) -> list[dict]:
    """Return contrasts made from FEVER claims of the train split."""
    claims = sorted(
        {
            row["claim"]
            for row in read(data / "verification.jsonl")
            if row["source"] == "fever_dev_gold"
            and row["split"] == "train"
            and squeeze(row["claim"]) not in excluded
        }
    )
    random.Random(seed).shuffle(claims)
    return [
        {
            "premise": c.premise,
            "hypothesis": c.hypothesis,
            "label": c.label,
            "source": f"contrast/{c.kind}",
        }
        for c in make_contrasts(claims[:6000], seed=seed, per_kind=per_kind)
    ]


def write(path: Path, rows: list[dict], rng: random.Random) -> None:
    """Shuffle and write pairs, print what they are made of."""
    rng.shuffle(rows)
    with path.open("w", encoding="utf-8") as out:
        for row in rows:
            keep = {k: row[k] for k in ("premise", "hypothesis", "label", "source")}
            out.write(json.dumps(keep, ensure_ascii=False) + "\n")
    print(path, len(rows), Counter(row["label"] for row in rows))
    print("  ", Counter(row["source"] for row in rows).most_common())


def main() -> None:
    """Write the three stages and held_out.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--exclude", nargs="*", type=Path, default=[])
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fills", type=int, default=3, help="per corpus line")
    parser.add_argument("--per-kind", type=int, default=500, help="contrasts")
    parser.add_argument("--passes", type=int, default=2, help="natural rewrites")
    parser.add_argument("--replay", type=int, default=8000, help="of stage 2, in 3")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    excluded = excluded_claims(args.exclude)
    args.out.mkdir(parents=True, exist_ok=True)
    public = public_pairs(args.data, excluded)
    write(args.out / "stage1.jsonl", sample(public, STAGE1, rng), rng)
    blocks = read_blocks(HERE / "corpus")
    task = list(expand(blocks, args.fills, args.seed, held_out=False))
    task += contrast_pairs(args.data, excluded, args.per_kind, args.seed)
    task += sample(public, REPLAY, rng)
    write(args.out / "stage2.jsonl", task, rng)
    rows = [row for row in read_natural(HERE / "natural") if not row.kept]
    last = [pair for n in range(args.passes) for pair in pairs(rows, args.seed + n)]
    claims = sorted({row.claim for row in rows if len(row.claim.split()) <= 22})
    last += frame_pairs(read_frames(HERE / "frames.txt"), claims, 12, args.seed)
    ours = [row for row in task if row["source"] not in REPLAY]
    last += rng.sample(ours, min(args.replay, len(ours)))
    last += sample(public, STAGE3_REPLAY, rng)
    write(args.out / "stage3.jsonl", last, rng)
    held = list(expand(blocks, 1, args.seed, held_out=True))
    write(args.out / "held_out.jsonl", held, rng)


if __name__ == "__main__":
    main()
