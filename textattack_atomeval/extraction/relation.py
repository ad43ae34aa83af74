"""Which words of a predicate are its relation, and which noun they lead to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from textattack_atomeval.extraction.lexicon import KINSHIP, TIME_NOUNS
from textattack_atomeval.extraction.tree import BE, Node, ordered
from textattack_atomeval.extraction.words import stem
from textattack_atomeval.text import word_set

__all__ = ["AUX_DEPS", "Relation", "relation_of"]

CORE_DEPS = ("dobj", "attr", "acomp", "oprd", "dative")
AUX_DEPS = ("aux", "auxpass")
BEHIND = ("pobj", "pcomp")
LIGHT_NOUNS = word_set("place part care control advantage shape")
ADJUNCTS = word_set(
    "in on at during since until from for as with before after near under over between "
    "among despite because throughout per without outside inside through within by "
    "across around via like unlike than due following"
)
# Of these, what leads to an object where there is no other: "played for Milan".
THROUGH = word_set("for against through among across around")


@dataclass(frozen=True, slots=True)
class Relation:
    """The words of a relation, its verbs, and the head of its object if any."""

    words: list[Node]
    verbs: list[Node]
    core: Node | None


def relation_of(head: Node, inside: Collection[Node], core: Node | None) -> Relation:
    """Return the relation of a predicate.

    ``inside`` are its words, ``core`` the complement it is about where that is known.
    """
    verbs = _verbs(head, inside)
    fixed = _fixed(verbs[-1], inside)
    if fixed is not None:
        core = _partner(fixed, inside)
    elif core is None:
        core = _complement(verbs[-1], inside)
    words = _relation(verbs, core, inside)
    if fixed is not None:
        words = ordered({*words, fixed})
    return Relation(words, verbs, _behind_preposition(core, words))


def _verbs(head: Node, inside: Collection[Node]) -> list[Node]:
    """Return the chain "refused to play", "capable of flying" from its first word."""
    chain = [head]
    while True:
        last = chain[-1]
        step = next(
            (
                child
                for child in last.children
                if child in inside
                and (
                    child.dep == "xcomp"
                    and child.verbal
                    and last.first("dobj") not in inside
                )
            ),
            None,
        ) or _gerund(last, inside)
        if step is None:
            return chain
        chain.append(step)


def _gerund(verb: Node, inside: Collection[Node]) -> Node | None:
    """Return the gerund of "was influential in shaping" if there is one."""
    for adjective in verb.having("acomp"):
        for prep in [*adjective.having("prep"), *verb.having("prep")]:
            gerund = prep.first("pcomp")
            if gerund in inside and gerund is not None and gerund.tag == "VBG":
                return gerund
        clause = adjective.first("xcomp")
        if clause is not None and clause in inside and clause.verbal:
            return clause
    return None


def _fixed(verb: Node, inside: Collection[Node]) -> Node | None:
    """Return the word that makes one relation with the verb, if there is one.

    "takes [place] in", "is [married] to", "is [famous] for".
    """
    noun = verb.first("dobj")
    if noun is not None and noun in inside and noun.low in LIGHT_NOUNS:
        return noun if stem(verb.text) == "take" else None
    adjective = verb.first("acomp")
    if adjective is None or adjective not in inside or verb.low not in BE:
        return None
    for prep in adjective.having("prep"):
        if prep in inside and prep.low in ("to", "for", "of", "with", "from", "about"):
            return adjective
    return None


def _partner(fixed: Node, inside: Collection[Node]) -> Node | None:
    """Return what follows "married to", "part in"."""
    preps = [p for p in fixed.having("prep") if p in inside and p.low != "than"]
    if fixed.head is not None and fixed.low == "part":
        preps += [p for p in fixed.head.having("prep") if p in inside]
    nouns = [p.first("pobj", "pcomp") for p in preps]
    return next((n for n in nouns if n is not None and n in inside), None)


def _complement(verb: Node, inside: Collection[Node]) -> Node | None:
    """Return the complement closest to the verb."""
    for dep in CORE_DEPS:
        node = verb.first(dep)
        if node is not None and node in inside:
            return node
    if verb.low in ("'s", "is", "was", "are", "were", "been", "be"):
        return None
    phrases = [
        (child, noun)
        for child in [*verb.having("agent"), *verb.having("prep")]
        if (noun := child.first("pobj")) in inside and noun and child in inside
    ]
    for child, noun in phrases:
        if child.dep == "agent" or not _adjunct(child, noun):
            return noun
    for child, noun in phrases:
        beside = child.low in THROUGH and child.index == verb.index + 1
        if beside and stem(noun.low) not in TIME_NOUNS:
            return noun
    return None


def _adjunct(prep: Node, noun: Node) -> bool:
    """Tell whether a prepositional phrase says when, where or as what."""
    return prep.low in ADJUNCTS or noun.low in TIME_NOUNS


def _relation(
    verbs: list[Node], core: Node | None, inside: Collection[Node]
) -> list[Node]:
    """Return the words of the relation in the order of the text."""
    found = list(verbs)
    for one, two in zip(verbs, verbs[1:], strict=False):
        if two.dep == "pcomp" or two.dep == "xcomp" and two.head is not one:
            found += one.having("acomp")
        between = two.head
        while between is not None and between is not one:
            found.append(between)
            between = between.head
        found += [n for n in two.having(*AUX_DEPS) if n in inside]
    for verb in verbs:
        found += [n for n in verb.having("prt") if n in inside]
    if core is not None and core.dep in BEHIND and core.head is not None:
        found.append(core.head)
    kin = _kin(core, inside)
    if kin is not None:
        found += kin
    return ordered(set(found))


def _kin(core: Node | None, inside: Collection[Node]) -> list[Node] | None:
    """Return "the younger brother of" when a copula leads to it."""
    if core is None or core.dep != "attr" or core.low not in KINSHIP:
        return None
    prep = next((p for p in core.having("prep") if p.low == "of" and p in inside), None)
    if prep is None or prep.first("pobj") is None:
        return None
    plain = [
        c for c in core.having("amod", "compound") if c in inside and not c.children
    ]
    return [*plain, core, prep]


def _behind_preposition(core: Node | None, relation: list[Node]) -> Node | None:
    """Return the noun behind "brother of" when the relation swallowed the noun."""
    if core is not None and core in relation and core.dep == "attr":
        prep = next(p for p in core.having("prep") if p in relation)
        return prep.first("pobj")
    return core
