"""Read what stands inside noun phrases: relative clauses, appositions, participles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from textattack_atomeval.extraction.coordination import (
    collective,
    member_body,
    members,
)
from textattack_atomeval.extraction.grammar import relatives_of, strength, subject_of
from textattack_atomeval.extraction.phrases import Phrase, Topics, detached, phrase
from textattack_atomeval.extraction.repair import FRONTED
from textattack_atomeval.extraction.tree import Node, ordered, subtree

__all__ = ["Clause", "Embedded", "NestingError"]

DEEPEST = 40

DISTRIBUTING = ("by", "in", "on", "for", "with", "from", "to", "at")
CORE = ("dobj", "attr", "acomp", "oprd")


@dataclass(slots=True)
class Clause:
    """One predication: what is said (``body``) of whom (``subject``).

    ``lead_nodes`` are auxiliaries taken over from a coordinated predicate, ``extra``
    are words that follow the body, ``object`` is the antecedent of a relative clause
    that is its object. ``core`` is the complement that this clause is about when a
    coordination was split, ``single`` tells that its subject was split off one.
    ``kind``: clause, participle, nominal, with, verbless, raised or existence.
    """

    subject: Phrase
    head: Node
    body: list[Node]
    lead_nodes: list[Node] = field(default_factory=list)
    core: Node | None = None
    extra: str = ""
    object: Phrase | None = None
    kind: str = "clause"
    asserted: bool = True
    hedge: str = ""
    past: bool = False
    single: bool = False


def _drop_both(first: Node) -> None:
    """Drop "both" before the first of several members that are read apart."""
    for child in first.having("preconj", "det", "predet"):
        if child.low == "both":
            first.children.remove(child)


def _behind_preposition(verb: Node, inside: set[Node]) -> Node | None:
    """Return the noun of "was written by Ann and Bo", "is set in Oslo and Rome"."""
    for prep in verb.having("agent", "prep"):
        noun = prep.first("pobj")
        if prep in inside and noun is not None and prep.low in DISTRIBUTING:
            return noun
    return None


class NestingError(Exception):
    """A sentence whose clauses are nested deeper than any reader follows."""


class Embedded(ABC):
    """Collects clauses; reads those that hang on nouns and on participles."""

    def __init__(self, topics: Topics) -> None:
        self.topics = topics
        self.clauses: list[Clause] = []
        self._depth = 0
        self._seen: set[Node] = set()

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        """Guard against a nesting that would exhaust the stack."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise NestingError(f"clauses nested more than {DEEPEST} deep")
        yield
        self._depth -= 1

    @abstractmethod
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

    @abstractmethod
    def _adverbial(
        self, head: Node, clause: Node, subject: Phrase | None, asserted: bool
    ) -> None:
        """Read an adverbial clause."""

    def _subjects(self, node: Node, head: Node) -> list[Phrase]:
        """Return the subject, resolved; several if it is a distributive "and"."""
        several = members(node)
        if len(several) > 1 and not collective(head):
            _drop_both(node)
            return [self.topics.resolve(m, self._phrase(m, several)) for m in several]
        return [self.topics.resolve(node, self._phrase(node, []))]

    def _phrase(self, node: Node, several: list[Node]) -> Phrase:
        others = {m for m in several if m is not node}
        joints = {c for m in several for c in m.having("cc", "preconj")}
        return phrase(node, others | joints, self.topics)

    def _emit(self, clause: Clause) -> None:
        """Add the clause, once for each member of a coordinated complement."""
        inside = set(clause.body)
        core = clause.core or next(
            (c for d in CORE for c in clause.head.having(d) if c in inside), None
        )
        several = members(core) if core is not None else []
        if len(several) < 2:
            core = core if clause.core else _behind_preposition(clause.head, inside)
            several = members(core) if core is not None else []
            proper = all(n.name or n.tag == "NNP" for n in several)
            several = several if proper else []
        if core is None or len(several) < 2:
            self.clauses.append(clause)
            return
        _drop_both(core)
        for member in several:
            if member is not core and member.tag == "VBN" and not core.verbal:
                self._participle_member(clause, member, several)
            else:
                body = member_body(clause.body, member, several)
                self.clauses.append(replace(clause, body=body, core=member))

    def _participle_member(
        self, clause: Clause, member: Node, several: list[Node]
    ) -> None:
        """Read "based on" of "was original and based on nothing else"."""
        others = set(several)
        own = subtree(member, lambda n: n.dep in ("cc", "punct") or n in others)
        lead = [
            n
            for n in [clause.head, *clause.head.children]
            if n is clause.head or n.dep in ("aux", "neg")
        ]
        self.clauses.append(
            replace(clause, head=member, body=own, core=None, lead_nodes=ordered(lead))
        )

    def _participle(self, head: Node, subject: Phrase, asserted: bool) -> None:
        """Read a participial phrase as a clause about ``subject``."""
        outside = {
            c
            for c in head.children
            if c.dep in ("punct", "mark", "cc") or c.dep == "conj" and c.verbal
        } | {c for c in head.children if c.tag == "WRB"}
        body = subtree(head, lambda n: n in outside or detached(n))
        asserted, hedge = strength(head, asserted, "")
        kind = "participle" if head.tag in ("VBG", "VBN", "VBD") else "verbless"
        self._emit(
            Clause(
                subject=subject,
                head=head,
                body=body,
                kind=kind,
                asserted=asserted,
                hedge=hedge,
            )
        )
        self._inside(body, asserted)
        for child in head.having("conj"):
            if child.verbal and subject_of(child) is None:
                self._participle(child, subject, asserted)
        for child in head.having("advcl"):
            self._adverbial(head, child, subject, asserted)

    def _nominal(self, head: Node, subject: Phrase, asserted: bool) -> None:
        """Read a noun phrase as "subject is noun phrase"."""
        outside = {c for c in head.children if c.dep in ("punct", "appos", "intj")}
        several = members(head)
        whole = subtree(head, lambda n: n in outside or detached(n))
        for member in several:
            body = member_body(whole, member, several) if several[1:] else whole
            self.clauses.append(
                Clause(
                    subject=subject,
                    head=member,
                    body=body,
                    kind="nominal",
                    asserted=asserted,
                )
            )
        self._inside(subtree(head), asserted)

    def _inside(self, nodes: list[Node], asserted: bool) -> None:
        """Read the relative clauses, appositions and participles of the phrases."""
        for node in nodes:
            for child in node.children:
                if detached(child) and child not in self._seen:
                    self._seen.add(child)
                    with self._deeper():
                        self._attached(node, child, asserted)

    def _attached(self, noun: Node, child: Node, asserted: bool) -> None:
        """Read one clause or apposition with its noun as the subject."""
        if noun.tag in ("PRP", "WP", "WDT") and child.dep == "appos":
            return
        antecedent = self.topics.resolve(noun, phrase(noun, set(), self.topics))
        antecedent = replace(antecedent, title="")
        if noun.dep == "attr" and not noun.name and noun.first("poss") is None:
            antecedent = self._described(noun) or antecedent
        if child.dep == "relcl":
            self._relative(child, antecedent, asserted)
        elif child.dep in ("appos", FRONTED):
            self._nominal(child, antecedent, asserted)
        elif child.dep == "prep":
            if child.low not in ("like", "unlike", "along", "together", "as", "than"):
                self._with(child, antecedent, asserted)
        else:
            self._participle(child, antecedent, asserted)

    def _described(self, noun: Node) -> Phrase | None:
        """Return the subject that a predicate noun describes."""
        clause = next((c for c in self.clauses if c.head is noun.head), None)
        return clause.subject if clause is not None else None

    def _with(self, prep: Node, subject: Phrase, asserted: bool) -> None:
        """Read ", with 121 episodes," as "has 121 episodes"."""
        kind = "with" if prep.low == "with" else "verbless"
        body = [n for n in subtree(prep, detached) if n is not prep or kind != "with"]
        body = [n for n in body if n.dep != "punct" or n.head is not prep]
        self.clauses.append(
            Clause(subject=subject, head=prep, body=body, kind=kind, asserted=asserted)
        )
        self._inside(body, asserted)

    def _relative(self, head: Node, antecedent: Phrase, asserted: bool) -> None:
        """Read a relative clause with its antecedent in the pronoun's place."""
        pronoun = next(iter(relatives_of(head)), None)
        node = subject_of(head)
        if node is None and pronoun is None:
            self._participle(head, antecedent, asserted)
        elif node is None or pronoun is not None and node is pronoun:
            self._with_subject(head, antecedent, asserted)
        elif pronoun is not None and pronoun.tag == "WP$" and pronoun in subtree(node):
            cut = phrase(node, {pronoun}, self.topics)
            owned = Phrase(f"{antecedent.possessive} {cut.text}", cut.span, cut.plural)
            self._with_subject(head, owned, asserted)
        elif pronoun is not None and pronoun.tag == "WRB":
            extra = f"in {antecedent.inner}" if pronoun.low == "where" else ""
            self.clause(head, None, asserted=asserted, extra=extra)
        elif pronoun is not None and pronoun.dep == "pobj" and pronoun.head is not None:
            extra = f"{pronoun.head.low} {antecedent.inner}"
            pronoun.head.children.clear()
            pronoun.head.tag = "WDT"
            self.clause(head, None, asserted=asserted, extra=extra)
        else:
            self.clause(head, None, asserted=asserted, object_=antecedent)

    def _with_subject(self, head: Node, subject: Phrase, asserted: bool) -> None:
        """Read a clause with ``subject`` in the place of its own."""
        node = subject_of(head)
        if node is not None:
            head.children.remove(node)
        self.clause(head, subject, asserted=asserted)
