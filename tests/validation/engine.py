"""An engine whose answers are written down, for tests of what measures it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.records import SIGNATURE
from textattack_atomeval.data import (
    Atom,
    Case,
    Decision,
    DecisionStatus,
    Diagnosis,
    Extraction,
    Judgement,
    Record,
    Signature,
)


def atom(text: str) -> Atom:
    """Read "subject relation object"."""
    subject, relation, thing = text.rstrip(".").split()
    return Atom(subject=subject, relation=relation, object=thing)


class Words:
    """One atom a sentence of three words; nothing from any other sentence."""

    name = "words"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Extraction:
        sentences = [part for part in text.split(". ") if len(part.split()) == 3]
        atoms = tuple(map(atom, sentences))
        return Extraction(text=text, atoms=atoms, status="ok" if atoms else "empty")


class Overlap:
    """Entails when all words of the hypothesis are in the premise."""

    name = "overlap"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        return [self._one(*pair) for pair in pairs]

    def _one(self, premise: str, hypothesis: str) -> Judgement:
        inside = set(hypothesis.rstrip(".").split()) <= set(premise.rstrip(".").split())
        cut = len(premise) > 200
        return Judgement(0.5, 0.5, 0.0, cut) if inside else Judgement(0.4, 0.6, 0.0)


class Written:
    """Answers each case with the status and diagnosis written down for its id."""

    def __init__(self, answers: Mapping[str, tuple[DecisionStatus, Diagnosis]]) -> None:
        self.answers = answers
        self.extractor = Words()
        self.nli = Overlap()

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        for case in cases:
            status, diagnosis = self.answers[case.id]
            decision = Decision(status, f"because of {case.id}")
            yield Record(case=case, decision=decision, diagnosis=diagnosis)

    def signature(self) -> Signature:
        return SIGNATURE
