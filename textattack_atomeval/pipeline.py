"""Where the stages meet: extract, plan, judge, decide, diagnose; batched by case."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.cache import Cache, key
from textattack_atomeval.data import (
    AtomCheck,
    Case,
    Decision,
    Diagnosis,
    Extraction,
    Judgement,
    Record,
    Signature,
)
from textattack_atomeval.diagnostics import DiagnosticPolicy, diagnose
from textattack_atomeval.extraction.base import Extractor
from textattack_atomeval.gate import GatePolicy, Plan, decide, plan
from textattack_atomeval.nli.base import NLI, Pair
from textattack_atomeval.spelling import Reading, read_through

FILE_NAME = "verdict-cache.sqlite3"
EVIDENCE_CHANGED = Decision(
    "invalid", "the evidence was changed, which an attack on a claim leaves alone"
)


class Verdict(msgspec.Struct, frozen=True):
    """What the engine says of one case: a record without its case."""

    decision: Decision
    checks: tuple[AtomCheck, ...]
    diagnosis: Diagnosis


class AtomEval:
    """The engine behind every door: one extractor, one NLI model, one policy.

    Args:
        extractor: texts → atoms.
        nli: frozen three-way NLI model.
        policy: the gate's settings.
        diagnostics: the diagnostics' settings.
        profile: the name of the part list, for the signature.
        cache_dir: keep verdicts on disk there, for the next run; they are known by
            texts, models, settings and this package's code.
    """

    def __init__(
        self,
        extractor: Extractor,
        nli: NLI,
        policy: GatePolicy | None = None,
        diagnostics: DiagnosticPolicy | None = None,
        profile: str | None = None,
        cache_dir: Path | None = None,
    ) -> None:
        self.extractor = extractor
        self.nli = nli
        self.policy = policy or GatePolicy.strict()
        self.diagnostics = diagnostics or DiagnosticPolicy()
        self.profile = profile
        self._cache: Cache[Verdict] | None = None
        if cache_dir is not None:
            self._cache = Cache(Verdict, cache_dir / FILE_NAME, memory=0)

    @classmethod
    def embedded(
        cls, policy: str = "strict", cache_dir: Path | None = None
    ) -> AtomEval:
        """Return the engine of the embedded profile: no network, no key, no GPU.

        Args:
            policy: "strict" or "paper".
            cache_dir: keep judgements and verdicts on disk there; in memory only if
                None.
        """
        from textattack_atomeval.extraction.rules import RuleExtractor
        from textattack_atomeval.nli.cache import CachedNLI
        from textattack_atomeval.nli.onnx import OnnxNLI

        nli = CachedNLI(OnnxNLI(), cache_dir)
        gate = GatePolicy.named(policy)
        return cls(RuleExtractor(), nli, gate, profile="embedded", cache_dir=cache_dir)

    def check(self, claim: str, rewrite: str, evidence: str = "") -> Record:
        """Score one pair and return its record.

        Example:
            >>> record = AtomEval.embedded().check(
            ...     "The lighthouse was built in 1902.", "They built it in 1902."
            ... )  # doctest: +SKIP
        """
        case = Case(id="0", claim=claim, rewrite=rewrite, evidence=evidence)
        return next(self.run([case]))

    def run(self, cases: Iterable[Case], batch_size: int = 256) -> Iterator[Record]:
        """Yield one record a case, in order, reading ``batch_size`` cases ahead."""
        waiting = iter(cases)
        while batch := list(islice(waiting, batch_size)):
            yield from self._batch(batch)

    def signature(self, **more: Any) -> Signature:
        """Return what produced the numbers; ``more`` adds victim, generator, …"""
        from textattack_atomeval import __version__

        return Signature(
            version=__version__,
            extractor=self.extractor.name,
            nli=self.nli.name,
            policy=f"{self.policy.name}@{self.policy.threshold:g}",
            profile=self.profile,
            **more,
        )

    def _batch(self, cases: list[Case]) -> list[Record]:
        if self._cache is None:
            found = self._verdicts(cases)
        else:
            found = self._remembered(cases, self._cache)
        return [
            (
                Record(case=case, decision=EVIDENCE_CHANGED)
                if case.evidence_changed
                else Record(case=case, **msgspec.structs.asdict(verdict))
            )
            for case, verdict in zip(cases, found, strict=True)
        ]

    def _remembered(self, cases: list[Case], cache: Cache[Verdict]) -> list[Verdict]:
        made_by = self._made_by()  # the same for every case of the batch
        keys = [key(*made_by, c.claim, c.rewrite, c.evidence) for c in cases]
        known = cache.read(set(keys))
        waiting = {k: c for k, c in zip(keys, cases, strict=True) if k not in known}
        fresh = dict(zip(waiting, self._verdicts(list(waiting.values())), strict=True))
        # What could not be scored may be scored the next time.
        cache.write({k: v for k, v in fresh.items() if v.decision.status != "unscored"})
        known |= fresh
        return [known[name] for name in keys]

    def _made_by(self) -> tuple[str, str, str]:
        """Return all that a verdict depends on beside the texts."""
        settings = msgspec.json.encode([self.policy, self.diagnostics]).decode()
        return _code(), str(self.signature()), settings

    def _verdicts(self, cases: list[Case]) -> list[Verdict]:
        readings = [self._reading(case) for case in cases]
        pairs_of = zip(cases, readings, strict=True)
        texts = list(dict.fromkeys(t for c, r in pairs_of for t in (c.claim, r.text)))
        atoms = dict(zip(texts, self.extractor.extract(texts), strict=True))
        plans = [
            plan(atoms[case.claim], atoms[reading.text], self.policy)
            for case, reading in zip(cases, readings, strict=True)
        ]
        judged: dict[Pair, Judgement] = {}
        while pairs := [p for item in plans for p in item.pairs(self.policy, judged)]:
            judged |= self._judge(pairs)
        return [
            self._verdict(case, item, reading, atoms[reading.text], judged)
            for case, item, reading in zip(cases, plans, readings, strict=True)
        ]

    def _reading(self, case: Case) -> Reading:
        if self.policy.spelling:
            return read_through(case.claim, case.rewrite)
        return Reading(case.rewrite)

    def _judge(self, pairs: list[Pair]) -> dict[Pair, Judgement]:
        unique = list(dict.fromkeys(pairs))
        return dict(zip(unique, self.nli.judge(unique), strict=True))

    def _verdict(
        self,
        case: Case,
        item: Plan,
        reading: Reading,
        rewrite: Extraction,
        judged: dict[Pair, Judgement],
    ) -> Verdict:
        decision, checks = decide(item, judged, self.policy)
        if reading.repairs:
            reason = f"{decision.reason} ({reading.note()})"
            decision = msgspec.structs.replace(decision, reason=reason)
        diagnosis = diagnose(
            case.claim,
            rewrite,
            case.evidence,
            decision,
            checks,
            self.diagnostics,
        )
        return Verdict(decision, checks, diagnosis)


@functools.cache
def _code() -> str:
    """Return the hash of this package's source: another code, another answer."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
