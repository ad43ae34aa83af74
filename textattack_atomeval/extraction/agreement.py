"""When predicted and gold atoms are the same atoms; the extractor's yardstick.

Atoms agree one to one when subjects are the same, relations are the same up to
auxiliaries, inflection and prepositions, and object plus modifiers hold the same
content words. The kinds of the modifiers, and whether a word stands in the object
or in a modifier, do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from textattack_atomeval.data import Atom
from textattack_atomeval.extraction.words import AUXILIARIES, base_forms, stem
from textattack_atomeval.text import word_set

__all__ = ["atoms_agree", "content_words"]

PREPOSITIONS = word_set(
    "about above across after against along among around as at before behind below "
    "between beyond by down during for from in inside into near of off on onto out "
    "over per since through throughout to toward towards under until up upon via when "
    "where which while who with within without"
)
FUNCTION_WORDS = PREPOSITIONS | word_set(
    "a an the and or than that this these those he she it they his her its their him "
    "them i we you my our your there s whose"
)
WORD = re.compile(r"\$?\d[\d,.]*\d%?|\$?\d%?|n't|[^\W_]+(?:'(?!s\b)[^\W_]+)*|'s")
NEGATION = {"n't": "not", "cannot": "not", "never": "never"}


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words that carry content."""
    words = (NEGATION.get(word, word) for word in _tokens(text))
    return frozenset(
        stem(word)
        for word in words
        if word not in FUNCTION_WORDS and word not in AUXILIARIES
    )


def atoms_agree(predicted: Sequence[Atom], gold: Sequence[Atom]) -> bool:
    """Tell whether the two lists are the same atoms in some order."""
    if len(predicted) != len(gold):
        return False
    if not predicted:
        return True
    return any(
        _same(predicted[0], other)
        and atoms_agree(predicted[1:], [*gold[:index], *gold[index + 1 :]])
        for index, other in enumerate(gold)
    )


def _same(one: Atom, other: Atom) -> bool:
    return (
        _name(one.subject) == _name(other.subject)
        and _same_relation(one.relation, other.relation)
        and _holds(one) == _holds(other)
    )


def _tokens(text: str) -> list[str]:
    return WORD.findall(text.casefold().replace("’", "'"))


def _name(subject: str) -> list[str]:
    """Return the subject's words without case, articles and punctuation."""
    return [word for word in _tokens(subject) if word not in ("a", "an", "the")]


def _same_relation(one: str, other: str) -> bool:
    first, second = _relation(one), _relation(other)
    return len(first) == len(second) and all(
        base_forms(a) & base_forms(b) for a, b in zip(first, second, strict=True)
    )


def _relation(text: str) -> list[str]:
    """Return the content words of a relation; its last auxiliary if all are such."""
    words = [
        word
        for word in _tokens(text)
        if word not in FUNCTION_WORDS and word not in ("not", "n't")
    ]
    content = [word for word in words if word not in AUXILIARIES]
    return content or [stem(word) for word in words[-1:]]


def _holds(atom: Atom) -> frozenset[str]:
    """Return the content of the object and the modifiers together."""
    parts = [atom.object, *(modifier.text for modifier in atom.modifiers)]
    return content_words(" ".join(parts))
