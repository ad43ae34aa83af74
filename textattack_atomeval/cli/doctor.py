"""``doctor``: does this installation give the values it was released with?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import read_cases

RESOURCES = Path(__file__).parent.parent / "resources"
CANARIES = RESOURCES / "canaries.jsonl"
GOLDEN = RESOURCES / "canaries_golden.json"

#: int8 kernels differ a little from processor to processor; verdicts must not.
TOLERANCE = 0.05


def run(args: argparse.Namespace) -> int:
    """Print one line a canary; 1 when any differs from its golden value."""
    engine = build_engine(args)
    signature = str(engine.signature())
    cases = (row for row in read_cases(CANARIES) if isinstance(row, Case))
    found = golden_values(engine.run(cases))
    if args.write_golden:
        text = json.dumps({"signature": signature, "canaries": found}, indent=1)
        GOLDEN.write_text(f"{text}\n", encoding="utf-8")
        print(f"Wrote {len(found)} golden values to {GOLDEN}")
        return 0
    golden = _read_golden()
    print(signature)
    if golden["signature"] != signature:
        print(f"golden values were made by {golden['signature']}")
    faults = compare(golden["canaries"], found)
    for name in found:
        print(f"{name}: {faults.get(name, 'ok')}")
    print(f"{len(found) - len(faults)} of {len(found)} canaries as expected")
    return 1 if faults else 0


def golden_values(records: Iterable[Record]) -> dict[str, dict[str, Any]]:
    """Return status and entailments of each record by its id."""
    return {
        record.case.id: {
            "status": record.decision.status,
            "entailment": [
                None if check.entailment is None else round(check.entailment, 4)
                for check in record.checks
            ],
        }
        for record in records
    }


def compare(
    golden: dict[str, dict[str, Any]], found: dict[str, dict[str, Any]]
) -> dict[str, str]:
    """Return what is wrong with each canary that differs; empty when none does."""
    faults = {name: "is gone" for name in golden if name not in found}
    for name, value in found.items():
        expected = golden.get(name)
        if expected is None:
            faults[name] = "has no golden value"
        elif expected["status"] != value["status"]:
            faults[name] = f"is {value['status']}, expected {expected['status']}"
        elif not _close(expected["entailment"], value["entailment"]):
            faults[name] = (
                f"entailment is {value['entailment']}, "
                f"expected {expected['entailment']}"
            )
    return faults


def _close(expected: list[float | None], found: list[float | None]) -> bool:
    if len(expected) != len(found):
        return False
    return all(
        a == b if a is None or b is None else abs(a - b) <= TOLERANCE
        for a, b in zip(expected, found, strict=True)
    )


def _read_golden() -> dict[str, Any]:
    try:
        golden: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"Cannot read the golden values {GOLDEN} ({error}); reinstall the package."
        ) from error
    return golden
