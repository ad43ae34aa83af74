"""Proper names of a claim that the rewrite must still carry.

High precision first: a violation means that nothing distinctive of the name is left,
or that a number or a given name in it was exchanged. Whether a shortened name still
denotes the same thing is otherwise left to entailment.
"""

from __future__ import annotations

import functools
import re

from textattack_atomeval.consistency.datefind import find_dates
from textattack_atomeval.consistency.gazetteer import GENERIC, SAME_PLACE
from textattack_atomeval.data import Violation
from textattack_atomeval.wordlists import FUNCTION_WORDS

__all__ = ["check_names", "find_names", "name_kept", "name_spans", "same_place"]

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*", re.UNICODE)
_CAP = r"[A-ZÀ-ÖØ-Þ][^\s,;:?!()\"“”]*"
_LINK = r"(?:(?:of|the|de|la|von|van|der|den|del|di|da|du|le|and|&)\s+){0,2}"
_RUN = re.compile(
    rf"(?<![^\s\"“‘'(\[])(?:\d+\s+)?{_CAP}(?:\s+{_LINK}{_CAP}"
    r"|\s+\d{1,4}\b(?!\s*(?:[,.]\d|%|million|billion|thousand|percent)))*"
)
_PARTICLES = frozenset(
    "of the a an and de la le von van der den del di da du el al y i to in on for at"
    " with from by or".split()
)
_HONORIFICS = frozenset(
    "mr mrs ms miss dr sir lady lord dame prof professor president king queen saint"
    " st captain general senator prince princess pope emperor jr sr".split()
)
# A sentence may begin with these; they are no part of the name that follows.
_STARTERS = frozenset(
    "in on at by from after before during since until the a an it he she they there"
    " this that these those his her its their while although as when if for with no"
    " not all every most some many only both neither over under nearly though once"
    " despite unlike like where who what which".split()
)
_NUMBER_WORDS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9",
}  # fmt: skip
# One giver has many of these: what stands in the middle tells them apart.
_AWARDS = frozenset(
    "award awards championship championships cup league medal open prize series"
    " tournament trophy".split()
)
# What a title names is one of these, and no other.
_KINDS = {
    kind: group
    for group, kinds in enumerate(
        [
            ["film", "movie"], ["album", "record", "lp"], ["single", "song", "track"],
            ["novel", "book"], ["play", "musical"], ["poem"], ["opera"], ["painting"],
            ["series", "show", "sitcom"], ["magazine", "newspaper"],
        ]
    )
    for kind in kinds
}  # fmt: skip
# "Jr.", "II" after a person's name distinguish little and are dropped in speech.
_GENERATION = frozenset("ii iii iv jr sr".split())


def _without_dates(text: str) -> str:
    """Blank out date expressions: "November 29" is no name."""
    for mention in find_dates(text):
        start, end = mention.start, mention.end
        text = text[:start] + "," * (end - start) + text[end:]
    return text


@functools.lru_cache(maxsize=4096)
def name_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the [start, end) ranges of the runs of capitalised words, in order.

    Particles inside a run belong to it. A capitalised first word that any sentence
    may begin with is left out; dates are no names.
    """
    spans: list[tuple[int, int]] = []
    bare = _without_dates(text)
    for match in _RUN.finditer(bare):
        words = [
            (match.start() + word.start(), word.group(0))
            for word in re.finditer(r"\S+", match.group(0))
        ]
        if not bare[: match.start()].strip(" \"'“‘("):
            while words and words[0][1].lower() in _STARTERS:
                words = words[1:]
        if not words or not any(word[0].isupper() for _, word in words):
            continue
        start, last = words[0][0], words[-1]
        end = last[0] + len(last[1].rstrip(" .'’"))
        if end - start < 2:
            continue
        spans.append((start, end))
    return tuple(spans)


def find_names(text: str) -> list[str]:
    """Return the names of ``text`` in order, see :func:`name_spans`."""
    return [" ".join(text[start:end].split()) for start, end in name_spans(text)]


def _plain(text: str) -> list[str]:
    words = [w.lower().rstrip(".") for w in _WORD.findall(text)]
    return [re.sub(r"['’]s$", "", w) for w in words]


def words_of(name: str) -> list[str]:
    """Return the lower-cased words of a name without particles and honorifics."""
    words = _plain(name)
    kept = [w for w in words if w not in _PARTICLES and w not in _HONORIFICS]
    return kept or words


def _stem(word: str) -> str:
    return word[: max(4, len(word) - 3)] if len(word) > 5 else word.rstrip("s")


def _numbers(words: list[str]) -> set[str]:
    return {_NUMBER_WORDS.get(w, w) for w in words if w.isdigit() or w in _NUMBER_WORDS}


def same_place(name: str, text: str) -> bool:
    """True when ``text`` has another name of the country or its people."""
    aliases = SAME_PLACE.get(name.lower().replace("the ", "").rstrip("."), ())
    lowered = text.lower()
    return any(re.search(rf"\b{re.escape(alias)}", lowered) for alias in aliases)


def _function_word_kept(name: str, premise: str) -> bool:
    """True when "The Who" stands in ``premise`` as a name, not as a pronoun.

    A text without capitals cannot mark names: there the words are enough.
    """
    words = [w for w in _WORD.findall(name) if w[0].isupper()]
    if len(words) > 1 and words[0].lower() in ("the", "a", "an"):
        words = words[1:]
    shouted = premise == premise.lower() or premise == premise.upper()
    pattern = r"\b" + r"\W+".join(map(re.escape, words)) + r"(?!\w)"
    return bool(re.search(pattern, premise, re.IGNORECASE if shouted else 0))


def name_kept(name: str, premise: str) -> bool:
    """True unless nothing distinctive of ``name`` is left in ``premise``."""
    words, others = words_of(name), _plain(premise)
    if set(words) <= FUNCTION_WORDS:
        return _function_word_kept(name, premise)
    lowered = premise.lower()
    stems = {_stem(w) for w in others}
    distinctive = [w for w in words if w not in GENERIC] or words
    for word in distinctive:
        if _stem(word) in stems or re.search(rf"\b{re.escape(word)}\b", lowered):
            return True
        if same_place(word, lowered):
            return True
    squeezed = {w.replace(".", "") for w in others}
    if len(words) > 1 and "".join(w[0] for w in words) in squeezed:
        return True
    if same_place(name, lowered):
        return True
    acronym = words[0].replace(".", "")
    initials = "".join(w[0] for w in others if w not in _PARTICLES)
    return (
        len(words) == 1 and name.isupper() and len(acronym) > 1 and acronym in initials
    )


def _other_number(name: str, premise: str) -> bool:
    """True when the name's number ("Part 2") is not in the premise."""
    words = words_of(name)
    person = words[-1] in _GENERATION and len(words) > 2
    wanted = _numbers(words[:-1] if person else words)
    return bool(wanted - _numbers(_plain(premise)))


def _other_given_name(name: str, premise: str) -> str:
    """Return the other full name when only the given name was exchanged."""
    parts = name.split()
    if len(parts) != 2 or not parts[1][0].isupper() or words_of(name) != _plain(name):
        return ""
    first, last = parts
    if first.lower() in premise.lower():
        return ""
    for other in re.findall(rf"\b([A-Z][a-zà-ÿ]+) {re.escape(last)}\b", premise):
        known = other.lower() in _STARTERS | _HONORIFICS | GENERIC
        short = other[:3] == first[:3]  # "Steph" for "Stephen"
        if not known and not short:
            return f"{other} {last}"
    return ""


def _other_award(name: str, premise: str) -> str:
    """Return what "the Nordic Poetry Prize" lost: "the Nordic Prize" is another."""
    words = words_of(name)
    first, middle, last = words[0], words[1:-1], words[-1]
    if last not in _AWARDS:
        return ""
    said = _plain(premise)
    if first not in said or last not in said:
        return ""
    stems = {_stem(word) for word in said}
    return next((w for w in middle if not w.isdigit() and _stem(w) not in stems), "")


def _other_kind(claim: str, premise: str) -> list[Violation]:
    """ "The album Tide" → "the single Tide": a title of another kind of work."""
    for start, end in name_spans(claim):
        name = claim[start:end]
        ahead = rf"\b([a-z]+)\s+[\"“'‘]?{re.escape(name)}"
        wanted = re.search(ahead, claim)
        said = re.search(ahead, premise)
        if wanted is None or said is None:
            continue
        one, two = _KINDS.get(wanted[1]), _KINDS.get(said[1])
        if None in (one, two) or one == two:
            continue
        if not any(_KINDS.get(word) == one for word in _plain(premise)):
            reason = f"{wanted[1]} → {said[1]}"
            return [Violation("content", reason, wanted[1], said[1])]
    return []


def check_names(claim: str, premise: str) -> list[Violation]:
    """Return one violation for each name of ``claim`` that ``premise`` lacks.

    A name whose number was exchanged ("Part 2", "III") or whose given name was
    exchanged counts as another name.
    """
    violations = []
    for name in find_names(claim):
        halves = name.split(" and ") if " and " in name else [name]
        if not all(name_kept(half, premise) for half in halves):
            violations.append(Violation("name", f"{name} is missing", name))
        elif _other_number(name, premise):
            reason = f"the number of {name} is missing"
            violations.append(Violation("name", reason, name))
        elif other := _other_given_name(name, premise):
            violations.append(Violation("name", f"{name} → {other}", name, other))
        elif lost := _other_award(name, premise):
            violations.append(Violation("name", f"{lost} of {name} is missing", name))
    return violations + _other_kind(claim, premise)
