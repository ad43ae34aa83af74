"""When one atom says all that another says by form alone, no model needed.

Adding to a positive statement keeps it ("won three cups" ← "won three cups in a
raffle"); taking away from a denial keeps it ("was not born in March 1986" ← "was not
born in 1986"). Both fail next to words that a restriction changes (superlatives,
ordinals, "only", "all"): there nothing may be added or taken away.
"""

from __future__ import annotations

import re

import msgspec

from textattack_atomeval.data import Atom, Modifier
from textattack_atomeval.lexical import stem

_WORD = re.compile(r"\$?\d[\d,.]*\d%?|\d%?|[^\W\d_]+(?:['’][^\W\d_]+)?")
_DROPPED = frozenset(
    "a an the is are was were be been being am has have had do does did will would"
    " that which who it its his her their s".split()
)
_PREPOSITIONS = frozenset(
    "of for about with to from by in on at like near behind against".split()
)
_SMALL = frozenset(["in", "on", "at", "of", "by", "to", "for"])
# Prepositions that move a place or a time elsewhere.
_ELSEWHERE = re.compile(
    r"^\W*(?:just |right |shortly |not far )?(?:near|outside|beside|before|after|since"
    r"|until|till|around|off|beyond|behind|under|above|below|next to|close to|far from"
    r"|(?:north|south|east|west)\w* of)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|got)\b", re.IGNORECASE)
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "am"])
# Kinds whose addition takes something back.
_WEAKENING = frozenset({"negation", "modality", "quantifier", "comparison"})
_APPROXIMATE = re.compile(
    r"\b(?:almost|nearly|about|around|partly|partially|half|barely|hardly|scarcely"
    r"|virtually|practically|roughly|approximately|some|somewhat|briefly|former(?:ly)?"
    r"|once|supposed(?:ly)?|alleged(?:ly)?|reported(?:ly)?|so-called|would-be|fake|toy"
    r"|honorary|kind of|sort of|like|if|unless|mostly|mainly|largely|initially"
    r"|originally|rarely|seldom|sometimes|less than|more than|at least|at most|up to"
    r"|assistant|vice|deputy|associate|acting|aspiring|failed|retired|co"
    r"|over|under|fewer|maybe|perhaps|possibly|probably|close to)\b",
    re.IGNORECASE,
)
_RESTRICTABLE = re.compile(
    r"\b(?:only|solely|exclusively|all|every|each|most|least|first|second|third|last"
    r"|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|\w{3,}est"
    r"|best|worst|any|single|same|fewer than|less than|at most|no more than|under"
    r"|up to)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"^\s*,?\s*(?:because|after|before|while|although|though|despite|thanks|since|as"
    r" a result|owing|due|when|following|having|with)\b",
    re.IGNORECASE,
)


def _stems(text: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(text)]
    return [stem(word) for word in words if word not in _DROPPED]


def _relation(atom: Atom) -> list[str]:
    words = [word.lower() for word in _WORD.findall(atom.relation)]
    content = [stem(word) for word in words if word not in _DROPPED]
    return content or ["be"] * any(word in _BE for word in words)


def _details(atom: Atom) -> set[str]:
    """The words of object and modifiers, without prepositions' small change.

    "Not A but B" denies A: what follows "but" is another statement.
    """
    texts = [atom.object, *(modifier.text for modifier in atom.modifiers)]
    if atom.negated:
        texts = [re.split(r"\bbut\b", text)[0] for text in texts]
    words = {word for text in texts for word in _stems(text)}
    return words - _SMALL


def same_frame(first: Atom, second: Atom) -> bool:
    """Same subject, relation and head of the object."""
    if set(_stems(first.subject)) != set(_stems(second.subject)):
        return False
    if _relation(first) != _relation(second):
        return False
    one, two = (_stems(re.split(r"\bbut\b", a.object)[0]) for a in (first, second))
    if one[-1:] != two[-1:]:
        return False
    longer, shorter = (one, two) if len(one) >= len(two) else (two, one)
    ahead = longer[: len(longer) - len(shorter)]
    return not _PREPOSITIONS & set(ahead)


def _adds_only_reasons(atom: Atom, other: Atom) -> bool:
    """True when ``other`` adds nothing to ``atom`` but why, when or how."""
    known = _details(atom)
    extra = [m for m in other.modifiers if not set(_stems(m.text)) <= known | _SMALL]
    return set(_stems(other.object)) <= known | _SMALL and all(
        _REASON.match(modifier.text) for modifier in extra
    )


def _voices(said: Atom, claimed: Atom) -> list[Atom]:
    """``said`` as it stands and in the other voice: "Ann built it" = "built by Ann"."""
    words = said.relation.split()
    if not said.object or not words or words[-1] in _BE:
        return [said]
    turned = msgspec.structs.replace(said, subject=said.object, object=said.subject)
    if words[-1] == "by":
        relation = " ".join(words[:-1])
        return [said, msgspec.structs.replace(turned, relation=relation)]
    passive = msgspec.structs.replace(turned, relation=f"{said.relation} by")
    if claimed.object or not _PASSIVE.search(claimed.proposition):
        return [said, passive]
    return [said, passive, msgspec.structs.replace(turned, object="")]


def contains(said: Atom, claimed: Atom) -> bool:
    """True when ``said`` entails ``claimed`` by its form alone.

    Certain or nothing: False means only that a model has to be asked.
    """
    return any(_contains(voice, claimed) for voice in _voices(said, claimed))


def _turned(wanted: Modifier, said: Atom) -> bool:
    """True when "in Rome" of the claim comes back as "near Rome"."""
    words = set(_stems(wanted.text)) - _SMALL
    found = [m for m in said.modifiers if words <= set(_stems(m.text))]
    return bool(found) and all(
        _ELSEWHERE.match(m.text) and not _ELSEWHERE.match(wanted.text) for m in found
    )


def _found(wanted: Modifier, said: Atom) -> bool:
    """True when ``said`` has the modifier at the head of one of its own.

    "In schools of Finland" is not "in Finland", "in six countries" is no "six".
    """
    words = [word for word in _stems(wanted.text) if word not in _SMALL]
    if wanted.kind != "quantity" and set(words) <= set(_stems(said.object)):
        return True
    return any(
        [word for word in _stems(m.text) if word not in _SMALL][: len(words)] == words
        for m in said.modifiers
        if wanted.kind != "quantity" or m.kind == "quantity"
    )


def _tense(atom: Atom) -> bool | None:
    """True for "is" and "has", False for "was" and "had", None for other verbs."""
    found = re.search(r"\b(?:(is|are|has|have)|(was|were|had))\b", atom.proposition)
    return None if found is None else bool(found[1])


def _contains(said: Atom, claimed: Atom) -> bool:
    if not same_frame(said, claimed) or said.negated != claimed.negated:
        return False
    has, wants = _details(said), _details(claimed)
    if _RESTRICTABLE.search(claimed.proposition):
        return wants <= has and _adds_only_reasons(claimed, said)
    if claimed.negated:
        return has <= wants
    if not wants <= has:
        return False
    if any(_turned(modifier, said) for modifier in claimed.modifiers):
        return False
    if not all(_found(modifier, said) for modifier in claimed.modifiers):
        return False
    if {_tense(said), _tense(claimed)} == {True, False}:
        return False
    known = {(m.kind, m.text.lower()) for m in claimed.modifiers}
    added = [m for m in said.modifiers if (m.kind, m.text.lower()) not in known]
    if any(m.kind in _WEAKENING for m in added):
        return False
    approximate = set(_APPROXIMATE.findall(said.proposition.lower()))
    return approximate <= set(_APPROXIMATE.findall(claimed.proposition.lower()))
