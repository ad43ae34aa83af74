"""The four diagnostics of Appendix B: why an invalid rewrite fails, what a valid
one adds. Evidence enters only here and never changes a decision.

Where we depart from the paper: an "atom" of the rewrite that adds content is found
by its *new words* (content words that the claim lacks) beside the NLI judgement.
Small NLI models judge a two-fact atom as a whole, the new words tell which part of
it is new, and whether the evidence or nobody says it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Decision,
    Diagnosis,
    Extraction,
    Judgement,
    Pointer,
)
from textattack_atomeval.lexical import content_words, uncovered

Pair = tuple[str, str]


class DiagnosticPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the diagnostics.

    Attributes:
        supported: p(entailment) from which the evidence supports an atom.
        contradicted: p(contradiction) from which it surely does not.
        evidence_share: share of an atom's new words that the evidence must hold.
        paraphrase_share: share of the content words of a preserved atom that may
            be new before it counts as an addition.
    """

    supported: float = 0.5
    contradicted: float = 0.7
    evidence_share: float = 0.5
    paraphrase_share: float = 0.5


class Novelty(msgspec.Struct, frozen=True):
    """One rewrite atom with its new words, split by whether the evidence has them."""

    atom: Atom
    text: str
    backed: tuple[str, ...]
    unbacked: tuple[str, ...]


def novelties(claim: str, rewrite: Extraction, evidence: str) -> list[Novelty]:
    """Return the rewrite's atoms with the words that the claim does not have."""
    found = []
    for atom in rewrite.atoms:
        text = atom.proposition or " ".join((atom.subject, atom.relation, atom.object))
        new = uncovered(text, claim)
        unbacked = uncovered(" ".join(new), evidence)
        backed = [word for word in new if word not in unbacked]
        found.append(Novelty(atom, text, tuple(backed), tuple(unbacked)))
    return found


def evidence_pairs(claim: str, rewrite: Extraction, evidence: str) -> list[Pair]:
    """Return the pairs to ask before :func:`diagnose`: E ⊨ b and C ⊨ b."""
    if not evidence.strip():
        return []
    pairs = []
    for novelty in novelties(claim, rewrite, evidence):
        pairs += [(evidence, novelty.text), (claim, novelty.text)]
    return list(dict.fromkeys(pairs))


def diagnose(
    claim: str,
    rewrite: Extraction,
    evidence: str,
    decision: Decision,
    checks: tuple[AtomCheck, ...],
    judgements: Mapping[Pair, Judgement],
    policy: DiagnosticPolicy = DiagnosticPolicy(),
) -> Diagnosis:
    """Return the diagnostics that apply to ``decision``; the others are None.

    Without evidence only ScopeLoss can be told (it needs none).
    """
    if decision.status == "unscored":
        return Diagnosis()
    items = novelties(claim, rewrite, evidence)
    if decision.status == "invalid":
        drift = _drift(claim, items, evidence, judgements, policy)
        loss = _loss(rewrite, checks)
        return Diagnosis(
            ev_drift=bool(drift) if evidence.strip() else None,
            scope_loss=bool(loss),
            because=tuple(drift + loss),
        )
    if not evidence.strip():
        return Diagnosis()
    entangled, unverified = _additions(claim, items, evidence, judgements, policy)
    return Diagnosis(
        ev_ent=bool(entangled),
        unver_add=bool(unverified),
        because=tuple(entangled + unverified),
    )


def _drift(
    claim: str,
    items: list[Novelty],
    evidence: str,
    judgements: Mapping[Pair, Judgement],
    policy: DiagnosticPolicy,
) -> list[Pointer]:
    """EvDrift (Eq. 7): the evidence says b, the claim does not."""
    found = []
    for item in items:
        judged = judgements.get((evidence, item.text))
        from_claim = judgements.get((claim, item.text))
        if judged is None or from_claim is None:
            continue
        supported = judged.entailment >= policy.supported
        mostly = len(item.backed) > len(item.unbacked)
        follows = from_claim.entailment >= policy.supported
        if supported and not follows and (mostly or not item.unbacked):
            note = "the evidence says this, the claim does not"
            found.append(Pointer("ev_drift", item.text, note))
    return found


def _loss(rewrite: Extraction, checks: tuple[AtomCheck, ...]) -> list[Pointer]:
    """ScopeLoss (Eq. 8): content of an unpreserved atom deleted or weakened."""
    found = []
    for check in checks:
        if check.preserved:
            continue
        lost = uncovered(check.atom.proposition, rewrite.text)
        if check.violations:
            note = "; ".join(v.reason for v in check.violations)
        elif lost:
            note = "lost: " + ", ".join(lost)
        else:
            note = "weakened: the words are there, the proposition is not asserted"
        found.append(Pointer("scope_loss", check.atom.proposition, note))
    return found


def _additions(
    claim: str,
    items: list[Novelty],
    evidence: str,
    judgements: Mapping[Pair, Judgement],
    policy: DiagnosticPolicy,
) -> tuple[list[Pointer], list[Pointer]]:
    """EvEnt and UnverAdd (Eq. 9): additions that the evidence has, or nobody."""
    entangled, unverified = [], []
    for item in items:
        new = len(item.backed) + len(item.unbacked)
        total = len(content_words(item.text))
        from_claim = judgements.get((claim, item.text))
        if new == 0 or total == 0 or from_claim is None:
            continue
        if from_claim.entailment >= policy.supported:
            continue  # a paraphrase of the claim, however new its words
        if len(item.backed) >= policy.evidence_share * new:
            note = "added, and the evidence has: " + ", ".join(item.backed)
            entangled.append(Pointer("ev_ent", item.text, note))
        if len(item.unbacked) > (1 - policy.evidence_share) * new:
            note = "added by nobody's word: " + ", ".join(item.unbacked)
            unverified.append(Pointer("unver_add", item.text, note))
    return entangled, unverified
