"""The cache file: SQLite in WAL mode, shared by processes, never trusted blindly.

Losing the cache costs time only, so no trouble with it stops a run: a corrupt file
is set aside, an unusable place is given up, both with a warning.
"""

from __future__ import annotations

import os
import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

_TABLE = """CREATE TABLE IF NOT EXISTS answer (
    key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"""
_WAIT = 60.0  # seconds for another process's write
_CHUNK = 500  # below SQLite's limit of bound values in old versions (999)

T = TypeVar("T")


class DiskStore:
    """Values by key in one file, created when first needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._file: tuple[int, int] | None = None
        self._given_up = False

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the values of those keys that are stored."""
        return dict(
            self._attempt(lambda connection: list(_select(connection, keys))) or ()
        )

    def write(self, values: Mapping[bytes, bytes]) -> None:
        """Store values, all or none of them."""
        if not values:
            return
        insert = "INSERT OR REPLACE INTO answer VALUES (?, ?)"

        def store(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(insert, values.items())

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
                f"The cache {self.path} cannot be used ({error}); going on without "
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
            f"The cache {self.path} is corrupt ({error}); it was moved to {aside} "
            "and a new one is begun. Delete the old one when you like.",
            stacklevel=3,
        )


def _select(
    connection: sqlite3.Connection, keys: Sequence[bytes]
) -> Iterator[tuple[bytes, bytes]]:
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(part))
        query = f"SELECT key, value FROM answer WHERE key IN ({marks})"  # noqa: S608
        rows = connection.execute(query, part)
        yield from (row for row in rows if isinstance(row[1], bytes))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
