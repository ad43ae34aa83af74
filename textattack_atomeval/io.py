"""Files of rows in, :class:`Case` or :class:`RowProblem` out, one row at a time.

A bad row never stops the rows after it: it comes back as a :class:`RowProblem` that
says where it is and what to mend. Only a file that cannot be used at all raises.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.data import Case
from textattack_atomeval.reading import (
    RowProblem,
    Source,
    decode_json,
    decode_plain,
    listed,
    numbered_lines,
    open_source,
    raw_rows,
)

__all__ = [
    "MAX_CHARS",
    "RowProblem",
    "Source",
    "TextRow",
    "fingerprint",
    "is_blank",
    "parse_case",
    "read_cases",
    "read_claims",
    "read_texts",
    "sample_claims",
]

#: Why a row has no rewrite; with either, ``rewrite`` may be missing or empty.
_MISHAPS = ("abstained", "error")
#: Characters of one field. Equals the csv module's own limit, so that JSONL and CSV
#: accept the same texts; it leaves room for texts of 100 kB.
MAX_CHARS = 131_072

_OF_A_CLAIM = ("id", "claim")
_REQUIRED = (*_OF_A_CLAIM, "rewrite")
_OPTIONAL = (
    *("evidence", "family", "generator", "victim_before", "victim_after"),
    *_MISHAPS,
)
_FIELDS = frozenset((*_REQUIRED, *_OPTIONAL))
#: What belongs to an earlier rewrite of a claim, not to the claim.
_OF_A_REWRITE = ("rewrite", "family", "generator", "victim_after", *_MISHAPS)
_CODES = ("id", "victim_before", "victim_after")


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
    yield from _distinct(source, parse_case, _REQUIRED)


def read_claims(source: Source) -> Iterator[Case | RowProblem]:
    """Yield the claims of a JSONL, CSV or TSV file as cases without a rewrite.

    As :func:`read_cases`, but a row needs only ``id`` and ``claim``; what it says of an
    earlier rewrite is left out. A row with the claim and evidence of an earlier one
    is noted and not yielded: they are rewritten once.

    Raises:
        InputError: the file cannot be read, or a table lacks a needed column.
    """
    seen: set[tuple[str, str]] = set()

    def parse(row: Mapping[str, Any], file: str, line: int) -> Case | RowProblem:
        kept = {key: row[key] for key in row if key not in _OF_A_REWRITE}
        found = _parse(kept, file, line, _OF_A_CLAIM)
        if isinstance(found, RowProblem):
            return found
        if (found.claim, found.evidence) in seen:
            text = "repeats an earlier row's, with its evidence; it is rewritten once"
            return _note(file, line, found.id, "claim", text)
        seen.add((found.claim, found.evidence))
        return found

    yield from _distinct(source, parse, _OF_A_CLAIM)


def sample_claims() -> Iterator[Case]:
    """Yield the claims of the bundled hand-written sample, each once; all REFUTED."""
    sample = resources.files("textattack_atomeval") / "resources" / "sample.jsonl"
    with resources.as_file(sample) as path:
        for found in read_claims(path):
            if isinstance(found, Case):
                # s001-colloquial-careful is one of the ten rewrites of claim s001.
                yield Case(
                    id=found.id.partition("-")[0],
                    claim=found.claim,
                    evidence=found.evidence,
                    rewrite="",
                    extra={"label": "REFUTED"},
                )


def _distinct(
    source: Source,
    parse: Callable[[Mapping[str, Any], str, int], Case | RowProblem],
    required: tuple[str, ...],
) -> Iterator[Case | RowProblem]:
    """Yield what ``parse`` makes of the rows, notes first, each id only once."""
    seen: set[str] = set()
    with open_source(source) as (stream, name):
        for line, row in raw_rows(stream, name, required):
            found = row if isinstance(row, RowProblem) else parse(row, name, line)
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
    with open_source(source) as (stream, name):
        for line, data in numbered_lines(stream):
            if not data.strip():
                continue
            is_json = name.endswith(".jsonl") or data.lstrip().startswith(b"{")
            decode = decode_json if is_json else decode_plain
            row = decode(data, name, line)
            yield row if isinstance(row, RowProblem) else _parse_text(row, name, line)


def fingerprint(path: str | Path) -> tuple[str, int]:
    """Return the SHA-256 of a file and its number of lines, reading it in pieces.

    Raises:
        InputError: the file cannot be read.
    """
    digest, lines = hashlib.sha256(), 0
    with open_source(path) as (stream, _):
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
            lines += chunk.count(b"\n")
    return digest.hexdigest(), lines


def parse_case(row: Mapping[str, Any], file: str, line: int) -> Case | RowProblem:
    """Return the row as a case, or the first thing that is wrong with it.

    Ids and victim labels may be whole numbers; they become strings. A row that says
    why it has no rewrite (``abstained``, ``error``) need not have one.
    """
    without = any(row.get(key) for key in _MISHAPS)
    return _parse(row, file, line, _OF_A_CLAIM if without else _REQUIRED)


def _parse(
    row: Mapping[str, Any], file: str, line: int, required: tuple[str, ...]
) -> Case | RowProblem:
    codes = {key: str(row[key]) for key in _CODES if _is_code(row.get(key))}
    row = {**row, **codes}
    problem = _first_problem(row, required)
    if problem is not None:
        field, message = problem
        known = row["id"] if isinstance(row.get("id"), str) else None
        return RowProblem(file=file, line=line, id=known, field=field, message=message)
    named = {key: row[key] for key in (*_REQUIRED, *_OPTIONAL) if row.get(key)}
    extra = {key: value for key, value in row.items() if key not in _FIELDS}
    return Case(**{"rewrite": "", **named}, extra=extra)


def _first_problem(
    row: Mapping[str, Any], required: tuple[str, ...]
) -> tuple[str, str] | None:
    """Return (field, message) of the first bad field, None for a usable row."""
    for field in required:
        if row.get(field) is None:
            return field, f"is missing; every row needs {listed(required)}"
        message = _text_problem(row[field])
        if message is None and is_blank(row[field]):
            message = "is empty; there is nothing to work on"
        if message is not None:
            return field, message
    for field in (f for f in (*_REQUIRED, *_OPTIONAL) if f not in required):
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
