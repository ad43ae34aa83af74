"""Lost parts: modifiers, conjuncts, and relations replaced by a near miss."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from benchmarks.contrasts.base import (
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    cut,
    fix,
    span_of,
)
from benchmarks.contrasts.names import BARE
from benchmarks.contrasts.words import ORDINALS, PERSON_NOUNS, PRIVATIVE

_TRUE_ADJECTIVE = re.compile(
    r"[A-Z][a-z]+an|[A-Z][a-z]+ish|French|Japanese|Chinese|[a-z]+(?:al|ic|ful|ous|ary)"
)


def _droppable(claim: Claim) -> Iterator[tuple[int, int]]:
    """Return the spans of modifiers without which the claim says less."""
    body_end = len(claim.body)
    for token in claim.doc:
        if token.i <= claim.finite.i:
            continue
        start, end = span_of(token)
        if token.dep_ == "amod" and token.head.dep_ == "attr":
            alone = token.left_edge == token.right_edge
            nxt = claim.doc[token.i + 1]
            joined = nxt.text == "-" or claim.doc[token.i - 1].text in {"-", ","}
            real = token.text not in PRIVATIVE and _TRUE_ADJECTIVE.fullmatch(token.text)
            if alone and not joined and real:
                yield start, end
        elif token.dep_ in {"relcl", "acl"} and token.head.dep_ == "attr":
            if end == body_end and token.left_edge.i == token.head.i + 1:
                vague = token.head.lemma_ in {"time", "someone", "one", "part", "way"}
                if token.left_edge.lower_ not in {"of", "to"} and not vague:
                    yield start, end
        elif token.dep_ == "prep" and end == body_end and _free(claim, token):
            yield start, end


def _free(claim: Claim, prep: Any) -> bool:
    """Tell whether a closing prepositional phrase is an adjunct."""
    head = prep.head
    objects = [t for t in prep.children if t.dep_ == "pobj"]
    kinds = {t.ent_type_ for t in objects}
    if not objects or prep.lower_ not in {
        "in",
        "on",
        "from",
        "with",
        "at",
        "by",
        "for",
    }:
        return False
    if head.dep_ == "attr" and head.i == prep.i - 1 and prep.lower_ != "of":
        return prep.lower_ in {"in", "from", "with"}
    timed = kinds & {"DATE", "GPE", "TIME"} and prep.lower_ in {"in", "on", "at"}
    if not timed or head.i != claim.root.i:
        return False
    before = claim.doc[prep.i - 1]
    bare = before.i == claim.root.i and claim.root.lemma_ not in BARE
    verb = claim.root.lemma_ in {
        "be",
        "locate",
        "base",
        "live",
        "set",
        "situate",
        "star",
    }
    return not bare and not verb and before.pos_ not in {"ADP", "AUX"}


# "the largest city in X" does not become weaker without "in X".
_DEFINITE = re.compile(r"\b(?:the|most|first|second|third|\w+est|best|worst)\b")
_RANKED = re.compile(
    r"\b(?:most|"
    + "|".join(ORDINALS)
    + r"|(?!(?:\w*(?:for|w|gu|cont|inter|arr|prot|requ|har|ear|hon)est)\b)\w+est)\b"
)


def _modifier_free(claim: Claim) -> Iterator[str]:
    if claim.open and claim.simple and not _RANKED.search(claim.pred):
        for start, end in _droppable(claim):
            yield cut(claim.body, start, end)


def drop_modifier(claim: Claim, context: Context) -> Iterator[Edit]:
    """Leave out an adjective, a clause, a place or a time."""
    for text in _modifier_free(claim):
        yield text, claim.text, NEUTRAL


def one_way(claim: Claim, context: Context) -> Iterator[Edit]:
    """Say more exactly what the claim says loosely (preserved)."""
    definite = _DEFINITE.search(claim.pred)
    for text in _modifier_free(claim) if not definite else ():
        yield claim.text, text, ENTAILMENT
    if not definite:
        for text in _conjunct_free(claim):
            yield claim.text, text, ENTAILMENT
    alone = claim.open and claim.simple and " and " not in claim.body
    if alone and context.rng.random() < 0.4:
        both = joined(claim, context)
        if both:
            yield both, claim.text, ENTAILMENT


def _conjunct_free(claim: Claim) -> Iterator[str]:
    """Return the claim with one of two or three coordinated parts left out."""
    if not claim.open or not claim.simple:
        return
    for token in claim.doc:
        if token.dep_ != "conj" or token.i <= claim.finite.i:
            continue
        head = token.head
        joint = [t for t in head.children if t.dep_ == "cc"]
        if (
            len(joint) != 1
            or joint[0].lower_ != "and"
            or joint[0].i + 1 != (token.left_edge.i)
        ):
            continue
        if not _parts_alike(claim, head, token):
            continue
        start, end = joint[0].idx, span_of(token)[1]
        if token.tag_ == "VBN":
            # "was written and directed by Y": what follows belongs to both.
            if joint[0].i != head.i + 1 or token.left_edge.i != token.i:
                continue
            end = token.idx + len(token.text)
        yield cut(claim.body, start, end)
        first = head.left_edge.idx
        if head.dep_ in {"dobj", "pobj"} and joint[0].i == head.i + 1:
            if head.text[0].isupper():
                yield cut(claim.body, first, token.left_edge.idx)


def _parts_alike(claim: Claim, head: Any, token: Any) -> bool:
    if (
        any(t.dep_ == "conj" for t in token.children)
        or token.right_edge.i > token.i + 6
    ):
        return False
    if token.pos_ == "PROPN" and head.pos_ == "PROPN":
        both = {head.ent_type_, token.ent_type_} <= {"PERSON", "GPE"}
        return both and head.ent_type_ != "" and head.ent_iob_ != ""
    if token.pos_ == "NOUN" and head.pos_ == "NOUN":
        lower = token.text.islower() and head.text.islower()
        return lower and head.dep_ in {"attr", "dobj"} and token.tag_ == head.tag_
    same = token.tag_ == head.tag_ and token.tag_ in {"VBD", "VBZ", "VBN"}
    own = not any(t.dep_ in {"nsubj", "nsubjpass"} for t in token.children)
    return same and own and head.i == claim.root.i and token.text.islower()


_SECOND = (
    "a singer",
    "a producer",
    "a painter",
    "a lawyer",
    "a journalist",
    "a teacher",
)


def conjunct_drop(claim: Claim, context: Context) -> Iterator[Edit]:
    """Leave out one of two things that the claim says; seconds are given first."""
    for text in _conjunct_free(claim):
        yield text, claim.text, NEUTRAL
        if re.search(r"\band\b", claim.body) and claim.body.count(" and ") == 1:
            either = re.sub(r"\band\b", "or", claim.body)
            yield fix(either), claim.text, NEUTRAL
    if claim.open and claim.simple and " and " not in claim.body:
        yield from _given_second(claim, context)


def _given_second(claim: Claim, context: Context) -> Iterator[Edit]:
    attrs = [t for t in claim.root.children if t.dep_ == "attr"]
    attrs = [t for t in attrs if t.lemma_ in PERSON_NOUNS - {"member"}]
    attrs = [t for t in attrs if not {"relcl", "acl"} & {c.dep_ for c in t.children}]
    if claim.kind == "person" and attrs and attrs[0].right_edge.i == len(claim.doc) - 2:
        new = context.rng.choice(_SECOND)
        if new.split()[1] not in claim.text and attrs[0].tag_ == "NN":
            claimed = fix(f"{claim.body} and {new}")
            yield claim.text, claimed, NEUTRAL
            yield fix(f"{claim.subj} {claim.finite.text} {new}"), claimed, NEUTRAL
            yield fix(f"{claim.body} or {new}"), claimed, NEUTRAL
    yield from _joined(claim, context)
    m = re.search(r" by (?=[A-Z][a-z]+ [A-Z][a-z]+$)", claim.body)
    if m:
        other = context.rng.choice(context.pools.persons)
        if other not in claim.body:
            yield claim.text, fix(f"{claim.body} and {other}"), NEUTRAL


def _joined(claim: Claim, context: Context) -> Iterator[Edit]:
    """Join two claims about one subject; the premise says one of them."""
    text = joined(claim, context)
    # The other claim must name something that this one does not.
    new = set(
        re.findall(r"\b(?:[A-Z]\w+|\d+)", text[len(claim.body) :] if text else "")
    )
    if text and new and not any(w in claim.body for w in new):
        yield claim.text, text, NEUTRAL


def joined(claim: Claim, context: Context) -> str | None:
    """Return the claim with another one of the same subject: 'X did A and did B.'"""
    others = [
        pred
        for lemma, pred in context.pools.predicates.get(claim.subj, ())
        if lemma != claim.root.lemma_ and len(pred) < 90
    ]
    if not others or re.search(r",| (?:that|who|which|where|when) ", claim.body):
        return None
    return fix(f"{claim.body} and {context.rng.choice(others)}")


# (pattern, near misses). A near miss shares the topic and asserts another relation.
_RELATIONS: list[tuple[str, tuple[str, ...]]] = [
    (
        r"\b(?:was|is) (?:\w+ly )?directed by\b",
        ("was praised by", "was inspired by", "was financed by", "was reviewed by"),
    ),
    (
        r"(?<!was )(?<!is )(?<!been )\bdirected (?=[A-Z])",
        (
            "worked on ",
            "attended the premiere of ",
            "was a consultant on ",
            "reviewed ",
        ),
    ),
    (
        r"\b(?:was|is) written by\b",
        ("was edited by", "was read by", "was illustrated by", "was reviewed by"),
    ),
    (
        r"(?<!was )(?<!been )\bwrote (?=[A-Zat])",
        ("read ", "reviewed ", "collected notes for ", "wrote an essay about "),
    ),
    (r"\b(?:was|is) produced by\b", ("was praised by", "was distributed by")),
    (r"(?<!was )\bproduced (?=[A-Z])", ("invested in ", "wanted to produce ")),
    (
        r"\bwas born (?=(?:in|at) [A-Z])",
        ("lived ", "grew up ", "worked ", "was buried "),
    ),
    (
        r"\bwas born (?=(?:in|on) [A-Z\d])",
        ("got married ", "moved abroad ", "retired "),
    ),
    (r"\bdied (?=(?:in|on|at) )", ("retired ", "fell ill ", "was arrested ")),
    (r"\bwas released\b", ("was re-released", "was announced", "was filmed")),
    (
        r"(?<!was )(?<!been )(?<!were )\breleased (?=[a-zA-Z])",
        ("recorded ", "re-released ", "announced "),
    ),
    (r"\bpremiered (?=(?:in|on) )", ("was rebroadcast ", "was announced ")),
    (
        r"(?<!was )\bwon (?=an? |the |[A-Z])",
        ("was nominated for ", "presented ", "hoped for "),
    ),
    (
        r"\b(?<!was )stars (?=[A-Z])",
        ("thanks ", "is dedicated to ", "was turned down by "),
    ),
    (
        r"(?<!was )\bstarred in\b",
        ("was considered for", "watched", "auditioned for", "did publicity for"),
    ),
    (r"\bappeared in\b", ("auditioned for", "was cut from", "talked about")),
    (r"\bacted in\b", ("invested in", "auditioned for")),
    (
        r"(?<= )(?:is|was) (?=an? [a-z -]*"
        r"(?:film|movie|album|song|book|novel|series|show)\b)",
        ("is about ", "sounds like ", "was inspired by ", "was mistaken for "),
    ),
    (
        r"(?<= )(?:is|was) (?=an? [a-z -]*(?:city|town|country|state|company|band)\b)",
        ("looks like ", "was compared to ", "was once described as "),
    ),
    (
        r"(?<= )(?:is|was) (?=an? [A-Za-z -]*"
        r"(?:actor|actress|singer|director|writer|author|"
        r"player|politician|musician|rapper|producer)\b)",
        (
            "looks like ",
            "married ",
            "dreamed of being ",
            "once interviewed ",
            "worked for ",
        ),
    ),
    (
        r"\b(?:is|was) located in\b",
        ("was designed in", "is owned by a firm in", "faces"),
    ),
    (r"\b(?:is|was) based in\b", ("was founded in", "advertises in", "was sued in")),
    (r"\bwas founded by\b", ("was bought by", "was advised by", "was sued by")),
    (r"\b(?<!was )founded (?=[A-Za])", ("invested in ", "advised ", "joined ")),
    (r"\bwas founded in\b", ("was renamed in", "was restructured in")),
    (r"\b(?:is|was) based on\b", ("was compared to", "came out before", "outsold")),
    (r"\bplayed for\b", ("had a trial with", "supported", "scouted for")),
    (r"\bplays for\b", ("supports", "trained with", "is wanted by")),
    (r"\bplays (?=[A-Z])", ("is a fan of ", "resembles ")),
    (r"\b(?:is|was) (?:played|portrayed) by\b", ("was admired by", "was inspired by")),
    (r"\bportrayed (?=[A-Z])", ("admired ", "interviewed ")),
    (r"\baired on\b", ("was advertised on", "was rejected by", "was discussed on")),
    (r"\bmarried (?=[A-Z])", ("met ", "worked with ", "was engaged to ")),
    (r"\bis married to\b", ("is a friend of", "works with", "used to live with")),
    (r"\battended (?=[A-Z])", ("visited ", "gave a lecture at ", "applied to ")),
    (r"\blives in\b", ("often visits", "owns a shop in", "was born in")),
    (r"\bworked (?=with|for|at)", ("wanted to work ", "refused to work ")),
    (r"\bis (?=the capital of)", ("is larger than ", "wants to become ")),
    (r"\bwas created by\b", ("was admired by", "was restored by")),
    (r"\bcreated (?=[A-Z])", ("bought the rights to ", "wrote about ")),
    (r"\bis known for\b", ("has written about", "is indifferent to")),
]
_COMPILED = [(re.compile(p), news) for p, news in _RELATIONS]


def relation(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put a near-miss verb in place of the claim's."""
    if claim.negative or not claim.simple or not claim.open:
        return
    for pattern, news in _COMPILED:
        m = pattern.search(claim.body)
        if m is None or not claim.finite.idx <= m.start() <= claim.root.idx:
            continue
        for new in context.rng.sample(news, min(2, len(news))):
            text = cut(claim.body, m.start(), m.end(), new)
            yield text, claim.text, NEUTRAL
        return
