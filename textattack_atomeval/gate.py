"""The binary validity gate H(C, C') of AtomEval (Eq. 1 to 3, appendix C).

``plan`` runs what is certain and cheap and lists the NLI pairs that are still to be
asked; ``decide`` turns the judgements into a decision with one check per claim atom.
Between the two lies the only expensive step, so that a pipeline can batch it across
cases.

Two ways to decide. ``atoms`` is Eq. 1 to the letter: every atom of the claim needs a
premise of the rewrite that entails it and is consistent with it. ``whole`` asks whether
the rewrite, read as one text, entails the claim, read as one text: the product of
Eq. 3 in one question. A reader of base size answers it better than the product of its
answers about atoms, which multiplies the mistakes of extraction
(``benchmarks/RESULTS.md``); the atoms then say what was lost, and where.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from textattack_atomeval.consistency import ALL_CHECKS, PAPER_CHECKS, Sides, check
from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Decision,
    Extraction,
    Judgement,
    Violation,
)
from textattack_atomeval.lexical import coverage, uncovered
from textattack_atomeval.text import sentences

Pair = tuple[str, str]
Judged = Mapping[Pair, Judgement]


class GatePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The gate's settings; a result names its policy.

    Attributes:
        name: goes into the signature.
        threshold: entailed is what reaches this p(entailment).
        decides: "atoms" (Eq. 1: some premise entails each atom and violates no check)
            or "whole" (the rewrite entails the claim).
        checks: the consistency checks of Cons(a, p), see ``consistency``. They decide
            under "atoms" and only name what moved under "whole".
        spelling: read misspelt claim words as what they stand for, see ``spelling``.
    """

    name: str
    threshold: float
    decides: Literal["atoms", "whole"]
    checks: tuple[str, ...]
    spelling: bool

    @classmethod
    def paper(cls) -> GatePolicy:
        """Follow the paper: published Cons, entailment as the likeliest label."""
        return cls(
            name="paper",
            threshold=0.5,
            decides="atoms",
            checks=PAPER_CHECKS,
            spelling=False,
        )

    @classmethod
    def strict(cls) -> GatePolicy:
        """What measures best; the threshold is fitted on claims that trained."""
        return cls(
            name="strict",
            threshold=0.45,
            decides="whole",
            checks=ALL_CHECKS,
            spelling=True,
        )

    @classmethod
    def named(cls, name: str) -> GatePolicy:
        """Return the policy called ``name``.

        Raises:
            ValueError: there is no such policy.
        """
        if name not in ("paper", "strict"):
            raise ValueError(f"policy: expected 'paper' or 'strict', got {name!r}")
        return cls.paper() if name == "paper" else cls.strict()


class Candidate(msgspec.Struct, frozen=True):
    """One premise candidate for one claim atom, with its failed checks."""

    premise: str
    violations: tuple[Violation, ...] = ()


class AtomPlan(msgspec.Struct, frozen=True):
    """A claim atom, its hypothesis h(a) and the premises that may preserve it."""

    atom: Atom
    hypothesis: str
    candidates: tuple[Candidate, ...]

    def waiting(self, policy: GatePolicy, judged: Judged) -> list[Pair]:
        """Return this atom's pairs of the next round: the text first, then the rest."""
        pairs = [
            (c.premise, self.hypothesis) for c in self.candidates if not c.violations
        ]
        known = [judged[pair].entailment for pair in pairs if pair in judged]
        if any(share >= policy.threshold for share in known):
            return []
        fresh = [pair for pair in pairs if pair not in judged]
        return fresh if known else fresh[:1]

    def closest(self) -> Candidate:
        """Return the premise that has most of the atom's words, the shortest of equals.

        For a person who reads why the atom is lost; nothing is decided by it.
        """
        return max(
            self.candidates,
            key=lambda c: (coverage(self.hypothesis, c.premise), -len(c.premise)),
        )


class Plan(msgspec.Struct, frozen=True):
    """What is left to ask for one case; ``settled`` is a decision without NLI.

    ``whole`` is (rewrite, claim) as the model reads them.
    """

    atoms: tuple[AtomPlan, ...] = ()
    whole: Pair = ("", "")
    settled: Decision | None = None
    identical: bool = False

    def pairs(
        self, policy: GatePolicy, judged: Judged, explain: bool = True
    ) -> list[Pair]:
        """Return the pairs to ask next, none when all is known that is needed.

        Args:
            policy: whose decision is needed.
            judged: what was answered in earlier rounds.
            explain: ask also which atom is lost, when that decides nothing.
        """
        if self.settled is not None or self.identical:
            return []
        if policy.decides == "atoms":
            return [p for atom in self.atoms for p in atom.waiting(policy, judged)]
        answer = judged.get(self.whole)
        if answer is None:
            return [self.whole]
        if not explain or answer.truncated or answer.entailment >= policy.threshold:
            return []
        return [p for p in self.atom_pairs() if p not in judged]

    def atom_pairs(self) -> list[Pair]:
        """Return what tells which atom is lost; one atom needs no telling."""
        if len(self.atoms) == 1:
            return []
        return [(self.whole[0], atom.hypothesis) for atom in self.atoms]


@functools.lru_cache(maxsize=4096)
def _normal(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".!")


def _premises(rewrite: Extraction) -> list[str]:
    """Return Π(C'): full text, declarative, sentences, rendered atoms (appendix C)."""
    text = rewrite.text.strip()
    found = [text, rewrite.declarative]
    found += [text[start:end] for start, end in sentences(text)]
    found += [atom.proposition for atom in rewrite.atoms]
    return list(dict.fromkeys(premise for premise in found if premise))


def plan(claim: Extraction, rewrite: Extraction, policy: GatePolicy) -> Plan:
    """Return what must be asked to decide whether ``rewrite`` preserves ``claim``.

    Both texts are folded already: the pipeline does it once, for all that follows.
    """
    # What a claim itself hedges or reports ("may have", "according to") is its content.
    targets = claim.atoms or claim.unasserted
    if not targets:
        reason = claim.reason or "no atom was extracted"
        return Plan(settled=Decision("unscored", f"claim: {reason}"))
    if rewrite.status == "failed" and not rewrite.declarative:
        return Plan(settled=Decision("unscored", f"rewrite: {rewrite.reason}"))
    if not rewrite.text.strip():
        return Plan(settled=Decision("unscored", "rewrite: the text is empty"))
    premises = _premises(rewrite)
    whole = claim.text.strip()
    # What is only hedged is rendered without its hedge: take the claim's words.
    alone = len(targets) == 1 or not claim.atoms
    plans = []
    for atom in targets:
        hypothesis = whole if alone else atom.proposition or whole
        candidates = tuple(_candidate(atom, hypothesis, p, policy) for p in premises)
        plans.append(AtomPlan(atom, hypothesis, candidates))
    identical = _normal(claim.text) == _normal(rewrite.text)
    return Plan(tuple(plans), (premises[0], whole), identical=identical)


def _candidate(
    atom: Atom, hypothesis: str, premise: str, policy: GatePolicy
) -> Candidate:
    if policy.decides == "whole":
        return Candidate(premise)  # the checks are run on what is lost only
    sides = Sides(atom=atom, proposition=hypothesis, premise=premise)
    return Candidate(premise, check(sides, policy.checks))


def decide(
    plan: Plan, judgements: Judged, policy: GatePolicy
) -> tuple[Decision, tuple[AtomCheck, ...]]:
    """Return H(C, C') with one check per claim atom.

    A truncated judgement makes the case "unscored": the model has not read all of
    it, so it can say nothing about what it has not seen.
    """
    if plan.settled is not None:
        return plan.settled, ()
    if plan.identical:
        checks = tuple(_kept(a.atom, a.candidates[0].premise, None) for a in plan.atoms)
        return Decision("valid", "the rewrite repeats the claim"), checks
    if any(judgements[p].truncated for p in _asked(plan, policy) if p in judgements):
        return Decision("unscored", "the text exceeds the NLI model's window"), ()
    if policy.decides == "atoms":
        checks = tuple(_judge_atom(atom, judgements, policy) for atom in plan.atoms)
    else:
        checks = _judge_whole(plan, judgements, policy)
    valid = all(check_.preserved for check_ in checks)
    return Decision("valid" if valid else "invalid", _reason(checks)), checks


def _asked(plan: Plan, policy: GatePolicy) -> list[Pair]:
    if policy.decides == "whole":
        return [plan.whole]
    return [
        (c.premise, atom.hypothesis) for atom in plan.atoms for c in atom.candidates
    ]


def _judge_atom(plan: AtomPlan, judged: Judged, policy: GatePolicy) -> AtomCheck:
    """Return the check of one atom: its best premise, or the least violated one."""
    scored = [
        (judged[pair].entailment, candidate.premise)
        for candidate in plan.candidates
        if not candidate.violations
        and (pair := (candidate.premise, plan.hypothesis)) in judged
    ]
    if not scored:
        least = min(plan.candidates, key=lambda c: len(c.violations))
        return _lost(plan.atom, least.premise, None, least.violations)
    best, premise = max(scored, key=lambda pair: pair[0])
    if best >= policy.threshold:
        return _kept(plan.atom, premise, best)
    return _lost(plan.atom, premise, best)


def _judge_whole(
    plan: Plan, judged: Judged, policy: GatePolicy
) -> tuple[AtomCheck, ...]:
    """Return the checks under "whole": all atoms kept, or at least one lost.

    Lost are the atoms that the rewrite does not entail. Where it entails each of them
    and yet not the claim (they are said of different times, say), the one it entails
    least stands for what is lost between them.
    """
    text, share = plan.whole[0], judged[plan.whole].entailment
    if share >= policy.threshold:
        return tuple(_kept(atom.atom, text, share) for atom in plan.atoms)
    shares = [
        judged[pair].entailment if (pair := (text, a.hypothesis)) in judged else share
        for a in plan.atoms
    ]
    least = min(shares)
    return tuple(
        (
            _kept(atom.atom, text, own)
            if own >= policy.threshold and own > least
            else _explained(atom, min(own, share), policy.checks)
        )
        for atom, own in zip(plan.atoms, shares, strict=True)
    )


def _explained(plan: AtomPlan, share: float, checks: Sequence[str]) -> AtomCheck:
    """Return a lost atom with the premise that comes closest and what moved there."""
    text = plan.candidates[0].premise
    sides = Sides(atom=plan.atom, proposition=plan.hypothesis, premise=text)
    return _lost(plan.atom, plan.closest().premise, share, check(sides, checks))


def _kept(atom: Atom, premise: str, share: float | None) -> AtomCheck:
    return AtomCheck(
        atom=atom, premise=premise, entailment=share, entailed=True, preserved=True
    )


def _lost(
    atom: Atom,
    premise: str,
    share: float | None,
    violations: tuple[Violation, ...] = (),
) -> AtomCheck:
    return AtomCheck(
        atom=atom,
        premise=premise,
        entailment=share,
        entailed=False,
        violations=violations,
        preserved=False,
    )


def _reason(checks: Sequence[AtomCheck]) -> str:
    """Say which atom is lost, preferring one whose values moved."""
    lost = [check_ for check_ in checks if not check_.preserved]
    if not lost:
        return "every atom of the claim is preserved"
    worst = next((check_ for check_ in lost if check_.violations), lost[0])
    if worst.violations:
        return "; ".join(violation.reason for violation in worst.violations)
    name = worst.atom.proposition or worst.atom.subject
    missing = uncovered(name, worst.premise)
    without = f"; no word for {', '.join(missing)}" if missing else ""
    return f"not entailed (p={worst.entailment:.2f}): {name}{without}"
