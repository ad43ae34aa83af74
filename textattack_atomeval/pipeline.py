"""Where the stages meet: extract, plan, judge, decide, diagnose; batched by case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.data import Case, Extraction, Judgement, Record, Signature
from textattack_atomeval.diagnostics import DiagnosticPolicy, diagnose
from textattack_atomeval.extraction.base import Extractor
from textattack_atomeval.gate import GatePolicy, Plan, decide, plan
from textattack_atomeval.nli.base import NLI, Pair
from textattack_atomeval.spelling import Reading, read_through


class AtomEval:
    """The engine behind every door: one extractor, one NLI model, one policy.

    Args:
        extractor: texts → atoms.
        nli: frozen three-way NLI model.
        policy: the gate's settings.
        diagnostics: the diagnostics' settings.
        profile: the name of the part list, for the signature.
    """

    def __init__(
        self,
        extractor: Extractor,
        nli: NLI,
        policy: GatePolicy | None = None,
        diagnostics: DiagnosticPolicy | None = None,
        profile: str | None = None,
    ) -> None:
        self.extractor = extractor
        self.nli = nli
        self.policy = policy or GatePolicy.strict()
        self.diagnostics = diagnostics or DiagnosticPolicy()
        self.profile = profile

    @classmethod
    def embedded(
        cls, policy: str = "strict", cache_dir: Path | None = None
    ) -> AtomEval:
        """Return the engine of the embedded profile: no network, no key, no GPU.

        Args:
            policy: "strict" or "paper".
            cache_dir: keep NLI judgements on disk there; in memory only if None.
        """
        from textattack_atomeval.extraction.rules import RuleExtractor
        from textattack_atomeval.nli.cache import CachedNLI
        from textattack_atomeval.nli.onnx import OnnxNLI

        nli = CachedNLI(OnnxNLI(), cache_dir)
        return cls(RuleExtractor(), nli, GatePolicy.named(policy), profile="embedded")

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
            self._record(case, item, reading, atoms[reading.text], judged)
            for case, item, reading in zip(cases, plans, readings, strict=True)
        ]

    def _reading(self, case: Case) -> Reading:
        if self.policy.spelling:
            return read_through(case.claim, case.rewrite)
        return Reading(case.rewrite)

    def _judge(self, pairs: list[Pair]) -> dict[Pair, Judgement]:
        unique = list(dict.fromkeys(pairs))
        return dict(zip(unique, self.nli.judge(unique), strict=True))

    def _record(
        self,
        case: Case,
        item: Plan,
        reading: Reading,
        rewrite: Extraction,
        judged: dict[Pair, Judgement],
    ) -> Record:
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
        return Record(case=case, decision=decision, checks=checks, diagnosis=diagnosis)
