"""Names: other people, things and places, generalised names, swapped roles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.contrasts.base import (
    CONTRADICTION,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    Pools,
    cut,
    fix,
    span_of,
)
from benchmarks.contrasts.roles import swapped
from benchmarks.contrasts.words import (
    ALL_COUNTRIES,
    CITIES,
    COUNTRIES,
    GROUP_WORDS,
    NATIONALITIES,
    REPLACEABLE,
    SPARE_GROUPS,
    SPARE_PERSONS,
    SPARE_THINGS,
    WIDE,
)

_NAME = re.compile(r"[A-Z][\w'.-]+(?: [A-Z][\w'.-]+)+$")
_FUNCTIONAL = re.compile(
    r"\b(?:directed|written|created|founded|composed|portrayed|played|painted|invented|"
    r"designed) by\b"
)


def harvest(claims: Sequence[Claim]) -> Pools:
    """Collect the names of the claims, by kind, in a fixed order."""
    people, things, groups = set(SPARE_PERSONS), set(SPARE_THINGS), set(SPARE_GROUPS)
    predicates: dict[str, list[tuple[str, str]]] = {}
    for claim in claims:
        for ent in claim.doc.ents:
            if ent.label_ == "ORG" and _NAME.match(ent.text):
                if ent.text.split()[-1] in GROUP_WORDS and ent.text[:4] != "The ":
                    groups.add(ent.text)
        if not claim.simple:
            continue
        if claim.sure and claim.kind == "person" and _person(claim.subj):
            people.add(claim.subj)
        if claim.kind == "thing" and _NAME.match(claim.subj):
            things.add(claim.subj)
        if claim.open and " and " not in claim.body:
            entry = (claim.root.lemma_, claim.pred)
            predicates.setdefault(claim.subj, []).append(entry)
    return Pools(sorted(people - things), sorted(things), sorted(groups), predicates)


def _person(text: str) -> bool:
    words = text.split()
    plain = all(re.fullmatch(r"[A-Z][a-z]+|[A-Z]\.", w) for w in words)
    return plain and 2 <= len(words) <= 3 and words[0] not in {"The", "New", "King"}


def names(claim: Claim) -> list[tuple[int, int, str]]:
    """Return the spans of the replaceable names and their kinds."""
    found = []
    if claim.simple and claim.kind in {"person", "thing"} and _NAME.match(claim.subj):
        found.append((0, len(claim.subj), claim.kind))
    for entity in claim.doc.ents:
        inside = entity.start_char < claim.finite.idx
        if entity.label_ == "PERSON" and _person(entity.text) and not inside:
            after = claim.body[entity.end_char :]
            before = claim.body[: entity.start_char]
            clear = not re.match(r" [A-Z(]|'|-|:", after)
            if clear and not re.search(r"[A-Z][\w.]* $|[(:]$", before):
                found.append((entity.start_char, entity.end_char, "person"))
    return found


def _pool(kind: str, pools: Pools) -> Sequence[str]:
    return pools.persons if kind == "person" else pools.things


def _fresh(claim: Claim, pool: Sequence[str], context: Context) -> str | None:
    """Return a name that shares no word with the claim."""
    words = set(re.findall(r"[A-Za-z]{3,}", claim.text.lower()))
    for _ in range(8):
        name = context.rng.choice(pool)
        if not words & set(re.findall(r"[A-Za-z]{3,}", name.lower())):
            return name
    return None


_CAMEO = (
    "{text}, with {name} watching from the audience.",
    "{text}; {name} gave a speech about it later.",
    "{text}, and {name} was a guest of honour at the anniversary.",
    "{text}, though many people think of {name} first.",
    "{text}, not {name}.",
)


def entity(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another name of the same kind, or a noun in its place."""
    for start, end, kind in names(claim):
        label = NEUTRAL
        if (
            start
            and _FUNCTIONAL.search(claim.body[:start][-14:])
            and not claim.negative
        ):
            label = CONTRADICTION
        name = _fresh(claim, _pool(kind, context.pools), context)
        old = claim.body[start:end]
        if name:
            text = cut(claim.body, start, end, name)
            yield text, claim.text, label
            if start and kind == "person" and claim.body.count(old) == 1:
                cameo = context.rng.choice(_CAMEO[:-1])
                yield cameo.format(text=text[:-1], name=old), claim.text, label
            if start and claim.body[:start].endswith(" by ") and end == len(claim.body):
                yield fix(f"{text[:-1]}, not by {old}"), claim.text, CONTRADICTION
        if name and kind == "person" and len(old.split()) == 2 == len(name.split()):
            near = f"{name.split()[0]} {old.split()[1]}"
            yield cut(claim.body, start, end, near), claim.text, label
        if claim.open:
            yield from _general(claim, context, start, end, kind)
    yield from _nationality(claim, context)


_ROLES = {
    "directed by": ["a director", "a young director", "an experienced director"],
    "written by": ["a writer", "an American author", "a novelist"],
    "produced by": ["a producer", "a well-known producer"],
    "played by": ["an actor", "a famous performer"],
    "portrayed by": ["an actor", "a famous performer"],
    "composed by": ["a composer", "a musician"],
    "created by": ["a television writer", "an artist"],
    "by": ["someone", "an unnamed person", "somebody famous"],
}


def _general(
    claim: Claim, context: Context, start: int, end: int, kind: str
) -> Iterator[Edit]:
    before = claim.body[:start]
    for lead, nouns in _ROLES.items() if start else []:
        if before.endswith(f"{lead} "):
            noun = context.rng.choice(nouns)
            yield cut(claim.body, start, end, noun), claim.text, NEUTRAL
            return
    if start == 0 and not re.match(r"'", claim.body[end:]):
        person = ["A performer", "Somebody", "One person", "A well-known figure"]
        nouns = person if kind == "person" else ["Something", "One of them"]
        if kind == "person" and claim.root.lemma_ != "be":
            yield cut(
                claim.body, 0, end, context.rng.choice(nouns)
            ), claim.text, NEUTRAL


def _nationality(claim: Claim, context: Context) -> Iterator[Edit]:
    for token in claim.doc:
        fits = token.dep_ == "amod" and token.text in REPLACEABLE
        if not fits or token.head.pos_ != "NOUN":
            continue
        nxt = claim.doc[token.i + 1].text
        if token.i == 0 or nxt[0].isupper() or nxt == "-":
            continue
        new = context.rng.choice([n for n in NATIONALITIES if n != token.text])
        text = cut(claim.body, token.idx, token.idx + len(token.text), new)
        yield text, claim.text, NEUTRAL if claim.negative else CONTRADICTION


# "appears in Empire": what looks like a place is often a title.
_TITLED = set("appear star act feature cast play guest voice perform sing".split())


def _places(claim: Claim) -> Iterator[tuple[int, int, str]]:
    if claim.root.lemma_ in _TITLED:
        return
    for ent in claim.doc.ents:
        if ent.label_ not in {"GPE", "LOC"} or ent.start == 0:
            continue
        before, after = claim.body[: ent.start_char], claim.body[ent.end_char :]
        prep = re.search(r"\b(in|from|at) $", before)
        clear = re.match(r"$|[.,;]| (?:and|in|on|by|as|to|with|for|from)\b", after)
        if prep and clear and re.match(r"[A-Z][a-z]|the [A-Z]", ent.text):
            yield ent.start_char, ent.end_char, prep.group(1)


def place(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another place, a place nearby, or none."""
    for start, end, prep in _places(claim):
        old = claim.body[start:end]
        low = old.lower()
        if low in WIDE or re.search(r"\b(?:north|south|east|west|world|sea)", low):
            continue
        pool = COUNTRIES if low in ALL_COUNTRIES else CITIES
        pool = [p for p in pool if p.lower() not in claim.text.lower()]
        label = (
            CONTRADICTION
            if re.search(r"\b(?:born|located|based)\b", claim.text)
            else (NEUTRAL)
        )
        label = NEUTRAL if claim.negative else label
        rest = claim.body[end:]
        tail = re.match(r", (?:the )?[A-Z][\w ]+$", rest)
        stop = end + (tail.end() if tail else 0)
        if tail is None and rest.startswith(","):
            continue
        for new in context.rng.sample(pool, 2):
            yield cut(claim.body, start, stop, new), claim.text, label
        if claim.negative:
            continue
        lead = start - len(prep) - 1
        if prep == "in":
            near = context.rng.choice(
                ["near", "just outside", "close to", "not far from"]
            )
            yield cut(claim.body, lead, end, f"{near} {old}"), claim.text, NEUTRAL
        head = claim.doc.char_span(lead, lead + len(prep))
        ranked = re.search(r"\b(?:most|first|\w+est)\b", claim.pred)
        if (
            claim.open
            and not ranked
            and head is not None
            and _optional(claim, head[0], stop)
        ):
            yield cut(claim.body, lead, stop), claim.text, NEUTRAL


def _optional(claim: Claim, prep: Any, stop: int) -> bool:
    """Tell whether a place can go without breaking the sentence."""
    head = prep.head
    if stop != len(claim.body) or prep.dep_ != "prep":
        return False
    if head.pos_ == "NOUN" and head.i == prep.i - 1:
        return True
    return head.tag_ == "VBN" and head.lemma_ in BARE


# Passives that can stand without a complement.
BARE = set(
    "release found publish create establish produce film build "
    "discover execute destroy "
    "record form invent assassinate arrest".split()
)
_DIRECTED = set(
    "direct produce write create found publish portray defeat kill "
    "beat succeed influence "
    "teach impersonate own buy acquire record host sign develop design launch release "
    "murder sue hire manage coach purchase lead join replace precede support".split()
)


def _named(token: Any, claim: Claim) -> bool:
    span = claim.doc[token.left_edge.i : token.right_edge.i + 1]
    text = span.text
    return token.pos_ == "PROPN" and bool(re.fullmatch(r"[A-Z][\w'. &-]+", text))


def role_swap(claim: Claim, context: Context) -> Iterator[Edit]:
    """Exchange who did it and to whom, or move the agent to another part."""
    plural = claim.finite.lower_ in {"are", "were", "have"}
    if not claim.simple or claim.subject.pos_ != "PROPN" or plural:
        return
    for agent in [t for t in claim.root.children if t.dep_ == "agent"]:
        for name in [
            t for t in agent.children if t.dep_ == "pobj" and _named(t, claim)
        ]:
            start, end = span_of(name)
            yield _exchange(claim, start, end), claim.text, NEUTRAL
            yield from _moved(claim, context, claim.body[start:end], agent, end)
    for obj in claim.root.children:
        transitive = obj.dep_ == "dobj" and claim.root.lemma_ in _DIRECTED
        if transitive and _named(obj, claim):
            start, end = span_of(obj)
            yield _exchange(claim, start, end), claim.text, NEUTRAL
    yield from _prepositional(claim)
    yield from swapped(claim, context)


_PREP_ROLES = re.compile(
    r" (?:is|was) (?:based on|named after|followed by|preceded by|succeeded by|"
    r"older than|"
    r"younger than|influenced by|the (?:father|mother|son|daughter|author|director|"
    r"creator|founder|capital|sequel|prequel|successor|predecessor|manager|owner|"
    r"parent "
    r"company) (?:of|to)) (?=[A-Z][\w'. &-]+$)"
)


def _prepositional(claim: Claim) -> Iterator[Edit]:
    m = _PREP_ROLES.search(claim.body)
    if m and m.start() == len(claim.subj):
        text = _exchange(claim, m.end(), len(claim.body))
        yield text, claim.text, NEUTRAL if claim.negative else CONTRADICTION


def _exchange(claim: Claim, start: int, end: int) -> str:
    other = claim.body[start:end]
    between, after = claim.body[len(claim.subj) : start], claim.body[end:]
    return fix(f"{other}{between}{claim.subj}{after}")


def _moved(
    claim: Claim, context: Context, name: str, agent: Any, end: int
) -> Iterator[Edit]:
    """Keep the agent's name in the text, in another role."""
    other = _fresh(claim, context.pools.persons, context)
    if other is None or claim.negative or end != len(claim.body):
        return
    verb, which = claim.root.text, "whom" if claim.kind == "person" else "which"
    before = claim.body[: agent.idx].rstrip()
    forms = [
        f"{before} by {other} and later praised by {name}",
        f"{claim.subj}, {which} {name} praised, {claim.finite.text} {verb} by {other}",
        f"{before} by a close friend of {name}",
        f"{before} for {name} by {other}",
    ]
    if before == f"{claim.subj} {claim.finite.text} {verb}":
        for form in context.rng.sample(forms, 2):
            yield fix(form), claim.text, NEUTRAL
