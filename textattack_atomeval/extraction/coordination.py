"""Conjunctions: their members, and what a member shares with the others."""

from __future__ import annotations

from collections.abc import Collection

from textattack_atomeval.extraction.lexicon import EXCLUSIVE, SYMMETRIC
from textattack_atomeval.extraction.tree import Node, ordered, subtree
from textattack_atomeval.extraction.words import base_forms, stem
from textattack_atomeval.text import word_set

__all__ = [
    "borrowed",
    "collective",
    "complement_of",
    "lead_of",
    "member_body",
    "members",
]

SPLITTING = frozenset(["and", "&", "plus"])


def members(node: Node) -> list[Node]:
    """Return the members of an "and" coordination that begins at ``node``.

    Only [node] where there is none, or where "or", "nor" or "but" joins them.
    """
    found = [node]
    joints: set[str] = set()
    while True:
        last = found[-1]
        joints |= {c.low for c in last.having("cc")}
        step = next((c for c in last.having("conj") if not _clausal(c)), None)
        if step is None:
            break
        found.append(step)
    apart = joints and joints <= SPLITTING and not any(_inseparable(n) for n in found)
    return found if len(found) > 1 and apart else [node]


def _inseparable(node: Node) -> bool:
    """Tell whether a member says nothing alone: "nothing else", "live-action"."""
    bare = "-" in node.text and node.text.islower() and not node.having("det", "poss")
    return node.low in ("nothing", "nobody", "none", "so") or bare and node.tag == "NN"


def _clausal(node: Node) -> bool:
    return node.first("nsubj", "nsubjpass") is not None


def collective(head: Node) -> bool:
    """Tell whether the predicate is about its subjects together."""
    here = subtree(head)
    lows = {n.low for n in here}
    stems = {stem(n.text) for n in here if n.head is head or n is head}
    return bool((lows | stems) & SYMMETRIC) or "each" in lows


def lead_of(head: Node, follower: Node) -> list[Node]:
    """Return the auxiliaries that a coordinated predicate takes over."""
    adverbs = [
        c
        for c in head.having("advmod", "neg")
        if c.low in EXCLUSIVE | {"never"} and c.index < head.index
    ]
    if follower.first("advmod", "neg") is not None:
        adverbs = []
    if any(c.dep in ("aux", "auxpass") for c in follower.children):
        return []
    if follower.tag in ("VBD", "VBZ", "VBP"):
        return adverbs
    found = [
        c
        for c in head.children
        if c.dep in ("aux", "auxpass", "neg") and c.index < head.index
    ]
    found += [c for c in adverbs if c not in found]
    copula = head.low in ("is", "are", "was", "were", "'s", "'re", "been")
    if copula and follower.tag in ("VBN", "VBG", "JJ"):
        found.append(head)
        found += [c for c in head.having("neg") if c not in found]
    return ordered(found)


# Verbs that always do something to something: "wrote and directed the film".
CREATING = word_set(
    "write direct produce create compose record release publish design found develop "
    "edit perform build invent star host distribute make film narrate illustrate "
    "discover identify own operate manage lead fund finance buy sell promote acquire"
)
COMPLEMENTS = ("dobj", "attr", "acomp", "oprd", "agent", "prep", "xcomp", "ccomp")


def borrowed(head: Node) -> list[Node]:
    """Return what "written" takes from "written and directed by Ann Lee"."""
    last = head
    while True:
        step = last.first("conj")
        if step is None or step.first("nsubj", "nsubjpass", "aux", "auxpass"):
            break
        last = step
    if last is head or not head.verbal or last.tag != head.tag:
        return []
    if head.tag != "VBN" and not base_forms(head.text) & CREATING:
        return []
    before = last.index
    own = [c for c in head.children if c.index > head.index and c.index < before]
    if any(c.dep not in ("cc", "conj", "punct", "prt") for c in own):
        return []
    found = [
        c
        for c in last.children
        if c.index > last.index and c.dep in (*COMPLEMENTS, "npadvmod", "advmod")
    ]
    return found if head.tag == "VBN" or found[:1] and found[0].dep == "dobj" else []


def complement_of(shared: list[Node]) -> Node | None:
    """Return the object among borrowed constituents."""
    for node in shared:
        if node.dep in ("dobj", "attr", "oprd"):
            return node
        if node.dep == "agent":
            return node.first("pobj")
    return None


def member_body(body: list[Node], member: Node, all_members: list[Node]) -> list[Node]:
    """Return the body of a clause with one member of its complement kept."""
    first = all_members[0]
    whole = set(subtree(first))
    own = _own(member, all_members)
    shared = [n for n in body if n not in whole]
    return ordered({*shared, *(n for n in own if n in set(body))})


def _own(member: Node, all_members: Collection[Node]) -> list[Node]:
    """Return the words of one member alone."""
    others = set(all_members) - {member}
    kept = subtree(member, lambda n: n in others)
    first, *_, last = all_members
    for child in first.having("prep", "acl", "relcl") if member is not first else []:
        if child.index > last.index:
            kept += subtree(child)
    joints = {
        c
        for m in all_members
        for c in m.children
        if c.dep in ("cc", "preconj") or c.dep == "punct" and c.tag == ","
    }
    if member is not first:
        kept += [c for c in first.having("advmod") if c.low in EXCLUSIVE]
    return [n for n in ordered(kept) if n not in joints]
