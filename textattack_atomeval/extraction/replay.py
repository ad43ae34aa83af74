"""Saved extractions: how the results of any other extractor enter."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.data import Extraction, from_json
from textattack_atomeval.errors import InputError

__all__ = ["ReplayExtractor"]


class ReplayExtractor:
    """Answers from a JSONL file of :class:`Extraction` rows, matched by text.

    Raises:
        InputError: the file cannot be read, a row is not an extraction, or two rows
            differ about one text.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise InputError(
                f"Cannot read the saved extractions {self.path}: {error.strerror}. "
                "Give the path of a JSONL file of extractions."
            ) from error
        self.name = f"replay@{hashlib.sha256(content).hexdigest()[:12]}"
        self._saved: dict[str, Extraction] = {}
        for number, line in enumerate(content.splitlines(), start=1):
            if line.strip():
                self._add(number, line)

    def __repr__(self) -> str:
        return f"ReplayExtractor({str(self.path)!r})"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Return the saved extraction of each text; "failed" where none is saved."""
        return [self._saved.get(text) or self._missing(text) for text in texts]

    def _add(self, number: int, line: bytes) -> None:
        try:
            row = from_json(line, Extraction)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(
                f"{self.path}, line {number}: not a saved extraction: {error}. "
                "Each line is a JSON object with at least `text` and `atoms`."
            ) from error
        if self._saved.setdefault(row.text, row) != row:
            raise InputError(
                f"{self.path}, line {number}: a second, different extraction of "
                f"{row.text[:60]!r}. Keep one line a text."
            )

    def _missing(self, text: str) -> Extraction:
        return Extraction(
            text=text, status="failed", reason=f"no saved extraction in {self.path}"
        )
