"""The cache file: SQLite in WAL mode, shared by processes, never trusted blindly.

Losing the cache costs time only, so no trouble with it stops a run: a corrupt file
is set aside, an unusable place is given up, both with a warning.
"""

from __future__ import annotations

import math
import os
import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from textattack_atomeval.data import Judgement

FILE_NAME = "nli-cache.sqlite3"
_TABLE = """CREATE TABLE IF NOT EXISTS judgement (
    key BLOB PRIMARY KEY, entailment REAL, neutral REAL, contradiction REAL,
    truncated INTEGER) WITHOUT ROWID"""
_WAIT = 60.0  # seconds for another process's write
_CHUNK = 500  # below SQLite's limit of bound values in old versions (999)

T = TypeVar("T")
Row = tuple[bytes, float, float, float, int]


class DiskStore:
    """Judgements by key in ``directory``, created when first needed."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / FILE_NAME
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._file: tuple[int, int] | None = None
        self._given_up = False

    def read(self, keys: Sequence[bytes]) -> dict[bytes, Judgement]:
        """Return the judgements of those keys that are stored and sound."""
        rows = self._attempt(lambda connection: list(_select(connection, keys)))
        return {row[0]: Judgement(*row[1:4], bool(row[4])) for row in rows or []}

    def write(self, answers: Mapping[bytes, Judgement]) -> None:
        """Store judgements, all or none of them."""
        if not answers:
            return
        rows = [
            (key, a.entailment, a.neutral, a.contradiction, int(a.truncated))
            for key, a in answers.items()
        ]
        insert = "INSERT OR REPLACE INTO judgement VALUES (?, ?, ?, ?, ?)"

        def store(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(insert, rows)

        self._attempt(store)

    def close(self) -> None:
        """Close the file; the next read or write opens it again."""
        if self._connection is not None and self._owner == os.getpid():
            self._connection.close()
        self._connection = None

    def __del__(self) -> None:
        self.close()

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do ``work``; None when the file had to be set aside or given up."""
        if self._given_up:
            return None
        try:
            return work(self._open())
        except (sqlite3.OperationalError, OSError) as error:
            self._given_up = True
            warnings.warn(
                f"The NLI cache {self.path} cannot be used ({error}); going on without "
                "it. Check the directory's permissions and free space.",
                stacklevel=2,
            )
        except sqlite3.DatabaseError as error:
            self._set_aside(error)
        return None

    def _open(self) -> sqlite3.Connection:
        # A connection must not cross a fork: the child opens its own.
        if self._connection is not None and self._owner == os.getpid():
            return self._connection
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, _WAIT, check_same_thread=False)
        self._connection, self._owner = connection, os.getpid()
        self._file = _identity(self.path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(_TABLE)
        return connection

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        opened = self._file
        self.close()
        if _identity(self.path) != opened:
            return  # another process has set it aside already
        aside = self.path.with_suffix(f".corrupt-{os.getpid()}")
        for end in ("", "-wal", "-shm"):
            try:
                os.replace(f"{self.path}{end}", f"{aside}{end}")
            except FileNotFoundError:
                continue
        warnings.warn(
            f"The NLI cache {self.path} is corrupt ({error}); it was moved to {aside} "
            "and a new one is begun. Delete the old one when you like.",
            stacklevel=3,
        )


def _select(connection: sqlite3.Connection, keys: Sequence[bytes]) -> Iterator[Row]:
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(part))
        query = f"SELECT * FROM judgement WHERE key IN ({marks})"  # noqa: S608
        yield from filter(_sound, connection.execute(query, part))


def _sound(row: Row) -> bool:
    """Whether a row holds three probabilities; anything else counts as unknown."""
    shares = row[1:4]
    return (
        all(isinstance(share, float) and 0 <= share <= 1 for share in shares)
        and math.isclose(sum(shares), 1, abs_tol=1e-3)
        and row[4] in (0, 1)
    )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
