"""Small parts for attacks: texts, an engine that counts, a victim that reads words."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from textattack.shared import AttackedText
from textattack.transformations import Transformation

from tests.fakes import FakeEngine
from textattack_atomeval.attack.texts import with_claim
from textattack_atomeval.data import Case, Record
from textattack_atomeval.verdicts import VERDICTS, Label

CLAIM = "Port Elsing was founded in 1803."
EVIDENCE = "Port Elsing, a harbour town, was founded in 1851 by settlers."
REFUTED = VERDICTS.index("REFUTED")


def pair(claim: str = CLAIM, evidence: str = EVIDENCE) -> AttackedText:
    return AttackedText(OrderedDict(claim=claim, evidence=evidence))


def candidate(claim: str, original: AttackedText) -> AttackedText:
    """Return a rewrite of the original as a transformation would leave it."""
    new = with_claim(original, claim)
    new.attack_attrs["last_transformation"] = None
    return new


class CountingEngine(FakeEngine):
    """Valid if the claim is in the rewrite; "???": unscored; "BOOM": the model dies."""

    def __init__(self, policy: str = "strict") -> None:
        super().__init__(policy)
        self.runs: list[list[Case]] = []

    def run(self, cases: Iterable[Case], batch_size: int = 256) -> Iterator[Record]:
        asked = list(cases)
        self.runs.append(asked)
        for case in asked:
            if "BOOM" in case.rewrite:
                raise RuntimeError("the model died")
        return super().run(asked)


class WordVictim:
    """Refutes, unless a word of the claim says otherwise; needs no model."""

    name = "words@0"

    def __init__(self, labels: Sequence[Label] = VERDICTS) -> None:
        self.labels = tuple(labels)
        self.asked: list[tuple[str, str]] = []

    def predict(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        self.asked += pairs
        return [self._row(claim) for claim, _ in pairs]

    def _row(self, claim: str) -> list[float]:
        shares: dict[Label, float] = {"SUPPORTED": 0.125, "NOT ENOUGH INFO": 0.125}
        if "supposedly" in claim:
            shares = {"SUPPORTED": 0.625, "NOT ENOUGH INFO": 0.125}
        if "certainly" in claim:
            shares = {"SUPPORTED": 0.875, "NOT ENOUGH INFO": 0.125}
        if "perhaps" in claim:
            shares = {"SUPPORTED": 0.25, "NOT ENOUGH INFO": 0.5}
        if "NOT ENOUGH INFO" not in self.labels:
            shares = {"SUPPORTED": shares["SUPPORTED"]}
        shares["REFUTED"] = 1 - sum(shares.values())
        return [shares[label] for label in self.labels]


class Table(Transformation):
    """Offers fixed rewrites of the claim, whatever the current text is."""

    def __init__(self, rewrites: Sequence[str]) -> None:
        self.rewrites = list(rewrites)

    def _get_transformations(
        self, current_text: AttackedText, indices_to_modify: Any
    ) -> list[AttackedText]:
        return [with_claim(current_text, rewrite) for rewrite in self.rewrites]
