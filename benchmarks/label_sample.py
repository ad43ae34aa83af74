"""Write a victim's labels into the bundled sample.

The victim is a three-way (evidence, claim) model in the files that
``training/nli/export.py`` writes; entailment reads as SUPPORTED, contradiction as
REFUTED, neutral as NOT ENOUGH INFO::

    python -m benchmarks.label_sample FOLDER SAMPLE.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.onnx import OnnxNLI


def verdict(judged: Judgement) -> str:
    """Return the label of the likeliest class."""
    shares = {
        "SUPPORTED": judged.entailment,
        "REFUTED": judged.contradiction,
        "NOT ENOUGH INFO": judged.neutral,
    }
    return max(shares, key=lambda label: shares[label])


def main() -> None:
    """Label every row before and after the rewrite and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("victim", type=Path)
    parser.add_argument("sample", type=Path)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.sample.read_text("utf-8").splitlines()]
    victim = OnnxNLI(args.victim)
    before = victim.judge([(row["evidence"], row["claim"]) for row in rows])
    after = victim.judge([(row["evidence"], row["rewrite"]) for row in rows])
    for row, first, second in zip(rows, before, after, strict=True):
        row["victim_before"], row["victim_after"] = verdict(first), verdict(second)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    args.sample.write_text(text, encoding="utf-8")
    right = [row for row in rows if row["victim_before"] == "REFUTED"]
    flips = [row for row in right if row["victim_after"] != "REFUTED"]
    print(f"{victim.name}: {len(right)} of {len(rows)} right, {len(flips)} flipped")


if __name__ == "__main__":
    main()
