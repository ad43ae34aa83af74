"""``validate``: the engine against human labels, as JSON."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.io import fingerprint
from textattack_atomeval.reading import spooled
from textattack_atomeval.validation import validate


def run(args: argparse.Namespace) -> int:
    """Print the measurements of ``args.rows``; 3 when rows were refused."""
    with tempfile.TemporaryDirectory(prefix="atomeval-") as folder:
        rows = spooled(args.rows, Path(folder))
        fingerprint(rows)  # a file that cannot be read fails before models load
        result = validate(rows, build_engine(args), ablate=args.ablate)
    print(json.dumps(result, ensure_ascii=False, indent=2))
    return 3 if result["problems"]["refused"] else 0
