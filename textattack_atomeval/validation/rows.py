"""Human-labelled rows: read, checked field by field, never fatal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from textattack_atomeval.data import Atom, Modifier, ModifierKind
from textattack_atomeval.errors import InputError
from textattack_atomeval.metrics import DIAGNOSTICS


class LabelledRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pair with its human labels; a label that nobody gave is None."""

    id: str
    line: int
    claim: str
    rewrite: str
    evidence: str
    family: str
    valid: bool
    claim_atoms: tuple[Atom, ...] | None
    diagnostics: dict[str, bool | None]


class LabelProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a row; a ``fatal`` one keeps it out of the numbers."""

    line: int
    id: str | None = None
    field: str | None = None
    message: str
    fatal: bool = True


class _BadField(Exception):
    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def read_rows(path: Path) -> tuple[list[LabelledRow], list[LabelProblem]]:
    """Return the usable rows of a JSONL file and all problems with the others.

    Raises:
        InputError: the file cannot be read or holds no usable row.
    """
    rows: list[LabelledRow] = []
    problems: list[LabelProblem] = []
    seen: set[str] = set()
    try:
        lines = list(_lines(path))
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}; check it.") from error
    for number, line in lines:
        data: object = None
        try:
            data = _parse(line)
            row = _row(data, number, problems)
            if row.id in seen:
                raise _BadField("id", "is a duplicate of an earlier row's")
        except _BadField as bad:
            problems.append(_problem(data, number, bad))
            continue
        seen.add(row.id)
        rows.append(row)
    if not rows:
        raise InputError(
            f"{path} has no usable row: each needs claim, rewrite and valid; "
            f"{len(problems)} rows were refused."
        )
    return rows, problems


def _problem(
    data: object, line: int, bad: _BadField, fatal: bool = True
) -> LabelProblem:
    known = data.get("id") if isinstance(data, dict) else None
    return LabelProblem(
        line=line,
        id=known if isinstance(known, str) and _encodable(known) else None,
        field=bad.field,
        message=bad.message,
        fatal=fatal,
    )


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                yield number, line


def _parse(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _BadField(None, f"is not valid UTF-8 at byte {error.start}") from error
    except (ValueError, RecursionError) as error:
        raise _BadField(None, f"is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise _BadField(None, "is not a JSON object")
    return data


def _row(
    data: Mapping[str, Any], line: int, problems: list[LabelProblem]
) -> LabelledRow:
    claim, rewrite = _text(data, "claim"), _text(data, "rewrite")
    if not isinstance(data.get("valid"), bool):
        raise _BadField("valid", "must be true or false")

    def optional(read: Any, field: str) -> Any:
        try:
            return read(data.get(field), field)
        except _BadField as bad:
            problems.append(_problem(data, line, bad, fatal=False))
            return None

    return LabelledRow(
        id=_text(data, "id") if data.get("id") is not None else f"line {line}",
        line=line,
        claim=claim,
        rewrite=rewrite,
        evidence=_text(data, "evidence") if data.get("evidence") else "",
        family=_text(data, "family") if data.get("family") else "",
        valid=data["valid"],
        claim_atoms=optional(_atoms, "claim_atoms"),
        diagnostics={name: optional(_label, name) for name in DIAGNOSTICS},
    )


def _encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str):
        raise _BadField(field, "must be a text")
    if not value.strip():
        raise _BadField(field, "is empty")
    if not _encodable(value):
        raise _BadField(field, "has an unpaired surrogate")
    return value


def _label(value: object, field: str) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise _BadField(field, "must be true, false or null")


def _atoms(value: object, field: str) -> tuple[Atom, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise _BadField(field, "must be a list of atoms")
    return tuple(_atom(item, field) for item in value)


def _atom(item: object, field: str) -> Atom:
    if not isinstance(item, dict):
        raise _BadField(field, "holds an atom that is not an object")
    slots = [item.get(key) or "" for key in ("subject", "relation", "object")]
    modifiers = item.get("modifiers") or []
    texts = [*slots, *(modifiers if isinstance(modifiers, list) else [None])]
    if not all(isinstance(text, str) for text in texts):
        raise _BadField(field, "holds a slot or modifier that is not a text")
    return Atom(
        subject=slots[0],
        relation=slots[1],
        object=slots[2],
        modifiers=tuple(_modifier(text) for text in modifiers),
    )


def _modifier(text: str) -> Modifier:
    """Read "kind: text"; graders' own kinds ("date", "creator") map to the nearest."""
    kind, colon, rest = text.partition(":")
    word = kind.strip().lower()
    if not colon or not word.isalpha():
        return Modifier("attribute", text.strip())
    named: dict[str, ModifierKind] = {k: k for k in get_args(ModifierKind)}
    named |= {"date": "time", "age": "quantity", "degree": "quantifier"}
    return Modifier(named.get(word, "attribute"), rest.strip())
