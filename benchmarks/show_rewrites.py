"""Show some rewrites of each family with outcome and reason, as Markdown.

Reads the records that ``attack --log-records`` or ``evaluate --out`` wrote::

    python -m benchmarks.show_rewrites RECORDS.jsonl --each 10
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from textattack_atomeval.metrics import outcome
from textattack_atomeval.report.escape import markdown
from textattack_atomeval.store import read_records


def main() -> None:
    """Print one list a family, spread evenly over the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--each", type=int, default=10, help="rewrites of a family")
    args = parser.parse_args()
    families = defaultdict(list)
    for record in read_records(args.records):
        if record.case.rewrite:
            families[record.case.family or "–"].append(record)
    for family, records in sorted(families.items()):
        print(f"\n## {family}\n")
        step = max(1, len(records) // args.each)
        for record in records[::step][: args.each]:
            case, said = record.case, record.decision
            print(f"- claim: {markdown(case.claim)}")
            print(f"  - rewrite: {markdown(case.rewrite)}")
            verdict = f"{said.status} ({markdown(said.reason)})"
            print(f"  - gate: {verdict}; attack: {outcome(record)}")


if __name__ == "__main__":
    main()
