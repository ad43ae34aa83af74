"""Operators that decide the truth of a claim whatever their words: exclusivity,
negation, universal and majority quantifiers, superlatives and "one of the".

Each check is a presence check of high precision on whole texts: it fires only when
the rewrite holds *no* expression of the kind at all (or a weaker one in its place).
Scope and attachment are left to entailment.
"""

from __future__ import annotations

import re

from textattack_atomeval.data import Violation


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(patterns) + r")", re.IGNORECASE)


_ONLY = _any(r"only\b(?! (?:when|after|if|because))", r"solely\b", r"exclusively\b")
_EXCLUSIVE = _any(
    r"only\b", r"solely\b", r"sole\b", r"exclusive(?:ly)?\b", r"alone\b", r"just\b",
    r"merely\b", r"purely\b", r"simply\b", r"entirely\b", r"wholly\b", r"all\b",
    r"nothing\b", r"no ?(?:one|body|where|thing)\b", r"none\b", r"no\b", r"never\b",
    r"single\b", r"exactly\b", r"no more than\b", r"single-handed\w*", r"lone\b", r"unique\w*", r"every\b",
    r"(?:not|n['’]t) (?:any|anything|anyone|anywhere)\b", r"not a\b", r"n['’]t\b",
    r"any(?:thing|one|where) (?:but|else|other)\b", r"limited to\b", r"other than\b",
    r"by (?:him|her|it)self\b", r"confined to\b", r"restricted to\b", r"except\b",
    r"apart from\b", r"besides\b", r"without\b", r"consists? of\b", r"always\b",
)  # fmt: skip

_NEGATED = _any(
    r"not\b", r"never\b", r"no\b", r"none\b", r"nobody\b", r"nothing\b",
    r"nowhere\b", r"neither\b", r"nor\b", r"cannot\b", r"without\b",
)  # fmt: skip
_NT = re.compile(r"n['’]t\b", re.IGNORECASE)
_NEGATIVE = _any(
    r"not\b", r"never\b", r"no\b", r"non\b", r"none\b", r"no ?one\b", r"nobody\b",
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
    r"ahead of\b", r"supreme\b", r"champion\w*", r"greatest\b", r"final\b",
)  # fmt: skip
_ONE_OF = re.compile(
    r"\b(?:one|some|two|three|two or three|several|many|among|amongst|few|second|"
    r"third|fourth|fifth|2nd|3rd)(?:\s+of)?[\s-]+(?:(?:the|its|their|his|her)\s+)?"
    r"(?:\w+['’]s?\s+)?(?:very\s+)?(?:\w+-)?(?:most|least|best|worst|\w{3,}est)\b",
    re.IGNORECASE,
)


def check_exclusivity(claim: str, premise: str) -> list[Violation]:
    """The claim says "only" and nothing in the rewrite excludes anything."""
    found = _ONLY.search(claim)
    if found is None or _EXCLUSIVE.search(premise):
        return []
    word = found.group(0)
    return [Violation("exclusivity", f"“{word}” is lost", word)]


def check_negation(claim: str, premise: str) -> list[Violation]:
    """The claim is negated and the rewrite holds no negative expression at all."""
    found = _NEGATED.search(claim) or _NT.search(claim)
    if found is None or _NEGATIVE.search(premise) or _NT.search(premise):
        return []
    return [Violation("negation", f"“{found.group(0)}” is lost", found.group(0))]


def check_quantifier(claim: str, premise: str) -> list[Violation]:
    """"all", "every", "most" of the claim have no counterpart in the rewrite."""
    for wanted, have in ((_UNIVERSAL, _UNIVERSAL_IN), (_MOST, _MOST_IN)):
        found = wanted.search(claim)
        if found is not None and not have.search(premise):
            word = found.group(0)
            return [Violation("quantifier", f"“{word}” is lost", word)]
    return []


def check_superlative(claim: str, premise: str) -> list[Violation]:
    """A superlative is lost, or only "one of the …" / "the second …" is left."""
    found = _SUPERLATIVE.search(claim)
    if found is None or _ONE_OF.search(claim):
        return []
    word = found.group(0)
    weaker = _ONE_OF.search(premise)
    if weaker is not None:
        reason = f"{word} → {weaker.group(0)}"
        return [Violation("comparison", reason, word, weaker.group(0))]
    if not _SUPERLATIVE_IN.search(premise):
        return [Violation("comparison", f"“{word}” is lost", word)]
    return []
