"""Find the clauses of a parsed sentence and who each of them is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from textattack_atomeval.extraction.coordination import (
    borrowed,
    collective,
    complement_of,
    lead_of,
    member_body,
    members,
)
from textattack_atomeval.extraction.lexicon import (
    CONCESSIVE,
    CONDITIONAL,
    GENERIC,
    HEDGE_MODALS,
    HEDGES,
    ONES,
    SYMMETRIC,
    TEMPORAL_MARKS,
)
from textattack_atomeval.extraction.phrases import Phrase, Topics, detached, phrase, title_of
from textattack_atomeval.extraction.render import join, tidy
from textattack_atomeval.extraction.reports import Report, report_of
from textattack_atomeval.extraction.repair import FRONTED, move
from textattack_atomeval.extraction.tree import Node, ordered, subtree
from textattack_atomeval.extraction.words import stem

__all__ = ["Clause", "Reader"]

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
NESTED = ("relcl", "acl", "appos")
DATA = frozenset(
    "census record records data figures statistics survey dictionary registry".split()
)
CORE = ("dobj", "attr", "acomp", "oprd")
BE = frozenset("be is are was were been being 's 're 'm am".split())


@dataclass(slots=True)
class Clause:
    """One predication: what is said (``body``) of whom (``subject``).

    ``lead`` are auxiliaries taken over from a coordinated predicate or supplied to a
    participle; ``extra`` words follow the body. ``core`` is the complement that this
    clause is about when a coordination was split.
    """

    subject: Phrase
    head: Node
    body: list[Node]
    lead: str = ""
    lead_nodes: list[Node] = field(default_factory=list)
    core: Node | None = None
    extra: str = ""
    object: Phrase | None = None
    kind: str = "clause"
    asserted: bool = True
    hedge: str = ""
    past: bool = False
    single: bool = False


class Reader:
    """Walks one sentence; collects its clauses in ``clauses``."""

    def __init__(self, topics: Topics, *, asserted: bool = True) -> None:
        self.topics = topics
        self.asserted = asserted
        self.clauses: list[Clause] = []

    def read(self, nodes: Iterable[Node]) -> list[Clause]:
        """Return the clauses of all trees of the sentence."""
        for root in nodes:
            if root.head is None:
                before = len(self.clauses)
                self._root(root)
                past = _past(root)
                for clause in self.clauses[before:]:
                    clause.past = past
        return self.clauses

    def _root(self, root: Node) -> None:
        if root.verbal or _subject(root) is not None:
            self.clause(root, None, asserted=self.asserted)
        elif self.topics.dislocated is not None and root.nominal:
            self._nominal(root, self.topics.dislocated, self.asserted)
        else:
            self._inside(subtree(root), self.asserted)
            for child in root.having("conj", "parataxis", "ccomp", "appos"):
                if _subject(child) is not None:
                    self.clause(child, None, asserted=self.asserted)

    # One clause ---------------------------------------------------------------

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
        report = report_of(head)
        if report is not None:
            self._report(head, report, inherited, asserted, hedge)
            return
        if self._cleft(head, asserted, hedge) or self._existence(head, asserted, hedge):
            return
        node = _subject(head)
        subjects = self._subjects(node, head) if node is not None else []
        if not subjects and inherited is not None:
            subjects = [inherited]
        if not subjects and self.topics.dislocated is not None:
            subjects = [self.topics.dislocated]
        asserted, hedge = self._strength(head, asserted, hedge)
        if subjects:
            self.topics.mention(subjects[0])
        if node is not None and len(subjects) == 1:
            self._entitled(node, subjects[0], asserted)
        outside = self._outside(head, node)
        body = subtree(head, lambda n: n in outside or detached(n))
        shared = borrowed(head) if object_ is None else []
        for subject in subjects:
            self._emit(
                Clause(
                    subject=subject,
                    head=head,
                    body=[*body, *(n for top in shared for n in subtree(top))],
                    core=complement_of(shared),
                    lead_nodes=lead or [],
                    asserted=asserted,
                    hedge=hedge,
                    extra=extra,
                    object=object_,
                    single=len(subjects) > 1,
                )
            )
        first = subjects[0] if subjects else None
        self._dependents(head, first, asserted, hedge)
        shown = [*body, *(subtree(node) if node is not None else [])]
        self._inside(shown, asserted)

    def _entitled(self, node: Node, subject: Phrase, asserted: bool) -> None:
        """Read "the British author Ann Lee" as "Ann Lee is the British author"."""
        words = ordered(title_of(node))
        if words:
            noun = next(n for n in reversed(words) if n.tag == "NN")
            self.clauses.append(
                Clause(
                    subject=subject,
                    head=noun,
                    body=words,
                    core=noun,
                    kind="nominal",
                    asserted=asserted,
                )
            )

    def _strength(self, head: Node, asserted: bool, hedge: str) -> tuple[bool, str]:
        """Tell whether a modal or an adverb takes the assertion back."""
        for child in head.children:
            negated = head.first("neg") is not None
            modal = child.dep == "aux" and child.low in HEDGE_MODALS
            if modal and not (child.low == "could" and negated):
                return False, child.low
            if child.low in HEDGES and child.dep in ("advmod", "acomp"):
                return False, child.low
            if child.low == "according" and not _data(child):
                return False, "according to"
        return asserted, hedge

    def _outside(self, head: Node, subject: Node | None) -> set[Node]:
        """Return the children that are no part of the predicate itself."""
        outside = {
            c
            for c in head.children
            if c.dep in ("punct", "cc", "preconj", "intj", "mark", "expl", "parataxis")
            or c.dep in ("conj", "meta", "ccomp")
            and self._own_clause(c)
            or c.dep == "advcl"
            and self._apart(head, c)
        }
        outside |= {c for c in head.children if c.dep == "punct"}
        if subject is not None:
            outside.add(subject)
        if head.dep == "advcl":
            outside |= {c for c in head.children if c.tag == "WRB"}
        if head.dep == "relcl":
            outside |= {n for n in subtree(head) if n.tag in ("WDT", "WP", "WP$", "WRB")}
        return outside

    def _own_clause(self, node: Node) -> bool:
        if node.dep == "ccomp":
            return node.head is not None and node.index < node.head.index
        if node.dep == "conj" and node.head is not None and node.head.verbal:
            return node.verbal or _subject(node) is not None or bool(node.having("aux"))
        return True

    def _apart(self, head: Node, clause: Node) -> bool:
        """Tell whether an adverbial clause is read as a clause of its own only."""
        mark = _mark(clause)
        if mark in CONCESSIVE:
            return True
        aux = clause.first("aux")
        if mark is not None or aux is not None and aux.low != "having":
            return False
        return clause.tag in ("VBN", "VBG") and _comma_between(head, clause)

    def _subjects(self, node: Node, head: Node) -> list[Phrase]:
        """Return the subject, resolved; several if it is a distributive "and"."""
        several = members(node)
        if len(several) > 1 and not collective(head):
            return [self.topics.resolve(m, self._phrase(m, several)) for m in several]
        return [self.topics.resolve(node, self._phrase(node, []))]

    def _phrase(self, node: Node, several: list[Node]) -> Phrase:
        others = {m for m in several if m is not node}
        joints = {c for m in several for c in m.having("cc", "preconj")}
        return phrase(node, others | joints, self.topics)

    # Complements that are several ---------------------------------------------

    def _emit(self, clause: Clause) -> None:
        """Add the clause, once for each member of a coordinated complement."""
        inside = set(clause.body)
        core = clause.core or next(
            (c for d in CORE for c in clause.head.having(d) if c in inside), None
        )
        several = members(core) if core is not None else []
        if core is None or len(several) < 2:
            self.clauses.append(clause)
            return
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

    # Reports and clefts -----------------------------------------------------------

    def _report(
        self,
        head: Node,
        report: Report,
        inherited: Phrase | None,
        asserted: bool,
        hedge: str,
    ) -> None:
        """Read what is reported, and the report where somebody makes it."""
        node = _subject(head)
        subject = self._subjects(node, head)[0] if node is not None else inherited
        subject = subject or self.topics.dislocated
        vouched = asserted and report.asserted
        why = hedge or ("" if report.asserted else _outer_text(head, report.inner))
        if report.outer and subject is not None and node is not None:
            outside = self._outside(head, node) - {report.inner}
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
                self.clause(child, subject, asserted=asserted, lead=lead_of(head, child))

    def _cleft(self, head: Node, asserted: bool, hedge: str) -> bool:
        """Read "it is Rome that fell" and "a fire is what ended Rome"."""
        node, attr = _subject(head), head.first("attr")
        if node is None or head.low not in BE or head.first("neg") is not None:
            return False
        found = _cleft_of(node, attr, head)
        if found is None:
            return self._timed_cleft(head, node, asserted, hedge)
        clause, noun = found
        if noun is node:
            subject = self._subjects(node, head)[0]
        else:
            subject = phrase(noun, {clause}, self.topics)
        own = _subject(clause)
        if own is not None:
            clause.children.remove(own)
        self.clause(clause, subject, asserted=asserted, hedge=hedge)
        return True

    def _timed_cleft(
        self, head: Node, node: Node, asserted: bool, hedge: str
    ) -> bool:
        """Read "it was in 2003 that Rome fell"."""
        clause = head.first("ccomp", "advcl", "relcl")
        preps = head.having("prep", "npadvmod")
        if node.low != "it" or clause is None or not preps:
            return False
        if head.first("attr", "acomp") is not None or _subject(clause) is None:
            return False
        for prep in preps:
            move(prep, clause, prep.dep)
        self.clause(clause, None, asserted=asserted, hedge=hedge)
        return True

    def _existence(self, head: Node, asserted: bool, hedge: str) -> bool:
        """Read "there is X" and "there are X that Y"."""
        noun = head.first("attr", *SUBJECTS)
        if head.first("expl") is None or noun is None:
            return False
        asserted, hedge = self._strength(head, asserted, hedge)
        relative = noun.first("relcl")
        if relative is not None and _subject(relative) in _relatives(relative):
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

    # What hangs on a clause -----------------------------------------------------

    def _dependents(
        self, head: Node, subject: Phrase | None, asserted: bool, hedge: str
    ) -> None:
        for child in head.children:
            if child.dep == "conj" and self._own_clause(child):
                lead = [] if _subject(child) is not None else lead_of(head, child)
                self.clause(
                    child, subject, asserted=asserted, lead=lead, hedge=hedge
                )
            elif child.dep in ("parataxis", "ccomp") and self._own_clause(child):
                if _subject(child) is not None:
                    self.clause(child, subject, asserted=asserted)
            elif child.dep == "advcl":
                self._adverbial(head, child, subject, asserted)
            elif child.dep == "dep" and child.verbal and _subject(child) is not None:
                self.clause(child, subject, asserted=asserted)

    def _adverbial(
        self, head: Node, clause: Node, subject: Phrase | None, asserted: bool
    ) -> None:
        mark = _mark(clause)
        own = _subject(clause) is not None
        if mark in CONDITIONAL:
            self.clause(clause, subject, asserted=False, hedge=mark or "if")
        elif mark in ("before", "until", "as", "than") or clause.first("aux") in (
            n for n in clause.children if n.tag == "TO"
        ):
            return
        elif clause.first("npadvmod") is not None and mark == "after":
            return
        elif own and (mark in CONCESSIVE or _comma_between(head, clause)):
            if mark in TEMPORAL_MARKS or mark in CONCESSIVE or mark is None:
                self.clause(clause, subject, asserted=asserted)
        elif not own and subject is not None and self._apart(head, clause):
            self._participle(clause, subject, asserted)
        elif not own and subject is not None and mark in ("after", "while", "when"):
            if _comma_between(head, clause) and clause.tag == "VBG":
                self._participle(clause, subject, asserted)

    def _participle(self, head: Node, subject: Phrase, asserted: bool) -> None:
        """Read a participial phrase as a clause about ``subject``."""
        outside = {
            c
            for c in head.children
            if c.dep in ("punct", "mark", "cc") or c.dep == "conj" and c.verbal
        } | {c for c in head.children if c.tag == "WRB"}
        body = subtree(head, lambda n: n in outside or detached(n))
        asserted, hedge = self._strength(head, asserted, "")
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
            if child.verbal and _subject(child) is None:
                self._participle(child, subject, asserted)
        self._dependents_of_participle(head, subject, asserted)

    def _dependents_of_participle(
        self, head: Node, subject: Phrase, asserted: bool
    ) -> None:
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

    # Clauses inside noun phrases --------------------------------------------------

    def _inside(self, nodes: list[Node], asserted: bool) -> None:
        """Read the relative clauses, appositions and participles of the phrases."""
        for node in nodes:
            for child in node.children:
                if detached(child) and child in set(nodes) | set(node.children):
                    self._attached(node, child, asserted)

    def _attached(self, noun: Node, child: Node, asserted: bool) -> None:
        if noun.tag in ("PRP", "WP", "WDT") and child.dep == "appos":
            return
        antecedent = self.topics.resolve(noun, phrase(noun, set(), self.topics))
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
        pronoun = next(
            (n for n in subtree(head) if n.tag in ("WDT", "WP", "WP$", "WRB")), None
        )
        node = _subject(head)
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
        node = _subject(head)
        if node is not None:
            head.children.remove(node)
        self.clause(head, subject, asserted=asserted)


def _subject(head: Node) -> Node | None:
    return head.first(*SUBJECTS)


def _cleft_of(
    node: Node, attr: Node | None, head: Node
) -> tuple[Node, Node] | None:
    """Return the clause of a cleft and the noun that is its real subject."""
    what = next((c for c in head.having("ccomp", "attr") if _asks_what(c)), None)
    if what is not None and what is not node:
        return what, node
    if attr is None:
        return None
    if node.dep == "csubj" and _asks_what(node):
        return node, attr
    clause = attr.first("relcl")
    if clause is None or _subject(clause) not in [None, *_relatives(clause)]:
        return None
    if node.low in ("it", "that") and attr.nominal:
        return clause, attr
    if attr.low in ONES and attr.first("det", "nummod") is not None:
        if not attr.having("amod", "compound", "prep"):
            return clause, node
    return None


def _asks_what(clause: Node) -> bool:
    subject = _subject(clause)
    return subject is not None and subject.low in ("what", "who")


def _mark(clause: Node) -> str | None:
    """Return the conjunction that opens an adverbial clause."""
    for child in clause.children:
        if child.dep == "mark" or child.tag == "WRB" and child.index < clause.index:
            return child.low
    return None


def _comma_between(head: Node, clause: Node) -> bool:
    """Tell whether a comma or dash separates the clause from its head."""
    nodes = subtree(clause)
    first, last = nodes[0].index, nodes[-1].index
    return any(
        c.dep == "punct" and c.index in (first - 1, last + 1) and c.text != "."
        for c in [*head.children, *nodes]
    )


def _relatives(clause: Node) -> list[Node]:
    return [n for n in subtree(clause) if n.tag in ("WDT", "WP", "WP$", "WRB")]


def _outer_text(head: Node, inner: Node) -> str:
    """Return the words of the report around the reported clause."""
    return tidy(join(subtree(head, lambda n: n is inner))).rstrip(".!?")


def _data(according: Node) -> bool:
    """Tell whether figures, not people, are what a statement goes by."""
    return any(n.low in DATA for n in subtree(according))


def _past(root: Node) -> bool:
    """Tell whether the sentence is in the past tense."""
    return any(n.tag == "VBD" for n in [root, *root.having("aux", "auxpass")])
