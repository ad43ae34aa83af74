"""An engine without models: a rewrite is valid when it holds the claim's text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Case,
    Decision,
    Diagnosis,
    Record,
    Signature,
    Violation,
)
from textattack_atomeval.guard import Guard


def fake_record(case: Case) -> Record:
    """Judge by substring; a rewrite with "???" gets no verdict."""
    if "???" in case.rewrite:
        return Record(case=case, decision=Decision("unscored", "no atom extracted"))
    kept = case.claim.rstrip(".") in case.rewrite
    check = AtomCheck(
        atom=Atom(subject="s", relation="r", object="o", proposition=case.claim),
        premise=case.rewrite,
        entailment=0.9 if kept else 0.1,
        entailed=kept,
        violations=() if kept else (Violation("date", "2006 is missing", "2006"),),
        preserved=kept,
    )
    return Record(
        case=case,
        decision=Decision("valid") if kept else Decision("invalid", "not entailed"),
        checks=(check,),
        diagnosis=Diagnosis(ev_ent=False) if kept else Diagnosis(scope_loss=True),
    )


class FakeEngine:
    """Has the surface of ``AtomEval`` that the command line uses."""

    def __init__(self, policy: str = "strict") -> None:
        self.policy = policy
        self.guard = Guard()

    @classmethod
    def embedded(
        cls, policy: str = "strict", cache_dir: Path | None = None
    ) -> FakeEngine:
        return cls(policy)

    def check(self, claim: str, rewrite: str, evidence: str = "") -> Record:
        return fake_record(
            Case(id="0", claim=claim, rewrite=rewrite, evidence=evidence)
        )

    def run(self, cases: Iterable[Case], batch_size: int = 256) -> Iterator[Record]:
        return map(fake_record, cases)

    def decide(self, pairs: Iterable[tuple[str, str]]) -> list[Decision]:
        cases = (Case(id="", claim=claim, rewrite=text) for claim, text in pairs)
        return [record.decision for record in self.run(cases)]

    def signature(self, **more: Any) -> Signature:
        return Signature(
            version="0", extractor="fake", nli="fake", policy=self.policy, **more
        )
