"""What the rewrite says that can't be true beside the claim, wherever it says it.

"She won six medals, but she never won a medal" carries the claim and denies it. Only
what excludes the claim by its form counts here: what the claim denies, another date of
what happens once, another number of what there is.
"""

from __future__ import annotations

import functools
import re

from textattack_atomeval.consistency.content import MYTH
from textattack_atomeval.consistency.contrast import SAID_FALSE
from textattack_atomeval.consistency.dates import check_dates
from textattack_atomeval.consistency.frames import (
    BESIDES,
    is_flipped,
    is_generic,
    relation_of,
    sides_of,
)
from textattack_atomeval.consistency.operators import is_negative
from textattack_atomeval.consistency.quantities import (
    find_quantities,
    quantity_entails,
)
from textattack_atomeval.data import Atom, Extraction, Violation
from textattack_atomeval.lexical import content_stems, same_stem, stem
from textattack_atomeval.text import fold

__all__ = ["check_contradicted"]

_ONCE = "born died founded established released published premiered".split()
_LASTING = frozenset(["be", "have", "has"])
_FORMERLY = re.compile(
    r"\b(?:until|before|once|formerly|previously|used to|earlier|had|other than|except"
    r"|instead of|rather than|but|different)\b",
    re.IGNORECASE,
)


@functools.cache
def _once() -> frozenset[str]:
    return frozenset(stem(verb) for verb in _ONCE)


def check_contradicted(atom: Atom, rewrite: Extraction) -> list[Violation]:
    """The rewrite asserts what excludes ``atom``, one of the claim's."""
    text = fold(rewrite.text).text
    if SAID_FALSE.search(text):
        return []  # what is called false is not asserted
    for said in rewrite.atoms:
        place = said.span or (0, len(text))
        if said.negated or is_negative(text[place[0] : place[1]]):
            continue
        if _excludes(said, atom):
            found = said.proposition
            reason = f"contradicted: {found}"
            return [Violation("contradiction", reason, atom.proposition, found)]
    return []


def _excludes(said: Atom, atom: Atom) -> bool:
    if not atom.negated:
        return _clashes(atom, said) and not BESIDES.search(said.proposition)
    if not is_negative(atom.proposition):
        return False  # "no more than five" denies nothing
    if _FORMERLY.search(said.proposition) or MYTH.search(said.proposition):
        return False
    return _same_thing(atom.subject, said.subject) and is_flipped(atom, said)


def _clashes(atom: Atom, said: Atom) -> bool:
    """Another date of what happens once, another number of what there is."""
    relation = relation_of(atom)
    if not relation or not same_stem(relation, relation_of(said)):
        return False
    new = [m for m in said.modifiers if not _in(m.text, atom.proposition)]
    if any(modifier.kind == "location" for modifier in new):
        return False  # what happens here need not happen there
    one, two = atom.proposition, said.proposition
    if relation in _once():
        same = _same_thing(*(sides_of(a)[1] or sides_of(a)[0] for a in (atom, said)))
        return same and (_other_date(one, two) or _other_number(one, two))
    if any(modifier.kind == "time" for modifier in new):
        return False
    heads = [content_stems(each.object)[-1:] for each in (atom, said)]
    share = re.search(r"\bpercent\b|%", atom.object)
    if not heads[0] or heads[0] != heads[1] or not (share or relation in _LASTING):
        return False
    return _same_thing(atom.subject, said.subject) and _other_number(one, two)


def _in(text: str, other: str) -> bool:
    return set(content_stems(text)) <= set(content_stems(other))


def _same_thing(one: str, two: str) -> bool:
    """True when ``two`` names ``one``: shorter, or with what it is before the name."""
    if is_generic(two) or content_stems(two) and _in(two, one):
        return True
    beside = re.search(r"['’]s?\s|\s(?:of|and)\s", two)
    named = re.findall(r"\b[A-ZÀ-Þ]\S*", re.sub(r"^The\b", "", two))
    return _in(one, two) and not beside and _in(" ".join(named), one)


def _other_date(one: str, two: str) -> bool:
    """True when neither of two dates is the other one told more exactly."""
    sides = check_dates(one, two), check_dates(two, one)
    return all(any(violation.found for violation in found) for found in sides)


def _other_number(one: str, two: str) -> bool:
    """True when the numbers of the same unit exclude each other."""
    values = [mention.value for mention in find_quantities(one)]
    others = [mention.value for mention in find_quantities(two)]
    for value in values:
        rivals = [other for other in others if other.unit == value.unit]
        agree = any(
            quantity_entails(value, other) or quantity_entails(other, value)
            for other in rivals
        )
        if rivals and not agree:
            return True
    return False
