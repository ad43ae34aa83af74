"""Operators that decide the truth of a claim whatever their words: exclusivity,
negation, universal and majority quantifiers, superlatives and "one of the".

Each check is a presence check of high precision on whole texts: it fires only when
the rewrite holds *no* expression of the kind at all (or a weaker one in its place).
Scope and attachment are left to entailment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from textattack_atomeval.data import Violation
from textattack_atomeval.lexical import uncovered


class _Mention(Protocol):
    """A date or quantity in a text."""

    @property
    def start(self) -> int: ...


M = TypeVar("M", bound=_Mention)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(patterns) + r")", re.IGNORECASE)


_ONLY = _any(r"only\b(?! (?:when|after|if|because))", r"solely\b", r"exclusively\b")
_EXCLUSIVE = _any(
    r"only\b", r"solely\b", r"sole\b", r"exclusive(?:ly)?\b", r"alone\b", r"just\b",
    r"merely\b", r"purely\b", r"simply\b", r"entirely\b", r"wholly\b", r"all\b",
    r"nothing\b", r"no ?(?:one|body|where|thing)\b", r"none\b", r"no\b", r"never\b",
    r"single\b", r"exactly\b", r"no more than\b",
    r"single-handed\w*", r"lone\b", r"unique\w*", r"every\b",
    r"(?:not|n['’]t) (?:any|anything|anyone|anywhere)\b", r"not a\b", r"n['’]t\b",
    r"any(?:thing|one|where) (?:but|else|other)\b", r"limited to\b", r"other than\b",
    r"by (?:him|her|it)self\b", r"confined to\b", r"restricted to\b", r"except\b",
    r"apart from\b", r"besides\b", r"without\b", r"consists? of\b", r"always\b",
)  # fmt: skip

_NEGATED = _any(
    r"not\b(?! (?:more|less|fewer|later|earlier) than)", r"never\b",
    r"no\b(?! (?:more|less|fewer|later|earlier|other) than)(?!\. ?\d)", r"none\b",
    r"nobody\b", r"nothing\b(?! less than)",
    r"nowhere\b", r"neither\b", r"nor\b", r"cannot\b", r"without\b",
)  # fmt: skip
# Verbs and adjectives that deny what follows them, without "not".
_NEGATIVE_WORD = _any(
    r"lack(?:s|ed|ing)?\b", r"fail(?:s|ed)? to\b", r"refus(?:es|ed) to\b",
    r"un(?:able|named|known|titled|related|finished|married|armed|paid|aware)\b",
    r"incapable\b", r"devoid of\b", r"absent\b", r"declined to\b",
)  # fmt: skip
_NT = re.compile(r"n['’]t\b", re.IGNORECASE)
# "…, didn't they?" denies nothing.
_TAG = re.compile(
    r",\s*(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|could|should)n['’]?t"
    r"\s+(?:it|he|she|they|we|you|i)\s*\?",
    re.IGNORECASE,
)
_NEGATIVE = _any(
    r"not\b", r"never\b", r"no\b(?! (?:more|less|fewer|later|earlier) than)",
    r"non\b", r"none\b", r"no ?one\b", r"nobody\b",
    r"nothing\b", r"nowhere\b", r"neither\b", r"nor\b", r"cannot\b", r"without\b",
    r"lack\w*", r"fail\w*", r"refus\w*", r"declin\w*", r"den(?:y|ie[sd]|ying)\b",
    r"absen\w*", r"nah\b", r"nope\b", r"other than\b", r"anything but\b",
    r"anyone but\b", r"anywhere but\b", r"rather than\b", r"instead of\b",
    r"miss(?:ed|ing)\b", r"avoid\w*", r"unable\b", r"impossible\b", r"incapable\b",
    r"exclud\w*", r"far from\b", r"opposite\b", r"false\b", r"untrue\b", r"wrong\b",
    r"myth\b", r"ain['’]?t\b", r"zero\b", r"free (?:of|from)\b", r"devoid\b",
    r"un[a-z]{4,}", r"in[a-z]{2,}able\b", r"dis[a-z]{4,}", r"[a-z]+less\b",
    r"other\b", r"elsewhere\b", r"else\b", r"different\b", r"differs?\b",
    r"outside\b", r"unlike\b", r"stop(?:ped|s)?\b", r"short of\b", r"except\w*",
    r"escap\w*", r"turn(?:ed|s)? down\b", r"reject\w*", r"skip\w*", r"apart from\b",
    r"separate\b", r"dn?t\b", r"non-\w+", r"yet to\b", r"hasnt\b", r"isnt\b",
    r"wasnt\b", r"didnt\b", r"doesnt\b", r"dont\b", r"wont\b", r"cant\b",
    r"beyond\b", r"nowt\b", r"false\b", r"remain\w*", r"resist\w*", r"oppos\w*",
)  # fmt: skip
# A denial that leaves something: "not much", "not alone", "not yet".
_PARTLY = re.compile(
    r"(?:\bnot|n['’]t)\b(?:"
    r"(?:\s+[\w'’-]+){0,3}?\s+(?:(?:all|quite|so|that|too|very)\s+)?(?:much|many|a lot"
    r"|(?<!\bat )(?<!\bafter )all(?! along)|always|completely|enough|entirely|every\w*"
    r"|exclusively|fully|merely|necessarily|only|simply|solely|wholly)\b"
    r"|[^,.;:!?]*\b(?:alone|any ?more|any longer|yet)\b)"
    r"|\bno longer\b|\bnever\b[^,.;:!?]*\bagain\b|\byet to\b",
    re.IGNORECASE,
)
# What stands right behind these is what is not the case.
_ASIDE = re.compile(
    r"\b(?:rather than|instead of|as opposed to|not)\s+(?:(?:in|on|at|by|for|about"
    r"|around|roughly|nearly|the|a|an)\s+)*\Z",
    re.IGNORECASE,
)
_LOOK_BACK = 48

_UNIVERSAL = _any(r"all\b(?! (?:time|over|along))", r"every\b", r"each\b", r"always\b")
_UNIVERSAL_IN = _any(
    r"all\b", r"every\w*", r"each\b", r"any\w*", r"whole\b", r"entire\w*", r"always\b",
    r"no\b", r"none\b", r"nothing\b", r"not (?:a|one)\b", r"without exception\b",
    r"complete\w*", r"full\w*", r"never\b", r"both\b", r"invariably\b", r"wholly\b",
    r"100 ?%", r"throughout\b", r"total\w*", r"lot\b", r"only\b", r"nobody\b",
    r"exclusively\b", r"entirety\b", r"ever\b", r"n['’]t\b", r"across\b",
)  # fmt: skip
_MOST = _any(r"most of\b", r"the majority of\b", r"most [a-z]+s\b")
_MOST_IN = _any(
    r"most\w*\b", r"majorit\w*", r"more than half\b", r"over half\b", r"all\b",
    r"every\w*", r"each\b", r"nearly all\b", r"almost all\b", r"largely\b",
    r"mainly\b", r"bulk\b", r"better part\b", r"lion['’]s share\b", r"greater part\b",
    r"the larger part\b", r"main\b", r"chiefly\b", r"predominantly\b", r"half\b",
    r"few\b", r"minority\b", r"primar\w*", r"vast\b", r"\d+",
)  # fmt: skip

_COMPLETE = _any(
    r"completely\b", r"entirely\b", r"wholly\b", r"totally\b", r"fully\b",
    r"utterly\b", r"purely\b", r"whole\b", r"entire\b",
)  # fmt: skip
_COMPLETE_IN = _any(
    r"complete\w*", r"entire\w*", r"whol\w*", r"total\w*", r"full\w*", r"utter\w*",
    r"pure\w*", r"100 ?%", r"100 percent\b", r"all\b", r"every\w*", r"absolute\w*",
    r"thorough\w*", r"perfect\w*", r"altogether\b", r"through and through\b",
    r"always\b", r"never\b", r"ever\b", r"since\b", r"exclusive\w*", r"only\b",
    r"nothing\b", r"no\b", r"from \w+ to\b", r"throughout\b", r"solely\b",
    r"lifelong\b", r"end to end\b", r"without\b", r"in one piece\b",
)  # fmt: skip
_NOW = _any(r"currently\b", r"presently\b", r"at present\b")
_NOW_IN = _any(
    r"current\w*", r"present\w*", r"now\b", r"today\b", r"nowadays\b", r"still\b",
    r"these days\b", r"moment\b", r"is\b", r"are\b", r"has\b", r"have\b",
    r"as we speak\b", r"to date\b", r"\w+['’]s\b", r"\w+['’]re\b", r"sits\b",
)  # fmt: skip
_PAST = _any(
    r"was\b", r"were\b", r"once\b", r"former\w*", r"used to\b", r"had\b",
    r"previously\b", r"back then\b",
)  # fmt: skip
_UNITS = {
    "second": r"second", "minute": r"minute", "hour": r"hour", "day": r"da(?:y|ily)",
    "night": r"night", "week": r"week", "month": r"month", "season": r"season",
    "year": r"(?:year|annual)", "decade": r"decade", "century": r"centur",
}  # fmt: skip
_PERIOD = re.compile(
    r"\b(?:last|past|previous|first|opening|next|per|each|every|final|debut)\s+"
    r"(?P<unit>minute|hour|day|night|week|month|season|year|decade|century)s?\b",
    re.IGNORECASE,
)

_SUPERLATIVE = re.compile(
    r"\b(?:the|its|his|her|their|'s|’s)\s+(?:(?:very|single)\s+)?"
    r"(?:most\s+\w+|least\s+\w+|(?:\w+-)?(?!(?:west|east|inter|for|fore|mod|hon|harv"
    r"|t|qu|requ|cont|prot|prie|gue|cr|inv|arr|w|n|v|b|p|r)est\b)\w{2,}est|best"
    r"|worst)\b",
    re.IGNORECASE,
)
_SUPERLATIVE_IN = _any(
    r"\w{2,}est\b", r"best\b", r"worst\b", r"most\b", r"least\b", r"last\b",
    r"first\b", r"top\w*", r"bottom\b", r"number (?:one|1)\b", r"no\.? ?1\b", r"#1\b",
    r"record\b", r"peak\b", r"lead\w*", r"than\b", r"beat\w*", r"unmatched\b",
    r"unrivall?ed\b", r"unsurpassed\b", r"only\b", r"head\w*", r"rank\w*", r"max\w*",
    r"min\w*", r"highest\b", r"lowest\b", r"crown\b", r"title\b", r"out\w+s?\b",
    r"exceed\w*", r"surpass\w*", r"no other\b", r"none\b", r"nothing\b", r"nobody\b",
    r"ahead of\b", r"no [^.;!?]{2,40}? \w{3,}er\b", r"supreme\b", r"champion\w*",
    r"greatest\b", r"final\b",
)  # fmt: skip
_ONE_OF = re.compile(
    r"\b(?:one|some|two|three|two or three|several|many|among|amongst|few|second|"
    r"third|fourth|fifth|2nd|3rd)(?:\s+of)?[\s-]+(?:(?:the|its|their|his|her)\s+)?"
    r"(?:\w+['’]s?\s+)?(?:very\s+)?(?:\w+-)?(?:most|least|best|worst|\w{3,}est)\b",
    re.IGNORECASE,
)


def _degrees(words: str) -> frozenset[str]:
    """Return the words in all degrees: "large" gives larger and largest."""
    forms = set()
    for word in words.split():
        base = word[:-1] + "i" if word.endswith("y") else word.rstrip("e")
        bases = (base, base + base[-1])  # "bigger"
        forms |= {word} | {b + end for b in bases for end in ("er", "est")}
    return frozenset(forms)


# By what a superlative orders: the largest need not be the oldest.
_SCALES = [
    _degrees(words)
    for words in (
        "large big great grand high", "small little tiny", "old early ancient",
        "young new late recent", "tall high", "low", "long", "short", "fast quick",
        "slow", "rich wealthy", "poor", "heavy", "light", "deep", "shallow",
        "wide broad", "narrow", "hot warm", "cold cool", "strong", "weak", "loud",
        "bright", "dark", "hard", "soft", "busy", "cheap", "dry", "wet", "near close",
        "steep", "thick", "thin",
    )
]  # fmt: skip
_EST = re.compile(r"(?<![a-z])[a-z]{2,}est\b", re.IGNORECASE)


def is_negative(text: str) -> bool:
    """True when ``text`` denies something, by "not" or by a verb such as "lacks"."""
    text = _TAG.sub("?", text)
    return any(p.search(text) for p in (_NEGATED, _NT, _NEGATIVE_WORD))


def is_operator(word: str) -> bool:
    """True for words that the checks of this module look after."""
    kinds = (_ONLY, _NEGATED, _NEGATIVE_WORD, _UNIVERSAL, _MOST, _COMPLETE, _NOW)
    return any(pattern.match(word) for pattern in kinds)


def check_exclusivity(claim: str, premise: str) -> list[Violation]:
    """The claim says "only" and nothing in the rewrite excludes anything."""
    found = _ONLY.search(claim)
    if found is None or _EXCLUSIVE.search(premise):
        return []
    word = found.group(0)
    return [Violation("exclusivity", f"“{word}” is lost", word)]


def check_negation(claim: str, premise: str) -> list[Violation]:
    """The claim is negated; the rewrite has its words and nothing negative."""
    kinds = (_NEGATED, _NT, _NEGATIVE_WORD)
    found = next((m for p in kinds if (m := p.search(claim))), None)
    stated = _TAG.sub("?", premise)
    if found is None or _NEGATIVE.search(stated) or _NT.search(stated):
        return []
    if len(uncovered(claim, premise)) >= 2:
        return []  # said in other words: "does not drink alcohol" → "is a teetotaller"
    return [Violation("negation", f"“{found.group(0)}” is lost", found.group(0))]


def check_partly(claim: str, premise: str) -> list[Violation]:
    """ "Has no salt" → "does not have much salt", "does not have any salt yet"."""
    if not is_negative(claim) or _PARTLY.search(claim):
        return []
    found = _PARTLY.search(premise)
    if found is None or is_negative(_PARTLY.sub(" ", premise)):
        return []
    if found.group(0).split()[-1].lower() in claim.lower():
        return []  # "it is not true that all of it is old" → "not all of it is old"
    reason = f"only partly denied: {found.group(0)}"
    return [Violation("negation", reason, found=found.group(0))]


def set_aside(text: str, start: int) -> bool:
    """True for what begins at ``start`` right behind "rather than", "not" …"""
    return bool(_ASIDE.search(text[max(0, start - _LOOK_BACK) : start]))


def meant(mentions: Iterable[M], text: str, negated: bool) -> list[M]:
    """Leave out what ``text`` denies: "in 1889 rather than in 1925".

    A ``negated`` claim may be kept by just that.
    """
    return [m for m in mentions if negated or not set_aside(text, m.start)]


def check_quantifier(claim: str, premise: str) -> list[Violation]:
    """ "all", "most", "completely" of the claim have no counterpart in the rewrite."""
    kinds = (_UNIVERSAL, _UNIVERSAL_IN), (_MOST, _MOST_IN), (_COMPLETE, _COMPLETE_IN)
    for wanted, have in kinds:
        found = wanted.search(claim)
        if found is not None and not have.search(premise):
            word = found.group(0)
            return [Violation("quantifier", f"“{word}” is lost", word)]
    return []


def check_superlative(claim: str, premise: str) -> list[Violation]:
    """A superlative is lost, or only "one of the …" / "the second …" is left."""
    found = _SUPERLATIVE.search(claim)
    if found is None or _ONE_OF.search(claim):
        return _other_scale(claim, premise)
    word = found.group(0)
    weaker = _ONE_OF.search(premise)
    if weaker is not None:
        reason = f"{word} → {weaker.group(0)}"
        return [Violation("comparison", reason, word, weaker.group(0))]
    if not _SUPERLATIVE_IN.search(premise):
        return [Violation("comparison", f"“{word}” is lost", word)]
    return _other_scale(claim, premise)


def _other_scale(claim: str, premise: str) -> list[Violation]:
    """ "The second-largest city" → "the second-oldest city"."""
    known = set(re.findall(r"[a-z]+", premise.lower()))
    wanted = [word.lower() for word in _EST.findall(claim)]
    said = [word for word in map(str.lower, _EST.findall(premise)) if _scale(word)]
    for word in wanted:
        scale = _scale(word)
        if scale and said and not scale & known:
            return [Violation("comparison", f"{word} → {said[0]}", word, said[0])]
    return []


def _scale(word: str) -> frozenset[str]:
    """Return the words that order by what ``word`` orders by; "highest" by two."""
    return frozenset().union(*(scale for scale in _SCALES if word in scale))


def check_period(claim: str, premise: str) -> list[Violation]:
    """ "opening day" → "opening week", "currently" → "once"."""
    found = _NOW.search(claim)
    if found and not _NOW_IN.search(premise) and _PAST.search(premise):
        past = _PAST.search(premise)
        word = past.group(0) if past else ""
        return [Violation("time", f"{found.group(0)} → {word}", found.group(0), word)]
    for period in _PERIOD.finditer(claim):
        unit = _UNITS[period["unit"].lower()]
        others = [u for u in _UNITS.values() if u != unit]
        other = re.search(rf"\b(?:{'|'.join(others)})\w*", premise, re.IGNORECASE)
        if other and not re.search(rf"\b{unit}", premise, re.IGNORECASE):
            text = period.group(0)
            reason = f"{text} → {other.group(0)}"
            return [Violation("time", reason, text, other.group(0))]
    return []
