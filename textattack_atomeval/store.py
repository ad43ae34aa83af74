"""An append-only JSONL file of results that a killed run can continue.

Every line is one record, so the file serves any JSONL reader. What produced it (the
settings and the hash of the input) stands beside it in ``<name>.meta.json``, and a
checksum of each line in ``<name>.sums``; a file with other settings, or with a line
that somebody changed, is never continued.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval import appending
from textattack_atomeval.appending import AppendFile, Store, unwritable
from textattack_atomeval.data import Case, Record
from textattack_atomeval.errors import StoreError

_CASE_FIELDS = tuple(f for f in Case.__struct_fields__ if f != "extra")
_RESULT_FIELDS = tuple(f for f in Record.__struct_fields__ if f != "case")
#: Fields that only rows without a result have.
_MISHAPS = ("abstained", "error")
_FORMAT = "2"
_SUM = 16  # hex digits of a line's checksum
_BARE = Case(id="", claim="", rewrite="")


def flatten(record: Record) -> dict[str, Any]:
    """Return the record as one flat row: input fields, then the results.

    An input field with the name of a result (``decision`` of an earlier run) is kept
    as ``input_decision``.
    """
    built = msgspec.to_builtins(msgspec.structs.replace(record, case=_BARE))
    case = record.case
    row = {name: getattr(case, name) for name in _CASE_FIELDS}
    for name in _CASE_FIELDS:
        if row[name] is None or (name in _MISHAPS and not row[name]):
            del row[name]
    for name, value in case.extra.items():
        while name in row or name in _RESULT_FIELDS:
            name = f"input_{name}"
        row[name] = value
    return row | {name: built[name] for name in _RESULT_FIELDS}


def unflatten(row: Mapping[str, Any]) -> Record:
    """Return the record that :func:`flatten` made the row from.

    Raises:
        msgspec.ValidationError: a field is missing or has another type.
    """
    results = {name: row[name] for name in _RESULT_FIELDS if name in row}
    named = {name: row[name] for name in _CASE_FIELDS if name in row}
    known = {*named, *results}
    named["extra"] = {name: row[name] for name in row if name not in known}
    return msgspec.convert({"case": named, **results}, Record)


def to_line(record: Record) -> bytes:
    """Return the record as the line that stands in the file."""
    return appending.to_line(flatten(record))


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records of a result file; a torn last line is left out.

    Raises:
        StoreError: the file cannot be read, or a line is no record.
    """
    try:
        stream = Path(path).open("rb")
    except OSError as error:
        raise StoreError(f"Cannot read {path}: {error.strerror}.") from error
    with stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                yield unflatten(json.loads(line))
            except ValueError as error:  # msgspec's and json's errors are ValueErrors
                raise StoreError(
                    f"{path}:{number} is no record ({error}); "
                    "score the input again with overwrite."
                ) from error


class ResultStore(Store):
    """The result file of one run; ``done`` records are already in it.

    Use it as a context manager. Only one process may hold a store at a time.
    """

    def __init__(
        self,
        path: str | Path,
        settings: Mapping[str, str],
        *,
        overwrite: bool = False,
        keep: int | None = None,
    ) -> None:
        """Open or create the file for a run with these settings.

        Args:
            path: the JSONL file; ``<path>.meta.json`` is kept beside it.
            settings: everything the records depend on, the input's hash included.
            overwrite: drop what is there instead of continuing it.
            keep: continue after this many bytes and drop what follows them.

        Raises:
            StoreError: the file has other settings or is none of ours, was changed,
                is in use, or cannot be written.
        """
        self.path = Path(path)
        self._settings = {"format": _FORMAT, **settings}
        self._keep = keep
        self._file = AppendFile(self.path)
        self._meta = self.path.with_name(f"{self.path.name}.meta.json")
        try:
            self._sums = AppendFile(self.path.with_name(f"{self.path.name}.sums"))
            try:
                self._ids = self._start(overwrite)
            except BaseException:
                self._sums.close()
                raise
        except BaseException:
            self._file.close()
            raise

    @property
    def done(self) -> int:
        """How many records the file held when it was opened."""
        return len(self._ids)

    def pending(self, cases: Iterable[Case]) -> Iterator[Case]:
        """Yield the cases that have no record yet.

        Raises:
            StoreError: the stored records belong to other cases.
        """
        for index, case in enumerate(cases):
            if index >= self.done:
                yield case
            elif case.id != self._ids[index]:
                raise StoreError(
                    f"{self.path}:{index + 1} belongs to {self._ids[index]!r}, but the "
                    f"input has {case.id!r} there; use --overwrite to start anew."
                )

    def append(self, record: Record) -> None:
        """Write one record and hand it to the operating system at once."""
        line = to_line(record)
        self._file.append(line)
        self._sums.append(_sum(line))

    def close(self) -> None:
        """Force everything onto the disk and let the files go."""
        try:
            self._file.close()
        finally:
            self._sums.close()

    def _start(self, overwrite: bool) -> list[str]:
        """Return the ids already stored, after cutting a torn tail."""
        if overwrite or self._file.empty:
            # Settings change only while there is no record: a kill in between leaves
            # an empty file, which any run may take over.
            self._file.clear()
            self._sums.clear()
            self._write_meta()
            return []
        self._check_meta()
        return self._recover()

    def _recover(self) -> list[str]:
        """Return the ids of the lines that have their checksum, and cut the rest.

        A kill leaves at most a torn line, or a line whose checksum is still missing.
        """
        sums = self._sums.recover(lambda line: line if len(line) == _SUM + 1 else None)
        ids: list[str] = []
        good = 0
        for line, known in zip(self._file.lines(), sums, strict=False):
            if not line.endswith(b"\n") or good == self._keep:
                break
            name = _id_of(line) if _sum(line) == known else None
            if name is None:
                raise StoreError(
                    f"{self.path}:{len(ids) + 1} is not the record that was written; "
                    "restore the file, or use --overwrite to start anew."
                )
            ids.append(name)
            good += len(line)
        self._file.cut(good)
        self._sums.cut(len(ids) * (_SUM + 1))
        return ids

    def _check_meta(self) -> None:
        try:
            stored = json.loads(self._meta.read_bytes())
        except (OSError, ValueError) as error:
            raise StoreError(
                f"{self.path} has records but no readable {self._meta.name}, so what "
                "produced them is unknown; use --overwrite or choose another --out."
            ) from error
        if stored == self._settings:
            return
        keys = sorted({*stored, *self._settings})
        changed = [k for k in keys if stored.get(k) != self._settings.get(k)]
        details = "; ".join(
            f"{k} was {stored.get(k)}, is now {self._settings.get(k)}" for k in changed
        )
        raise StoreError(
            f"{self.path} was made with other settings ({details}); "
            "use --overwrite to start anew or choose another --out."
        )

    def _write_meta(self) -> None:
        text = json.dumps(self._settings, indent=1, sort_keys=True, ensure_ascii=False)
        fresh = self._meta.with_name(f"{self._meta.name}.new")
        try:
            fresh.unlink(missing_ok=True)  # never write through somebody's link
            with fresh.open("x", encoding="utf-8") as stream:
                stream.write(f"{text}\n")
                stream.flush()
                os.fsync(stream.fileno())
            fresh.replace(self._meta)
        except OSError as error:
            raise unwritable(self._meta, error) from error


def _sum(line: bytes) -> bytes:
    return hashlib.blake2b(line, digest_size=_SUM // 2).hexdigest().encode() + b"\n"


def _id_of(line: bytes) -> str | None:
    """Return the id of a record line, None for a line that is no record."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    complete = isinstance(row, dict) and "decision" in row
    return row["id"] if complete and isinstance(row.get("id"), str) else None
