"""One engine a process, and its decisions: what constraint and goal function share.

TextAttack clears its own caches after every example, and copies components into its
worker processes. So components hold a light handle, and the engine, the memory of its
decisions and the counters live here, one of each a process.
"""

from __future__ import annotations

import copy
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from textattack.shared import AttackedText

from textattack_atomeval.attack.texts import (
    claim_column,
    claim_of,
    notes,
    others_unchanged,
)
from textattack_atomeval.data import Case, Decision, Judgement, Record, Signature
from textattack_atomeval.encoders.batches import shorten
from textattack_atomeval.errors import InputError
from textattack_atomeval.gate import GatePolicy
from textattack_atomeval.nli.base import NLI
from textattack_atomeval.nli.base import Pair as NLIPair
from textattack_atomeval.pipeline import AtomEval

Pair = tuple[str, str]
"""A claim and its rewrite."""

MEMORY = 2**16
"""Decisions remembered for an engine; those not used for longest go first."""

_LOG = logging.getLogger(__name__)
_UNCHANGED = Decision("valid", "the claim is unchanged")
_lock = threading.Lock()
_engines: dict[tuple[int, str, Path | None], AtomEval] = {}


class Gate:
    """An engine's decisions, remembered, and what finding them out took.

    Attributes:
        candidates: rewrites that a decision was asked for.
        remembered: those decided without the engine (known, or the claim itself).
        failed: those on which the engine failed.
        batches: forward batches of the NLI model; over ``candidates``, the overhead.
    """

    def __init__(self, engine: AtomEval) -> None:
        self.candidates = self.remembered = self.failed = self.batches = 0
        self._known: OrderedDict[Pair, Decision] = OrderedDict()
        # A copy, so that counting leaves the caller's engine as it is.
        self._engine = copy.copy(engine)
        if hasattr(engine, "nli"):
            self._engine.nli = _CountedNLI(engine.nli, self)

    def decide(self, pairs: Sequence[Pair]) -> list[Decision]:
        """Return one decision a pair, in order; all new pairs are one run.

        Nothing that a text can hold raises: a pair on which the engine fails is
        "unscored" with the error as reason, and is asked again the next time.
        """
        new = [p for p in dict.fromkeys(pairs) if p not in self._known and p[0] != p[1]]
        failed: dict[Pair, Decision] = {}
        for pair, answer in zip(new, self._ask(new), strict=True):
            if isinstance(answer, Decision) and not answer.failed:
                self._known[pair] = answer
            elif isinstance(answer, Decision):
                failed[pair] = answer
            else:
                reason = f"the engine failed: {type(answer).__name__}: {answer}"
                failed[pair] = Decision("unscored", reason)
        self.candidates += len(pairs)
        self.remembered += len(pairs) - len(new)
        self.failed += len(failed)
        decisions = [failed.get(pair) or self._recall(pair) for pair in pairs]
        while len(self._known) > MEMORY:
            self._known.popitem(last=False)
        return decisions

    def _recall(self, pair: Pair) -> Decision:
        if pair[0] == pair[1]:
            return _UNCHANGED
        self._known.move_to_end(pair)
        return self._known[pair]

    def _ask(self, pairs: Sequence[Pair]) -> list[Decision | Exception]:
        """Run the engine; halve a batch that fails, to find whose fault it is."""
        if not pairs:
            return []
        try:
            return list(self._engine.decide(pairs))
        except Exception as error:  # models raise anything; the attack must go on
            if len(pairs) > 1:
                half = len(pairs) // 2
                return [*self._ask(pairs[:half]), *self._ask(pairs[half:])]
            _LOG.warning("No verdict on %s: %r", shorten(pairs[0][1]), error)
            return [error]


class _CountedNLI:
    """Counts the calls that reach the model; answers from a cache are free."""

    def __init__(self, inner: NLI, gate: Gate) -> None:
        self.name = inner.name
        self._inner = inner
        self._gate = gate

    def judge(self, pairs: Sequence[NLIPair]) -> list[Judgement]:
        """Return the model's answers."""
        before = getattr(self._inner, "misses", None)
        answers = self._inner.judge(pairs)
        if before is None or getattr(self._inner, "misses", None) != before:
            self._gate.batches += 1
        return answers


_gates: WeakKeyDictionary[AtomEval, Gate] = WeakKeyDictionary()


def shared_engine(
    policy: str = "strict", cache_dir: str | Path | None = None
) -> AtomEval:
    """Return the process's embedded engine with these settings, built on first use.

    Args:
        policy: "strict" or "paper".
        cache_dir: where NLI judgements stay on disk; in memory only if None.

    Raises:
        InputError: there is no such policy.
        ModelUnavailableError: the embedded model cannot be loaded.
    """
    _check(policy)
    directory = None if cache_dir is None else Path(cache_dir).absolute()
    # A forked process must not use its parent's model threads and database.
    key = (os.getpid(), policy, directory)
    with _lock:
        if key not in _engines:
            _engines[key] = AtomEval.embedded(policy=policy, cache_dir=directory)
        return _engines[key]


def _check(policy: str) -> None:
    try:
        GatePolicy.named(policy)
    except ValueError as error:
        raise InputError(f"{error}.") from error


class EngineHandle:
    """An engine by its settings: pickles, and finds the engine again in a worker.

    Args:
        policy: "strict" or "paper".
        cache_dir: where NLI judgements stay on disk; in memory only if None.
        engine: use this one instead; the other settings do not apply then. It is
            pickled along, so for parallel attacks it must be picklable.

    Raises:
        InputError: there is no such policy.
    """

    def __init__(
        self,
        policy: str = "strict",
        cache_dir: str | Path | None = None,
        engine: AtomEval | None = None,
    ) -> None:
        self.policy = policy
        self.cache_dir = cache_dir
        self._injected = engine
        if engine is None:
            _check(policy)
        else:
            self.policy = str(getattr(engine.policy, "name", engine.policy))

    @classmethod
    def of(
        cls, engine: AtomEval | EngineHandle | None, policy: str | None
    ) -> EngineHandle:
        """Return the handle itself, or one for the engine or the policy.

        Raises:
            InputError: the engine has another policy than ``policy``, or there is no
                such policy.
        """
        if engine is None:
            return cls(policy or "strict")
        handle = engine if isinstance(engine, EngineHandle) else cls(engine=engine)
        if policy not in (None, handle.policy):
            raise InputError(
                f"The engine's policy is {handle.policy!r}, but {policy!r} was asked "
                "for: leave the policy out, or build the engine with it."
            )
        return handle

    @property
    def engine(self) -> AtomEval:
        """The engine, built if this process has none with these settings."""
        if self._injected is not None:
            return self._injected
        return shared_engine(self.policy, self.cache_dir)

    @property
    def gate(self) -> Gate:
        """The engine's decisions and counters, shared by all handles of the engine."""
        engine = self.engine
        with _lock:
            if engine not in _gates:
                _gates[engine] = Gate(engine)
            return _gates[engine]

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        """Yield one record a case, as ``AtomEval.run`` does."""
        return self.engine.run(cases)

    def signature(self, **more: Any) -> Signature:
        """Return what produces the decisions, as ``AtomEval.signature`` does."""
        return self.engine.signature(**more)

    def judge(
        self,
        texts: Sequence[AttackedText],
        reference: AttackedText,
        column: str | None = None,
    ) -> list[Decision]:
        """Return for each text whether it preserves the reference's claim.

        A text that changed another column than the claim is "invalid": the evidence
        is fixed (section 3.2).

        Raises:
            InputError: the reference has no such claim column.
            ModelUnavailableError: the engine cannot be built.
        """
        name = claim_column(reference, column)
        claim = claim_of(reference, name)
        fixed = [others_unchanged(text, reference, name) for text in texts]
        pairs = [
            (claim, claim_of(text, name))
            for text, same in zip(texts, fixed, strict=True)
            if same
        ]
        answers = iter(self.gate.decide(pairs) if pairs else ())
        changed = Decision("invalid", f"a column other than {name!r} was changed")
        return [next(answers) if same else changed for same in fixed]


def note_decision(text: AttackedText, decision: Decision, policy: str) -> None:
    """Leave the decision about the original claim with the text, for loggers."""
    notes(text).update(decision=decision.status, reason=decision.reason, policy=policy)
