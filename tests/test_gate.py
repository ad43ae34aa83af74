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


def test_a_violation_decides_as_the_paper_says() -> None:
    policy = GatePolicy.paper()
    claim = extraction("Ann built the mill in 1902.")
    planned = plan(claim, extraction("Ann built the mill in 1903."), policy)
    assert planned.pairs(policy, {}) == []
    decision, checks = decide(planned, {}, policy)
    assert decision.status == "invalid"
    assert "1902" in decision.reason
    assert checks[0].entailment is None
    assert checks[0].violations


def test_a_violation_only_explains_what_the_reader_rejects() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann built the mill in 1902.")
    rewrite = extraction("Ann built the mill two years after 1900.")
    assert verdict(claim, rewrite, policy)[0] == "valid"
    status, reason = verdict(claim, rewrite, policy, entailment=0.1)
    assert (status, reason) == ("invalid", "1902 → after 1900")


@pytest.mark.parametrize("policy", POLICIES)
def test_one_lost_atom_makes_the_rewrite_invalid(policy: GatePolicy) -> None:
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
    assert [check.preserved for check in checks] == [True, False]
    assert "Ann sang." in decision.reason


def test_what_is_lost_between_atoms_is_laid_to_one() -> None:
    """Each atom alone is entailed, the claim is not: the least certain one stands."""
    policy = GatePolicy.strict()
    claim = extraction("Ann wove and then sang.", "Ann wove.", "Ann sang.")
    planned = plan(claim, extraction("Ann sang, then wove."), policy)
    shares = {claim.text: 0.2, "Ann wove.": 0.9, "Ann sang.": 0.8}
    judged = ask(planned, policy, lambda pair: Judgement(shares[pair[1]], 0.1, 0.0))
    decision, checks = decide(planned, judged, policy)
    assert decision.status == "invalid"
    assert [(c.preserved, c.entailment) for c in checks] == [(True, 0.9), (False, 0.2)]


def test_what_only_explains_is_asked_on_demand() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann wove and sang.", "Ann wove.", "Ann sang.")
    planned = plan(claim, extraction("Ann wove cloth."), policy)
    judged = {planned.whole: Judgement(0.1, 0.8, 0.1)}
    assert planned.pairs(policy, judged, explain=False) == []
    assert len(planned.pairs(policy, judged)) == 2
    short, _ = decide(planned, judged, policy)
    long, _ = decide(
        planned,
        judged | dict.fromkeys(planned.atom_pairs(), judged[planned.whole]),
        policy,
    )
    assert short.status == long.status == "invalid"


def test_a_lost_atom_points_at_the_closest_premise() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann sold the mill.")
    rewrite = extraction(
        "Ben left. Ann kept the mill.", "Ben left.", "Ann kept the mill."
    )
    planned = plan(claim, rewrite, policy)
    judged = {planned.whole: Judgement(0.1, 0.8, 0.1)}
    decision, (check,) = decide(planned, judged, policy)
    assert check.premise == "Ann kept the mill."
    assert decision.reason.endswith("no word for sold")


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
    policy = GatePolicy.paper()
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


def test_the_claim_is_asked_in_one_question() -> None:
    policy = GatePolicy.strict()
    claim = extraction("Ann wove and sang.", "Ann wove.", "Ann sang.")
    rewrite = extraction("Ann sang and wove.", "Ann sang.", "Ann wove.")
    assert plan(claim, rewrite, policy).pairs(policy, {}) == [
        (rewrite.text, claim.text)
    ]
