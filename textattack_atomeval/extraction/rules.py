"""The embedded extractor: a dependency parse and rules, no network, no key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from textattack_atomeval.data import Atom, Extraction
from textattack_atomeval.extraction.clauses import Reader
from textattack_atomeval.extraction.embedded import NestingError
from textattack_atomeval.extraction.lexicon import GENERIC
from textattack_atomeval.extraction.normalise import Sentence, split_and_clean
from textattack_atomeval.extraction.parser import Parser
from textattack_atomeval.extraction.phrases import Phrase, Topics
from textattack_atomeval.extraction.propose import atom_of
from textattack_atomeval.extraction.readings import SANE, sanity
from textattack_atomeval.extraction.render import join
from textattack_atomeval.extraction.render import sentence as as_sentence
from textattack_atomeval.extraction.tree import Node
from textattack_atomeval.extraction.whole import whole_sentence
from textattack_atomeval.text import Aligned, fold, latin_share, word_set

__all__ = ["RuleExtractor"]

VERSION = 2
LONGEST = 20_000
# Longer than any sentence that people write; the parser reads nothing sensible there.
LONGEST_SENTENCE = 1500
LATIN = 0.5
LOOSE_APPOSITION = re.compile(r",\s(?:that|the|this|you know)\b.*$")
PRONOUNS = word_set("he she it they that this")
OBJECTS = word_set("it him her them that")

Readings = Callable[[Aligned], Iterator[list[Node]]]


class RuleExtractor:
    """Extracts SROM atoms with a spaCy parse and rules (AtomEval, appendix A).

    Raises:
        ModelUnavailableError: no English spaCy model is installed.
    """

    def __init__(self) -> None:
        self._parser = Parser()
        self.name = f"rules-{VERSION}+{self._parser.name}"

    def __repr__(self) -> str:
        return f"RuleExtractor(name={self.name!r})"

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Return one extraction a text, in the same order; never raises on content."""
        plans = [_plan(text) for text in texts]
        flat = [
            sentence.aligned
            for plan in plans
            if isinstance(plan, list)
            for sentence in plan
        ]
        trees = iter(self._parser.parse(flat))
        return [
            (
                self._read(text, [(s, next(trees)) for s in plan])
                if isinstance(plan, list)
                else plan
            )
            for text, plan in zip(texts, plans, strict=True)
        ]

    def _read(self, text: str, parsed: list[tuple[Sentence, list[Node]]]) -> Extraction:
        """Read the parsed sentences; a hopeless nesting fails the text."""
        try:
            return _extraction(text, parsed, self._parser.readings)
        except NestingError as error:
            return Extraction(text=text, status="failed", reason=str(error))


def _plan(text: str) -> list[Sentence] | Extraction:
    """Return the sentences to parse, or the answer where that is no use."""
    if len(text) > LONGEST:
        reason = f"too long: {len(text)} characters, at most {LONGEST} are read"
        return Extraction(text=text, status="failed", reason=reason)
    folded = fold(text)
    if not folded.text:
        return Extraction(text=text, status="empty", reason="no visible character")
    if not any(char.isalpha() for char in folded.text):
        return Extraction(text=text, status="failed", reason="no word in the text")
    if latin_share(folded.text) < LATIN:
        return Extraction(text=text, status="failed", reason="not in Latin script")
    found = split_and_clean(folded.aligned)
    longest = max((len(s.aligned.text) for s in found), default=0)
    if longest > LONGEST_SENTENCE:
        reason = (
            f"too long: a sentence of {longest} characters, at most "
            f"{LONGEST_SENTENCE} are read"
        )
        return Extraction(text=text, status="failed", reason=reason)
    return found


def _extraction(
    text: str, parsed: list[tuple[Sentence, list[Node]]], readings: Readings
) -> Extraction:
    """Read the parsed sentences of one text."""
    topics = Topics()
    atoms: list[Atom] = []
    unasserted: list[Atom] = []
    said: list[str] = []
    for sentence, first in parsed:
        topics.dislocated = _topic(sentence)
        nodes, found = _sentence(sentence, first, topics, readings)
        for atom, asserted in found:
            (atoms if asserted else unasserted).append(atom)
        if not sentence.asks:
            said.append(_declarative(sentence, nodes, topics))
    declarative = " ".join(said)
    if not atoms and not unasserted:
        reason = "no clause found"
        return Extraction(
            text=text, declarative=declarative, status="failed", reason=reason
        )
    return Extraction(
        text=text,
        declarative=declarative,
        atoms=_unique(atoms),
        unasserted=_unique(unasserted),
    )


def _atoms(
    sentence: Sentence, nodes: list[Node], topics: Topics
) -> list[tuple[Atom, bool]]:
    """Return the atoms of one tree of a sentence, and whether it asserts them."""
    topics.names += [Phrase(n.text, n.span, node=n) for n in nodes if n.name]
    _resolve_objects(nodes, topics.dislocated)
    reader = Reader(topics, asserted=not sentence.asks)
    made = [(atom_of(clause), clause.asserted) for clause in reader.read(nodes)]
    return [(atom, asserted) for atom, asserted in made if atom is not None]


def _sentence(
    sentence: Sentence, first: list[Node], topics: Topics, readings: Readings
) -> tuple[list[Node], list[tuple[Atom, bool]]]:
    """Return the best tree of a sentence and its atoms.

    A statement without a main clause is read in other ways, at last as one atom.
    """
    best, found = first, _atoms(sentence, first, topics)
    told = found and (topics.dislocated is not None or sanity(first) == SANE)
    if told or sentence.asks:
        return best, found
    trees = [first]
    for nodes in readings(sentence.aligned):
        trees.append(nodes)
        atoms = _atoms(sentence, nodes, replace(topics, subjects=[], names=[]))
        if atoms and (not found or sanity(nodes) == SANE):
            best, found = nodes, atoms
        if found and sanity(best) == SANE:
            return best, found
    if found:
        return best, found
    for nodes in trees:
        whole = whole_sentence(nodes)
        if whole is not None:
            return nodes, [(whole, True)]
    return first, []


def _topic(sentence: Sentence) -> Phrase | None:
    if sentence.topic is None:
        return None
    text = LOOSE_APPOSITION.sub("", sentence.topic.text)
    span = sentence.topic.span(0, len(text)) or (0, 0)
    return Phrase(text, span)


def _resolve_objects(nodes: list[Node], topic: Phrase | None) -> None:
    """Put the topic in the place of the pronoun of "Rome? Ann founded it."."""
    subjects = [n for n in nodes if n.dep.startswith("nsubj")]
    if topic is None or not subjects or subjects[0].tag in ("PRP", "DT"):
        return
    if any(c.low in ("the", "that", "this") for c in subjects[0].having("det")):
        return
    for node in nodes:
        if node.low in OBJECTS and node.dep in ("dobj", "pobj"):
            node.text, node.tag, node.name = topic.text, "NNP", True
            return


def _declarative(sentence: Sentence, nodes: list[Node], topics: Topics) -> str:
    """Return the sentence as a plain statement, its loose topic put in."""
    text = join(nodes) if nodes else sentence.aligned.text
    topic = topics.dislocated
    first = nodes[0] if nodes else None
    if topic is None or first is None:
        return as_sentence(text)
    if first.low in PRONOUNS and first.tag != "NNP" and first.dep.startswith("nsubj"):
        return as_sentence(topic.text, join(nodes[1:]))
    if first.low in ("his", "her", "its", "their"):
        return as_sentence(topic.possessive, join(nodes[1:]))
    second = nodes[1] if len(nodes) > 1 else None
    generic = second is not None and second.low in GENERIC
    if generic and second and first.dep == "det" and second.dep.startswith("nsubj"):
        return as_sentence(topic.text, join(nodes[2:]))
    return as_sentence(text)


def _unique(atoms: list[Atom]) -> tuple[Atom, ...]:
    """Drop atoms that say the same in the same words."""
    return tuple({atom.proposition: atom for atom in reversed(atoms)}.values())[::-1]
