"""Atoms side by side: their relation, who does what, and what may name the same."""

from __future__ import annotations

import re

from textattack_atomeval.data import Atom
from textattack_atomeval.lexical import content_stems, same_stem, stem

__all__ = [
    "BESIDES",
    "is_flipped",
    "is_generic",
    "may_name",
    "news_of",
    "relation_of",
    "sides_of",
]

# Words by which a statement stands beside another one, not against it.
BESIDES = re.compile(
    r"\b(?:also|too|as well|together with|along with|alongside|later|earlier"
    r"|afterwards|again|eventually|first|only then|now|until)\b",
    re.IGNORECASE,
)
_KINDS = frozenset(
    "film movie show series programme program book novel song track album record role"
    " character band group team company firm city town country place lake river"
    " building bridge play painting part game person man woman".split()
)
_PRONOUNS = frozenset("he she it they him her them this that who which".split())
_PLACED = frozenset(["be", "lie", "sit", "stand", "locat", "situat", "base", "set"])
_BE = frozenset("is are was were be been being am became become remains".split())


def relation_of(atom: Atom) -> str:
    """Return the stem that names the relation, "be" for all that only places."""
    words = [word.lower() for word in atom.relation.split() if word.lower() != "by"]
    if any(word in _BE for word in words[-1:]):
        return "be"
    stems = content_stems(" ".join(words)) or [stem(words[-1])] if words else []
    return "be" if stems and stems[0] in _PLACED else "".join(stems[:1])


def is_generic(phrase: str) -> bool:
    """True for "it" and "the film": whatever the text is about."""
    words = phrase.lower().split()
    return (
        len(words) == 1
        and words[0] in _PRONOUNS
        or (len(words) == 2 and words[0] in ("the", "this") and words[1] in _KINDS)
    )


def may_name(phrase: str, other: str) -> bool:
    """True when ``phrase`` may name what ``other`` names."""
    return is_generic(phrase) or bool(
        set(content_stems(phrase)) & set(content_stems(other))
    )


def sides_of(atom: Atom) -> tuple[str, str]:
    """Return (agent, patient) of a relation in either voice."""
    if atom.relation.lower().endswith(" by"):
        return atom.object, atom.subject
    return atom.subject, atom.object


def news_of(atom: Atom) -> str:
    """The claim's news: all but its subject."""
    return " ".join([atom.object, *(m.text for m in atom.modifiers)]).strip()


def is_flipped(atom: Atom, said: Atom) -> bool:
    """Same subject and relation, the other polarity, nothing that narrows it."""
    if atom.negated == said.negated or not may_name(said.subject, atom.subject):
        return False
    if not same_stem(relation_of(atom), relation_of(said)):
        return False
    positive, negative = (said, atom) if atom.negated else (atom, said)
    if re.search(r"\b(?:only|just|until|yet|alone|but)\b", negative.proposition):
        return False
    return set(content_stems(news_of(negative))) <= set(
        content_stems(news_of(positive))
    )
