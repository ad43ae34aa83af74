"""Questions about a parsed clause that its tree alone answers."""

from __future__ import annotations

from textattack_atomeval.extraction.lexicon import (
    CONCESSIVE,
    HEDGE_MODALS,
    HEDGES,
    ONES,
)
from textattack_atomeval.extraction.render import join, tidy
from textattack_atomeval.extraction.tree import SUBJECTS, Node, subtree
from textattack_atomeval.text import word_set

__all__ = [
    "apart",
    "cleft_of",
    "comma_between",
    "in_past",
    "mark_of",
    "outer_text",
    "outside_of",
    "own_clause",
    "relatives_of",
    "strength",
    "subject_of",
]

DATA = word_set(
    "census record records data figures statistics survey dictionary registry"
)
RELATIVES = ("WDT", "WP", "WP$", "WRB")


def subject_of(head: Node) -> Node | None:
    """Return the subject of a predicate, None if it has none."""
    return head.first(*SUBJECTS)


def mark_of(clause: Node) -> str | None:
    """Return the conjunction that opens an adverbial clause."""
    for child in clause.children:
        if child.dep == "mark" or child.tag == "WRB" and child.index < clause.index:
            return child.low
    return None


def comma_between(head: Node, clause: Node) -> bool:
    """Tell whether a comma or dash separates the clause from its head."""
    nodes = subtree(clause)
    first, last = nodes[0].index, nodes[-1].index
    return any(
        c.dep == "punct" and c.index in (first - 1, last + 1) and c.text != "."
        for c in [*head.children, *nodes]
    )


def relatives_of(clause: Node) -> list[Node]:
    """Return the relative pronouns and adverbs of a clause."""
    return [n for n in subtree(clause) if n.tag in RELATIVES]


def outer_text(head: Node, inner: Node) -> str:
    """Return the words of the report around the reported clause."""
    return tidy(join(subtree(head, lambda n: n is inner))).rstrip(".!?")


def in_past(root: Node) -> bool:
    """Tell whether the sentence is in the past tense."""
    return any(n.tag == "VBD" for n in [root, *root.having("aux", "auxpass")])


def strength(head: Node, asserted: bool, hedge: str) -> tuple[bool, str]:
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


def _data(according: Node) -> bool:
    """Tell whether figures, not people, are what a statement goes by."""
    return any(n.low in DATA for n in subtree(according))


def outside_of(head: Node, subject: Node | None) -> set[Node]:
    """Return the children that are no part of the predicate itself."""
    outside = {
        c
        for c in head.children
        if c.dep in ("punct", "cc", "preconj", "intj", "mark", "expl", "parataxis")
        or c.dep in ("conj", "meta", "ccomp")
        and own_clause(c)
        or c.dep == "advcl"
        and apart(head, c)
    }
    outside |= {c for c in head.children if c.dep == "punct"}
    if subject is not None:
        outside.add(subject)
    if head.dep == "advcl":
        outside |= {c for c in head.children if c.tag == "WRB"}
    if head.dep == "relcl":
        outside |= {n for n in subtree(head) if n.tag in ("WDT", "WP", "WP$", "WRB")}
    return outside


def own_clause(node: Node) -> bool:
    """Tell whether a dependent is a clause beside its head, not within it."""
    if node.dep == "ccomp":
        return node.head is not None and node.index < node.head.index
    if node.dep == "conj" and node.head is not None and node.head.verbal:
        return node.verbal or subject_of(node) is not None or bool(node.having("aux"))
    return True


def apart(head: Node, clause: Node) -> bool:
    """Tell whether an adverbial clause is read as a clause of its own only."""
    mark = mark_of(clause)
    if mark in CONCESSIVE and (mark != "while" or comma_between(head, clause)):
        return True
    aux = clause.first("aux")
    if mark is not None or aux is not None and aux.low != "having":
        return False
    return clause.tag in ("VBN", "VBG") and comma_between(head, clause)


def cleft_of(node: Node, attr: Node | None, head: Node) -> tuple[Node, Node] | None:
    """Return the clause of a cleft and the noun that is its real subject."""
    clause = next((c for c in head.having("ccomp") if _is_relative(c)), None)
    if node.low == "it" and attr is not None and attr.nominal and clause is not None:
        return clause, attr
    what = next((c for c in head.having("ccomp", "attr") if _asks_what(c)), None)
    if what is not None and what is not node:
        return what, node
    if attr is None:
        return None
    if node.dep == "csubj" and _asks_what(node):
        return node, attr
    clause = attr.first("relcl")
    if clause is None or subject_of(clause) not in [None, *relatives_of(clause)]:
        return None
    if node.low in ("it", "that") and attr.nominal:
        return clause, attr
    bare = attr.low in ONES and not attr.having("amod", "compound", "prep")
    return (clause, node) if bare and attr.first("det", "nummod") else None


def _is_relative(clause: Node) -> bool:
    """Tell "it is Ann who …", "it is tin that …" from "it is a fact that it …"."""
    return subject_of(clause) in relatives_of(clause)


def _asks_what(clause: Node) -> bool:
    subject = subject_of(clause)
    return subject is not None and subject.low in ("what", "who")
