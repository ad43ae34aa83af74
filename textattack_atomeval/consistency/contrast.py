"""What the rewrite adds to take the claim back: "…, but it actually opened in 1934".

An addition invalidates nothing unless it contradicts what it is added to. These checks
read the clause behind "but", "although", "in fact" …, and fire where it corrects the
claim's own relation, denies what was just said, or gives its role to somebody else.
Clauses about other things, and those that carry the claim themselves ("many think it
was Ben, but in fact Ann wrote it"), stay additions.
"""

from __future__ import annotations

import functools
import re

import msgspec

from textattack_atomeval.consistency.frames import (
    BESIDES,
    is_flipped,
    is_generic,
    may_name,
    news_of,
    relation_of,
    sides_of,
)
from textattack_atomeval.consistency.operators import is_negative
from textattack_atomeval.data import Atom, Extraction, Violation
from textattack_atomeval.lexical import coverage, same_stem
from textattack_atomeval.text import fold

__all__ = ["SAID_FALSE", "check_taken_back"]

_TURN = r"(?:but|however|although|though|yet|whereas|while|nevertheless|except that)"
_CORRECTING = re.compile(
    r"\b(?:actually|in (?:actual )?fact|in reality|in truth|really|truly|instead"
    r"|the truth is|as a matter of fact)\b",
    re.IGNORECASE,
)
_EDGE = re.compile(
    rf"[.;:!?]+[\"'”’]?\s+|\s*,?\s*\b(?={_TURN}\b)|,\s+(?=(?:in (?:fact|reality|truth)"
    r"|actually)\b)",
    re.IGNORECASE,
)
_TURNED = re.compile(rf"\W*(?:and\s+)?{_TURN}\b", re.IGNORECASE)
_AHEAD = re.compile(
    rf"\W*(?:(?:and|{_TURN}),?\s+)?(?:actually|in (?:actual )?fact|in reality"
    r"|in truth|the truth is)\b",
    re.IGNORECASE,
)
SAID_FALSE = re.compile(
    r"\b(?:this|that|it|which|(?:this|that|the) (?:claim|statement|story|assertion"
    r"|information))(?:\s+(?:is|was)|['’]s)(?:\s+\w+ly)?\s+(?:not (?:actually |really "
    r")?(?:true|correct|accurate|the case|so|right)|untrue|false|incorrect|inaccurate"
    r"|wrong|a (?:myth|lie|hoax|mistake|misconception|falsehood))\b"
    r"(?!\s+(?:that|to|of|about|for|in|on)\b)"
    r"|\b(?:this|that|it) (?:isn|wasn)['’]t (?:true|correct|accurate|the case|right)\b",
    re.IGNORECASE,
)
_UNBACKED = re.compile(
    r"\b(?:evidence|records?|sources?|facts?|documents?|reality)\b[^.;]{0,24}?\b(?:"
    r"(?:do|does|did)(?: not|n['’]t) (?:support|confirm|back|bear|show|say|agree)"
    r"|fails? to (?:support|confirm)|contradicts?|refutes?|disproves?|disagrees?"
    r"|(?:says?|shows?|suggests?|proves?) otherwise)"
    r"|\bthe evidence (?:says?|shows?|suggests?|indicates?|states?)\b"
    r"|\b(?:no evidence (?:supports?|for|of) (?:this|that|it)"
    r"|not (?:supported|confirmed|backed) by|there is no evidence"
    r"(?! (?:that|of|for) \w+ \w+))\b",
    re.IGNORECASE,
)
_SUBJECT = r"(?:he|she|it|they|(?:the|this) \w+)"
_ELLIPTIC = re.compile(
    rf"\b{_SUBJECT}\s+(?:\w+ly\s+|in fact\s+|never\s+)?(?:(?:did|do|does|has done|have"
    r" done|had done)\s+(?:so|it|that)\b|(?:did|does|has|have|had|is|was|were|are)"
    r"(?:\s+not|n['’]t)?(?=\s*(?:[.,;!]|$)))",
    re.IGNORECASE,
)
_NOMINAL = re.compile(r"\b(?:an?|the|its|his|her|their|one)\s", re.IGNORECASE)
_COVERED = 0.7


class _Clause(msgspec.Struct, frozen=True):
    """One stretch of the text between sentence ends and words of contrast."""

    start: int
    end: int
    text: str

    @property
    def turns(self) -> bool:
        """It stands against what is beside it."""
        return bool(_TURNED.match(self.text) or _AHEAD.match(self.text))

    @property
    def corrects(self) -> bool:
        """It says how things are instead."""
        return self.turns and bool(_CORRECTING.search(self.text))


@functools.lru_cache(maxsize=1024)
def _clauses(text: str) -> tuple[_Clause, ...]:
    edges = [0, *(match.end() for match in _EDGE.finditer(text)), len(text)]
    pairs = zip(edges, edges[1:], strict=False)
    return tuple(
        _Clause(start, end, text[start:end])
        for start, end in pairs
        if text[start:end].strip()
    )


def _carries(text: str, claim: str) -> bool:
    return coverage(claim, text) >= _COVERED


def check_taken_back(atom: Atom, claim: str, rewrite: Extraction) -> list[Violation]:
    """The rewrite says the claim and takes it back, or says another thing instead.

    ``claim`` is the whole claim, ``atom`` the one of its atoms that is looked at.
    """
    clauses = _clauses(fold(rewrite.text).text)
    if len(clauses) < 2 or any(c.turns for c in _clauses(fold(claim).text)):
        return []
    found = _denied(claim, clauses) or _corrected(atom, rewrite, clauses)
    if not found:
        return []
    return [Violation("taken back", f"taken back: {found.strip()}", claim, found)]


def _denied(claim: str, clauses: tuple[_Clause, ...]) -> str:
    """Find "but this is not true", "but he did so in 2008" right after the claim."""
    negative = is_negative(claim)
    for place in range(1, len(clauses)):
        before, clause = clauses[place - 1].text, clauses[place].text
        rest = " ".join(other.text for other in clauses[place:])
        if not _carries(before, claim) or _carries(rest, claim):
            continue
        said_negative = is_negative(before)
        agrees = negative == said_negative
        if _UNBACKED.search(clause) or agrees and SAID_FALSE.search(clause):
            return clause
        short = _ELLIPTIC.search(clause)
        if short and clauses[place].turns and agrees:
            if is_negative(clause) != said_negative:
                return clause
    return ""


def _corrected(atom: Atom, rewrite: Extraction, clauses: tuple[_Clause, ...]) -> str:
    """Find the clause whose atom puts another value into the claim's frame."""
    for said in rewrite.atoms:
        clause = _clause_of(said, clauses)
        if clause is None or not clause.turns:
            continue
        if is_flipped(atom, said) and is_negative(clause.text) == said.negated:
            return clause.text
        if _carries(clause.text, news_of(atom)):
            continue
        if _replaced(atom, said, clause) or _other_agent(atom, said, clause):
            return clause.text
    return ""


def _clause_of(said: Atom, clauses: tuple[_Clause, ...]) -> _Clause | None:
    """Return the clause in which the atom ends: its subject may stand far ahead."""
    if said.span is None:
        return None
    place = said.span[1] - 1
    return next((c for c in clauses if c.start <= place < c.end), None)


def _replaced(atom: Atom, said: Atom, clause: _Clause) -> bool:
    """ "It actually opened in 1934": the claim's frame with another value."""
    if not clause.corrects or atom.negated or BESIDES.search(clause.text):
        return False
    relation = relation_of(atom)
    if not relation or not same_stem(relation, relation_of(said)):
        return False
    if not may_name(said.subject, atom.subject) and not is_generic(said.object):
        return False
    rest = said.proposition[len(said.subject) :]
    return relation != "be" or not said.object or bool(_NOMINAL.search(rest))


def _other_agent(atom: Atom, said: Atom, clause: _Clause) -> bool:
    """ "…, but Ben wrote it": the claim's role goes to another name."""
    agent, patient = sides_of(atom)
    other, thing = sides_of(said)
    if not agent or not patient or not thing or not other[:1].isupper():
        return False
    if atom.negated or said.negated or BESIDES.search(clause.text):
        return False
    if relation_of(atom) in ("", "be") or not same_stem(
        relation_of(atom), relation_of(said)
    ):
        return False
    if may_name(other, agent) or not (is_generic(thing) or thing == patient):
        return False
    dated = any(m.kind == "time" for m in said.modifiers)
    return clause.corrects or not dated
