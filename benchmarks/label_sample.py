"""Write a victim's labels into the bundled sample.

Every row is labelled before and after its rewrite::

    python -m benchmarks.label_sample SAMPLE.jsonl --victim embedded
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from textattack_atomeval.victims import Victim, load_victim, verdicts


def label(rows: list[dict[str, Any]], victim: Victim) -> str:
    """Set the labels of ``rows`` in place; return the counts as one line."""
    before = verdicts(victim, [(row["claim"], row["evidence"]) for row in rows])
    after = verdicts(victim, [(row["rewrite"], row["evidence"]) for row in rows])
    for row, first, second in zip(rows, before, after, strict=True):
        row["victim_before"], row["victim_after"] = first, second
    right = [row for row in rows if row["victim_before"] == "REFUTED"]
    flips = [row for row in right if row["victim_after"] != "REFUTED"]
    return f"{victim.name}: {len(right)} of {len(rows)} right, {len(flips)} flipped"


def main() -> None:
    """Label every row of the file and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sample", type=Path)
    parser.add_argument(
        "--victim", default="embedded", help="embedded, a directory or a hub id"
    )
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.sample.read_text("utf-8").splitlines()]
    counts = label(rows, load_victim(args.victim))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    args.sample.write_text(text, encoding="utf-8")
    print(counts)


if __name__ == "__main__":
    main()
