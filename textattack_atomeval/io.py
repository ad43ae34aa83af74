"""Files of rows in, :class:`Case` or :class:`RowProblem` out, one row at a time.

A bad row never stops the rows after it: it comes back as a :class:`RowProblem` that
says where it is and what to mend. Only a file that cannot be used at all raises.
"""

from __future__ import annotations

import csv
import hashlib
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import msgspec

from textattack_atomeval.data import Case
from textattack_atomeval.errors import InputError

#: Characters of one field. Equals the csv module's own limit, so that JSONL and CSV
#: accept the same texts; it leaves room for texts of 100 kB.
MAX_CHARS = 131_072
#: Bytes of one line; a longer line is skipped without being held in memory.
MAX_LINE = 8 * 1024 * 1024

_REQUIRED = ("id", "claim", "rewrite")
_OPTIONAL = ("evidence", "family", "generator", "victim_before", "victim_after")
_FIELDS = frozenset((*_REQUIRED, *_OPTIONAL))
_CODES = ("id", "victim_before", "victim_after")
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
        return _printable(f"{where}{note}{field}{self.message}{row}")


class TextRow(msgspec.Struct, frozen=True, kw_only=True):
    """One text to extract atoms from; ``id`` when its row has one."""

    text: str
    id: str | None = None


def read_cases(source: Source) -> Iterator[Case | RowProblem]:
    """Yield the cases of a JSONL, CSV or TSV file (by suffix), in order.

    ``-`` reads JSONL from standard input. A row with an id seen before is a problem;
    a note (``fatal=False``) comes right before its case.

    Raises:
        InputError: the file cannot be read, or a table lacks a needed column.
    """
    seen: set[str] = set()
    with _opened(source) as (stream, name):
        for line, row in _rows(stream, name):
            found = row if isinstance(row, RowProblem) else parse_case(row, name, line)
            if isinstance(found, RowProblem):
                yield found
            elif found.id in seen:
                yield RowProblem(
                    file=name,
                    line=line,
                    id=found.id,
                    field="id",
                    message="is a duplicate of an earlier row's; give it its own id",
                )
            else:
                seen.add(found.id)
                yield from _notes(found, name, line)
                yield found


def read_texts(source: Source) -> Iterator[TextRow | RowProblem]:
    """Yield the texts of a file: JSONL with a field ``text``, or plain lines.

    Every line of a ``.jsonl`` file must be an object; elsewhere (and on standard
    input) a line is read as JSON when it starts with ``{``.
    """
    with _opened(source) as (stream, name):
        for line, data in _lines(stream):
            if not data.strip():
                continue
            is_json = name.endswith(".jsonl") or data.lstrip().startswith(b"{")
            decode = _decode_json if is_json else _decode_plain
            row = decode(data, name, line)
            yield row if isinstance(row, RowProblem) else _parse_text(row, name, line)


def fingerprint(path: str | Path) -> tuple[str, int]:
    """Return the SHA-256 of a file and its number of lines, reading it in pieces.

    Raises:
        InputError: the file cannot be read.
    """
    digest, lines = hashlib.sha256(), 0
    with _opened(path) as (stream, _):
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
            lines += chunk.count(b"\n")
    return digest.hexdigest(), lines


def parse_case(row: Mapping[str, Any], file: str, line: int) -> Case | RowProblem:
    """Return the row as a case, or the first thing that is wrong with it.

    Ids and victim labels may be whole numbers; they become strings.
    """
    codes = {key: str(row[key]) for key in _CODES if _is_code(row.get(key))}
    row = {**row, **codes}
    problem = _first_problem(row)
    if problem is not None:
        field, message = problem
        known = row["id"] if isinstance(row.get("id"), str) else None
        return RowProblem(file=file, line=line, id=known, field=field, message=message)
    named = {key: row[key] for key in (*_REQUIRED, *_OPTIONAL) if row.get(key)}
    extra = {key: value for key, value in row.items() if key not in _FIELDS}
    return Case(**named, extra=extra)


def _first_problem(row: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return (field, message) of the first bad field, None for a usable row."""
    for field in _REQUIRED:
        if row.get(field) is None:
            return field, "is missing; every row needs id, claim and rewrite"
        message = _text_problem(row[field])
        if message is None and is_blank(row[field]):
            message = "is empty; there is nothing to score"
        if message is not None:
            return field, message
    for field in _OPTIONAL:
        message = None if row.get(field) is None else _text_problem(row[field])
        if message is not None:
            return field, message
    for field, value in row.items():
        if field not in _FIELDS and not _storable({field: value}):
            return field, "holds what JSON cannot carry (surrogate, infinity, nesting)"
    return None


def _text_problem(value: object) -> str | None:
    if not isinstance(value, str):
        return f"should be a string, but is {_json_name(value)}"
    if len(value) > MAX_CHARS:
        return f"has {len(value):,} characters; the limit is {MAX_CHARS:,}"
    if "\0" in value:
        return f"holds a NUL at character {value.index(chr(0))}; remove it"
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        return "holds an unpaired surrogate or bytes that are not UTF-8"
    return None


def is_blank(text: str) -> bool:
    """Tell whether a reader would see nothing (white space, invisible characters)."""
    return all(ch.isspace() or unicodedata.category(ch)[0] == "C" for ch in text)


def _is_code(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _json_name(value: object) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", list: "an array"}
    return names.get(type(value), "an object")


def _storable(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):  # UnicodeEncodeError is a ValueError
        return False
    return True


def _notes(case: Case, file: str, line: int) -> Iterator[RowProblem]:
    if case.claim.strip() == case.rewrite.strip():
        text = "equals the claim; it is preserved by definition"
        yield _note(file, line, case.id, "rewrite", text)
    if is_blank(case.evidence):
        text = "is missing; the diagnostics that need it stay null"
        yield _note(file, line, case.id, "evidence", text)


def _note(file: str, line: int, row: str, field: str, message: str) -> RowProblem:
    return RowProblem(
        file=file, line=line, id=row, field=field, message=message, fatal=False
    )


def _parse_text(row: Mapping[str, Any], file: str, line: int) -> TextRow | RowProblem:
    value, row_id = row.get("text"), row.get("id")
    known = str(row_id) if isinstance(row_id, (str, int)) else None
    message = "is missing" if value is None else _text_problem(value)
    if message is None and is_blank(row["text"]):
        message = "is empty"
    if message is None and not _storable(known):
        message, known = "has an id with an unpaired surrogate", None
    if message is not None:
        return RowProblem(file=file, line=line, id=known, field="text", message=message)
    return TextRow(text=row["text"], id=known)


@contextmanager
def _opened(source: Source) -> Iterator[tuple[BinaryIO, str]]:
    """Open the source in binary; the name is for messages and the suffix."""
    if not isinstance(source, (str, Path)):
        yield source, str(getattr(source, "name", "<stream>"))
        return
    if str(source) == "-":
        yield sys.stdin.buffer, "<stdin>"
        return
    try:
        stream = Path(source).open("rb")
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"Cannot read {source}: {reason}; check the path.") from error
    with stream:
        yield stream, str(source)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines without the BOM; of an over-long line only its start."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield number, line.removeprefix(_BOM) if number == 1 else line


def _rows(
    stream: BinaryIO, name: str
) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    suffix = Path(name).suffix.lower()
    if suffix in {".csv", ".tsv"}:
        yield from _table_rows(stream, name, "\t" if suffix == ".tsv" else ",")
        return
    for number, line in _lines(stream):
        if line.strip():
            yield number, _decode_json(line, name, number)


def _decode_plain(data: bytes, file: str, line: int) -> dict[str, Any] | RowProblem:
    if len(data) > MAX_LINE:
        return RowProblem(
            file=file, line=line, message=f"is over {MAX_LINE:,} bytes long"
        )
    try:
        return {"text": data.decode().strip("\r\n")}
    except UnicodeDecodeError as error:
        message = f"is not valid UTF-8 at byte {error.start}"
        return RowProblem(file=file, line=line, message=message)


def _decode_json(data: bytes, file: str, line: int) -> dict[str, Any] | RowProblem:
    plain = _decode_plain(data, file, line)
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
    stream: BinaryIO, name: str, delimiter: str
) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    # Undecodable bytes become surrogates, which the field check reports by field.
    lines = (line.decode(errors="surrogateescape") for _, line in _lines(stream))
    reader = csv.reader(lines, delimiter=delimiter)
    header = next(reader, None)
    if header is None:
        return
    _check_header(header, name)
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


def _check_header(header: Iterable[str], name: str) -> None:
    columns = list(header)
    missing = [field for field in _REQUIRED if field not in columns]
    if missing:
        raise InputError(
            f"{name} has no column {', '.join(missing)}; "
            "the first line must name the columns id, claim and rewrite."
        )
    if len(set(columns)) != len(columns):
        raise InputError(f"{name} names a column twice; rename one of them.")


def _printable(text: str) -> str:
    """Escape what could move a terminal's cursor or hide text."""
    return "".join(
        ch if ch.isprintable() else ascii(ch)[1:-1] for ch in text.rstrip("\n")
    )
