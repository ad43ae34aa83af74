"""Bounds and quantifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.contrasts.base import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    cut,
    fix,
)
from benchmarks.contrasts.quantities import Site, sites

_FAITHFUL = {  # operator: operators that say the same of a whole number
    "at least": ["no fewer than"],
    "more than": ["over", "upwards of"],
    "fewer than": ["under", "less than"],
    "at most": ["no more than"],
}
_FALSE = {  # operator: (what does not entail it, label)
    "at least": [
        ("at most", NEUTRAL),
        ("fewer than", CONTRADICTION),
        ("about", NEUTRAL),
        ("almost", CONTRADICTION),
        ("up to", NEUTRAL),
    ],
    "more than": [
        ("fewer than", CONTRADICTION),
        ("exactly", CONTRADICTION),
        ("at least", NEUTRAL),
        ("about", NEUTRAL),
        ("", CONTRADICTION),
        ("no more than", CONTRADICTION),
    ],
    "fewer than": [
        ("more than", CONTRADICTION),
        ("exactly", CONTRADICTION),
        ("at most", NEUTRAL),
        ("", CONTRADICTION),
        ("about", NEUTRAL),
        ("at least", CONTRADICTION),
    ],
    "at most": [
        ("at least", NEUTRAL),
        ("more than", CONTRADICTION),
        ("about", NEUTRAL),
    ],
}


def _bounded(site: Site, word: str) -> str:
    raw = site.body[site.number.start : site.number.end]
    if site.number.currency or site.number.percent:
        word = word.replace("fewer", "less")
    return site.put(f"{word} {raw}".strip())


def quantifier(claim: Claim, context: Context) -> Iterator[Edit]:
    """Move a bound or a quantifier that the claim has, or was given first."""
    yield from _natural_bounds(claim)
    for site in sites(claim, context) if claim.open else []:
        if not site.determined:
            word = context.rng.choice(sorted(_FALSE))
            wrong, label = context.rng.choice(_FALSE[word])
            yield _bounded(site, wrong), _bounded(site, word), label
    yield from _plural_subject(claim, context)
    yield from _plural_object(claim, context)


_SWAPS = [
    (r"\b[Aa]t least\b(?! one)", ["at most", "fewer than", "almost"]),
    (r"\b[Mm]ore than (?=[\d$a-z]+ )", ["fewer than ", "exactly ", "about "]),
    (r"\b[Oo]ver (?=\$?\d)", ["under ", "almost ", "nearly "]),
    (r"\b(?:[Ff]ewer|[Ll]ess) than (?=\$?\d)", ["more than ", "over "]),
    (r"\b[Aa]ll of\b", ["most of", "some of", "half of"]),
    (r"\b[Ee]very\b(?= [a-z]+ )", ["almost every", "nearly every"]),
    (r"\b[Ee]ach of\b", ["some of", "one of"]),
    (r"\b[Mm]ost of\b", ["some of", "a few of"]),
    (r"\b[Mm]any\b(?= [a-z]+)", ["a few", "a couple of"]),
    (r"\b[Mm]ultiple\b", ["no more than one or two"]),
    (r"\b[Ss]everal\b", ["one or two", "hardly any"]),
    (r"\b[Bb]oth\b(?= [A-Z][a-z]+ and\b)", ["either"]),
    (r"\b[Aa]lways\b", ["sometimes", "usually"]),
]


def _natural_bounds(claim: Claim) -> Iterator[Edit]:
    if claim.negative:
        return
    for pattern, news in _SWAPS:
        m = re.search(pattern, claim.body)
        for new in news if m else []:
            assert m is not None
            text = cut(claim.body, m.start(), m.end(), new)
            if new == "either":
                text = re.sub(r"(\beither [A-Z]\w+ )and\b", r"\1or", text)
            yield text, claim.text, NEUTRAL


_STRONG = {
    "All": ["Most", "Some", "Many", "Nearly all", "Half of the"],
    "Most": ["Some", "A few", "Several"],
    "Nearly all": ["Some", "Many"],
    "Many": ["A few", "Hardly any"],
}


def _plural_subject(claim: Claim, context: Context) -> Iterator[Edit]:
    """'All Xs do Y' against 'Most Xs do Y', for a bare plural subject."""
    subject = claim.subject
    bare = subject.tag_ == "NNS" and not any(
        t.dep_ in {"det", "nummod", "poss", "amod", "cc", "conj"}
        for t in subject.subtree
    )
    words = claim.subj.split()
    agrees = claim.finite.tag_ == "VBP" or claim.finite.lower_ == "were"
    lower = all(w.islower() for w in words[1:]) and not claim.doc[0].ent_type_
    if not (claim.simple and bare and claim.open and agrees and lower):
        return
    body = claim.body[0].lower() + claim.body[1:]
    for word, weaker in _STRONG.items():
        new = context.rng.choice(weaker)
        yield f"{new} {body}.", f"{word} {body}.", NEUTRAL


_AMOUNTS = {
    "many": ["a few", "a couple of", "some"],
    "at least four": ["at most four", "about four", "two or three", "some"],
    "more than six": ["fewer than six", "six", "several", "some"],
    "most of the": ["some of the", "a few of the"],
    "all of the": ["most of the", "many of the", "some of the"],
    "fewer than nine": ["nine", "more than nine", "many", "at least nine"],
    "at most five": ["at least five", "five or six", "several"],
}


def _plural_object(claim: Claim, context: Context) -> Iterator[Edit]:
    """'has written many books' against 'a few books', for a bare plural object."""
    if not claim.open or not claim.simple:
        return
    for token in claim.doc:
        start = token.left_edge
        fits = token.tag_ == "NNS" and token.dep_ in {"dobj", "pobj"}
        if not fits or any(t.dep_ not in {"compound", "amod"} for t in token.lefts):
            continue
        if start.i <= claim.finite.i or not start.text.islower():
            continue
        if token.dep_ == "pobj" and token.head.head.lemma_ not in _COUNT_VERBS:
            continue
        if any(t.dep_ in {"cc", "conj"} or t.lower_ in _MANY for t in token.children):
            continue
        for word in context.rng.sample(sorted(_AMOUNTS), 2):
            new = context.rng.choice(_AMOUNTS[word])
            yield (
                cut(claim.body, start.idx, start.idx, f"{new} "),
                cut(claim.body, start.idx, start.idx, f"{word} "),
                NEUTRAL,
            )


_COUNT_VERBS = {"star", "appear", "perform", "act", "play", "compete", "work", "sing"}
_MANY = {"multiple", "several", "many", "various", "numerous", "few", "other", "more"}


def bound_synonym(claim: Claim, context: Context) -> Iterator[Edit]:
    """'at least five' against 'no fewer than five' (preserved)."""
    for site in sites(claim, context) if claim.open else []:
        n = site.number
        whole = n.value == int(n.value) and not (n.currency or n.percent)
        if site.determined or not whole:
            continue
        for word in sorted(_FAITHFUL):
            new = context.rng.choice(_FAITHFUL[word])
            pair = (_bounded(site, new), _bounded(site, word))
            yield (*(pair if context.rng.random() < 0.5 else pair[::-1]), ENTAILMENT)
        if not n.word:
            yield _exact(site), _bounded(site, "more than"), ENTAILMENT
            yield fix(site.body), _bounded(site, "at least"), ENTAILMENT


def _exact(site: Site) -> str:
    """Return the sentence with an exact number a little above the site's."""
    n = site.number
    if n.scale or n.value < 20:
        return site.put(f"{int(n.value) + 2:,}")
    return site.put(f"{int(n.value * 1.03) + 1:,}")
