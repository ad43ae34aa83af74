"""Measure an exported victim on labelled pairs, such as prepare.py's dev.jsonl.

The pairs are JSON lines with ``premise`` (the claim), ``hypothesis`` (the evidence),
``label`` and ``source``::

    python training/victim/evaluate.py EXPORTED WORK/dev.jsonl

prints Markdown tables of accuracy, accuracy by source and recall by label, each with
its Wilson 95 % interval. "Two-way" counts only rows whose label is SUPPORTED or
REFUTED, and only these two answers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from textattack_atomeval.metrics.rates import DASH, Rate
from textattack_atomeval.verdicts import VERDICTS, Label, read_label
from textattack_atomeval.victims.base import Scores, Victim
from textattack_atomeval.victims.onnx import OnnxVictim

TWO_WAY: tuple[Label, ...] = ("SUPPORTED", "REFUTED")


class Row(NamedTuple):
    """A labelled pair and, once it was asked, what the victim answers."""

    claim: str
    evidence: str
    label: Label
    source: str
    answer: Label | None = None
    two_way: Label | None = None


def read(path: Path) -> list[Row]:
    """Return the pairs of the file.

    Raises:
        ValueError: a label is no verdict; names the line.
    """
    rows = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            label = read_label(row["label"])
            if label is None:
                raise ValueError(f"{path}:{number}: {row['label']!r} is no verdict")
            rows.append(Row(row["premise"], row["hypothesis"], label, row["source"]))
    return rows


def likeliest(scores: Scores, victim: Victim, among: Sequence[Label]) -> Label:
    """Return the label with the highest probability among some."""
    share = dict(zip(victim.labels, scores, strict=True))
    return max((v for v in among if v in share), key=lambda verdict: share[verdict])


def ask(victim: Victim, rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the victim's answers."""
    answers = victim.predict([(row.claim, row.evidence) for row in rows])
    return [
        row._replace(
            answer=likeliest(scores, victim, VERDICTS),
            two_way=likeliest(scores, victim, TWO_WAY),
        )
        for row, scores in zip(rows, answers, strict=True)
    ]


def rate(rows: Iterable[Row], right: Callable[[Row], bool]) -> Rate:
    """Return how many of the rows are right."""
    hits = [right(row) for row in rows]
    return Rate(sum(hits), len(hits))


def show(name: str, found: Rate) -> str:
    """Return one line of a table."""
    if found.interval is None:
        return f"| {name} | {DASH} | {DASH} | 0 |"
    low, high = found.interval
    return f"| {name} | {found.percent()} | {low:.1%} to {high:.1%} | {found.total} |"


def tables(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the report."""
    head = ["", "|---|---:|---|---:|"]
    both = [row for row in rows if row.label in TWO_WAY]
    yield from ("| accuracy, % | | 95 % interval | pairs |", head[1])
    yield show("all", rate(rows, lambda row: row.answer == row.label))
    yield show("two-way", rate(both, lambda row: row.two_way == row.label))
    yield from (head[0], "| accuracy by source, % | | 95 % interval | pairs |", head[1])
    for source in sorted({row.source for row in rows}):
        chosen = [row for row in rows if row.source == source]
        yield show(source, rate(chosen, lambda row: row.answer == row.label))
    yield from (head[0], "| recall by label, % | | 95 % interval | pairs |", head[1])
    for label in VERDICTS:
        chosen = [row for row in rows if row.label == label]
        yield show(label, rate(chosen, lambda row: row.answer == row.label))


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exported", type=Path)
    parser.add_argument("pairs", type=Path)
    args = parser.parse_args()
    victim = OnnxVictim(args.exported)
    print(f"{victim.name} on {args.pairs.name}\n")
    print("\n".join(tables(ask(victim, read(args.pairs)))))


if __name__ == "__main__":
    main()
