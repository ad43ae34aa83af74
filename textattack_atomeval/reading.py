"""Files into raw rows: JSON objects, table rows or plain lines, with their numbers.

A line that cannot be read comes back as a :class:`RowProblem` in its place.
"""

from __future__ import annotations

import csv
import itertools
import json
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import msgspec

from textattack_atomeval.errors import InputError

#: Bytes of one line; a longer line is skipped without being held in memory.
MAX_LINE = 8 * 1024 * 1024

_BOM = b"\xef\xbb\xbf"

Source = str | Path | BinaryIO


class RowProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a row, and where.

    A problem that is not ``fatal`` is a note: the row is scored all the same.
    """

    file: str
    line: int
    message: str
    id: str | None = None
    field: str | None = None
    fatal: bool = True

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: "
        field = f"{self.field}: " if self.field else ""
        row = f" (id {self.id[:60]})" if self.id else ""
        note = "" if self.fatal else "note: "
        return printable(f"{where}{note}{field}{self.message}{row}")


@contextmanager
def open_source(source: Source) -> Iterator[tuple[BinaryIO, str]]:
    """Open the source in binary; the name is for messages and the suffix."""
    if not isinstance(source, (str, Path)):
        yield source, str(getattr(source, "name", "<stream>"))
        return
    if str(source) == "-":
        yield sys.stdin.buffer, "<stdin>"
        return
    try:
        stream = Path(source).open("rb")
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"Cannot read {source}: {reason}; check the path.") from error
    with stream:
        yield stream, str(source)


def spooled(source: str | Path, folder: Path) -> Path:
    """Return the source as a file that can be read twice.

    ``-``, a pipe and standard input can be read once only: they are copied into
    ``folder``. Reading a pipe waits for the program that writes into it.

    Raises:
        InputError: the source cannot be read, or never ends.
    """
    name = str(source)
    if name != "-":
        try:
            mode = Path(name).stat().st_mode
        except (OSError, ValueError):
            return Path(name)  # whoever opens it says what is wrong
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return Path(name)
        inherited = name == "/dev/stdin" or name.startswith(("/dev/fd/", "/proc/"))
        if not (inherited or stat.S_ISFIFO(mode)):
            raise InputError(f"Cannot read {name}: it is no file; check the path.")
    suffix = Path(name).suffix.lower()
    copy = folder / f"stdin{suffix if suffix in ('.csv', '.tsv') else '.jsonl'}"
    with open_source(source) as (stream, _), copy.open("wb") as out:
        shutil.copyfileobj(stream, out)
    return copy


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines without the BOM; of an over-long line only its start."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield number, line.removeprefix(_BOM) if number == 1 else line


def raw_rows(
    stream: BinaryIO, name: str, required: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    """Yield the rows of a JSONL, CSV or TSV file, by the name's suffix.

    Raises:
        InputError: a table lacks one of the ``required`` columns.
    """
    suffix = Path(name).suffix.lower()
    if suffix in {".csv", ".tsv"}:
        delimiter = "\t" if suffix == ".tsv" else ","
        yield from _table_rows(stream, name, delimiter, required)
        return
    for number, line in numbered_lines(stream):
        if line.strip():
            yield number, decode_json(line, name, number)


def decode_plain(data: bytes, file: str, line: int) -> dict[str, Any] | RowProblem:
    """Return the line as a row with the one field ``text``."""
    if len(data) > MAX_LINE:
        return RowProblem(
            file=file, line=line, message=f"is over {MAX_LINE:,} bytes long"
        )
    try:
        return {"text": data.decode().strip("\r\n")}
    except UnicodeDecodeError as error:
        message = f"is not valid UTF-8 at byte {error.start}"
        return RowProblem(file=file, line=line, message=message)


def decode_json(data: bytes, file: str, line: int) -> dict[str, Any] | RowProblem:
    """Return the JSON object that the line holds."""
    plain = decode_plain(data, file, line)
    if isinstance(plain, RowProblem):
        return plain
    try:
        row = json.loads(plain["text"], parse_constant=_refuse_constant)
    except RecursionError:
        return RowProblem(file=file, line=line, message="is nested too deeply")
    except ValueError as error:
        return RowProblem(file=file, line=line, message=f"is not JSON: {error}")
    if not isinstance(row, dict):
        message = "is not a JSON object; one object a line is expected"
        return RowProblem(file=file, line=line, message=message)
    return row


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _table_rows(
    stream: BinaryIO, name: str, delimiter: str, required: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    # Undecodable bytes become surrogates, which the field check reports by field.
    lines = (line.decode(errors="surrogateescape") for line in _table_lines(stream))
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        header = next(reader, None)
    except csv.Error as error:
        raise InputError(f"{name}: the first line is no header ({error}).") from error
    if header is None:
        return
    _check_header(header, name, required)
    while True:
        start = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield start, RowProblem(file=name, line=start, message=f"{error}")
            continue
        if cells is None:
            return
        if len(cells) > len(header):
            message = f"has {len(cells)} cells, but the header has {len(header)}"
            yield start, RowProblem(file=name, line=start, message=message)
        elif cells:
            yield start, dict(zip(header, cells, strict=False))


def _table_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a table, which may also end in a bare carriage return."""
    numbered = numbered_lines(stream)
    first = next(numbered, None)
    if first is None:
        return
    line = first[1]
    if b"\r" not in line.rstrip(b"\r\n") or b'"' in line.partition(b"\r")[0]:
        yield line
        yield from (line for _, line in numbered)
        return
    # The over-long line that such a file is for others has been read up to a limit.
    rest = itertools.chain([line], (line for _, line in numbered))
    if len(line) > MAX_LINE:
        raise InputError(
            "The table's lines end in carriage returns alone, and it is too long to be "
            "read so; end them in line feeds."
        )
    for part in rest:
        yield from part.splitlines(keepends=True)


def _check_header(header: Iterable[str], name: str, required: tuple[str, ...]) -> None:
    columns = list(header)
    missing = [field for field in required if field not in columns]
    if missing:
        raise InputError(
            f"{name} has no column {', '.join(missing)}; "
            f"the first line must name the columns {listed(required)}."
        )
    if len(set(columns)) != len(columns):
        raise InputError(f"{name} names a column twice; rename one of them.")


def listed(fields: tuple[str, ...]) -> str:
    """Return the names as a list for a reader."""
    return f"{', '.join(fields[:-1])} and {fields[-1]}"


def printable(text: str) -> str:
    """Escape what could move a terminal's cursor or hide text."""
    return "".join(
        ch if ch.isprintable() else ascii(ch)[1:-1] for ch in text.rstrip("\n")
    )
