"""``demo``: the bundled sample, scored."""

from __future__ import annotations

import argparse
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from textattack_atomeval.cli.evaluate import score

# Who made the labels and the rewrites of the bundled sample.
SAMPLE = {"victim": "minilm-fever-3way", "generator": "hand-written-1"}


def run(args: argparse.Namespace) -> int:
    """Score the bundled sample and print the table.

    Rows without a verdict are part of what it shows: they are no failure.
    """
    sample = files("textattack_atomeval").joinpath("resources/sample.jsonl")
    given = {"cases": "sample", "overwrite": False} | SAMPLE
    args = argparse.Namespace(**{**vars(args), **given})
    with (
        as_file(sample) as source,
        tempfile.TemporaryDirectory(prefix="atomeval-") as folder,
    ):
        score(source, Path(folder) / "records.jsonl", args)
    return 0
