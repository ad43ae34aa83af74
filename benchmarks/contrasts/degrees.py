"""Ordinals, comparatives and superlatives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmarks.contrasts.base import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    cut,
    fix,
    proper_subject,
)
from benchmarks.contrasts.words import (
    ANTONYMS,
    CITIES,
    ORDINALS,
    PLACE_NOUNS,
    SUPERLATIVES,
    WORK_NOUNS,
)

_ORDINAL = re.compile(r"\b(?:" + "|".join(ORDINALS) + r")\b")
_FOR_TIME = re.compile(r"(?:(?:at|for|from) (?:the )?|in |twenty[ -])$", re.IGNORECASE)


def ordinal(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another ordinal or drop it; ordinals are given to noun phrases first."""
    m = _ORDINAL.search(claim.body)
    if m:
        yield from _natural_ordinal(claim, context, m)
    elif claim.open:
        yield from _given_ordinal(claim, context)
        yield from _first_to(claim, context)


def _natural_ordinal(
    claim: Claim, context: Context, m: re.Match[str]
) -> Iterator[Edit]:
    before, after = claim.body[: m.start()], claim.body[m.end() :]
    known = re.match(r" (?!century|time|name|lady|person)[a-z]", after)
    if not re.search(r"(?:\b(?:the|his|her|its|their|a)|'s?) $", before, re.IGNORECASE):
        return
    if not known or _FOR_TIME.search(before) or m.start() < 1 or claim.negative:
        return
    for new in context.rng.sample([o for o in ORDINALS[:6] if o != m.group()], 2):
        text = cut(claim.body, m.start(), m.end(), new)
        label = CONTRADICTION if re.search(r"\bthe $", before) else NEUTRAL
        yield text, claim.text, label
    if before.endswith(("the ", "'s ", "his ", "her ", "its ")):
        lead = re.sub(r"the $", "one of the first ", before)
        if lead != before and m.group() == "first" and _singular(claim, m.end()):
            noun = re.match(r" (?:person|man|woman|actor|actress|president)\b", after)
            if noun:
                plural = {"man": "men", "woman": "women", "person": "people"}
                word = noun.group().strip()
                many = plural.get(word, word + "s")
                yield fix(f"{lead}{many}{after[noun.end():]}"), claim.text, NEUTRAL
        if before.endswith("the ") and "born" not in after:
            yield fix(f"{before[:-4]}a {after.lstrip()}"), claim.text, NEUTRAL


def _singular(claim: Claim, start: int) -> bool:
    span = claim.doc.char_span(start + 1, start + 2, alignment_mode="expand")
    return span is not None and span[0].tag_ == "NN"


def _attribute(claim: Claim, tail: bool) -> tuple[int, int, str] | None:
    """Return the span of 'a/an' before a predicate noun, and the noun's lemma."""
    for token in claim.root.children:
        if token.dep_ != "attr" or token.tag_ != "NN" or not claim.simple:
            continue
        det = token.left_edge
        if det.lower_ not in {"a", "an"} or any(
            t.dep_ in {"cc", "conj"} for t in token.children
        ):
            continue
        if det.i != claim.finite.i + 1 or claim.root.lemma_ != "be":
            continue
        if tail and token.right_edge.i == token.i:
            continue
        return det.idx, det.idx + len(det.text), token.lemma_.lower()
    return None


def _given_ordinal(claim: Claim, context: Context) -> Iterator[Edit]:
    """'a film by Y' → 'the third film by Y' against other ordinals or none."""
    found = _attribute(claim, tail=True)
    if found is None:
        return
    start, end, _ = found
    one, two, three = context.rng.sample(ORDINALS[:6], 3)
    claimed = cut(claim.body, start, end, f"the {one}")
    yield cut(claim.body, start, end, f"the {two}"), claimed, CONTRADICTION
    yield cut(claim.body, start, end, f"the {three}"), claimed, CONTRADICTION
    yield claim.text, claimed, NEUTRAL


def _first_to(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X did Y' → 'X was the first person to do Y' against other ordinals or none."""
    root = claim.root
    fits = claim.simple and claim.kind == "person" and claim.finite.i == root.i
    if not fits or not claim.past or root.lemma_ in {"be", "have", "die"}:
        return
    to = f"to {root.lemma_}{claim.rest}"
    one, two = context.rng.sample(ORDINALS[:5], 2)
    claimed = fix(f"{claim.subj} was the {one} person {to}")
    yield fix(f"{claim.subj} was the {two} person {to}"), claimed, CONTRADICTION
    yield claim.text, claimed, NEUTRAL
    if one == "first":
        yield fix(f"{claim.subj} was one of the first people {to}"), claimed, NEUTRAL


_COMPARED = re.compile(
    r"\b(?:"
    + "|".join(w for w in ANTONYMS if w.endswith("er") or w == "worse")
    + r")(?= (?:\w+ )?than\b)"
)
_SUPER = re.compile(
    r"\bthe (?P<w>"
    + "|".join(w for w in ANTONYMS if w.endswith("st"))
    + r")\b(?= [a-z])"
)
_MORE = re.compile(r"\b(?P<w>more|less) (?=[a-z]+ than\b)")
_MOST = re.compile(r"\bthe most (?=[a-z]+ [a-z]+)")


def comparison(claim: Claim, context: Context) -> Iterator[Edit]:
    """Turn the direction of a comparison, or water a superlative down."""
    m = _COMPARED.search(claim.body)
    if m and not claim.negative:
        new = ANTONYMS[m.group()]
        yield cut(claim.body, m.start(), m.end(), new), claim.text, CONTRADICTION
        equal = re.sub(r"\b(?:older|younger) than\b", "the same age as", claim.body)
        if equal != claim.body:
            yield fix(equal), claim.text, CONTRADICTION
    m = _MORE.search(claim.body)
    if m and not claim.negative:
        new = {"more": "less", "less": "more"}[m["w"]]
        yield cut(claim.body, m.start("w"), m.end("w"), new), claim.text, CONTRADICTION
    m = _SUPER.search(claim.body) or _MOST.search(claim.body)
    if m and not claim.negative:
        yield from _natural_superlative(claim, m)
    elif claim.open:
        yield from _given_superlative(claim, context)
        yield from _given_comparative(claim, context)


def _natural_superlative(claim: Claim, m: re.Match[str]) -> Iterator[Edit]:
    if m.re is _MOST:
        least = cut(claim.body, m.start(), m.end(), "the least ")
        yield least, claim.text, CONTRADICTION
        second = cut(claim.body, m.start(), m.end(), "the second most ")
        yield second, claim.text, CONTRADICTION
        return
    word, start, end = m["w"], m.start(), m.end()
    yield cut(
        claim.body, start, end, f"the {ANTONYMS[word]}"
    ), claim.text, CONTRADICTION
    if not re.search(r"(?:second|third|fourth) $", claim.body[:start]):
        for rank in ("second", "third"):
            text = cut(claim.body, start, end, f"the {rank}-{word}")
            yield text, claim.text, CONTRADICTION


def _plural(noun: str) -> str:
    if noun.endswith("series"):
        return noun
    if re.search(r"(?:s|sh|ch|x)$", noun):
        return noun + "es"
    if noun.endswith(("woman", "man")):
        return noun[:-2] + "en"
    return re.sub(r"(?<=[^aeiou])y$", "ie", noun) + "s"


def _given_superlative(claim: Claim, context: Context) -> Iterator[Edit]:
    """'a city in Y' → 'the largest city in Y' against the opposite or a weaker rank."""
    found = _attribute(claim, tail=True)
    if found is None:
        return
    start, end, noun = found
    table = "any"
    if noun in PLACE_NOUNS:
        table = "place"
    elif noun in WORK_NOUNS:
        table = "work"
    elif claim.kind == "person":
        table = "person"
    pair = list(context.rng.choice(SUPERLATIVES[table]))
    context.rng.shuffle(pair)
    claimed = cut(claim.body, start, end, f"the {pair[0]}")
    yield cut(claim.body, start, end, f"the {pair[1]}"), claimed, CONTRADICTION
    rank = context.rng.choice(["second", "third", "fourth"])
    ranked = f"the {rank}-{pair[0]}" if " " not in pair[0] else f"the {rank} {pair[0]}"
    if not pair[0].startswith("least"):
        yield cut(claim.body, start, end, ranked), claimed, CONTRADICTION
    head = claim.body.find(noun, end)
    if head > 0 and re.match(rf"{noun}\b", claim.body[head:]):
        plural = claim.body[:head] + _plural(noun) + claim.body[head + len(noun) :]
        yield cut(plural, start, end, f"one of the {pair[0]}"), claimed, NEUTRAL


def _given_comparative(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X did Z' → 'X is older than Y' against the other direction and equality."""
    found = compared(claim, context)
    if found is None:
        return
    word, plain, turned, other = found
    claimed = fix(f"{claim.subj} is {word} than {other}")
    wrong = [
        f"{claim.subj} is {turned} than {other}",
        f"{other} is {word} than {claim.subj}",
        f"{claim.subj} is almost as {plain} as {other}",
        f"{claim.subj} is just as {plain} as {other}",
        f"{claim.subj} is not as {plain} as {other}",
    ]
    for text in context.rng.sample(wrong, 3):
        yield fix(text), claimed, CONTRADICTION


_GRADED = {
    "person": ["old", "young", "tall", "short", "rich", "poor"],
    "work": ["long", "short", "old", "cheap", "popular", "expensive", "famous"],
    "place": ["large", "small", "old", "famous", "popular", "rich", "poor"],
}
_TURNED = {
    "old": "younger",
    "young": "older",
    "tall": "shorter",
    "short": "taller",
    "rich": "poorer",
    "poor": "richer",
    "long": "shorter",
    "large": "smaller",
    "small": "larger",
    "cheap": "more expensive",
    "expensive": "cheaper",
    "popular": "less popular",
    "famous": "less famous",
}


def compared(claim: Claim, context: Context) -> tuple[str, str, str, str] | None:
    """Return a comparative for the subject, its adjective, its converse and a peer."""
    table = "person" if claim.kind == "person" else ""
    if claim.noun in PLACE_NOUNS or claim.noun in WORK_NOUNS:
        table = "place" if claim.noun in PLACE_NOUNS else "work"
    if not (proper_subject(claim) and claim.sure and table):
        return None
    pool: Sequence[str] = context.pools.persons
    if table == "place":
        pool = CITIES
    elif table == "work":
        pool = context.pools.things
    plain, other = context.rng.choice(_GRADED[table]), context.rng.choice(pool)
    if other in claim.text or claim.subj in other:
        return None
    turned = _TURNED[plain]
    if table != "person" and plain in {"old", "short"}:
        turned = {"old": "newer", "short": "longer"}[plain]
    long = plain in {"popular", "famous", "expensive"}
    word = f"more {plain}" if long else plain + ("r" if plain[-1] == "e" else "er")
    return word, plain, turned, other


def converse(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X is older than Y' against 'Y is younger than X' (preserved)."""
    found = compared(claim, context)
    if found is None:
        return
    word, plain, turned, other = found
    claimed = fix(f"{claim.subj} is {word} than {other}")
    if plain not in {"cheap", "expensive"}:
        yield fix(f"{other} is {turned} than {claim.subj}"), claimed, ENTAILMENT
    yield fix(f"Compared with {other}, {claim.subj} is {word}"), claimed, ENTAILMENT
    yield fix(f"{claim.subj} is much {word} than {other}"), claimed, ENTAILMENT
