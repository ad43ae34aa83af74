"""The gate against extractions and judgements made by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.data import Atom, Extraction, Judgement
from textattack_atomeval.gate import GatePolicy, Pair, Plan, decide, plan

POLICIES = [GatePolicy.paper(), GatePolicy.strict()]


def extraction(text: str, *propositions: str, status: str = "ok") -> Extraction:
    """Return an extraction whose atoms are given as sentences."""
    atoms = tuple(
        Atom(subject=p.split()[0], relation=p.split()[-1], proposition=p)
        for p in (propositions or (text,))
        if p.strip()
    )
    declarative = text if status == "ok" else ""
    return Extraction(
        text=text,
        declarative=declarative,
        atoms=atoms if status == "ok" else (),
        status=status,  # type: ignore[arg-type]
        reason="" if status == "ok" else "no clause found",
    )


def verdict(
    claim: Extraction,
    rewrite: Extraction,
    policy: GatePolicy,
    entailment: float = 0.9,
    truncated: bool = False,
) -> tuple[str, str]:
    """Return (status, reason) when every asked pair gets ``entailment``."""
    planned = plan(claim, rewrite, policy)
    rest = (1 - entailment) / 2
    answer = Judgement(entailment, rest, rest, truncated)
    decision, _ = decide(planned, ask(planned, policy, lambda _: answer), policy)
    return decision.status, decision.reason


def ask(
    planned: Plan, policy: GatePolicy, answer: Callable[[Pair], Judgement]
) -> dict[Pair, Judgement]:
    """Answer all rounds of a plan."""
    judged: dict[Pair, Judgement] = {}
    while pairs := planned.pairs(policy, judged):
        judged |= {pair: answer(pair) for pair in pairs}
    return judged


@pytest.mark.parametrize("policy", POLICIES)
def test_entailed_and_consistent_is_valid(policy: GatePolicy) -> None:
    claim = extraction("Ann built the mill in 1902.")
    rewrite = extraction("In 1902 the mill was built by Ann.")
    assert verdict(claim, rewrite, policy)[0] == "valid"
    assert verdict(claim, rewrite, policy, entailment=0.1)[0] == "invalid"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_violation_spares_the_model(policy: GatePolicy) -> None:
    claim = extraction("Ann built the mill in 1902.")
    planned = plan(claim, extraction("Ann built the mill in 1903."), policy)
    assert planned.pairs(policy, {}) == []
    decision, checks = decide(planned, {}, policy)
    assert decision.status == "invalid"
    assert "1902" in decision.reason
    assert checks[0].entailment is None
    assert checks[0].violations


def test_one_lost_atom_makes_the_rewrite_invalid() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann wove and sang.", "Ann wove.", "Ann sang.")
    rewrite = extraction("Ann wove cloth.")
    planned = plan(claim, rewrite, policy)
    judged = ask(
        planned,
        policy,
        lambda pair: Judgement(0.9 if "wove." in pair[1] else 0.1, 0.05, 0.05),
    )
    decision, checks = decide(planned, judged, policy)
    assert decision.status == "invalid"
    assert len(checks) == 2


@pytest.mark.parametrize(
    ("claim", "rewrite", "words"),
    [
        (extraction("?", status="empty"), extraction("Ann wove."), "claim"),
        (extraction("Ann wove."), extraction("", status="failed"), "rewrite"),
        (extraction("Ann wove."), extraction(" ", status="empty"), "rewrite"),
    ],
)
def test_what_cannot_be_read_is_unscored(
    claim: Extraction, rewrite: Extraction, words: str
) -> None:
    status, reason = verdict(claim, rewrite, GatePolicy.strict())
    assert status == "unscored"
    assert reason.startswith(words)


def test_a_truncated_judgement_is_no_verdict() -> None:
    claim, rewrite = extraction("Ann wove."), extraction("Ann wove cloth.")
    status, reason = verdict(claim, rewrite, GatePolicy.strict(), 0.99, truncated=True)
    assert status == "unscored"
    assert "window" in reason


def test_the_claim_itself_needs_no_model() -> None:
    claim = extraction("Ann wove.")
    planned = plan(claim, extraction("ann  wove!"), GatePolicy.strict())
    assert planned.pairs(GatePolicy.strict(), {}) == []
    assert decide(planned, {}, GatePolicy.strict())[0].status == "valid"


def test_additions_never_invalidate() -> None:
    claim = extraction("Ann wove.")
    rewrite = extraction("Ann wove and Ben sang.", "Ann wove.", "Ben sang.")
    assert verdict(claim, rewrite, GatePolicy.strict())[0] == "valid"


def test_unknown_policy() -> None:
    with pytest.raises(ValueError, match="'paper' or 'strict'"):
        GatePolicy.named("lenient")


@given(st.floats(0, 1))
def test_the_threshold_decides(entailment: float) -> None:
    policy = GatePolicy.strict()
    status, _ = verdict(
        extraction("Ann wove."), extraction("Ann wove cloth."), policy, entailment
    )
    assert (status == "valid") == (entailment >= policy.threshold)


def test_an_entailing_text_spares_the_other_premises() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann wove rugs.")
    rewrite = extraction(
        "Ann, a Dane, wove rugs at home.", "Ann is a Dane.", "Ann wove at home."
    )
    planned = plan(claim, rewrite, policy)
    first = planned.pairs(policy, {})
    assert first == [(rewrite.text, claim.text)]
    sure = {first[0]: Judgement(0.9, 0.05, 0.05)}
    unsure = {first[0]: Judgement(0.1, 0.8, 0.1)}
    assert planned.pairs(policy, sure) == []
    assert len(planned.pairs(policy, unsure)) > 1


def test_a_claim_is_read_without_the_noun_before_a_name() -> None:
    claim = extraction("The weaver Ann Moe never sang.")
    rewrite = extraction("Ann Moe never sang aloud.")
    strict, paper = GatePolicy.strict(), GatePolicy.paper()
    asked = plan(claim, rewrite, strict).pairs(strict, {})
    assert {hypothesis for _, hypothesis in asked} == {"Ann Moe never sang."}
    asked = plan(claim, rewrite, paper).pairs(paper, {})
    assert {hypothesis for _, hypothesis in asked} == {claim.text}


def test_what_takes_the_claim_back_invalidates_it() -> None:
    claim = extraction("Ann Moe wove rugs.")
    rewrite = extraction("Ann Moe wove rugs, but that is not true.", claim.text)
    status, reason = verdict(claim, rewrite, GatePolicy.strict())
    assert (status, reason.split(":")[0]) == ("invalid", "taken back")
    beside = extraction("Ann Moe wove rugs, but not for money.", claim.text)
    assert verdict(claim, beside, GatePolicy.strict())[0] == "valid"
