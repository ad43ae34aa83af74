"""The four diagnostics of Appendix B: why an invalid rewrite fails, what a valid
one adds. Evidence enters only here and never changes a decision.

Where we depart from the paper: Δ, S_E(b) and D(b, C) are read off the *new words* of
the rewrite, those that the claim does not have. A new word is backed when the evidence
has it. The paper asks its NLI model atom by atom; with a small model, words measured
clearly better on labelled rewrites, since additions mostly hang on an atom that also
preserves the claim ("won three cups in a raffle").
"""

from __future__ import annotations

import re

import msgspec

from textattack_atomeval.consistency.denial import is_negative
from textattack_atomeval.data import (
    AtomCheck,
    Decision,
    Diagnosis,
    Extraction,
    Pointer,
)
from textattack_atomeval.lexical import uncovered, weighty


class DiagnosticPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the diagnostics.

    Attributes:
        backed: new words found in the evidence that make EvEnt or EvDrift.
        unbacked: new weighty words found nowhere, beyond those that may paraphrase
            a lost word of the claim, that make UnverAdd; one noun is enough where the
            rewrite repeats the claim by form.
    """

    backed: int = 2
    unbacked: int = 2


_VERBAL = re.compile(r"(?:ed|ing|ly|en|ies)$")
_VALUES = frozenset(["date", "month", "ordinal", "quantity"])
DEFAULT = DiagnosticPolicy()


class Novelty(msgspec.Struct, frozen=True):
    """The new words of a text, split by whether the evidence has them, and the
    claim's words that it lost."""

    backed: tuple[str, ...]
    unbacked: tuple[str, ...]
    lost: tuple[str, ...]

    @classmethod
    def of(cls, text: str, claim: str, evidence: str) -> Novelty:
        """Compare ``text`` with claim and evidence."""
        new = uncovered(text, claim)
        unbacked = uncovered(" ".join(new), evidence)
        backed = tuple(word for word in new if word not in unbacked)
        return cls(backed, tuple(unbacked), tuple(uncovered(claim, text)))

    @property
    def weighty(self) -> list[str]:
        """The unbacked words that can carry a fact."""
        return weighty(list(self.unbacked))


def diagnose(
    claim: str,
    rewrite: Extraction,
    evidence: str,
    decision: Decision,
    checks: tuple[AtomCheck, ...],
    policy: DiagnosticPolicy = DEFAULT,
) -> Diagnosis:
    """Return the diagnostics that apply to ``decision``; the others are None.

    Without evidence only ScopeLoss can be told (it needs none).
    """
    if decision.status == "unscored":
        return Diagnosis()
    known = bool(evidence.strip())
    novelty = Novelty.of(rewrite.text, claim, evidence)
    if decision.status == "invalid":
        drift = known and (
            _drifts(claim, rewrite.text, novelty, policy) or _corrects(checks, evidence)
        )
        loss = _loss(rewrite, checks)
        because = loss + (_point("ev_drift", claim, rewrite, evidence) if drift else [])
        return Diagnosis(
            ev_drift=drift if known else None,
            scope_loss=bool(loss),
            because=tuple(because),
        )
    if not known:
        return Diagnosis()
    entangled = len(novelty.backed) >= policy.backed
    added = len(novelty.weighty) - len(novelty.lost) >= policy.unbacked
    if not added and not novelty.lost and all(c.entailment is None for c in checks):
        # The claim is repeated by form: no new noun is there to paraphrase it.
        added = any(not _VERBAL.search(word) for word in novelty.weighty)
    because = _point("ev_ent", claim, rewrite, evidence) if entangled else []
    because += _point("unver_add", claim, rewrite, evidence) if added else []
    return Diagnosis(ev_ent=entangled, unver_add=added, because=tuple(because))


def _drifts(
    claim: str, rewrite: str, novelty: Novelty, policy: DiagnosticPolicy
) -> bool:
    """EvDrift (Eq. 7): what the evidence says has taken the place of the claim."""
    backed, unbacked = len(novelty.backed), len(novelty.weighty)
    if backed >= policy.backed and unbacked <= backed:
        return True
    if backed == 1 and not unbacked and novelty.lost:
        word = novelty.backed[0]  # one value for another: "1813" for "1913"
        return word[0].isupper() or word[0].isdigit()
    # The claim denies what the evidence says, and the rewrite no longer does.
    flipped = is_negative(claim) and not is_negative(rewrite)
    return flipped and not novelty.unbacked and not novelty.lost


def _corrects(checks: tuple[AtomCheck, ...], evidence: str) -> bool:
    """EvDrift too: the evidence's value has taken the place of the claim's.

    A value that is only less exact ("1970" for "May 1970") is none of the evidence's.
    """
    return any(
        violation.kind in _VALUES
        and uncovered(violation.found, violation.expected)
        and not uncovered(violation.found, evidence)
        and uncovered(violation.expected, evidence)
        for check in checks
        if not check.preserved
        for violation in check.violations
    )


def _point(
    diagnostic: str, claim: str, rewrite: Extraction, evidence: str
) -> list[Pointer]:
    """Point at the rewrite's atoms that bring the new words in."""
    found = []
    for atom in rewrite.atoms:
        novelty = Novelty.of(atom.proposition, claim, evidence)
        unverified = diagnostic == "unver_add"
        words = novelty.weighty if unverified else list(novelty.backed)
        if words:
            whose = "nobody's word" if unverified else "the evidence's words"
            note = f"{whose}: {', '.join(words)}"
            found.append(Pointer(diagnostic, atom.proposition, note))
    return found or [Pointer(diagnostic, rewrite.text, "the text as a whole")]


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
