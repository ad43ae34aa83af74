"""What a person sees while a command runs; everything goes to standard error."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from textattack_atomeval.io import RowProblem

T = TypeVar("T")

#: Notes of one kind that are printed; the rest is only counted.
MAX_NOTES = 5


class ProblemLog:
    """Prints the problems of a stream of rows and keeps the fatal ones."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self.fatal: list[RowProblem] = []
        self.rows = 0
        self._notes: Counter[str] = Counter()

    def keep(self, rows: Iterable[T | RowProblem]) -> Iterator[T]:
        """Yield the usable rows; print and count the problems between them."""
        for row in rows:
            if isinstance(row, RowProblem):
                self.report(row)
            else:
                self.rows += 1
                yield row

    def close(self) -> None:
        """Print how many notes were held back and how many rows were refused."""
        for kind, count in self._notes.items():
            if count > MAX_NOTES:
                print(f"note: {kind}: {count} rows in all", file=sys.stderr)
        if self.fatal:
            total = len(self.fatal) + self.rows
            print(
                f"{len(self.fatal)} of {total} rows could not be used", file=sys.stderr
            )

    def report(self, problem: RowProblem) -> None:
        """Print one problem and count it."""
        if problem.fatal:
            self.fatal.append(problem)
        else:
            kind = f"{problem.field} {problem.message}"
            self._notes[kind] += 1
            if self._notes[kind] > MAX_NOTES:
                return
        print(problem, file=sys.stderr)


def say(text: str) -> None:
    """Print a line for the person who runs the command."""
    print(text, file=sys.stderr)


def progress(items: Iterable[T], total: int | None, label: str) -> Iterator[T]:
    """Yield the items under a progress bar on a terminal, as they are in a pipe."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        items, description=label, total=total, console=Console(stderr=True)
    )


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of ``size`` items, the last one shorter."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
