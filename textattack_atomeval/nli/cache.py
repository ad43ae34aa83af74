"""A memory and disk cache around any NLI model."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import AtomEvalError
from textattack_atomeval.nli.base import NLI, Pair
from textattack_atomeval.nli.disk import DiskStore

CODE_VERSION = 1
"""Part of every key. Raise it when the same model would judge a pair differently."""


class CachedNLI:
    """Asks ``inner`` only for pairs that it has not judged before.

    Answers are bit for bit those of ``inner``. A pair is known by the SHA-256 of the
    model's name (which holds the hash of its weights), the code version, the premise
    and the hypothesis.

    Args:
        inner: the model; ``name`` is taken from it, so a cache changes no signature.
        directory: where ``nli-cache.sqlite3`` lives; None keeps answers in memory
            only. Several processes may use one directory at a time.
        memory: answers kept in memory; the oldest go first.

    Attributes:
        hits: pairs answered without the model, repetitions within a call included.
        misses: pairs that the model was asked.
    """

    def __init__(
        self, inner: NLI, directory: str | Path | None = None, memory: int = 200_000
    ) -> None:
        self.name = inner.name
        self.hits = 0
        self.misses = 0
        self._inner = inner
        self._limit = memory
        self._memory: dict[bytes, Judgement] = {}
        self._disk = DiskStore(Path(directory)) if directory is not None else None
        self._lock = threading.RLock()

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        keyed = [(self._key(pair), pair) for pair in pairs]
        with self._lock:
            found = self._look_up({key for key, _ in keyed})
            unknown = {key: pair for key, pair in keyed if key not in found}
            fresh = self._ask(unknown)
            self.misses += len(unknown)
            self.hits += len(keyed) - len(unknown)
            self._remember({**found, **fresh})
            if self._disk is not None:
                self._disk.write(fresh)
        return [fresh.get(key) or found[key] for key, _ in keyed]

    def close(self) -> None:
        """Close the cache file; the next question opens it again."""
        with self._lock:
            if self._disk is not None:
                self._disk.close()

    def _key(self, pair: Pair) -> bytes:
        # JSON keeps the boundaries between the parts, and escapes lone surrogates.
        parts = json.dumps([self.name, CODE_VERSION, *pair])
        return hashlib.sha256(parts.encode("ascii")).digest()

    def _look_up(self, keys: set[bytes]) -> dict[bytes, Judgement]:
        found = {key: self._memory[key] for key in keys if key in self._memory}
        missing = sorted(keys - found.keys())
        if self._disk is not None and missing:
            found.update(self._disk.read(missing))
        return found

    def _ask(self, unknown: dict[bytes, Pair]) -> dict[bytes, Judgement]:
        if not unknown:
            return {}
        answers = self._inner.judge(list(unknown.values()))
        if len(answers) != len(unknown):
            raise AtomEvalError(
                f"NLI model {self.name} returned {len(answers)} judgements for "
                f"{len(unknown)} pairs: its judge() must return one a pair."
            )
        return dict(zip(unknown, answers, strict=True))

    def _remember(self, answers: dict[bytes, Judgement]) -> None:
        self._memory.update(answers)
        while len(self._memory) > self._limit:
            del self._memory[next(iter(self._memory))]
