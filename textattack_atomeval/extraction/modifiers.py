"""From a clause's words to subject, relation, object and kinded modifiers."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from textattack_atomeval.data import Modifier, ModifierKind
from textattack_atomeval.extraction.lexicon import (
    DEGREES,
    EXCLUSIVE,
    HEDGES,
    KINSHIP,
    NEGATIONS,
    ORDINALS,
    QUANTIFIERS,
    TIME_NOUNS,
)
from textattack_atomeval.extraction.phrases import title_of
from textattack_atomeval.extraction.render import expand, join, tidy
from textattack_atomeval.extraction.tree import Node, ordered
from textattack_atomeval.extraction.words import stem
from textattack_atomeval.text import word_set

__all__ = ["Slots", "fill"]

CORE_DEPS = ("dobj", "attr", "acomp", "oprd", "dative")
AUX_DEPS = ("aux", "auxpass")
YEAR = re.compile(
    r"\b(?:1\d|20)\d\d(?:'?s)?\b|\b\d+(?:st|nd|rd|th) century\b|"
    r"\b\d+ (?:bc|ad|bce|ce)\b|\b\d0'?s\b|the \d+th\b|'\d\ds?\b"
)
ADJUNCTS = word_set(
    "in on at during since until from for as with before after near under over between "
    "among despite because throughout per without outside inside through within by "
    "across around via like unlike than due following"
)
NUMBER = re.compile(r"\d|%|\$")
COMPARATIVE_TAGS = ("JJS", "RBS", "JJR", "RBR")
MODALS = word_set("can could may might must should would ca wo")


@dataclass(frozen=True, slots=True)
class Slots:
    """Relation, object and modifiers of a clause."""

    relation: str
    object: str
    modifiers: tuple[Modifier, ...]


def fill(head: Node, body: Sequence[Node], core: Node | None) -> Slots:
    """Sort the words of a predicate into relation, object and modifiers.

    ``body`` holds all words of the predicate in the order of the text, ``core`` the
    complement that this atom is about. Every word of content lands in one slot.
    """
    inside = set(body)
    verbs = _verbs(head, inside)
    core = core or _complement(verbs[-1], inside)
    relation = _relation(verbs, core, inside)
    core = _behind_preposition(core, relation, inside)
    aux = {n for verb in verbs for n in verb.having(*AUX_DEPS)}
    left = [n for n in body if n not in relation and n not in aux]
    modals = [n for n in body if n in aux and n.low in MODALS]
    modifiers = [Modifier("modality", expand(node)) for node in modals]
    noun: list[Node] = []
    if core is not None:
        kernel, parts = _divide(core, [n for n in left if _under(n, core)])
        noun = kernel
        modifiers += parts
    rest = [n for n in left if core is None or not _under(n, core)]
    modifiers += _groups(rest, inside)
    text = tidy(join(relation))
    return Slots(text, _bare(noun), tuple(modifiers))


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


def _complement(verb: Node, inside: Collection[Node]) -> Node | None:
    """Return the complement closest to the verb."""
    for dep in CORE_DEPS:
        node = verb.first(dep)
        if node is not None and node in inside:
            return node
    if verb.low in ("'s", "is", "was", "are", "were", "been", "be"):
        return None
    for child in verb.having("agent", "prep"):
        noun = child.first("pobj")
        if noun is None or child not in inside or noun not in inside:
            continue
        if child.dep == "agent" or not _adjunct(child, noun):
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
    if core is not None and core.dep == "pobj" and core.head is not None:
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


def _behind_preposition(
    core: Node | None, relation: list[Node], inside: Collection[Node]
) -> Node | None:
    """Return the noun behind "brother of" when the relation swallowed the noun."""
    if core is not None and core in relation and core.dep == "attr":
        prep = next(p for p in core.having("prep") if p in relation)
        return prep.first("pobj")
    return core


def _under(node: Node, top: Node) -> bool:
    here: Node | None = node
    while here is not None:
        if here is top:
            return True
        here = here.head
    return False


def _divide(core: Node, nodes: list[Node]) -> tuple[list[Node], list[Modifier]]:
    """Split a noun phrase into its kernel and its modifiers."""
    kernel: list[Node] = []
    title = title_of(core) & set(nodes)
    modifiers = [Modifier("attribute", _bare(ordered(title)))] if title else []
    for child in core.children:
        part = [n for n in nodes if n not in title and _under(n, child)]
        kind = _noun_kind(child, part)
        if not part:
            continue
        if kind is None:
            kernel += part
        else:
            modifiers.append(Modifier(kind, _bare(part)))
    return ordered([*kernel, core]), [m for m in modifiers if m.text]


def _noun_kind(child: Node, part: list[Node]) -> ModifierKind | None:
    """Return the kind of a part of a noun phrase; None if it stays in the object."""
    low = child.low
    if child.dep == "neg" or low in ("no", "not", "n't", "neither"):
        return "negation"
    if low in EXCLUSIVE:
        return "exclusivity"
    if low in ORDINALS or re.fullmatch(r"\d+(?:st|nd|rd|th)", low):
        return "ordinal"
    if child.dep == "nummod":
        return "time" if YEAR.fullmatch(low) else "quantity"
    superlative = low == "most" and child.dep == "advmod"
    if (
        not superlative
        and low in QUANTIFIERS
        and child.dep in ("det", "amod", "predet", "advmod")
    ):
        return "quantifier"
    if any(n.tag in COMPARATIVE_TAGS for n in part) and child.dep in ("amod", "advmod"):
        return "comparison"
    if child.dep == "poss":
        return "attribute"
    if child.dep == "prep":
        return None if low == "of" else _phrase_kind(child, part)
    if child.dep in ("acl", "relcl", "advcl"):
        return "attribute"
    return _adverb_kind(child) if child.dep == "advmod" else None


def _groups(rest: list[Node], inside: Collection[Node]) -> list[Modifier]:
    """Return one modifier for each remaining constituent."""
    remaining = set(rest)
    tops = [n for n in rest if n.head is None or n.head not in remaining]
    found = []
    for top in tops:
        part = [n for n in rest if _under(n, top)]
        text = _bare(part)
        if text and any(c.isalnum() for c in text) and top.dep not in ("mark", "cc"):
            found.append(Modifier(_phrase_kind(top, part), text))
    return found


def _phrase_kind(top: Node, part: list[Node]) -> ModifierKind:
    """Return the kind of a constituent of the predicate."""
    text = " ".join(n.text for n in part).casefold()
    low = top.low
    if top.dep == "neg" or low in NEGATIONS:
        return "negation"
    if low in EXCLUSIVE and len(part) == 1:
        return "exclusivity"
    if low in HEDGES:
        return "modality"
    lows = {n.low for n in part} | {stem(n.low) for n in part}
    if top.dep in ("advmod", "npadvmod") and len(part) == 1 and top.dep == "advmod":
        return _adverb_kind(top) or "attribute"
    if low == "if" or top.dep == "advcl" and "if" in lows:
        return "modality"
    if YEAR.search(text) or any(n.masked and not n.name for n in part):
        return "time"
    if lows & TIME_NOUNS and top.dep != "dobj":
        return "time"
    if low == "as":
        return "role"
    if low in ("than", "like", "unlike") or "than" in lows:
        return "comparison"
    if low in ("in", "at", "on", "near", "inside", "outside", "across", "within", "to"):
        return "location"
    if low == "from" and top.dep == "prep":
        return "location"
    if NUMBER.search(text) or any(n.tag == "CD" for n in part):
        return "quantity"
    return "attribute"


def _adverb_kind(node: Node) -> ModifierKind | None:
    low = node.low
    if low in NEGATIONS:
        return "negation"
    if low in EXCLUSIVE:
        return "exclusivity"
    if low in HEDGES:
        return "modality"
    if low in TIME_NOUNS:
        return "time"
    if low in DEGREES:
        return "quantifier"
    return "comparison" if node.tag in COMPARATIVE_TAGS else "attribute"


def _bare(nodes: list[Node]) -> str:
    """Return the words without a leading article or conjunction."""
    kept = list(nodes)
    while kept and (kept[0].low in ("a", "an", "the", "and") or _mark(kept[0])):
        kept = kept[1:]
    return tidy(join(kept))


def _mark(node: Node) -> bool:
    return node.tag in (",", ":", "``", "''", "-LRB-") and not node.masked
