"""A file of rewrites that a killed run continues without asking twice.

Every line is one flat row that ``evaluate`` reads as it stands. A row remembers the
key of its request; failed rows (``error``) are dropped when the file is opened again,
so that they are asked anew, while answers and abstentions are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.appending import AppendFile, Store, to_line
from textattack_atomeval.data import Case
from textattack_atomeval.errors import StoreError
from textattack_atomeval.generation.base import Setting
from textattack_atomeval.generation.rewriting import Rewrite

_FORMAT = 1


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """All that an answer depends on; ``prompts`` is the version of the texts."""

    claim: str
    evidence: str
    family: str
    prompts: str
    generator: str
    parameters: Mapping[str, Setting]
    sample: int = 0

    @property
    def key(self) -> str:
        """32 hex digits of the SHA-256 of the request as canonical JSON."""
        fields = msgspec.structs.asdict(self) | {"format": _FORMAT}
        fields["parameters"] = dict(self.parameters)
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def row_id(self, claim_id: str) -> str:
        """Return the id of the row: claim, family and, from the second on, sample."""
        number = f"/{self.sample}" if self.sample else ""
        return f"{claim_id}/{self.family}{number}"


def to_row(case: Case, request: Request, rewrite: Rewrite) -> dict[str, Any]:
    """Return the flat row of one rewrite of ``case``'s claim.

    What ``evaluate`` knows comes first, then the input's own further fields, then how
    the rewrite came about. An input field with the name of another one is kept as
    ``input_<name>``.
    """
    known = {
        "id": request.row_id(case.id),
        "claim": case.claim,
        "evidence": case.evidence,
        "rewrite": rewrite.text,
        "family": request.family,
        "generator": request.generator,
    }
    if rewrite.status != "ok":
        known[rewrite.status] = rewrite.reason
    if case.victim_before is not None:
        known["victim_before"] = case.victim_before
    made = {
        "claim_id": case.id,
        "sample": request.sample,
        "prompts": request.prompts,
        "parameters": dict(request.parameters),
        "raw": rewrite.raw,
        "calls": rewrite.calls,
        "prompt_tokens": rewrite.prompt_tokens,
        "completion_tokens": rewrite.completion_tokens,
        "seconds": round(rewrite.seconds, 3),
        "key": request.key,
    }
    for name, value in case.extra.items():
        while name in known or name in made:
            name = f"input_{name}"
        known[name] = value
    return known | made


class RewriteStore(Store):
    """The rewrites of one run; use it as a context manager.

    Only one process may hold a store at a time.
    """

    def __init__(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Open or create the file.

        Args:
            path: the JSONL file.
            overwrite: drop what is there instead of continuing it.

        Raises:
            StoreError: the file is none of ours, is in use, or cannot be written.
        """
        self.path = Path(path)
        self._file = AppendFile(self.path)
        try:
            if overwrite:
                self._file.clear()
            self._stored = self._recovered()
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return len(self._stored)

    def holds(self, row_id: str, key: str) -> bool:
        """Tell whether the file has this request's answer.

        Raises:
            StoreError: it has another request's answer under this id.
        """
        stored = self._stored.get(row_id)
        if stored is not None and stored.key != key:
            raise StoreError(
                f"{self.path} has {row_id!r} already, from another claim text, prompt "
                "version, generator or setting; choose another --out, or use "
                "--overwrite to start anew."
            )
        return stored is not None

    def is_answered(self, row_id: str) -> bool:
        """Tell whether the file has a rewrite under this id."""
        stored = self._stored.get(row_id)
        return stored is not None and stored.answered

    def append(self, row: Mapping[str, Any]) -> None:
        """Write one row of :func:`to_row` and hand it to the operating system."""
        self._file.append(to_line(row))
        self._stored[row["id"]] = _Stored.of(row)

    def arrange(self, ids: Iterable[str]) -> None:
        """Put the rows into this order, other ones after them; all or nothing."""
        place = {row_id: number for number, row_id in enumerate(ids)}
        order = [place.get(row_id, len(place)) for row_id in self._stored]
        if order != sorted(order):
            lines = zip(order, self._file.lines(), strict=True)
            ranked = sorted(lines, key=lambda pair: pair[0])
            self._file.replace(line for _, line in ranked)

    def _recovered(self) -> dict[str, _Stored]:
        """Return what is stored under each id, after dropping torn and failed rows."""
        rows = self._file.recover(_read)
        kept = [row for row in rows if not row.failed]
        if len(kept) < len(rows):
            pairs = zip(self._file.lines(), rows, strict=True)
            self._file.replace(line for line, row in pairs if not row.failed)
        stored = {row.id: row for row in kept}
        if len(stored) < len(kept):
            raise StoreError(
                f"{self.path} has an id twice; remove one of its rows, or use "
                "--overwrite to start anew."
            )
        return stored


class _Stored(msgspec.Struct, frozen=True):
    """What the store remembers of a row."""

    id: str
    key: str
    answered: bool
    failed: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> _Stored:
        return cls(row["id"], row["key"], bool(row["rewrite"]), bool(row.get("error")))


class _Row(msgspec.Struct, frozen=True):
    """The fields of a line that make it one of ours."""

    id: str
    key: str
    rewrite: str
    error: str = ""


def _read(line: bytes) -> _Stored | None:
    try:
        row = msgspec.json.decode(line, type=_Row)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return _Stored.of(msgspec.structs.asdict(row))
