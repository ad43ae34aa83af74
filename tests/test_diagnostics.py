"""Diagnostics against atoms and judgements made by hand."""

from __future__ import annotations

import msgspec
import pytest

from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Decision,
    Diagnosis,
    Extraction,
    Violation,
)
from textattack_atomeval.diagnostics import Novelty, diagnose

CLAIM = "The mill was built in Oslo."
EVIDENCE = "The mill, a brick windmill, was built in Bergen by Ann Moe."


def rewrite(*propositions: str) -> Extraction:
    """Return an extraction with these atoms."""
    atoms = tuple(
        Atom(subject="the mill", relation="is", proposition=p) for p in propositions
    )
    return Extraction(text=" ".join(propositions), atoms=atoms)


def lost(proposition: str = CLAIM) -> AtomCheck:
    """Return the check of an atom that was not preserved."""
    return AtomCheck(
        atom=Atom(subject="the mill", relation="built", proposition=proposition),
        premise="",
        entailment=0.1,
        entailed=False,
        preserved=False,
    )


def run(status: str, text: Extraction, evidence: str = EVIDENCE) -> Diagnosis:
    """Diagnose a rewrite of the claim."""
    checks = (lost(),) if status == "invalid" else ()
    decision = Decision(status)  # type: ignore[arg-type]
    return diagnose(CLAIM, text, evidence, decision, checks)


def test_drift_is_what_the_evidence_says_instead() -> None:
    said = "The mill was built in Bergen."
    found = run("invalid", rewrite(said))
    assert found.ev_drift is True
    assert found.ev_ent is found.unver_add is None
    assert [p.atom for p in found.because if p.diagnostic == "ev_drift"] == [said]


def test_an_omission_is_no_drift() -> None:
    found = run("invalid", rewrite("The mill was built somewhere."))
    assert found.ev_drift is False
    assert found.scope_loss is True
    assert "Oslo" in found.because[0].note


def test_a_lost_negation_is_drift_when_the_evidence_says_so() -> None:
    claim, said = "The mill is not a windmill.", "The mill is a windmill."
    decision = Decision("invalid")
    found = diagnose(claim, rewrite(said), EVIDENCE, decision, (lost(claim),))
    assert found.ev_drift is True


@pytest.mark.parametrize(
    ("expected", "found", "drift"),
    [
        ("May 1925", "May 1889", True),
        ("May 1925", "May", False),  # less exact, not another value
        ("May 1925", "May 1907", False),  # not the evidence's
        ("May 1889", "June 1889", False),  # the claim's own is the evidence's
        ("May 1925", "", False),
    ],
)
def test_another_value_is_drift_in_any_words(
    expected: str, found: str, drift: bool
) -> None:
    value = Violation("date", "moved", expected, found)
    check = msgspec.structs.replace(lost(), violations=(value,))
    said = rewrite("That old thing, they'd finished putting it up then, I reckon.")
    evidence = "It was built in May 1889, as June began."
    result = diagnose(CLAIM, said, evidence, Decision("invalid"), (check,))
    assert result.ev_drift is drift


def test_entanglement_and_addition_are_told_apart() -> None:
    kept, known = CLAIM, "The mill is a brick windmill."
    new = "The mill burned twice after a lightning strike."
    both = run("valid", rewrite(kept, known, new))
    assert (both.ev_ent, both.unver_add) == (True, True)
    assert {p.atom for p in both.because} == {known, new}
    only = run("valid", rewrite(kept, known))
    assert (only.ev_ent, only.unver_add) == (True, False)
    none = run("valid", rewrite(kept))
    assert (none.ev_ent, none.unver_add) == (False, False)


def test_a_paraphrase_adds_nothing() -> None:
    text = rewrite("Oslo is the place where they erected the mill.")
    assert run("valid", text).unver_add is False


def test_without_evidence_only_loss_can_be_told() -> None:
    assert run("valid", rewrite(CLAIM), evidence=" ") == Diagnosis()
    found = run("invalid", rewrite("It burned."), evidence="")
    assert (found.ev_drift, found.scope_loss) == (None, True)


def test_unscored_has_no_diagnosis() -> None:
    assert run("unscored", rewrite(CLAIM)) == Diagnosis()


def test_novelty_splits_new_words_by_who_says_them() -> None:
    item = Novelty.of("The brick mill burned in Oslo.", CLAIM, EVIDENCE)
    assert item.backed == ("brick",)
    assert item.unbacked == ("burned",)
    assert item.lost == ("built",)


def test_one_noun_is_enough_where_the_claim_is_repeated_by_form() -> None:
    kept = AtomCheck(
        atom=Atom(subject="the mill", relation="built", proposition=CLAIM),
        premise=CLAIM,
        entailment=None,
        entailed=True,
        preserved=True,
    )
    text = rewrite("The mill was built in Oslo with a sauna.")
    found = diagnose(CLAIM, text, EVIDENCE, Decision("valid"), (kept,))
    assert found.unver_add is True
