"""From a clause to its atom: slots and the plain sentence h(a)."""

from __future__ import annotations

import re

from textattack_atomeval.data import Atom, Modifier
from textattack_atomeval.extraction.embedded import Clause
from textattack_atomeval.extraction.lexicon import QUANTIFIERS, SHARES
from textattack_atomeval.extraction.modifiers import fill
from textattack_atomeval.extraction.phrases import span_of
from textattack_atomeval.extraction.render import join, lower_first, sentence
from textattack_atomeval.extraction.tree import Node, subtree
from textattack_atomeval.extraction.words import past, stem, third_person
from textattack_atomeval.text import word_set

__all__ = ["atom_of"]

STATES = word_set(
    "known called titled named based located situated nicknamed ranked considered set "
    "aged dedicated composed made comprised regarded recognized recognised"
)
ARTICLES = ("a", "an", "the")
THE = ("the", "a", "an", "its", "their", "his", "her", "these", "those")
AUX_DEPS = ("aux", "auxpass")
SINGULARS = {"are": "is", "were": "was", "have": "has", "do": "does", "'re": "is"}


def atom_of(clause: Clause) -> Atom | None:
    """Return the atom of a clause; None if nothing is said in it."""
    if not clause.body:
        return None
    leading = [n for n in clause.lead_nodes if n.dep in ("neg", "advmod")]
    slots = fill(clause.head, [*leading, *clause.body], clause.core)
    relation, object_, modifiers = slots.relation, slots.object, list(slots.modifiers)
    subject = clause.subject.text
    if clause.kind == "existence":
        subject, object_ = object_, ""
    elif clause.kind in ("nominal", "with", "verbless"):
        relation = {"with": "has"}.get(clause.kind, "is")
        noun = clause.body if clause.kind == "with" else []
        slots = fill(clause.head, clause.body, _core(clause))
        object_, modifiers = slots.object, list(slots.modifiers)
        if noun and not object_:
            object_ = join(noun)
    elif clause.lead_nodes and clause.head.tag == "JJ":
        relation = "is"
    if clause.extra:
        modifiers.append(Modifier("location", clause.extra))
    if clause.object is not None:
        object_ = clause.object.inner
    if clause.subject.title:
        title = re.sub("^(?:an?|the) ", "", clause.subject.title, flags=re.I)
        modifiers.append(Modifier("attribute", title))
    if clause.hedge:
        modifiers.append(Modifier("modality", clause.hedge))
    start, end = span_of(clause.body)
    if clause.subject.node is not None:
        start = min(start, clause.subject.span[0])
        end = max(end, clause.subject.span[1])
    return Atom(
        subject=_unquoted(subject),
        relation=relation,
        object=_unquoted(object_),
        modifiers=tuple(dict.fromkeys([*modifiers, *_counted(clause)])),
        span=(start, end),
        proposition=_proposition(clause),
    )


def _unquoted(name: str) -> str:
    """Return a name without the quotation marks around all of it."""
    whole = len(name) > 2 and name[0] == name[-1] == '"' and name.count('"') == 2
    return name[1:-1] if whole else name


def _proposition(clause: Clause) -> str:
    if clause.kind == "existence":
        there = min(n.index for n in clause.head.having("expl"))
        before = [n for n in clause.body if n.index < there]
        body = [n for n in clause.body if n.index > there]
        fronted = lower_first(before[0], join(before)) if before else ""
        return sentence("There", join(body), fronted)
    return sentence(clause.subject.titled, _predicate(clause))


def _counted(clause: Clause) -> list[Modifier]:
    """Return the number or share that the subject holds ("44% of adults"), its "no"."""
    node = clause.subject.node
    if node is None or node.tag.startswith("NNP") or clause.kind == "existence":
        return []
    for child in node.having("det", "amod", "predet"):
        if child.low == "no":
            return [Modifier("negation", "no")]
        if child.low in QUANTIFIERS and child.index < node.index:
            return [Modifier("quantifier", child.low)]
    last = node if node.low in SHARES else node.first("nummod")
    if last is None or last.masked:
        return []
    words = [n for n in subtree(node) if n.index <= last.index]
    return [Modifier("quantity", join([n for n in words if n.low not in THE]))]


def _core(clause: Clause) -> Node | None:
    if clause.kind == "with":
        return clause.head.first("pobj")
    return clause.head


def _predicate(clause: Clause) -> str:
    """Return the words after the subject."""
    be = "was" if clause.past else "is"
    if clause.subject.plural:
        be = "were" if clause.past else "are"
    head, body = clause.head, clause.body
    if clause.kind in ("nominal", "verbless"):
        if any(n.low in ("once", "formerly", "former", "then") for n in body):
            be = "were" if clause.subject.plural else "was"
        else:
            be = "are" if clause.subject.plural else "is"
        text = _with_article(clause, body)
        return f"{be} {lower_first(body[0], text)}"
    if clause.kind == "with":
        return f"{'have' if clause.subject.plural else 'has'} {join(body)}"
    if clause.kind == "participle":
        return _participle(clause, be)
    if clause.kind == "raised":
        return _finite(clause)
    tail, rest = _split(clause)
    shown = lower_first(tail[0], join(tail)) if tail else ""
    text = _agree([*clause.lead_nodes, *rest], clause, head)
    parts = [text, clause.object.inner if clause.object else "", clause.extra, shown]
    return " ".join(p.strip(" ,") for p in parts if p)


def _split(clause: Clause) -> tuple[list[Node], list[Node]]:
    """Separate what stands before the subject, or in commas before the verb."""
    node = clause.subject.node
    own = node is not None and node.head is clause.head
    if not own or node is None or node.index > clause.head.index:
        return [], clause.body
    first = min(
        n.index
        for n in clause.head.children + [clause.head]
        if n.index > node.index
        and n.dep in (*AUX_DEPS, "neg", "ROOT", "conj", "relcl")
        or n is clause.head
    )
    moved = {
        n
        for child in clause.head.children
        if child.index < first and child.dep in ("prep", "advcl", "npadvmod")
        for n in subtree(child)
    }
    tail = [n for n in clause.body if n.index < node.index or n in moved]
    return tail, [n for n in clause.body if n not in set(tail)]


def _agree(words: list[Node], clause: Clause, head: Node) -> str:
    """Join the words, the verb in the singular where a coordination was split."""
    if not clause.single or clause.subject.plural:
        return _with_article(clause, words)
    for node in words:
        if node.low in SINGULARS and node.dep in ("aux", "auxpass", "ROOT", "conj"):
            return join(words).replace(node.text, SINGULARS[node.low], 1)
        if node is head and node.tag == "VBP":
            return join(words).replace(node.text, third_person(node.text), 1)
    return join(words)


def _finite(clause: Clause) -> str:
    """Make "to be ..." of "is said to be ..." a finite predicate."""
    body = [n for n in clause.body if n.tag != "TO" or n.head is not clause.head]
    verb = next((n for n in body if n.tag == "VB"), None)
    if verb is None:
        return join(body)
    plural = clause.subject.plural
    form = {"be": "are" if plural else "is", "have": "have" if plural else "has"}.get(
        verb.low, verb.text if plural else third_person(verb.text)
    )
    before = [n for n in body if n.index < verb.index]
    after = [n for n in body if n.index > verb.index]
    return " ".join(p for p in (join(before), form, join(after)) if p)


def _participle(clause: Clause, be: str) -> str:
    head, body = clause.head, clause.body
    before = [n for n in body if n.index < head.index]
    after = [n for n in body if n.index > head.index]
    auxiliary = next((n for n in head.children if n.dep in ("aux", "auxpass")), None)
    if head.low == "being" or auxiliary is not None and auxiliary.low == "being":
        gone = head if head.low == "being" else auxiliary
        return f"{be} {join([n for n in body if n is not gone])}"
    if auxiliary is not None and auxiliary.low == "having":
        has = "had" if clause.past else "has"
        return f"{has} {join([n for n in body if n is not auxiliary])}"
    if head.tag == "VBG":
        finite = past(head.text) if clause.past else third_person(head.text)
        if clause.subject.plural and not clause.past:
            finite = stem(head.text)
        if any(n.dep == "neg" or n.low == "not" for n in before):
            do = "did" if clause.past else "does"
            return f"{do} {join(before)} {stem(head.text)} {join(after)}"
        return " ".join(p for p in (join(before), finite, join(after)) if p)
    if head.tag in ("VBN", "VBD") and head.low not in STATES:
        be = "were" if clause.subject.plural else "was"
    return f"{be} {lower_first(body[0], join(body))}"


def _with_article(clause: Clause, words: list[Node]) -> str:
    """Join the words; a member of a coordination gets the article of the first."""
    member = clause.core or clause.head
    first = member
    while first.dep == "conj" and first.head is not None:
        first = first.head
    coordinated = first is not member and any(
        c.low in ("a", "an") for c in first.having("det")
    )
    if member.tag != "NN" or not (coordinated or clause.kind == "nominal"):
        return join(words)
    if member.name or member.first("det", "poss", "nummod", "neg"):
        return join(words)
    if clause.kind == "nominal" and any(
        n.low in ARTICLES and n.index < member.index for n in words
    ):
        return join(words)
    if words[0].low.split(" ")[0] in ARTICLES:
        return join(words)
    start = min(n.index for n in subtree(member) if n in set(words))
    before = [n for n in words if n.index < start]
    after = [n for n in words if n.index >= start]
    article = "an" if after[0].text[:1].casefold() in "aeiou" else "a"
    if any(n.dep == "neg" or n.low == "not" for n in after[:1]):
        return join(words)
    return " ".join(p for p in (join(before), article, join(after)) if p)
