"""``extract``: the declarative sentence and the atoms of each text."""

from __future__ import annotations

import argparse
import json
from typing import Any

import msgspec

from textattack_atomeval.cli.console import ProblemLog, batches
from textattack_atomeval.data import Extraction
from textattack_atomeval.errors import InputError
from textattack_atomeval.extraction.rules import RuleExtractor
from textattack_atomeval.guard import Failure, Guard
from textattack_atomeval.io import TextRow, read_texts

_BATCH = 256


def run(args: argparse.Namespace) -> int:
    """Print one JSON line a text; 3 when a row was refused or failed."""
    log = ProblemLog()
    guard = Guard(args.strict_errors or None)
    extractor: RuleExtractor | None = None
    failed = 0
    for batch in batches(log.keep(read_texts(args.texts)), _BATCH):
        extractor = extractor or RuleExtractor()
        found = guard.batch(extractor.extract, [row.text for row in batch])
        for row, extraction in zip(batch, found, strict=True):
            if isinstance(extraction, Failure):
                extraction = Extraction(
                    text=row.text, status="failed", reason=extraction.reason
                )
            failed += extraction.status == "failed"
            print(json.dumps(_line(row, extraction), ensure_ascii=False))
    log.close()
    if not log.rows:
        raise InputError(f"{args.texts} has no usable text.")
    return 3 if log.fatal or failed else 0


def _line(row: TextRow, extraction: Extraction) -> dict[str, Any]:
    """Return the output row: the text's id first, then the extraction."""
    found: dict[str, Any] = msgspec.to_builtins(extraction)
    return ({"id": row.id} if row.id else {}) | found
