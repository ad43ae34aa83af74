"""Find the clauses of a parsed sentence and who each of them is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textattack_atomeval.extraction.coordination import (
    borrowed,
    complement_of,
    lead_of,
)
from textattack_atomeval.extraction.embedded import Clause
from textattack_atomeval.extraction.grammar import (
    apart,
    comma_between,
    in_past,
    mark_of,
    outside_of,
    own_clause,
    strength,
    subject_of,
)
from textattack_atomeval.extraction.lexicon import (
    CONCESSIVE,
    CONDITIONAL,
    TEMPORAL_MARKS,
)
from textattack_atomeval.extraction.phrases import Phrase, Topics, detached
from textattack_atomeval.extraction.reports import report_of
from textattack_atomeval.extraction.special import Special
from textattack_atomeval.extraction.tree import Node, subtree

__all__ = ["Reader"]


class Reader(Special):
    """Walks one sentence; collects its clauses in ``clauses``."""

    def __init__(self, topics: Topics, *, asserted: bool = True) -> None:
        super().__init__(topics)
        self.asserted = asserted

    def read(self, nodes: Iterable[Node]) -> list[Clause]:
        """Return the clauses of all trees of the sentence."""
        for root in nodes:
            if root.head is None:
                before = len(self.clauses)
                self._root(root)
                past = in_past(root)
                for clause in self.clauses[before:]:
                    clause.past = past
        return self.clauses

    def _root(self, root: Node) -> None:
        """Read one tree of the sentence."""
        if root.verbal or subject_of(root) is not None:
            self.clause(root, None, asserted=self.asserted)
        elif self.topics.dislocated is not None and root.nominal:
            self._nominal(root, self.topics.dislocated, self.asserted)
        else:
            self._inside(subtree(root), self.asserted)
            for child in root.having("conj", "parataxis", "ccomp", "appos"):
                if subject_of(child) is not None:
                    self.clause(child, None, asserted=self.asserted)

    def clause(
        self,
        head: Node,
        inherited: Phrase | None,
        *,
        asserted: bool,
        lead: list[Node] | None = None,
        hedge: str = "",
        extra: str = "",
        object_: Phrase | None = None,
    ) -> None:
        """Read the clause of a predicate and everything that hangs on it."""
        with self._deeper():
            report = report_of(head)
            if report is not None:
                self._report(head, report, inherited, asserted, hedge)
            elif not (
                self._cleft(head, asserted, hedge)
                or self._existence(head, asserted, hedge)
            ):
                self._plain(
                    head, inherited, asserted, lead or [], hedge, extra, object_
                )

    def _plain(
        self,
        head: Node,
        inherited: Phrase | None,
        asserted: bool,
        lead: list[Node],
        hedge: str,
        extra: str,
        object_: Phrase | None,
    ) -> None:
        """Read a clause that says what it says."""
        node = subject_of(head)
        subjects = self._subjects(node, head) if node is not None else []
        subjects = subjects or [s for s in (inherited or self.topics.dislocated,) if s]
        asserted, hedge = strength(head, asserted, hedge)
        if subjects:
            self.topics.mention(subjects[0])
        outside = outside_of(head, node)
        body = subtree(head, lambda n: n in outside or detached(n))
        shared = borrowed(head) if object_ is None else []
        for subject in subjects:
            self._emit(
                Clause(
                    subject=subject,
                    head=head,
                    body=[*body, *(n for top in shared for n in subtree(top))],
                    core=complement_of(shared),
                    lead_nodes=lead,
                    asserted=asserted,
                    hedge=hedge,
                    extra=extra,
                    object=object_,
                    single=len(subjects) > 1,
                )
            )
        topic = replace(subjects[0], title="") if subjects else None
        self._dependents(head, topic, asserted, hedge)
        self._inside([*body, *(subtree(node) if node else [])], asserted)

    def _dependents(
        self, head: Node, subject: Phrase | None, asserted: bool, hedge: str
    ) -> None:
        """Read the clauses that hang on a predicate."""
        for child in head.children:
            if child.dep == "conj" and own_clause(child):
                lead = [] if subject_of(child) is not None else lead_of(head, child)
                self.clause(child, subject, asserted=asserted, lead=lead, hedge=hedge)
            elif child.dep in ("parataxis", "ccomp") and own_clause(child):
                if subject_of(child) is not None:
                    self.clause(child, subject, asserted=asserted)
            elif child.dep == "advcl":
                self._adverbial(head, child, subject, asserted)
            elif child.dep == "dep" and child.verbal and subject_of(child) is not None:
                self.clause(child, subject, asserted=asserted)

    def _adverbial(
        self, head: Node, clause: Node, subject: Phrase | None, asserted: bool
    ) -> None:
        """Read an adverbial clause if it says something of its own."""
        mark = mark_of(clause)
        apposed = comma_between(head, clause)
        if mark in CONDITIONAL:
            self.clause(clause, subject, asserted=False, hedge=mark or "if")
        elif mark in ("before", "until", "as", "than") or _measured(clause, mark):
            return
        elif subject_of(clause) is not None:
            if mark in CONCESSIVE or apposed and mark in (None, *TEMPORAL_MARKS):
                self.clause(clause, subject, asserted=asserted)
        elif subject is not None and (
            apart(head, clause)
            or mark in ("after", "when")
            and apposed
            and clause.tag == "VBG"
        ):
            self._participle(clause, subject, asserted)


def _measured(clause: Node, mark: str | None) -> bool:
    """Tell whether it is "ten years after ..." or "to do ...", no clause of its own."""
    purpose = any(c.tag == "TO" for c in clause.having("aux"))
    return purpose or mark == "after" and clause.first("npadvmod") is not None
