"""Mend the parser's commonest mistakes before a tree is read."""

from __future__ import annotations

from itertools import pairwise

from textattack_atomeval.extraction.lexicon import FACTIVE, REPORTING, TIME_NOUNS
from textattack_atomeval.extraction.tree import Node, subtree
from textattack_atomeval.extraction.words import base_forms

__all__ = ["FRONTED", "move", "repair"]

SUBJECTS = ("nsubj", "nsubjpass")
BEFORE_NOUN = ("det", "amod", "nummod", "compound", "nmod", "poss")
TITLED = (*SUBJECTS, "dobj", "pobj", "attr")
# The dependency of an apposition that stands before its noun.
FRONTED = "fronted"


def repair(nodes: list[Node]) -> list[Node]:
    """Return the same nodes with known faults of their tree mended."""
    for node in nodes:
        _possessive_taken_for_has(node, nodes)
        _subject_of_auxiliary(node)
        _noun_taken_for_clause(node)
        _time_taken_for_apposition(node, nodes)
        _first_predicate_taken_for_clause(node)
        _only_predicate_taken_for_relative(node)
        _date_taken_for_adverb(node)
        _subject_taken_for_apposition(node)
        _subject_taken_for_member(node, nodes)
    for node in nodes:
        _noun_beside_name(node)
        _second_subject(node, nodes)
        _title_taken_for_head(node)
    return nodes


def _possessive_taken_for_has(node: Node, nodes: list[Node]) -> None:
    """Read "Tool's won" as "Tool has won"."""
    owner = node.head
    if node.tag != "POS" or owner is None or owner.dep not in SUBJECTS:
        return
    verb = owner.head
    if verb is None or not verb.verbal or verb.index - node.index not in (1, 2):
        return
    if node.index + 1 == verb.index or nodes[node.index + 1].tag == "RB":
        node.tag = "VBZ"
        move(node, verb, "aux")
        if verb.tag == "VBD":
            verb.tag = "VBN"


def _subject_of_auxiliary(node: Node) -> None:
    """Hang what hangs on the "is" of "Heat is not based on" on "based"."""
    verb = node.head
    if node.dep not in ("aux", "auxpass") or verb is None:
        return
    for child in list(node.children):
        move(child, verb, child.dep)


def _noun_taken_for_clause(node: Node) -> None:
    """Make "made [her film debut]" an object where it was read as a clause."""
    if node.dep != "ccomp" or not node.nominal or node.tag == "DT":
        return
    subject = node.first(*SUBJECTS)
    bare = not any(c.dep in ("aux", "auxpass", "cop", "mark") for c in node.children)
    if bare and subject is not None and subject.index + 1 == node.index:
        node.dep = "dobj"
        subject.dep = "compound"


def _time_taken_for_apposition(node: Node, nodes: list[Node]) -> None:
    """Hang "his whole life" on the verb where it was made part of a noun."""
    head = node.head
    if node.dep not in ("appos", "dobj") or head is None or node.low not in TIME_NOUNS:
        return
    if not node.having("det", "poss", "amod") or not head.nominal:
        return
    if _set_off(node, nodes):
        return
    verb = head
    while verb.head is not None and not verb.verbal:
        verb = verb.head
    if verb.verbal:
        move(node, verb, "npadvmod")


def _first_predicate_taken_for_clause(node: Node) -> None:
    """Read "X is A, was B and has C" as a coordination, not as a report."""
    if node.head is not None or not node.verbal or node.first(*SUBJECTS, "expl"):
        return
    if base_forms(node.text) & (REPORTING | FACTIVE):
        return
    first = node.first("ccomp")
    if first is None or first.index > node.index or not first.first(*SUBJECTS):
        return
    node.children.remove(first)
    first.head, first.dep = None, "ROOT"
    node.head, node.dep = first, "conj"
    first.children.append(node)


def _only_predicate_taken_for_relative(noun: Node) -> None:
    """Read 'The film "Heat" was shown.' as a sentence: it has no other verb."""
    if noun.head is not None or not noun.nominal:
        return
    verb = noun.first("relcl")
    name = verb.first(*SUBJECTS) if verb is not None else None
    if verb is None or name is None or not name.tag.startswith("NNP"):
        return
    if subtree(name)[0].index != noun.index + 1:
        return
    noun.children.remove(verb)
    verb.head, verb.dep = None, "ROOT"
    for child in list(noun.children):
        if child.index > name.index or child.dep not in BEFORE_NOUN:
            move(child, verb, child.dep)
    move(noun, name, "compound")


def _subject_taken_for_member(verb: Node, nodes: list[Node]) -> None:
    """Give "and the band is Tool" its subject back from the coordination before."""
    if verb.dep != "conj" or verb.tag not in ("VBZ", "VBD", "VBP"):
        return
    if verb.first(*SUBJECTS, "expl") is not None:
        return
    first = min([verb.index, *(c.index for c in verb.having("aux", "auxpass"))])
    for noun in nodes[max(0, first - 12) : first]:
        if noun.dep == "conj" and noun.nominal and noun.head is not verb:
            inside = subtree(noun)
            opened = inside[0].index > 0 and nodes[inside[0].index - 1].dep == "cc"
            if opened and inside[-1].index == first - 1:
                move(nodes[inside[0].index - 1], verb, "cc")
                move(noun, verb, "nsubj")
                return


def _date_taken_for_adverb(node: Node) -> None:
    """Make the date of "May 1 is her birthday" the subject."""
    verb = node.head
    if node.dep != "npadvmod" or verb is None or not node.masked:
        return
    if node.index > verb.index or verb.first(*SUBJECTS, "expl") is not None:
        return
    if verb.first("attr") is not None:
        node.dep = "nsubj"


def _subject_taken_for_apposition(verb: Node) -> None:
    """Read "Of the fifty states, Ohio is": the verb has no other subject."""
    if not verb.verbal or verb.dep not in ("ROOT", "conj", "ccomp"):
        return
    if verb.first(*SUBJECTS, "csubj", "expl") is not None:
        return
    for prep in verb.having("prep"):
        noun = prep.first("pobj")
        name = noun.first("appos") if noun is not None else None
        if prep.index > verb.index or noun is None or name is None:
            continue
        later = [c for c in noun.children if c.index > name.index]
        move(name, verb, "nsubj")
        for child in later:
            move(child, name, child.dep)
        return


def _noun_beside_name(verb: Node) -> None:
    """Make one phrase of "the film Heat" where both words are subjects.

    And of "the star of the film Heat", where one of them ends the other's phrase.
    """
    subjects = verb.having(*SUBJECTS)
    for subject, name in pairwise(subjects):
        noun = subtree(subject)[-1]
        beside = subtree(name)[0].index == noun.index + 1
        plain = noun.tag in ("NN", "NNS") and not name.first("compound")
        if not (beside and plain and name.tag.startswith("NNP")):
            continue
        if noun is not subject and noun.head is not None:
            move(name, noun.head, noun.dep)
        move(noun, name, "compound")


def _second_subject(verb: Node, nodes: list[Node]) -> None:
    """Keep the last of several subjects; the others are appositions.

    "In Heat, a film, the hero dies": of what stands before the comma. "A son of
    the king, Ned dies": of the subject.
    """
    subjects = [c for c in verb.having(*SUBJECTS) if c.index < verb.index]
    for other in subjects[:-1]:
        if not other.nominal:
            continue
        before = _before(other, nodes)
        if before is not None and before.nominal and before.index < other.index:
            move(other, before, "appos")
        elif _before(subjects[-1], nodes) is not None:
            move(other, subjects[-1], FRONTED)


def _before(node: Node, nodes: list[Node]) -> Node | None:
    """Return the word before the comma before the phrase, if there is one."""
    first = subtree(node)[0].index
    if first < 2 or nodes[first - 1].tag != ",":
        return None
    return nodes[first - 2]


def _title_taken_for_head(node: Node) -> None:
    """Make the name the head of "the British author Ann Lee"."""
    noun = node.head
    if node.dep != "appos" or noun is None or noun.dep not in TITLED:
        return
    if not (node.name or node.tag == "NNP") or noun.tag not in ("NN", "NNS"):
        return
    if subtree(node)[0].index != noun.index + 1 or noun.head is None:
        return
    if noun.first("poss", "prep") is not None:
        return
    verb, dep = noun.head, noun.dep
    move(node, verb, dep)
    move(noun, node, "compound")
    for child in list(noun.children):
        if child.index > node.index:
            move(child, node, child.dep)


def _set_off(node: Node, nodes: list[Node]) -> bool:
    """Tell whether a comma, dash or bracket stands before the phrase."""
    first = subtree(node)[0].index
    return first > 0 and nodes[first - 1].tag in (",", ":", "-LRB-")


def move(node: Node, head: Node, dep: str) -> None:
    """Hang a node on another head."""
    if node.head is not None:
        node.head.children.remove(node)
    node.head, node.dep = head, dep
    head.children.append(node)
    head.children.sort(key=lambda child: child.index)
