"""Answers that were paid for once: in memory, and on disk where there is a place.

One :class:`Cache` holds answers of one type under keys made by :func:`key`, which must
name everything that the answer depends on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from textattack_atomeval.cache.disk import DiskStore

__all__ = ["Cache", "DiskStore", "key"]

T = TypeVar("T")


def key(*parts: str | int) -> bytes:
    """Return the SHA-256 of the parts; JSON keeps the boundaries between them."""
    # Escaped by JSON, lone surrogates are no obstacle either.
    return hashlib.sha256(json.dumps(parts).encode("ascii")).digest()


class Cache(Generic[T]):
    """Answers by key, the newest ``memory`` of them in memory.

    Args:
        kind: the type of an answer, a ``msgspec`` struct.
        path: the file that keeps them beyond this process; None for memory only.
            Several processes may use one file at a time.
        memory: answers kept in memory; the oldest go first.
        sound: tells whether a stored answer can be one; others count as unknown.
    """

    def __init__(
        self,
        kind: type[T],
        path: Path | None,
        memory: int,
        sound: Callable[[T], bool] = lambda answer: True,
    ) -> None:
        self._decoder = msgspec.json.Decoder(kind)
        self._disk = DiskStore(path) if path is not None else None
        self._limit = memory
        self._memory: dict[bytes, T] = {}
        self._sound = sound

    def read(self, keys: Collection[bytes]) -> dict[bytes, T]:
        """Return the known answers of these keys."""
        found = {key: self._memory[key] for key in keys if key in self._memory}
        missing = sorted(set(keys) - found.keys())
        if self._disk is not None and missing:
            stored = self._decoded(self._disk.read(missing))
            self._remember(stored)
            found |= stored
        return found

    def write(self, answers: Mapping[bytes, T]) -> None:
        """Keep answers."""
        self._remember(answers)
        if self._disk is not None:
            self._disk.write({k: msgspec.json.encode(a) for k, a in answers.items()})

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        if self._disk is not None:
            self._disk.close()

    def _decoded(self, stored: Mapping[bytes, bytes]) -> dict[bytes, T]:
        found = {}
        for name, value in stored.items():
            try:
                answer = self._decoder.decode(value)
            except msgspec.MsgspecError:
                continue  # foreign or damaged: it costs one more question
            if self._sound(answer):
                found[name] = answer
        return found

    def _remember(self, answers: Mapping[bytes, T]) -> None:
        self._memory.update(answers)
        while len(self._memory) > self._limit:
            del self._memory[next(iter(self._memory))]
