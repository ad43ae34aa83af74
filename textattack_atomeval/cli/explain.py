"""``explain``: one rewrite, for a person to read."""

from __future__ import annotations

import argparse
import json

from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import RowProblem, parse_case
from textattack_atomeval.report import render_explanation
from textattack_atomeval.store import flatten


def run(args: argparse.Namespace) -> int:
    """Print the verdict and its reasons; 3 when there is no verdict."""
    row = {
        "id": "explain",
        "claim": args.claim,
        "rewrite": args.rewrite,
        "evidence": args.evidence,
    }
    case = parse_case(row, "command line", 1)
    if isinstance(case, RowProblem):
        raise InputError(f"--{case.field} {case.message}.")
    record = build_engine(args).check(case.claim, case.rewrite, case.evidence)
    if args.format == "json":
        print(json.dumps(flatten(record), ensure_ascii=False, indent=2))
    else:
        print(render_explanation(record).rstrip("\n"))
    return 3 if record.decision.status == "unscored" else 0
