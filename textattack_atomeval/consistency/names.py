"""Proper names of a claim that the rewrite must still carry.

High precision first: a violation means that nothing distinctive of the name is left,
or that a number or a given name in it was exchanged. Whether a shortened name still
denotes the same thing is otherwise left to entailment.
"""

from __future__ import annotations

import re

from textattack_atomeval.consistency.gazetteer import GENERIC, SAME_PLACE
from textattack_atomeval.data import Violation

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*\.?", re.UNICODE)
_PARTICLES = frozenset(
    "of the a an and de la le von van der den del di da du el al y i to in on for at"
    " with from by or &".split()
)
_HONORIFICS = frozenset(
    "mr mrs ms miss dr sir lady lord dame prof professor president king queen saint"
    " st captain general senator prince princess pope emperor jr sr".split()
)
_ROMAN = re.compile(r"^[IVX]+$")
_NUMBER_WORDS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7",
    "viii": "8", "ix": "9", "x": "10",
}  # fmt: skip


def find_names(text: str) -> list[str]:
    """Return the runs of capitalised words in ``text``, in order.

    Particles inside a run belong to it; a capitalised first word counts only when
    another capitalised word or a digit follows it, since any sentence begins so.
    """
    names: list[str] = []
    for match in re.finditer(_RUN, text):
        run = match.group(0).strip()
        words = run.split()
        at_start = not text[: match.start()].strip(" \"'“‘(")
        if at_start and words[0].lower() in _STARTERS:
            run = run[len(words[0]) :].strip()
            words = words[1:]
        if not words or (at_start and len(words) == 1 and words[0].islower()):
            continue
        if all(word.lower().strip(".") in _NOT_NAMES for word in words):
            continue
        names.append(run)
    return names


_CAP = r"(?:[A-ZÀ-ÖØ-Þ][^\s,;:?!()\"“”]*|\d[^\s,;:?!()\"“”]*(?=\s+[A-ZÀ-Þ]))"
_RUN = re.compile(
    rf"(?<![^\s\"“‘'(\[]){_CAP}"
    rf"(?:\s+(?:(?:of|the|de|la|von|van|der|and|&|in|to|for|at|on)\s+){{0,2}}{_CAP}"
    rf"|\s+\d+\b(?!\s*(?:,\d|%|million|percent)))*"
)
_STARTERS = frozenset(
    "in on at by from after before during since until the a an it he she they there"
    " this that these those his her its their while although as when if for with no"
    " not all every most some many only both neither over under nearly".split()
)
_NOT_NAMES = frozenset(
    "january february march april may june july august september october november"
    " december monday tuesday wednesday thursday friday saturday sunday i tv a an"
    " the".split()
)


def words_of(name: str) -> list[str]:
    """Return the lower-cased words of a name without particles and honorifics."""
    words = [w.lower().rstrip(".") for w in _WORD.findall(name)]
    words = [re.sub(r"['’]s$", "", w) for w in words]
    kept = [w for w in words if w not in _PARTICLES and w not in _HONORIFICS]
    return kept or words


def _stem(word: str) -> str:
    return word[: max(4, len(word) - 3)] if len(word) > 5 else word.rstrip("s")


def _numbers(words: list[str]) -> set[str]:
    return {
        _NUMBER_WORDS.get(w, w)
        for w in words
        if w.isdigit() or (w in _NUMBER_WORDS and len(w) > 1)
    }


def _acronym(words: list[str]) -> str:
    return "".join(w[0] for w in words)


def _present(word: str, stems: set[str], premise: str) -> bool:
    return _stem(word) in stems or (len(word) > 4 and word in premise)


def name_kept(name: str, premise: str) -> bool:
    """True unless nothing distinctive of ``name`` is left in ``premise``."""
    words = words_of(name)
    lowered = premise.lower()
    others = [w.lower().rstrip(".") for w in _WORD.findall(premise)]
    others = [re.sub(r"['’]s$", "", w) for w in others]
    squeezed = {w.replace(".", "") for w in others}
    stems = {_stem(w) for w in others}
    distinctive = [w for w in words if w not in GENERIC] or words
    if any(_present(w, stems, lowered) for w in distinctive):
        return True
    if len(words) > 1 and _acronym(words) in squeezed:
        return True
    joined = name.lower().replace(".", "")
    same = SAME_PLACE.get(joined, ())
    if any(re.search(rf"\b{re.escape(alias)}\b", lowered) for alias in same):
        return True
    if len(words) == 1 and name.isupper():
        return _initials_spelled_out(words[0].replace(".", ""), others)
    return False


def _initials_spelled_out(acronym: str, words: list[str]) -> bool:
    initials = "".join(w[0] for w in words if w and w not in _PARTICLES)
    return len(acronym) > 1 and acronym in initials


def _given_name_exchanged(name: str, premise: str) -> str:
    """Return the other full name when only the given name was exchanged."""
    parts = name.split()
    if len(parts) != 2 or name in premise or not parts[1][0].isupper():
        return ""
    first, last = parts
    pattern = rf"\b([A-Z][a-zà-ÿ]+) {re.escape(last)}\b"
    found: list[str] = re.findall(pattern, premise)
    if not found or first.lower() in premise.lower():
        return ""
    other = found[0]
    if other.lower() in _STARTERS | _HONORIFICS or other[0] == first[0]:
        return ""
    return f"{other} {last}"


def check_names(claim: str, premise: str) -> list[Violation]:
    """Return one violation for each name of ``claim`` that ``premise`` lacks.

    A name whose number was exchanged ("Part 2", "III") or whose given name was
    exchanged counts as another name.
    """
    violations = []
    for name in find_names(claim):
        found = ""
        if name_kept(name, premise):
            wanted = _numbers(words_of(name))
            have = _numbers([w.lower() for w in _WORD.findall(premise)])
            if wanted - have:
                found = "another number"
            else:
                found = _given_name_exchanged(name, premise)
            if not found:
                continue
        reason = f"{name} → {found}" if found else f"{name} is missing"
        violations.append(Violation("name", reason, name, found))
    return violations
