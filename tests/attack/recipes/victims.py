"""Victims, engines and claims for the recipes' tests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from textattack import Attack
from textattack.attack_results import AttackResult
from textattack.models.wrappers import ModelWrapper

from tests.fakes import FakeEngine
from textattack_atomeval.data import Case, Decision, Record
from textattack_atomeval.verdicts import VERDICTS

CLAIMS = (
    "The harbour bridge of Velmora opened during 1931.",
    "Ilse Brandt painted seventeen portraits of sailors.",
    "Mount Karun stands entirely inside Portugal.",
)
EVIDENCE = (
    "Velmora's bridge opened in 1948; Ilse Brandt painted boats; Karun is Spanish."
)
SUPPORTED, REFUTED = VERDICTS.index("SUPPORTED"), VERDICTS.index("REFUTED")


class TouchyVictim(ModelWrapper):
    """Refutes the claims it knows and supports whatever else it reads."""

    labels = VERDICTS
    name = "touchy@1"

    def __init__(self, known: Iterable[str] = CLAIMS) -> None:
        self.model = self
        self.known = frozenset(known)
        self.read: list[Any] = []

    def __call__(self, text_input_list: Sequence[Any], **options: Any) -> Any:
        self.read.extend(text_input_list)
        claims = [x if isinstance(x, str) else x[0] for x in text_input_list]
        columns = [REFUTED if claim in self.known else SUPPORTED for claim in claims]
        return np.eye(3, dtype=np.float32)[columns]


class PermissiveEngine(FakeEngine):
    """Calls every rewrite valid."""

    decision = Decision("valid")

    def run(self, cases: Iterable[Case], batch_size: int = 256) -> Iterator[Record]:
        return (Record(case=case, decision=self.decision) for case in cases)


class SternEngine(PermissiveEngine):
    """Calls every rewrite invalid."""

    decision = Decision("invalid", "no")


def attack_all(attack: Attack, claims: Sequence[str] = CLAIMS) -> list[AttackResult]:
    """Attack each claim with its evidence."""
    return [attack.attack(pair(claim), REFUTED) for claim in claims]


def pair(claim: str) -> OrderedDict[str, str]:
    return OrderedDict(claim=claim, evidence=EVIDENCE)
