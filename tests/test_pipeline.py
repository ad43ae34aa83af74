"""The engine end to end, with the real extractor and a model made by the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textattack_atomeval import pipeline
from textattack_atomeval.data import Case, Diagnosis, Judgement, Record
from textattack_atomeval.diagnostics import DiagnosticPolicy
from textattack_atomeval.extraction.rules import RuleExtractor
from textattack_atomeval.gate import GatePolicy
from textattack_atomeval.guard import ItemError
from textattack_atomeval.lexical import coverage
from textattack_atomeval.metrics import outcome
from textattack_atomeval.nli.base import Pair
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.store import flatten, unflatten


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
    Case(id="2", claim="The mill opened in 1902.", rewrite="The mill shut in 1903."),
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


class _Fails:
    """Wraps a stage; raises on every text that names the stage."""

    def __init__(self, inner: Any, mark: str) -> None:
        self._inner = inner
        self._mark = mark
        self.name = inner.name

    def extract(self, texts: Sequence[str]) -> list[Any]:
        if any(self._mark in text for text in texts):
            raise RecursionError("too deep")
        return list(self._inner.extract(texts))

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        if any(self._mark in text for pair in pairs for text in pair):
            raise KeyError("c€")
        return list(self._inner.judge(pairs))


def _poisoned(extractor: RuleExtractor, strict: bool) -> AtomEval:
    return AtomEval(
        _Fails(extractor, "xyzzy"),
        _Fails(OverlapNLI(), "plugh"),
        strict_errors=strict,
    )


@pytest.mark.parametrize(
    ("stage", "mark", "kind"),
    [
        ("extract", "xyzzy", "RecursionError"),
        ("judge", "plugh", "KeyError"),
        ("plan", "plover", "ZeroDivisionError"),
        ("diagnose", "plover", "ZeroDivisionError"),
        ("decide", "plover", "ZeroDivisionError"),
        ("read_through", "plover", "ZeroDivisionError"),
    ],
)
def test_a_stage_that_raises_costs_that_case_only(
    extractor: RuleExtractor,
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
    mark: str,
    kind: str,
) -> None:
    real = getattr(pipeline, stage, None)

    def broken(*given: Any) -> Any:
        if mark in repr(given[0]):
            raise ZeroDivisionError("by zero")
        return real(*given)  # type: ignore[misc]

    if real is not None:
        monkeypatch.setattr(pipeline, stage, broken)
    bad = Case(
        id="b",
        claim=f"The {mark} mill opened in 1902.",
        rewrite=f"In 1902 there was a {mark} mill, which they opened.",
    )
    cases = [CASES[0], bad, *CASES[1:], msgspec.structs.replace(bad, id="c")]
    records = list(_poisoned(extractor, strict=False).run(cases))
    assert [record.case.id for record in records] == [case.id for case in cases]
    clean = list(engine(extractor).run(CASES))
    assert [r for r in records if r.case.id not in ("b", "c")] == clean
    for record in (records[1], records[-1]):
        assert record.decision.status == "unscored" and record.decision.failed is True
        assert record.decision.reason.startswith(kind)
        assert record.checks == () and record.diagnosis == Diagnosis()
    with pytest.raises(ItemError, match=kind):
        list(_poisoned(extractor, strict=True).run(cases))


def test_a_failed_case_is_an_error_and_round_trips(extractor: RuleExtractor) -> None:
    case = Case(
        id="b",
        claim="A mill opened.",
        rewrite="The xyzzy opened.",
        victim_before="REFUTED",
        victim_after="SUPPORTED",
    )
    (record,) = _poisoned(extractor, strict=False).run([case])
    assert outcome(record) == "error"
    assert unflatten(flatten(record)) == record
    assert unflatten(flatten(record)).decision.failed is True
    sound = next(engine(extractor).run([CASES[0]]))
    assert "failed" not in flatten(sound)["decision"]


@pytest.mark.parametrize("name", ["paper", "strict"])
def test_a_changed_policy_never_signs_as_the_stock_one(
    extractor: RuleExtractor, name: str
) -> None:
    stock = GatePolicy.named(name)

    def signed(policy: GatePolicy, diagnostics: DiagnosticPolicy | None = None) -> str:
        parts = AtomEval(extractor, OverlapNLI(), policy, diagnostics)
        return str(parts.signature())

    assert signed(stock) == signed(msgspec.structs.replace(stock))
    assert f"policy:{name}@{stock.threshold:g}|" in signed(stock)
    seen = {signed(stock)}
    for field in GatePolicy.__struct_fields__:
        value = getattr(stock, field)
        other: Any = not value if isinstance(value, bool) else value
        if isinstance(value, tuple):
            other = value[1:]
        elif isinstance(value, float):
            other = value + 1e-9
        elif isinstance(value, str):
            other = "strict" if value == "paper" else "paper"
        seen.add(signed(msgspec.structs.replace(stock, **{field: other})))
    assert len(seen) == 1 + len(GatePolicy.__struct_fields__)
    seen.add(signed(stock, DiagnosticPolicy(backed=7)))
    assert len(seen) == 2 + len(GatePolicy.__struct_fields__)
