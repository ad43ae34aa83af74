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
    NEGATIONS,
    ORDINALS,
    QUANTIFIERS,
    SHARES,
    TIME_NOUNS,
)
from textattack_atomeval.extraction.phrases import title_of
from textattack_atomeval.extraction.relation import AUX_DEPS, relation_of
from textattack_atomeval.extraction.render import expand, join, tidy
from textattack_atomeval.extraction.tree import Node, ordered, subtree
from textattack_atomeval.extraction.words import stem
from textattack_atomeval.text import word_set

__all__ = ["Slots", "fill"]

YEAR = re.compile(
    r"\b(?:1\d|20)\d\d(?:'?s)?\b|\b\d+(?:st|nd|rd|th) century\b|"
    r"\b\d+ (?:bc|ad|bce|ce)\b|\b\d0'?s\b|the \d+th\b|'\d\ds?\b"
)
RANKED = re.compile(r"-(?:\w{3,}est|most)$")
ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)|\w+(?:teenth|tieth|ty-(?:first|\w+d|\w+th))")
# Prepositions whose phrase tells which thing is meant: "a patent for the telephone".
DEFINING = word_set("of for to from between about against with without than")
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
    relation = relation_of(head, inside, core)
    core = relation.core
    aux = {n for verb in relation.verbs for n in verb.having(*AUX_DEPS)}
    left = [n for n in body if n not in relation.words and n not in aux]
    modals = [n for n in body if n in aux and n.low in MODALS]
    modifiers = [Modifier("modality", expand(node)) for node in modals]
    noun: list[Node] = []
    rest = left
    if core is not None:
        standard = _standard(core, left)
        mine = [n for n in left if n in standard or _under(n, core)]
        rest = [n for n in left if n not in mine]
        amount, core = _amount(core, mine)
        modifiers += amount
        mine = [n for n in mine if n in standard or _under(n, core)]
        noun, parts = _divide(core, mine, standard)
        modifiers += parts
    else:
        told = {n for n in left if n.dep == "ccomp" and n.head in relation.verbs}
        noun = [n for n in left if any(_under(n, clause) for clause in told)]
        rest = [n for n in left if n not in noun]
    modifiers += _groups(rest, inside)
    text = tidy(join(relation.words))
    return Slots(text, _bare(noun), tuple(modifiers))


def _standard(core: Node, nodes: Sequence[Node]) -> set[Node]:
    """Return the words of a comparison that the complement makes.

    "[more] points [than Ann]", "[as] tall [as Ann]": degree and standard go together.
    """
    degrees = {
        n
        for n in nodes
        if n is core
        or n.head is core
        and n.dep in ("amod", "advmod", "nummod")
        or n.head is not None
        and n.head.head is core
        and n.dep == "advmod"
    }
    than = any(n.tag in ("JJR", "RBR") for n in degrees)
    equal = any(n.low == "as" and n is not core for n in degrees)
    words = ("than",) * than + ("as",) * equal
    tops = [
        n
        for n in nodes
        if n.low in words
        and n.dep == "prep"
        or n.dep == "advcl"
        and any(c.low in words for c in n.having("mark"))
    ]
    tops = [n for n in tops if n.index > core.index]
    if not tops:
        return set()
    here = set(nodes)
    return {n for top in [*tops, *(degrees - {core})] for n in subtree(top)} & here


def _amount(core: Node, nodes: Sequence[Node]) -> tuple[list[Modifier], Node]:
    """Return how much an object is, and of what: "about 60 percent of" the votes."""
    prep = next((p for p in core.having("prep") if p.low == "of" and p in nodes), None)
    noun = prep.first("pobj") if prep is not None else None
    share = core.low in SHARES
    if (
        prep is None
        or noun is None
        or noun not in nodes
        or not (share or core.low in QUANTIFIERS)
    ):
        return [], core
    words = [n for n in nodes if not _under(n, prep)]
    return [Modifier("quantity" if share else "quantifier", _bare(words))], noun


def _under(node: Node, top: Node) -> bool:
    here: Node | None = node
    while here is not None:
        if here is top:
            return True
        here = here.head
    return False


def _divide(
    core: Node, nodes: list[Node], standard: Collection[Node]
) -> tuple[list[Node], list[Modifier]]:
    """Split a noun phrase into its kernel and its modifiers."""
    kernel: list[Node] = []
    title = title_of(core) & set(nodes)
    modifiers = [Modifier("attribute", _bare(ordered(title)))] if title else []
    for child in core.children:
        part = [n for n in nodes if n not in title and _under(n, child)]
        part = [n for n in part if n not in standard]
        kind = _noun_kind(child, part)
        if not part:
            continue
        if kind is None:
            kernel += part
        elif kind == "quantity" and any(n.low in EXCLUSIVE for n in part):
            alone = [n for n in part if n.low in EXCLUSIVE]
            modifiers.append(Modifier("exclusivity", join(alone)))
            part = [n for n in part if n not in alone]
            modifiers.append(Modifier("quantity", _bare(part)))
        else:
            modifiers.append(Modifier(kind, _bare(part)))
    return ordered({*kernel, core, *standard}), [m for m in modifiers if m.text]


def _noun_kind(child: Node, part: list[Node]) -> ModifierKind | None:
    """Return the kind of a part of a noun phrase; None if it stays in the object."""
    low = child.low
    degrees = any("°" in n.text for n in part)
    if degrees or child.head is not None and child.head.tag in ("$", "CD"):
        return "time" if stem(low) in TIME_NOUNS else None  # "more than $5 a year"
    if child.dep == "neg" or low in ("no", "not", "n't", "neither"):
        return "negation"
    if low in EXCLUSIVE:
        return "exclusivity"
    if low in ORDINALS or ORDINAL.fullmatch(low):
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
    if child.dep in ("amod", "advmod") and (
        any(n.tag in COMPARATIVE_TAGS for n in part) or RANKED.search(low)
    ):
        return "comparison"
    if child.dep == "poss":
        return "attribute" if child.name or child.tag == "PRP$" else None
    if child.dep == "prep":
        return None if low in DEFINING else _phrase_kind(child, part)
    if child.dep in ("acl", "relcl", "advcl"):
        return "attribute"
    if child.dep == "npadvmod":
        return "time" if stem(low) in TIME_NOUNS else None
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
