"""The binary validity gate H(C, C') of AtomEval (Eq. 1 to 3, appendix C).

``plan`` runs the certain and cheap steps (identical text, consistency checks) and
lists the NLI pairs that are still to be asked; ``decide`` turns the judgements into
a decision with one check per claim atom. Between the two lies the only expensive
step, so that a pipeline can batch it across cases.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from textattack_atomeval.consistency import (
    PAPER_CHECKS,
    STRICT_CHECKS,
    about,
    check,
    check_aligned,
    in_notation,
    without_descriptors,
)
from textattack_atomeval.containment import contains, same_frame
from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Decision,
    Extraction,
    Judgement,
    Violation,
)
from textattack_atomeval.text import fold, sentences

Pair = tuple[str, str]


class GatePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The gate's settings; a result names its policy.

    Attributes:
        name: goes into the signature.
        threshold: an atom is entailed when p(entailment) reaches it.
        checks: the consistency checks of Cons(a, p), see ``consistency``.
        whole_claim: ask also whether the rewrite entails the claim as a whole,
            and take the lower of the two probabilities: an extraction that lost
            a modifier must not make the gate lenient.
        containment: accept what entails the atom by form alone, see
            ``containment``.
        normalise: let the model read dates and quantities in the claim's notation,
            without sentences about something else, and the claim without nouns before
            names that the rewrite has alone.
        spelling: read misspelt claim words as what they stand for, see ``spelling``.
        text_premises: judge the rewrite's full text and sentences as premises
            beside its rendered atoms (appendix C); Eq. 1 uses the atoms alone.
    """

    name: str
    threshold: float
    checks: tuple[str, ...]
    whole_claim: bool
    containment: bool
    normalise: bool
    spelling: bool
    text_premises: bool

    @classmethod
    def paper(cls) -> GatePolicy:
        """Follow the paper: published Cons, entailment as the likeliest label."""
        return cls(
            name="paper",
            threshold=0.5,
            checks=PAPER_CHECKS,
            whole_claim=False,
            containment=False,
            normalise=False,
            spelling=False,
            text_premises=True,
        )

    @classmethod
    def strict(cls) -> GatePolicy:
        """All consistency checks; the threshold is calibrated on bundled data."""
        return cls(
            name="strict",
            threshold=0.35,
            checks=STRICT_CHECKS,
            whole_claim=True,
            containment=True,
            normalise=True,
            spelling=True,
            text_premises=True,
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
    """One premise candidate for one claim atom, with its failed checks.

    ``asked`` is the premise as the model reads it. ``certain`` marks a rewrite atom
    that says all of the claim atom by form alone.
    """

    premise: str
    asked: str
    violations: tuple[Violation, ...]
    certain: bool = False


class AtomPlan(msgspec.Struct, frozen=True):
    """A claim atom, its hypotheses and the premises that may preserve it."""

    atom: Atom
    hypotheses: tuple[str, ...]
    candidates: tuple[Candidate, ...]

    def certain(self) -> Candidate | None:
        """Return a consistent candidate that needs no model, if there is one."""
        sure = (c for c in self.candidates if c.certain and not c.violations)
        return next(sure, None)

    def score(
        self, candidate: Candidate, judged: Mapping[Pair, Judgement]
    ) -> float | None:
        """Return the lowest entailment over the hypotheses, None if not all asked."""
        asked = [judged.get((candidate.asked, h)) for h in self.hypotheses]
        known = [judgement.entailment for judgement in asked if judgement is not None]
        return min(known) if len(known) == len(asked) else None

    def waiting(
        self, policy: GatePolicy, judged: Mapping[Pair, Judgement]
    ) -> list[Pair]:
        """Return this atom's pairs of the next round."""
        if self.certain() is not None:
            return []
        allowed = [c for c in self.candidates if not c.violations]
        scores = [self.score(candidate, judged) for candidate in allowed]
        if any(score is not None and score >= policy.threshold for score in scores):
            return []
        fresh = [c for c, s in zip(allowed, scores, strict=True) if s is None]
        if len(fresh) == len(allowed):
            fresh = fresh[:1]
        return [(c.asked, hypothesis) for c in fresh for hypothesis in self.hypotheses]


class Plan(msgspec.Struct, frozen=True):
    """What is left to ask for one case; ``settled`` is a decision without NLI."""

    atoms: tuple[AtomPlan, ...] = ()
    settled: Decision | None = None
    identical: bool = False

    def pairs(self, policy: GatePolicy, judged: Mapping[Pair, Judgement]) -> list[Pair]:
        """Return the pairs to ask next, none when all is known that is needed.

        The first round asks each atom's first premise, the text itself; the second
        asks the others of the atoms that it left open.
        """
        if self.settled is not None or self.identical:
            return []
        return [pair for atom in self.atoms for pair in atom.waiting(policy, judged)]


@functools.lru_cache(maxsize=4096)
def _normal(text: str) -> str:
    return " ".join(fold(text).text.lower().split()).rstrip(".!")


def _premises(rewrite: Extraction, policy: GatePolicy) -> list[str]:
    """Return Π(C'): full text first, then sentences, then rendered atoms."""
    found: list[str] = []
    if policy.text_premises or not rewrite.atoms:
        text = fold(rewrite.text).text.strip()
        found = [text, *(text[start:end] for start, end in sentences(text))]
        if rewrite.declarative:
            found.insert(1, rewrite.declarative)
    found += [atom.proposition for atom in rewrite.atoms if atom.proposition]
    return list(dict.fromkeys(found))


def plan(claim: Extraction, rewrite: Extraction, policy: GatePolicy) -> Plan:
    """Return what must be asked to decide whether ``rewrite`` preserves ``claim``."""
    # What a claim itself hedges or reports ("may have", "according to") is its content.
    targets = claim.atoms or claim.unasserted
    if not targets:
        reason = claim.reason or "no atom was extracted"
        return Plan(settled=Decision("unscored", f"claim: {reason}"))
    if rewrite.status == "failed" and not rewrite.declarative:
        return Plan(settled=Decision("unscored", f"rewrite: {rewrite.reason}"))
    if not rewrite.text.strip():
        return Plan(settled=Decision("unscored", "rewrite: the text is empty"))
    identical = _normal(claim.text) == _normal(rewrite.text)
    premises = _premises(rewrite, policy)
    whole = fold(claim.text).text.strip()
    if policy.normalise:
        whole = without_descriptors(whole, rewrite.text)
    plans = []
    for atom in targets:
        # What is only hedged is rendered without its hedge: take the claim's words.
        rendered = atom.proposition if claim.atoms else whole
        if policy.normalise:
            rendered = without_descriptors(rendered, rewrite.text)
        hypotheses = [whole] if len(targets) == 1 else [rendered]
        if policy.whole_claim:
            hypotheses.append(whole)
        rendered = rendered or whole
        values = _other_values(atom, rendered, rewrite) if policy.containment else ()
        candidates = tuple(
            _candidate(atom, rendered, whole, premise, rewrite, values, policy)
            for premise in premises
        )
        plans.append(AtomPlan(atom, tuple(dict.fromkeys(hypotheses)), candidates))
    return Plan(tuple(plans), identical=identical)


def _candidate(
    atom: Atom,
    rendered: str,
    claim: str,
    premise: str,
    rewrite: Extraction,
    values: tuple[Violation, ...],
    policy: GatePolicy,
) -> Candidate:
    """Check one premise, and write it as the claim writes dates and numbers.

    ``values`` are the violations of the aligned atoms: they hold for every premise.
    """
    text = about(rendered, premise) if policy.normalise else premise
    asked = in_notation(rendered, text) if policy.normalise else text
    violations = check(atom, rendered, text, policy.checks, claim, rewrite) or values
    certain = policy.containment and (
        _normal(asked) in (_normal(rendered), _normal(claim))
        or any(
            said.proposition == premise and contains(said, atom)
            for said in rewrite.atoms
        )
    )
    return Candidate(premise, asked, violations, certain)


def _other_values(
    atom: Atom, rendered: str, rewrite: Extraction
) -> tuple[Violation, ...]:
    """Compare slot by slot with the rewrite's atoms of the same frame.

    The claim's year may stand elsewhere in the text; here it counts only when every
    atom with the claim's subject, relation and object has another value instead, or a
    limit that takes something from it.
    """
    aligned = [said for said in rewrite.atoms if same_frame(said, atom)]
    found: list[Violation] = []
    for said in aligned:
        found = check_aligned(atom, rendered, said)
        if not found:
            return ()
    return tuple(found)


def _judge_atom(
    plan: AtomPlan, judgements: Mapping[Pair, Judgement], policy: GatePolicy
) -> AtomCheck:
    """Return the check of one atom: its best premise, or the least violated one."""
    sure = plan.certain()
    if sure is not None:
        return _kept(plan.atom, sure.premise)
    best: tuple[float, str] | None = None
    for candidate in plan.candidates:
        score = None if candidate.violations else plan.score(candidate, judgements)
        if score is not None and (best is None or score > best[0]):
            best = (score, candidate.premise)
    if best is None:
        least = min(plan.candidates, key=lambda c: len(c.violations))
        return AtomCheck(
            atom=plan.atom,
            premise=least.premise,
            entailment=None,
            entailed=False,
            violations=least.violations,
            preserved=False,
        )
    entailed = best[0] >= policy.threshold
    return AtomCheck(
        atom=plan.atom,
        premise=best[1],
        entailment=best[0],
        entailed=entailed,
        preserved=entailed,
    )


def _kept(atom: Atom, premise: str) -> AtomCheck:
    """Return the check of an atom that is preserved without asking the model."""
    return AtomCheck(
        atom=atom, premise=premise, entailment=None, entailed=True, preserved=True
    )


def _reason(checks: tuple[AtomCheck, ...]) -> str:
    for check_ in checks:
        if not check_.preserved:
            name = check_.atom.proposition or check_.atom.subject
            if check_.violations:
                return "; ".join(v.reason for v in check_.violations)
            return f"not entailed (p={check_.entailment:.2f}): {name}"
    return "every atom of the claim is preserved"


def decide(
    plan: Plan, judgements: Mapping[Pair, Judgement], policy: GatePolicy
) -> tuple[Decision, tuple[AtomCheck, ...]]:
    """Return H(C, C') with one check per claim atom.

    A truncated judgement makes the case "unscored": the model has not read all of
    it, so it can say nothing about what it has not seen.
    """
    if plan.settled is not None:
        return plan.settled, ()
    if plan.identical:
        return _identical(plan)
    if any(
        (judgement := judgements.get((candidate.asked, hypothesis))) is not None
        and judgement.truncated
        for atom in plan.atoms
        for candidate in atom.candidates
        for hypothesis in atom.hypotheses
    ):
        return Decision("unscored", "the text exceeds the NLI model's window"), ()
    checks = tuple(_judge_atom(atom, judgements, policy) for atom in plan.atoms)
    valid = all(check_.preserved for check_ in checks)
    lost = sorted(checks, key=lambda c: (c.preserved, not c.violations))
    return Decision("valid" if valid else "invalid", _reason(tuple(lost))), checks


def _identical(plan: Plan) -> tuple[Decision, tuple[AtomCheck, ...]]:
    checks = tuple(_kept(item.atom, item.candidates[0].premise) for item in plan.atoms)
    return Decision("valid", "the rewrite repeats the claim"), checks
