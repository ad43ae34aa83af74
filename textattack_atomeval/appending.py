"""A file of JSON lines that one process at a time appends to and a kill cannot spoil.

What stands in it are whole lines; the last one may be torn, and is cut when the file
is opened to be continued. The result store and the store of rewrites build on it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeVar

from textattack_atomeval.errors import StoreError

T = TypeVar("T")


def to_line(row: Mapping[str, Any]) -> bytes:
    """Return the row as the line that stands in the file.

    Raises:
        ValueError: a value cannot be written as JSON.
    """
    text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f"{text}\n".encode()


class AppendFile:
    """The open file; ``close`` it, or the last lines may not reach the disk."""

    def __init__(self, path: str | Path) -> None:
        """Open or create the file and hold it for this process.

        Raises:
            StoreError: it cannot be written, or another process holds it.
        """
        self.path = Path(path)
        self._stream = self._opened(self.path)
        # A holder that replaced the file after it was opened here has let go of the
        # old one: what is locked now would be a file that nobody can see.
        if not os.path.samestat(os.fstat(self._stream.fileno()), self.path.stat()):
            self._stream.close()
            raise _in_use(self.path)

    @property
    def empty(self) -> bool:
        """Whether nothing stands in the file."""
        return self.path.stat().st_size == 0

    def clear(self) -> None:
        """Drop all that stands in the file."""
        self._stream.truncate(0)

    def recover(self, read: Callable[[bytes], T | None]) -> list[T]:
        """Read the complete lines and cut what a kill tore off the last one.

        Args:
            read: what a line says; None when it is none of ours.

        Raises:
            StoreError: a line before the last one is none of ours.
        """
        found: list[T] = []
        good = 0
        self._stream.seek(0)
        for line in self._stream:
            value = read(line) if line.endswith(b"\n") else None
            if value is None:
                break
            found.append(value)
            good += len(line)
        if self._stream.read(1):
            raise StoreError(
                f"{self.path}:{len(found) + 1} is no record, but lines follow it; "
                "use --overwrite to start anew."
            )
        self.cut(good)
        return found

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that stand in the file; append none meanwhile."""
        self._stream.seek(0)
        # `yield from` the stream itself would close it when left early.
        yield from iter(self._stream.readline, b"")

    def append(self, line: bytes) -> None:
        """Write one line and hand it to the operating system at once."""
        try:
            self._stream.write(line)
            self._stream.flush()
        except OSError as error:
            raise unwritable(self.path, error) from error

    def cut(self, size: int) -> None:
        """Drop all after the first ``size`` bytes."""
        self._stream.truncate(size)
        self._stream.seek(0, os.SEEK_END)

    def replace(self, lines: Iterable[bytes]) -> None:
        """Put these lines in the place of all that stands there, or change nothing."""
        path = self.path.with_name(f"{self.path.name}.new")
        fresh = self._opened(path, new=True)
        try:
            fresh.writelines(lines)
            fresh.flush()
            os.fsync(fresh.fileno())
            path.replace(self.path)
        except BaseException as error:
            _abandon(fresh, path)
            if isinstance(error, OSError):
                raise unwritable(self.path, error) from error
            raise
        self._stream.close()
        self._stream = fresh

    def close(self) -> None:
        """Force everything onto the disk and let the file go."""
        if self._stream.closed:
            return
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from error
        finally:
            with contextlib.suppress(OSError):  # what was not written is lost
                self._stream.close()

    def _opened(self, path: Path, new: bool = False) -> BinaryIO:
        try:
            # Opening a pipe would wait for its other end for ever.
            if not _is_file_to_be(path):
                raise StoreError(
                    f"Cannot write {self.path}: it is no regular file, and a run must "
                    "be able to go on with it; choose another --out."
                )
            if new:
                path.unlink(missing_ok=True)
            stream: BinaryIO = path.open("x+b" if new else "a+b")
        except OSError as error:
            raise unwritable(self.path, error) from error
        try:
            _lock(stream, self.path)
        except BaseException:
            stream.close()
            raise
        return stream


class Store:
    """What keeps its rows in an :class:`AppendFile`; use it as a context manager."""

    _file: AppendFile

    def close(self) -> None:
        """Force everything onto the disk and let the file go."""
        self._file.close()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, whatever happened."""
        self.close()


def _is_file_to_be(path: Path) -> bool:
    """Tell whether a regular file is there, or could be."""
    if not path.name or str(path.parent) in ("/dev", "/dev/fd"):
        return False
    return not path.exists() or stat.S_ISREG(path.stat().st_mode)


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return what went wrong while writing ``path``, with the remedy."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        remedy = "free some space and run the same command again"
    else:
        remedy = "choose another --out"
    return StoreError(f"Cannot write {path}: {error.strerror}; {remedy}.")


def _abandon(stream: BinaryIO, path: Path) -> None:
    """Close and remove a file that could not be written whole."""
    with contextlib.suppress(OSError):
        stream.close()
    path.unlink(missing_ok=True)


def _lock(stream: BinaryIO, path: Path) -> None:
    """Hold the file for this process; the lock goes with the process."""
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl: the caller must not run twice there
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise _in_use(path) from error


def _in_use(path: Path) -> StoreError:
    return StoreError(
        f"{path} is being written by another run; wait for it or choose another --out."
    )
