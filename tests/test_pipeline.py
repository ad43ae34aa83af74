"""The engine end to end, with the real extractor and a model made by the test."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textattack_atomeval.data import Case, Judgement, Record
from textattack_atomeval.extraction.rules import RuleExtractor
from textattack_atomeval.gate import GatePolicy
from textattack_atomeval.lexical import coverage
from textattack_atomeval.nli.base import Pair
from textattack_atomeval.pipeline import AtomEval


class OverlapNLI:
    """Entailment is the share of the hypothesis's words in the premise."""

    name = "overlap@0"

    def __init__(self) -> None:
        self.asked: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge by word overlap and remember what was asked."""
        self.asked += pairs
        shares = [coverage(hypothesis, premise) for premise, hypothesis in pairs]
        return [Judgement(s, (1 - s) / 2, (1 - s) / 2) for s in shares]


CASES = [
    Case(id="1", claim="The mill opened in 1902.", rewrite="In 1902 the mill opened."),
    Case(id="2", claim="The mill opened in 1902.", rewrite="The mill opened in 1903."),
    Case(id="3", claim="Otters are birds.", rewrite="Rivers are wet.", evidence="No."),
    Case(id="4", claim="水は冷たい。", rewrite="The water is cold."),
    Case(
        id="5",
        claim="Ann wove a rug.",
        rewrite="Ann wove a rug, and Ben sang.",
        evidence="Hm.",
    ),
]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    """Load the parser once."""
    return RuleExtractor()


def engine(extractor: RuleExtractor, policy: str = "strict") -> AtomEval:
    """Return an engine with the overlap model."""
    return AtomEval(extractor, OverlapNLI(), GatePolicy.named(policy))


def statuses(records: Sequence[Record]) -> list[str]:
    """Return the verdicts in order."""
    return [record.decision.status for record in records]


@pytest.mark.parametrize("policy", ["paper", "strict"])
def test_verdicts(extractor: RuleExtractor, policy: str) -> None:
    records = list(engine(extractor, policy).run(CASES))
    expected = ["valid", "invalid", "invalid", "unscored", "valid"]
    assert statuses(records) == expected
    assert [record.case for record in records] == CASES


def test_the_same_whatever_the_batch_and_the_order(extractor: RuleExtractor) -> None:
    whole = list(engine(extractor).run(CASES))
    single = list(engine(extractor).run(CASES, batch_size=1))
    turned = list(engine(extractor).run(CASES[::-1]))
    assert whole == single == turned[::-1]


def test_check_is_run_of_one(extractor: RuleExtractor) -> None:
    case = CASES[0]
    one = engine(extractor).check(case.claim, case.rewrite, case.evidence)
    first = next(engine(extractor).run([case]))
    assert (one.decision, one.checks) == (first.decision, first.checks)


def test_run_is_lazy(extractor: RuleExtractor) -> None:
    seen = []

    def cases():  # type: ignore[no-untyped-def]
        for case in CASES:
            seen.append(case.id)
            yield case

    records = engine(extractor).run(cases(), batch_size=2)
    next(records)
    assert seen == ["1", "2"]


def test_no_pair_is_asked_twice(extractor: RuleExtractor) -> None:
    scorer = engine(extractor)
    list(scorer.run([*CASES, *CASES]))
    asked = scorer.nli.asked  # type: ignore[attr-defined]
    assert len(asked) == len(set(asked))


def test_signature_names_the_parts(extractor: RuleExtractor) -> None:
    line = str(engine(extractor).signature(victim="bert"))
    for part in ("overlap@0", "strict@", "bert", extractor.name):
        assert part in line


@settings(max_examples=25)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_gets_a_status(claim: str, rewrite: str) -> None:
    record = engine(_shared()).check(claim, rewrite, claim)
    assert record.decision.status in ("valid", "invalid", "unscored")


_SHARED: list[RuleExtractor] = []


def _shared() -> RuleExtractor:
    if not _SHARED:
        _SHARED.append(RuleExtractor())
    return _SHARED[0]
