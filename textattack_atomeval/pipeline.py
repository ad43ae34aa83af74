"""Where the stages meet: extract, plan, judge, decide, diagnose; batched by case."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

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
from textattack_atomeval.guard import Answers, Failure, Guard, sound
from textattack_atomeval.nli.base import NLI, Pair
from textattack_atomeval.spelling import Reading, read_through
from textattack_atomeval.text import fold

FILE_NAME = "verdict-cache.sqlite3"
Decided = tuple[Decision, tuple[AtomCheck, ...]]
EVIDENCE_CHANGED = Decision(
    "invalid", "the evidence was changed, which an attack on a claim leaves alone"
)


class Verdict(msgspec.Struct, frozen=True):
    """What the engine says of one case: a record without its case."""

    decision: Decision
    checks: tuple[AtomCheck, ...]
    diagnosis: Diagnosis


class _Item(NamedTuple):
    """One case on its way: its texts as they are read, and what is left to ask."""

    reading: Reading
    claim: Extraction
    rewrite: Extraction
    plan: Plan


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
        strict_errors: end the run at the first case on which a stage raises, instead
            of recording it as failed; None is False outside of this package's tests.
    """

    def __init__(
        self,
        extractor: Extractor,
        nli: NLI,
        policy: GatePolicy | None = None,
        diagnostics: DiagnosticPolicy | None = None,
        profile: str | None = None,
        cache_dir: Path | None = None,
        strict_errors: bool | None = None,
    ) -> None:
        self.extractor = extractor
        self.nli = nli
        self.policy = policy or GatePolicy.strict()
        self.diagnostics = diagnostics or DiagnosticPolicy()
        self.profile = profile
        self.guard = Guard(strict_errors)
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

    def decide(self, pairs: Sequence[Pair]) -> list[Decision]:
        """Return the decisions on (claim, rewrite) pairs, in order, and no more.

        The same decisions as :meth:`run` makes, for attacks, which ask for thousands:
        nothing is asked that only explains, and nothing is diagnosed.
        """
        cases = [Case(id="", claim=claim, rewrite=text) for claim, text in pairs]
        items = self._items(cases)
        judged = self._judge(items, explain=False)
        decided = self.guard.each(
            lambda item: self._decision(sound(item), judged)[0], items
        )
        return [d if isinstance(d, Decision) else _failed(d).decision for d in decided]

    def signature(self, **more: Any) -> Signature:
        """Return what produced the numbers; ``more`` adds victim, generator, …"""
        from textattack_atomeval import __version__

        return Signature(
            version=__version__,
            extractor=self.extractor.name,
            nli=self.nli.name,
            policy=self._policy_name(),
            profile=self.profile,
            **more,
        )

    def _policy_name(self) -> str:
        """Return the policy's name, and a hash of what differs from the named one."""
        name = f"{self.policy.name}@{self.policy.threshold:g}"
        stock = (GatePolicy.paper(), GatePolicy.strict())
        own: list[Any] = [] if self.policy in stock else [self.policy]
        if self.diagnostics != DiagnosticPolicy():
            own.append(self.diagnostics)
        if not own:
            return name
        digest = hashlib.sha256(msgspec.json.encode(own)).hexdigest()[:8]
        return f"{name}+{digest}"

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
        items = self._items(cases)
        judged = self._judge(items, explain=True)
        verdicts = self.guard.each(
            lambda case, item: self._verdict(case, sound(item), judged), cases, items
        )
        return [_failed(v) if isinstance(v, Failure) else v for v in verdicts]

    def _items(self, cases: list[Case]) -> list[_Item | Failure]:
        """Read, fold and extract all texts, and plan what to ask."""
        readings = self.guard.each(self._reading, cases)
        texts = [case.claim for case in cases]
        texts += [read.text for read in readings if isinstance(read, Reading)]
        unique = list(dict.fromkeys(texts))
        found = self.guard.batch(self._extract, unique)
        atoms: Answers[str, Extraction] = Answers(zip(unique, found, strict=True))

        def item(case: Case, read: Reading | Failure) -> _Item:
            reading = sound(read)
            claim, rewrite = atoms[case.claim], atoms[reading.text]
            return _Item(reading, claim, rewrite, plan(claim, rewrite, self.policy))

        return self.guard.each(item, cases, readings)

    def _extract(self, texts: list[str]) -> list[Extraction]:
        """Extract, and go on with each text as a reader sees it."""
        return [
            msgspec.structs.replace(found, text=fold(found.text).text)
            for found in self.extractor.extract(texts)
        ]

    def _judge(
        self, items: list[_Item | Failure], explain: bool
    ) -> Answers[Pair, Judgement]:
        """Ask the model, all cases together, until every decision can be made."""
        judged: Answers[Pair, Judgement] = Answers()

        def asked(item: _Item | Failure) -> list[Pair]:
            return sound(item).plan.pairs(self.policy, judged, explain)

        while True:
            asks = self.guard.each(asked, items)
            wanted = [p for ask in asks if isinstance(ask, list) for p in ask]
            if not wanted:
                return judged
            unique = list(dict.fromkeys(wanted))
            answers = self.guard.batch(self.nli.judge, unique)
            judged.update(zip(unique, answers, strict=True))

    def _reading(self, case: Case) -> Reading:
        if self.policy.spelling:
            claim, rewrite = fold(case.claim).text, fold(case.rewrite).text
            reading = read_through(claim, rewrite)
            if reading.repairs:
                return reading
        return Reading(case.rewrite)

    def _decision(self, item: _Item, judged: Answers[Pair, Judgement]) -> Decided:
        decision, checks = decide(item.plan, judged, self.policy)
        if item.reading.repairs:
            reason = f"{decision.reason} ({item.reading.note()})"
            decision = msgspec.structs.replace(decision, reason=reason)
        return decision, checks

    def _verdict(
        self, case: Case, item: _Item, judged: Answers[Pair, Judgement]
    ) -> Verdict:
        decision, checks = self._decision(item, judged)
        diagnosis = diagnose(
            item.claim.text,
            item.rewrite,
            fold(case.evidence).text,
            decision,
            checks,
            self.diagnostics,
        )
        return Verdict(decision, checks, diagnosis)


def _failed(failure: Failure) -> Verdict:
    """Return what stands in the place of a verdict: no verdict, and why."""
    decision = Decision("unscored", failure.reason, failed=True)
    return Verdict(decision, (), Diagnosis())


@functools.cache
def _code() -> str:
    """Return the hash of this package's source: another code, another answer."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
