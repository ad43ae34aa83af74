"""Command line: ``python -m benchmarks.contrasts CLAIMS.jsonl --out PAIRS.jsonl``."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.contrasts import make_contrasts


def read_claims(path: Path, field: str, source: str | None) -> list[str]:
    """Read one field of a JSON-lines file."""
    claims = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            if source and row.get("source") != source:
                continue
            if not isinstance(row.get(field), str):
                raise SystemExit(f"{path}:{number}: no text in field {field!r}")
            claims.append(row[field])
    return claims


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="benchmarks.contrasts", description=__doc__)
    parser.add_argument("claims", type=Path)
    parser.add_argument("--field", default="claim")
    parser.add_argument("--source", help="keep rows with this 'source' only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-kind", type=int)
    parser.add_argument("--compose", type=float, default=0.3)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    claims = read_claims(args.claims, args.field, args.source)
    counts: Counter[str] = Counter()
    with args.out.open("w", encoding="utf-8") as out:
        for pair in make_contrasts(claims, args.seed, args.per_kind, args.compose):
            out.write(json.dumps(asdict(pair), ensure_ascii=False) + "\n")
            counts[pair.kind] += 1
    for kind, count in counts.items():
        print(f"{kind:20} {count}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
