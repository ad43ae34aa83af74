"""What one bad item costs: itself, and nothing that comes after it.

Every stage of a run is called through here. An exception on an item becomes a
:class:`Failure` in its place, with the exception's type and where it arose; later
stages that need that item get the same failure. What no later item could survive (a
model that cannot be loaded, a result file that cannot be written) still ends the run.

A guard must not hide bugs: ``strict`` ends the run at the first failure, and the
environment variable ``ATOMEVAL_STRICT_ERRORS=1``, which the tests set, makes that the
default.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, Generic, NamedTuple, TypeVar

from textattack_atomeval.errors import AtomEvalError, ModelRefusedError

__all__ = ["STRICT", "Answers", "Failure", "Guard", "ItemError", "sound", "where"]

STRICT = "ATOMEVAL_STRICT_ERRORS"
_ROOT = Path(__file__).parent
_LONGEST = 160  # characters of an exception's or an item's own text

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)


class ItemError(AtomEvalError):
    """An item could not be worked on, and the run was told to stop at that."""


class Failure(NamedTuple):
    """Stands where the result of an item would be; ``reason`` is for a reader."""

    reason: str


class _Carried(Exception):
    """An earlier stage's failure on its way through a later one."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


class Answers(dict[K, Any], Generic[K, T]):
    """Results by key; to ask for one that failed passes the failure on."""

    def __getitem__(self, key: K) -> T:
        value: T | Failure = super().__getitem__(key)
        return sound(value)

    def get(self, key: K, default: Any = None, /) -> Any:
        """Return the result, or ``default`` where none is known."""
        return sound(super().get(key, default))


def sound(value: T | Failure) -> T:
    """Return a result; pass on the failure that stands in its place."""
    if isinstance(value, Failure):
        raise _Carried(value)
    return value


def where(error: BaseException) -> str:
    """Return an exception as type, place in this package and first line."""
    place = ""
    for frame in extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(_ROOT) and path != Path(__file__):
            place = f" at {path.relative_to(_ROOT).as_posix()}:{frame.lineno}"
    lines = str(error).strip().splitlines()
    said = f": {lines[0][:_LONGEST]}" if lines else ""
    return f"{type(error).__name__}{place}{said}"


class Guard:
    """Calls the stages of a run.

    Args:
        strict: end the run at the first failure; None asks the environment.
    """

    def __init__(self, strict: bool | None = None) -> None:
        self.strict = os.environ.get(STRICT) == "1" if strict is None else strict

    def each(self, work: Callable[..., R], *items: Iterable[Any]) -> list[R | Failure]:
        """Return ``work`` of each item, or of each row of several columns of items.

        Raises:
            ItemError: an item failed, and the guard is strict.
        """
        return [self._one(work, row) for row in zip(*items, strict=True)]

    def batch(
        self, work: Callable[[list[T]], Sequence[R]], items: Iterable[T]
    ) -> list[R | Failure]:
        """Return the results of ``work`` on all items at once.

        A batch that fails is halved until it is known whose fault it is.

        Raises:
            ItemError: an item failed, and the guard is strict.
        """
        some = list(items)
        if not some:
            return []
        if len(some) == 1:
            return [self._one(lambda item: _whole(work([item]), 1)[0], some)]
        try:
            return list(_whole(work(some), len(some)))
        except Exception as error:
            _pass_on(error)
        half = len(some) // 2
        return self.batch(work, some[:half]) + self.batch(work, some[half:])

    def _one(self, work: Callable[..., R], row: Sequence[Any]) -> R | Failure:
        try:
            return work(*row)
        except _Carried as carried:
            return carried.failure
        except Exception as error:
            _pass_on(error)
            if self.strict:
                item = repr(row[0])[:_LONGEST]
                raise ItemError(f"{where(error)}, on {item}") from error
            return Failure(where(error))


def _whole(results: Sequence[R], count: int) -> Sequence[R]:
    if len(results) != count:
        raise AtomEvalError(f"{len(results)} results came back for {count} items.")
    return results


def _pass_on(error: Exception) -> None:
    """Raise what is meant to end a run; a model may refuse a single text."""
    if isinstance(error, AtomEvalError) and not isinstance(error, ModelRefusedError):
        raise error
