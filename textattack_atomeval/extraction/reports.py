"""Sentences that only say that somebody says something."""

from __future__ import annotations

from dataclasses import dataclass

from textattack_atomeval.extraction.lexicon import (
    DENIALS,
    FACTIVE,
    HEDGE_WORDS,
    HEDGING_RAISERS,
    NEGATIONS,
    REPORTING,
    VAGUE,
)
from textattack_atomeval.extraction.tree import BE, SUBJECTS, Node, subtree
from textattack_atomeval.extraction.words import base_forms

__all__ = ["Report", "report_of"]


@dataclass(frozen=True, slots=True)
class Report:
    """A reported clause.

    ``asserted``: the report vouches for it ("it is a fact that"). ``raised``: its
    subject is that of the report ("is said to be"). ``outer``: the report itself is
    worth an atom (somebody in particular says it).
    """

    inner: Node
    asserted: bool
    raised: bool = False
    outer: bool = False


def report_of(head: Node) -> Report | None:
    """Return what the predicate reports; None if it is no report."""
    return _said(head) or _raised(head) or _judged(head)


def _said(head: Node) -> Report | None:
    """Read "critics claim that X", "X, critics claim", "it turns out that X"."""
    inner = next((c for c in head.having("ccomp") if _clausal(c)), None)
    if inner is None or head.low in BE:
        return None
    forms = base_forms(head.text)
    teller = _subject(head)
    if "have" in forms and teller is not None and teller.low in HEDGE_WORDS:
        return Report(inner, False)
    if not forms & (REPORTING | FACTIVE):
        return None
    asking = any(
        n.low in ("whether", "if", "how", "why", "what", "who")
        for n in inner.children
        if n.index <= inner.index
    )
    negated = any(c.dep == "neg" or c.low in NEGATIONS for c in head.children)
    vouched = bool(forms & FACTIVE) and not asking and not negated
    vouched = vouched and not _wavering(head)
    subject = _subject(head)
    outer = not vouched and subject is not None and subject.low not in VAGUE
    return Report(inner, vouched, outer=outer)


def _wavering(head: Node) -> bool:
    return any(
        c.dep == "aux" and c.low in ("may", "might", "could") for c in head.children
    )


def _raised(head: Node) -> Report | None:
    """Read "is said to be", "seems to be", "is known to be", "is likely to be"."""
    inner = next(
        (
            c
            for c in head.having("xcomp")
            if c.verbal and any(g.tag == "TO" for g in c.children)
        ),
        None,
    )
    forms = base_forms(head.text)
    if inner is not None:
        passive = head.first("auxpass") is not None or head.tag == "VBN"
        reporting = bool(forms & HEDGING_RAISERS)
        if reporting and (passive or forms & {"seem", "appear", "claim"}):
            return Report(inner, False, raised=True)
        if passive and "know" in forms or forms & {"happen", "turn"}:
            return Report(inner, True, raised=True)
    for adjective in head.having("acomp", "oprd"):
        likely = adjective.low in (
            "likely",
            "unlikely",
            "supposed",
            "rumored",
            "rumoured",
        )
        clause = next((c for c in adjective.having("xcomp") if c.verbal), None)
        if likely and clause is not None:
            return Report(clause, False, raised=True)
    return None


def _judged(head: Node) -> Report | None:
    """Read "it is a myth that X", "the truth is that X", "that X is a lie"."""
    if head.low not in BE and not base_forms(head.text) & {"remain", "seem"}:
        return None
    subject = _subject(head)
    if subject is None:
        return None
    content = head.having("attr", "acomp", "oprd")
    inner = _that_clause(head) or next(
        (clause for c in content if (clause := _that_clause(c)) is not None), None
    )
    if subject.dep.startswith("csubj") and _clausal(subject) and subject.first("mark"):
        return Report(subject, _true(head, content, subject))
    noun = _that_clause(subject)
    if noun is not None and noun.dep == "acl":
        return Report(noun, _true(head, [*content, subject], noun))
    asked = _subject(inner) if inner is not None else None
    if inner is None or asked is None or asked.low in ("what", "who"):
        return None
    if asked.tag == "WDT":  # "it is tin that glows": a cleft
        return None
    if subject.low == "it":
        return Report(inner, _true(head, content, inner))
    if subject.nominal and head.first("ccomp") is inner and subject.tag != "PRP":
        return Report(inner, _true(head, [*content, subject], inner))
    return None


def _that_clause(node: Node) -> Node | None:
    """Return a clause with a subject of its own that hangs on the node."""
    return next(
        (
            c
            for c in node.having("ccomp", "acl", "csubj")
            if _clausal(c)
            and (c.dep != "acl" or any(g.dep == "mark" for g in c.children))
        ),
        None,
    )


def _true(head: Node, words: list[Node], inner: Node) -> bool:
    """Tell whether the judgement vouches for the clause."""
    cut = set(subtree(inner))
    seen = {n.low for word in words for n in subtree(word) if n not in cut}
    seen |= {c.low for c in head.children if c.dep in ("neg", "advmod", "aux")}
    return not seen & (DENIALS | HEDGE_WORDS | NEGATIONS | {"may", "might", "could"})


def _clausal(node: Node) -> bool:
    return _subject(node) is not None


def _subject(node: Node) -> Node | None:
    return node.first(*SUBJECTS)
