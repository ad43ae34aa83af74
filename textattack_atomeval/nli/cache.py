"""A memory and disk cache around any NLI model."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from pathlib import Path

from textattack_atomeval.cache import Cache, key
from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import AtomEvalError
from textattack_atomeval.nli.base import NLI, Pair

FILE_NAME = "nli-cache.sqlite3"

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
        path = Path(directory) / FILE_NAME if directory is not None else None
        self._cache = Cache(Judgement, path, memory, _sound)
        self._lock = threading.RLock()

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        keyed = [(key(self.name, CODE_VERSION, *pair), pair) for pair in pairs]
        with self._lock:
            found = self._cache.read({name for name, _ in keyed})
            unknown = {name: pair for name, pair in keyed if name not in found}
            fresh = self._ask(unknown)
            self.misses += len(unknown)
            self.hits += len(keyed) - len(unknown)
            self._cache.write(fresh)
        return [fresh.get(name) or found[name] for name, _ in keyed]

    def close(self) -> None:
        """Close the cache file; the next question opens it again."""
        with self._lock:
            self._cache.close()

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


def _sound(judgement: Judgement) -> bool:
    shares = (judgement.entailment, judgement.neutral, judgement.contradiction)
    return all(0 <= share <= 1 for share in shares) and math.isclose(
        sum(shares), 1, abs_tol=1e-3
    )
