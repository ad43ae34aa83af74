"""Noun phrases as text, and what pronouns and loose topics stand for."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field, replace

from textattack_atomeval.extraction.lexicon import GENERIC, PERSON_TITLES
from textattack_atomeval.extraction.render import join, lower_first, tidy
from textattack_atomeval.extraction.repair import FRONTED
from textattack_atomeval.extraction.tree import BE, SUBJECTS, Node, ordered, subtree
from textattack_atomeval.text import word_set

__all__ = [
    "Phrase",
    "Topics",
    "detached",
    "opened_by_comma",
    "phrase",
    "span_of",
    "title_of",
]

RELATIVES = ("WDT", "WP", "WP$", "WRB")
PERSONS = word_set("he she him her")
THIRD = PERSONS | word_set("it they this that these those")
REFLEXIVE = word_set("himself herself itself themselves")
COMPOUNDS = ("compound", "nmod", "amod")
BREAKS = (",", ":", "-LRB-", "HYPH")
DASHES = word_set(", ( - -- — – :")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its words, where it stands, and its head word.

    ``title`` holds the words before a name that are no part of it: "the poet".
    """

    text: str
    span: tuple[int, int]
    plural: bool = False
    node: Node | None = None
    inner_text: str = ""
    title: str = ""

    @property
    def possessive(self) -> str:
        """The phrase with a possessive ending."""
        return self.text + ("'" if self.text.endswith("s") and self.plural else "'s")

    @property
    def titled(self) -> str:
        """The phrase with its title, as it stands in its sentence."""
        return f"{self.title} {self.text}" if self.title else self.text

    @property
    def inner(self) -> str:
        """The phrase as it reads inside a sentence."""
        return self.inner_text or self.text


@dataclass(slots=True)
class Topics:
    """What has been talked about so far, the last thing last.

    ``dislocated`` is a topic set before its sentence: "Rome? It burned."
    """

    dislocated: Phrase | None = None
    subjects: list[Phrase] = field(default_factory=list)
    names: list[Phrase] = field(default_factory=list)

    def mention(self, subject: Phrase) -> None:
        """Remember the subject of a clause."""
        if subject.node is None or subject.node.tag not in ("PRP", "EX", "WP", "WDT"):
            self.subjects.append(replace(subject, title=""))

    def resolve(self, node: Node, found: Phrase) -> Phrase:
        """Return what a subject refers to: the phrase itself if it is no pronoun."""
        low = node.low
        pronoun = node.tag == "PRP" or node.tag == "DT" and len(subtree(node)) == 1
        if pronoun and low in THIRD:
            return self._antecedent(low) or found
        topic = self.dislocated
        definite = any(c.low in ("the", "that", "this") for c in node.having("det"))
        if topic is not None and definite and low in GENERIC and len(node.children) < 3:
            return topic
        return found

    def owner(self, pronoun: Node) -> Phrase | None:
        """Return whom a possessive pronoun in a subject refers to."""
        if pronoun.low not in ("his", "her", "its", "their"):
            return None
        return self._antecedent("he" if pronoun.low in ("his", "her") else "it")

    def _antecedent(self, pronoun: str) -> Phrase | None:
        if self.dislocated is not None:
            return self.dislocated
        recent = self.subjects[::-1]
        if pronoun in PERSONS:
            people = [p for p in recent if _person(p)] or self.names[::-1]
            return people[0] if people else None
        return recent[0] if recent else None


def _person(found: Phrase) -> bool:
    node = found.node
    if node is None:
        return True
    if node.masked:
        return node.name
    return node.tag in ("NNP", "NN") and not found.text[0].isdigit()


def phrase(node: Node, skip: Set[Node], topics: Topics | None = None) -> Phrase:
    """Return the noun phrase of ``node`` without ``skip`` and detached clauses."""
    title = title_of(node)
    nodes = subtree(node, lambda n: n in skip or n in title or detached(n))
    nodes = [n for n in nodes if n not in skip and n.low not in REFLEXIVE]
    text = tidy(join(nodes))
    owner = node.first("poss") if topics is not None else None
    if owner is not None and owner.tag == "PRP$" and topics is not None:
        whose = topics.owner(owner)
        if whose is not None:
            rest = tidy(join([n for n in nodes if n is not owner]))
            text = f"{whose.possessive} {rest}"
    shown = nodes or [node]
    plural = node.tag in ("NNS", "NNPS") or any(
        c not in skip for c in node.having("conj")
    )
    inner = lower_first(shown[0], text)
    span = span_of([*title, *shown])
    words = tidy(join(ordered(title)))
    return Phrase(text or node.text, span, plural, node, inner, words)


def title_of(node: Node) -> set[Node]:
    """Return the words of "the British author" before a name: they are no name."""
    if not (node.name or node.tag == "NNP"):
        return set()
    before = [c for c in node.children if c.index < node.index]
    nouns = [c for c in before if c.low == c.text or c.low in PERSON_TITLES]
    nouns = [c for c in nouns if c.tag.startswith("NN") and c.dep in COMPOUNDS]
    words = {n for c in before for n in subtree(c)}
    if not nouns or any(n.dep == "poss" or n.low in ("no", "only") for n in words):
        return set()
    return words


def _part_of_them(node: Node) -> bool:
    """Tell whether it is "half of them", which says nothing alone."""
    preps = node.having("prep")
    return any(n.low in ("them", "which", "whom") for p in preps for n in p.children)


def span_of(nodes: list[Node]) -> tuple[int, int]:
    """Return the range of the original text that the nodes cover."""
    return min(n.span[0] for n in nodes), max(n.span[1] for n in nodes)


def opened_by_comma(node: Node) -> bool:
    """Tell whether punctuation sets the constituent off from its head."""
    first = subtree(node)[0]
    head = node.head
    if head is None:
        return False
    between = [
        c
        for c in head.children
        if c.index == first.index - 1 and (c.tag in BREAKS or c.text in DASHES)
    ]
    return bool(between) or first.tag in ("-LRB-",)


def _of_predicate(node: Node, noun: Node) -> bool:
    """Tell whether it says of the subject what "is a town [built by monks]" says.

    Only an unrestricted "is a" can be taken apart like that: not "is not a", "is the
    first", "is the largest", "is only a".
    """
    verb = noun.head
    if noun.dep != "attr" or verb is None or verb.low not in BE:
        return False
    if node.dep == "relcl":
        subject = node.first(*SUBJECTS)
        if subject is None or subject.tag not in ("WDT", "WP"):
            return False
    elif node.dep != "acl" or node.tag not in ("VBN", "VBG"):
        return False
    before = [c for c in noun.children if c.index < noun.index]
    indefinite = any(c.low in ("a", "an") for c in before) or noun.tag == "NNS"
    plain = all(c.tag not in ("JJS", "RBS", "RB", "CD") for c in before)
    plain = plain and all(c.low in ("a", "an") for c in noun.having("det", "poss"))
    free = all(
        c.dep not in ("neg", "advmod", "aux", "conj")
        for c in [*verb.children, *noun.having("conj")]
    )
    return indefinite and plain and free


def detached(node: Node) -> bool:
    """Tell whether a clause or apposition inside a phrase says something of its own."""
    head = node.head
    if head is None:
        return False
    if node.dep == FRONTED:
        return True
    if node.dep == "relcl":
        if _of_predicate(node, head):
            return True
        if any(n.low == "when" for n in node.children):
            return False
        naming = head.name or head.tag == "NNP" and not head.first("det")
        return opened_by_comma(node) or naming
    if _of_predicate(node, head):
        return True
    if node.dep in ("acl", "appos"):
        return opened_by_comma(node) and not _part_of_them(node)
    if node.dep == "prep" and head.dep.startswith("nsubj"):
        return opened_by_comma(node)
    if node.dep in ("amod", "advcl") and node.index > head.index and head.nominal:
        return opened_by_comma(node)
    return False
