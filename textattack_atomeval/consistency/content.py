"""Content of the claim that the rewrite drops, denies or only approaches.

These checks look at words, not at meaning, and fire only where a paraphrase cannot
explain what they see: a word is gone and *nothing* new could stand for it, or every
place where the claim's word stands is under an operator that takes it back.
"""

from __future__ import annotations

import re
from collections import Counter

from textattack_atomeval.consistency.names import find_names, same_place
from textattack_atomeval.consistency.operators import is_operator
from textattack_atomeval.data import Atom, Violation
from textattack_atomeval.lexical import content_stems, content_words, stem, uncovered

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# "not just", "not only", "not until" take nothing back.
_DENIER = re.compile(
    r"(?:\b(?:rather than|instead of|as opposed to|unlike|anything but|far from"
    r"|not(?! (?:just|only|merely|simply|until|even|to mention|false|untrue|wrong))"
    r"|no longer|never)"
    r"|n['’]t)(?:\s+(?!until\b)[\w'’-]+){0,2}\s*\Z",
    re.IGNORECASE,
)
_LATE = re.compile(r"[\w'’-]+\s+(?:\w+\s+){0,2}?until\b", re.IGNORECASE)
_INTENDED = re.compile(
    r"\b(?:want(?:ed|s)?|wish(?:ed|es)?|hop(?:ed?|es|ing)|plan(?:ned|s|ning)?"
    r"|intend(?:ed|s)?|tr(?:y|ied|ies|ying)|attempt(?:ed|s)?|offer(?:ed|s)?"
    r"|ask(?:ed|s)?|dream(?:ed|t|s)? of|consider(?:ed|s)?|threaten(?:ed|s)?"
    r"|refus(?:ed?|es)|declin(?:ed?|es)|fail(?:ed|s)?|pretend(?:ed|s)?|meant"
    r"|suppos(?:ed)|going|about|almost|nearly|slated|tipped|rumou?red|thought)"
    r"(?:\s+to)?(?:\s+(?:have|be|have been|get))?\s*\Z",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:about|with|near|against|featuring|beside|during|without|resembl\w+"
    r"|involving|(?:look|sound|act|taste|work|smell|feel)(?:s|ed)? like|listening to"
    r"|fan of|paid|pays|plays?|played|wrote|used|uses)"
    r"\s+(?:(?:an?|the|some|its|their|his|her)\s+)?(?:\w+\s+){0,2}(?:of\s+)?"
    r"(?:an?\s+|the\s+)?(?:\w+\s+)?\Z",
    re.IGNORECASE,
)
_PREFIXES = r"(?:re|non|ex|pseudo|semi|anti|mis|quasi|half|near|pre|mini)"
# What quantity expressions are made of: ``quantities`` looks after them.
_MEASURING = frozenset(
    "percent fewer less more under over above below about around approximately"
    " roughly nearly almost exactly least most million billion thousand hundred"
    " dozen dollar dollars pounds euros upwards upward just".split()
)
MYTH = re.compile(
    r"\b(?:myth|misconception|untrue|not true|false|not the case|incorrect|wrong|lie"
    r"|hoax|denied|denies|deny|denying|disputes?|disputed|ruled out)\b[^.;!?]{0,40}?"
    r"\bthat\b[^.;!?]*"
    r"|\bcontrary to (?:the |any |some )?(?:\w+ )?(?:claims?|beliefs?|ideas?|notions?"
    r"|views?|reports?|assertions?|rumou?rs?) that\b[^.,;!?]*",
    re.IGNORECASE,
)
_NEGATED_BEFORE = re.compile(
    r"(?:\b(?:not|no|nobody|no one|never|none|hardly|cannot)|n['’]t)\s+"
    r"(?:\w+\s+){0,2}\Z",
    re.IGNORECASE,
)
_STAND_INS = re.compile(r"\b(?:stuff|things?|ones?|such|so)\b", re.IGNORECASE)
_WINDOW = 48


def check_dropped(claim: str, relation: str, premise: str) -> list[Violation]:
    """A content word of the claim is gone and the rewrite says nothing new.

    Left out: the relation (light verbs replace it), the noun before a name ("the
    character Ahab"), adverbs and whatever ``operators`` looks after.
    """
    if uncovered(premise, claim) or _STAND_INS.search(premise):
        return []
    aliased = " ".join(n for n in find_names(claim) if same_place(n, premise))
    known = Counter(content_stems(claim))
    if any(
        count > known[word] for word, count in Counter(content_stems(premise)).items()
    ):
        return []  # "a film actor" may say "a movie actor" with the film said twice
    lost = [
        word
        for word in uncovered(claim, premise, relation, aliased)
        if not is_operator(word)
        and not word.endswith("ly")
        and not any(char.isdigit() for char in word)
        and word.lower() not in _MEASURING
        and not re.search(rf"\b{re.escape(word)}\s+[\"“'‘]?[A-Z]", claim)
    ]
    words = ", ".join(lost)
    reason = f"{words}: lost, and nothing stands for it"
    return [Violation("content", reason, words)] if lost else []


def _occurrences(word: str, premise: str) -> list[int]:
    wanted = stem(word)
    return [m.start() for m in _WORD.finditer(premise) if stem(m.group(0)) == wanted]


def _all_under(operator: re.Pattern[str], word: str, premise: str) -> bool:
    places = _occurrences(word, premise)
    return bool(places) and all(
        operator.search(premise[max(0, place - _WINDOW) : place]) for place in places
    )


def _unless_negated(match: re.Match[str]) -> str:
    """Keep "nobody can deny that …" and "it is not false that …"."""
    before = match.string[: match.start()]
    return match.group(0) if _NEGATED_BEFORE.search(before) else " "


def check_denied(claim: str, premise: str) -> list[Violation]:
    """The claim's last content word stands only where the rewrite denies it.

    "… a song, not an album", "… rather than chilopods". The last word of a short
    claim is its news; earlier ones may be repeated for other reasons.
    """
    words = content_words(claim)
    rest = MYTH.sub(_unless_negated, premise)
    if rest != premise and len(uncovered(claim, rest)) > len(uncovered(claim, premise)):
        return [Violation("negation", "only mentioned to be denied", claim)]
    for word in words[-2:]:
        places = _occurrences(word, premise)
        late = any(_LATE.match(premise, place) for place in places)
        if len(words) > 1 and not late and _all_under(_DENIER, word, premise):
            return [Violation("negation", f"“{word}” is denied", word)]
    return []


def check_class(atom: Atom, claim: str, premise: str) -> list[Violation]:
    """ "X is a bill": the class stands only behind "about", "with", "near", …"""
    words = content_words(atom.object)
    copula = atom.relation.split()[-1:] in (["is"], ["are"], ["was"], ["were"], ["be"])
    compared = any(modifier.kind == "comparison" for modifier in atom.modifiers)
    if not copula or compared or not words:
        return []
    word = words[-1]
    if _BESIDE.search(claim[: claim.rfind(word)]):
        return []
    if not _all_under(_BESIDE, word, premise):
        return []
    return [Violation("content", f"“{word}” is said of something else", word)]


def check_intended(claim: str, relation: str, premise: str) -> list[Violation]:
    """The claim's verb stands only under "wanted to", "almost", "was asked to"."""
    for word in content_words(relation):
        if _all_under(_INTENDED, word, premise) and not _INTENDED.search(
            claim[: claim.find(word)] if word in claim else ""
        ):
            reason = f"“{word}” is only intended or nearly so"
            return [Violation("modality", reason, word)]
    return []


def check_prefixed(claim: str, premise: str) -> list[Violation]:
    """The claim's word comes back only with a prefix: released → re-released."""
    for word in content_words(claim):
        if len(word) < 4 or _occurrences(word, premise):
            continue
        core = re.escape(word.lower())
        found = re.search(rf"\b{_PREFIXES}-{core}\w*|\bre{core}\w*", premise.lower())
        if found is not None and found.group(0) not in claim.lower():
            reason = f"{word} → {found.group(0)}"
            return [Violation("content", reason, word, found.group(0))]
    return []


def check_alternatives(claim: str, premise: str) -> list[Violation]:
    """ "A and B" → "A or B"."""
    for match in re.finditer(r"([^\W_]+)\s+and\s+(?:an?\s+|the\s+)?([^\W_]+)", claim):
        first, second = match.groups()
        if re.search(
            rf"\b{first}\w*\W+or\W+(?:\w+\W+)?{second}", premise, re.IGNORECASE
        ) and not re.search(
            rf"\b{first}\w*\W+and\W+(?:\w+\W+)?{second}", premise, re.IGNORECASE
        ):
            reason = f"{first} and {second} → or"
            return [Violation("content", reason, match.group(0), "or")]
    return []
