"""Read sentences whose grammar is not their message: reports, clefts, "there is"."""

from __future__ import annotations

from abc import abstractmethod

from textattack_atomeval.extraction.coordination import lead_of
from textattack_atomeval.extraction.embedded import Clause, Embedded
from textattack_atomeval.extraction.grammar import (
    cleft_of,
    outer_text,
    outside_of,
    relatives_of,
    strength,
    subject_of,
)
from textattack_atomeval.extraction.phrases import Phrase, detached, phrase
from textattack_atomeval.extraction.repair import move
from textattack_atomeval.extraction.reports import Report
from textattack_atomeval.extraction.tree import BE, SUBJECTS, Node, subtree

__all__ = ["Special"]


class Special(Embedded):
    """Reads reports, clefts and existential sentences."""

    @abstractmethod
    def _dependents(
        self, head: Node, subject: Phrase | None, asserted: bool, hedge: str
    ) -> None:
        """Read what hangs on a clause."""

    def _report(
        self,
        head: Node,
        report: Report,
        inherited: Phrase | None,
        asserted: bool,
        hedge: str,
    ) -> None:
        """Read what is reported, and the report where somebody makes it."""
        node = subject_of(head)
        subject = self._subjects(node, head)[0] if node is not None else inherited
        subject = subject or self.topics.dislocated
        vouched = asserted and report.asserted
        why = hedge or ("" if report.asserted else outer_text(head, report.inner))
        if report.outer and subject is not None and node is not None:
            outside = outside_of(head, node) - {report.inner}
            body = subtree(head, lambda n: n in outside or detached(n))
            self.clauses.append(
                Clause(subject=subject, head=head, body=body, asserted=asserted)
            )
        before = len(self.clauses)
        raised = subject if report.raised else None
        self.clause(report.inner, raised, asserted=vouched, hedge=why)
        if report.raised and len(self.clauses) > before:
            self.clauses[before].kind = "raised"
        for child in head.having("conj"):
            if child.verbal:
                self.clause(
                    child, subject, asserted=asserted, lead=lead_of(head, child)
                )

    def _cleft(self, head: Node, asserted: bool, hedge: str) -> bool:
        """Read "it is Rome that fell" and "a fire is what ended Rome"."""
        node, attr = subject_of(head), head.first("attr")
        if node is None or head.low not in BE or head.first("neg") is not None:
            return False
        found = cleft_of(node, attr, head)
        if found is None:
            return self._timed_cleft(head, node, asserted, hedge)
        clause, noun = found
        if noun is node:
            subject = self._subjects(node, head)[0]
        else:
            subject = phrase(noun, {clause}, self.topics)
        own = subject_of(clause)
        if own is not None:
            clause.children.remove(own)
        self.clause(clause, subject, asserted=asserted, hedge=hedge)
        return True

    def _timed_cleft(self, head: Node, node: Node, asserted: bool, hedge: str) -> bool:
        """Read "it was in 2003 that Rome fell"."""
        clause = head.first("ccomp", "advcl", "relcl")
        preps = head.having("prep", "npadvmod")
        if node.low != "it" or clause is None or not preps:
            return False
        if head.first("attr", "acomp") is not None or subject_of(clause) is None:
            return False
        for prep in preps:
            move(prep, clause, prep.dep)
        self.clause(clause, None, asserted=asserted, hedge=hedge)
        return True

    def _existence(self, head: Node, asserted: bool, hedge: str) -> bool:
        """Read "there is X" and "there are X that Y"."""
        noun = head.first("attr", *SUBJECTS) or head.first("dobj")
        if head.first("expl") is None or noun is None:
            return False
        asserted, hedge = strength(head, asserted, hedge)
        relative = noun.first("relcl")
        if relative is not None and subject_of(relative) in relatives_of(relative):
            self._with_subject(
                relative, phrase(noun, {relative}, self.topics), asserted
            )
            return True
        outside = {c for c in head.children if c.dep in ("punct", "expl", "conj", "cc")}
        body = subtree(head, lambda n: n in outside or detached(n))
        found = phrase(noun, set(), self.topics)
        self.clauses.append(
            Clause(
                subject=found,
                head=head,
                body=body,
                core=noun,
                kind="existence",
                asserted=asserted,
                hedge=hedge,
            )
        )
        self._inside(body, asserted)
        self._dependents(head, None, asserted, hedge)
        return True
