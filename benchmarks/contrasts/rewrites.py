"""Rewrites that keep the meaning: casing, voice, order, clefts, synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.contrasts.base import (
    ENTAILMENT,
    Claim,
    Context,
    Edit,
    cut,
    fix,
    participle,
    span_of,
)
from benchmarks.contrasts.people import FEMALE, MALE
from benchmarks.contrasts.roles import voiced
from benchmarks.contrasts.words import PAST_OF


def casing(claim: Claim, context: Context) -> Iterator[Edit]:
    """Change the case of the letters and nothing else."""
    words = claim.subj.split() if claim.simple else []
    # Small letters hide a one-word or an article-only title: "it was", "the paper".
    if len(words) < 2 or words[0] in {"The", "A", "An"} or not claim.open:
        if len(words) >= 2:
            yield claim.text.upper(), claim.text, ENTAILMENT
        return
    yield claim.text.lower(), claim.text, ENTAILMENT
    yield claim.text.upper(), claim.text, ENTAILMENT
    yield claim.text.lower().rstrip("."), claim.text, ENTAILMENT
    yield re.sub(r"(?<![\w'])[a-z]", lambda m: m.group().upper(), claim.text), (
        claim.text
    ), ENTAILMENT


_SHORT = {
    "is not": "isn't",
    "was not": "wasn't",
    "are not": "aren't",
    "were not": "weren't",
    "has not": "hasn't",
    "have not": "haven't",
    "had not": "hadn't",
    "did not": "didn't",
    "does not": "doesn't",
    "do not": "don't",
    "could not": "couldn't",
    "would not": "wouldn't",
    "cannot": "can't",
    "can not": "can't",
}


def contractions(claim: Claim, context: Context) -> Iterator[Edit]:
    """'is not' against 'isn't'; negations are given to plain claims first."""
    from benchmarks.contrasts.operators import negated

    texts = [claim.text]
    if claim.simple and claim.open:
        texts.append(negated(claim))
    for text in texts:
        for long, short in _SHORT.items():
            if f" {long} " in text:
                new = text.replace(f" {long} ", f" {short} ", 1)
                yield new, text, ENTAILMENT
                yield text, new, ENTAILMENT
            elif f" {short} " in text:
                yield text.replace(f" {short} ", f" {long} ", 1), text, ENTAILMENT
    m = re.match(r"(?P<s>[A-Z][\w ]*[a-rt-y]) is (?=an? |the )", claim.body)
    if m and claim.simple and m["s"] == claim.subj:
        yield f"{m['s']}'s {claim.text[m.end():]}", claim.text, ENTAILMENT


def _past(participle_: str) -> str:
    return PAST_OF.get(participle_, participle_)


def active_passive(claim: Claim, context: Context) -> Iterator[Edit]:
    """Turn a passive with an agent into an active clause, and back."""
    if not claim.simple or claim.negative:
        return
    done = [*_to_active(claim), *_to_passive(claim)]
    yield from done or voiced(claim, context)


def _to_active(claim: Claim) -> Iterator[Edit]:
    root, finite = claim.root, claim.finite
    agents = [t for t in root.children if t.dep_ == "agent"]
    if len(agents) != 1 or root.tag_ != "VBN" or finite.lower_ not in {"was", "were"}:
        return
    agent = agents[0]
    names = [t for t in agent.children if t.dep_ == "pobj"]
    if not names or finite.i + 1 != root.i or agent.i != root.i + 1:
        return
    start, end = span_of(names[0])
    name, after = claim.body[start:end], claim.body[end:]
    whole = re.fullmatch(r"(?:[A-Z]|an? |the )[\w'. -]+", name)
    if whole and re.fullmatch(r"(?: (?:in|on) [A-Z\d][\w ,]*)?", after):
        text = f"{name} {_past(root.lower_)} {_object(claim)}{after}"
        yield fix(text), claim.text, ENTAILMENT
        yield claim.text, fix(text), ENTAILMENT


def _object(claim: Claim) -> str:
    return claim.inner[: claim.finite.idx].rstrip()


_PASSIVE = set(
    "direct write produce create found compose release publish record portray paint "
    "design discover invent build defeat win host direct develop establish voice sing "
    "coach manage lead".split()
)


def _to_passive(claim: Claim) -> Iterator[Edit]:
    root = claim.root
    objects = [t for t in root.children if t.dep_ == "dobj"]
    fits = root.tag_ == "VBD" and claim.finite.i == root.i and len(objects) == 1
    if not fits or root.lemma_ not in _PASSIVE or objects[0].left_edge.i != root.i + 1:
        return
    if any(
        t.dep_ in {"conj", "xcomp", "ccomp", "dative", "prt"} for t in root.children
    ):
        return
    obj = objects[0]
    start, end = span_of(obj)
    text, after = claim.body[start:end], claim.body[end:]
    if obj.pos_ not in {"NOUN", "PROPN"} or re.search(
        r"\b(?:his|her|its|their)\b", text
    ):
        return
    if not re.fullmatch(r"(?: (?:in|on) [A-Z\d][\w ,]*)?", after) or "," in text:
        return
    be = "were" if obj.tag_ in {"NNS", "NNPS"} or " and " in text else "was"
    passive = f"{text} {be} {participle(root)} by {_object(claim)}{after}"
    yield fix(passive), claim.text, ENTAILMENT


def fronting(claim: Claim, context: Context) -> Iterator[Edit]:
    """Move a closing time or place to the front, or a fronted one to the end."""
    m = re.match(
        r"(?P<pp>In \d{4}|In [A-Z]\w+ \d{4}|On [A-Z]\w+ \d+, \d{4}), ", claim.body
    )
    if m and not claim.simple:
        tail = m["pp"][0].lower() + m["pp"][1:]
        rest = claim.body[m.end() :]
        yield fix(f"{rest} {tail}"), claim.text, ENTAILMENT
    found = _closing_adverbial(claim) if claim.simple else None
    if found is None:
        return
    start, adverbial = found
    lead = adverbial[0].upper() + adverbial[1:]
    main = claim.inner[:start].rstrip()
    yield fix(f"{lead}, {main}"), claim.text, ENTAILMENT
    yield claim.text, fix(f"{lead}, {main}"), ENTAILMENT
    yield fix(f"It was {adverbial} that {main}"), claim.text, ENTAILMENT


# Verbs whose "in …" is what they are about, or names a title.
_ARGUMENT = set("be locate base set appear star act cast play feature perform".split())


def _closing_adverbial(claim: Claim) -> tuple[int, str] | None:
    """Return the start and the text of a closing time or place of the main verb."""
    for token in claim.root.children:
        start, end = span_of(token)
        closing = token.dep_ == "prep" and end == len(claim.body)
        if not closing or token.lower_ not in {"in", "on", "at"}:
            continue
        objects = [t for t in token.children if t.dep_ == "pobj"]
        when = objects and objects[0].ent_type_ in {"DATE", "GPE"}
        adjunct = claim.past and claim.root.lemma_ not in _ARGUMENT
        simple = re.fullmatch(
            r"(?:in|on|at) (?:the )?[A-Z\d][\w, ']*", claim.body[start:end]
        )
        if when and adjunct and simple and not claim.negative:
            return start, claim.body[start:end]
    return None


_SYNONYMS: list[tuple[str, tuple[str, ...]]] = [
    (r"\bwas released (?=in \d|on [A-Z])", ("came out ", "was put out ")),
    (r"(?<=[a-z] )was directed by\b", ("had as its director", "was helmed by")),
    (
        r"(?<!was )(?<!is )(?<!been )\bdirected (?=[A-Z][\w' ]*$)",
        ("was the director of ", "helmed "),
    ),
    (r"\bwas born (?=in|on)", ("came into the world ", "entered the world ")),
    (r"\b(?:is|was) located in\b", ("is situated in", "can be found in")),
    (r"\bis a film\b", ("is a movie", "is a motion picture")),
    (
        r"(?<=[a-z] )(?<!in )(?<!of )film\b(?!-| (?:series|studio|festival|industry))",
        ("movie",),
    ),
    (r"(?<!\()\bmovie\b", ("film",)),
    (r"\bdied (?=in|on|at|of)", ("passed away ",)),
    (r"(?<!was )\bwrote (?=[A-Zat])", ("penned ", "was the writer of ")),
    (r"\bwas written by\b", ("was penned by",)),
    (r"\bwas founded in\b", ("was set up in", "was established in")),
    (r"\bwas founded by\b", ("was set up by", "was established by")),
    (r"(?<!was )(?<!were )\bfounded (?=[A-Z])", ("set up ", "established ")),
    (r"\bis only\b", ("is solely", "is nothing but")),
    (r"\bonly (?=in|on|for)", ("solely ", "exclusively ")),
    (r"\bexclusively\b", ("solely", "only")),
    (r"\bsolely\b", ("exclusively", "only")),
    (r"\bat least (?=\d|[a-z]+ [a-z]+s\b)", ("no fewer than ",)),
    (r"\bfewer than (?=\d)", ("under ", "less than ")),
    (r"\bover (?=\$?\d[\d,.]*[ %])", ("more than ",)),
    (r"\bmore than (?=\$?\d)", ("over ", "upwards of ")),
    (r"\bis married to\b", ("is wed to",)),
    (r"\bbegan in\b", ("started in",)),
    (r"\bstarted in\b", ("began in",)),
    (r"(?<!\()\btelevision (?=series|show|program)", ("TV ",)),
    (r"(?<!\()\bTV (?=series|show|program)", ("television ",)),
    (r"\bthe United States\b(?! [A-Z])", ("the US", "the USA")),
    (r"\bapproximately (?=\d)", ("about ", "roughly ", "around ")),
    (r"\bis the author of (?=[A-Z])", ("wrote ",)),
    (r"\bwas the director of (?=[A-Z])", ("directed ",)),
    (r"\bpremiered on (?=[A-Z]\w+ \d)", ("debuted on ", "was first shown on ")),
    (r"\bpurchased\b", ("bought",)),
    (r"\bobtained\b", ("got",)),
    (r"\bis devoid of\b", ("is entirely without", "lacks any")),
    (r"\bhas yet to\b", ("still has to",)),
    (r"\bis incapable of being\b", ("cannot be",)),
    (r"\bwas incapable of being\b", ("could not be",)),
    (r"\bwas unable to\b", ("could not", "was not able to")),
    (r"\bis unable to\b", ("cannot", "is not able to")),
    (r"\brefused to\b", ("would not agree to",)),
    (r"\brarely\b", ("seldom", "hardly ever")),
    (r"\bcollaborated with\b", ("worked together with",)),
    (r"\bstarred in\b(?= [A-Z])", ("had a starring role in",)),
    (r"\bwas cancelled\b", ("was called off", "was axed")),
]
_COMPILED = [(re.compile(p), news) for p, news in _SYNONYMS]


def synonym(claim: Claim, context: Context) -> Iterator[Edit]:
    """Say the relation in other words from a small honest table."""
    for pattern, news in _COMPILED:
        for m in pattern.finditer(claim.body):
            span = claim.doc.char_span(m.start(), m.end(), alignment_mode="expand")
            if any(t.ent_type_ in {"WORK_OF_ART", "ORG", "PERSON"} for t in span):
                continue
            if m.start() <= claim.subject.i and not claim.simple:
                continue
            new = context.rng.choice(news)
            yield cut(claim.body, m.start(), m.end(), new), claim.text, ENTAILMENT
            break


def cleft(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X directed Y' against 'It was X who directed Y'."""
    fits = claim.simple and not claim.negative and claim.root.lemma_ != "be"
    if not fits or claim.kind == "plural" or claim.finite.tag_ == "MD":
        return
    be = "was" if claim.past else "is"
    who = "who" if claim.kind == "person" else "that"
    subject = _object(claim)
    yield fix(f"It {be} {subject} {who} {claim.pred}"), claim.text, ENTAILMENT
    if claim.kind == "person":
        yield fix(f"The one who {claim.pred} {be} {subject}"), claim.text, ENTAILMENT
        yield fix(
            f"{claim.subj} is the person who {claim.pred}"
        ), claim.text, ENTAILMENT


def pronoun(claim: Claim) -> str | None:
    """Return the pronoun for the subject, None when unsure."""
    first = claim.doc[0].lower_
    if claim.kind == "person":
        return "she" if first in FEMALE else ("he" if first in MALE else None)
    if claim.kind == "thing" and claim.finite.lower_ not in {"are", "were", "have"}:
        return "it"
    return "they" if claim.kind == "plural" else None


_ASIDES = (
    "{s}? {p} {v}",
    "{s}? Yeah, {q} {v}",
    "You know {t}? Well, {q} {v}",
    "Speaking of {t}, {q} {v}",
    "Take {t}: {q} {v}",
    "So, {t}, right? {p} {v}",
    "About {t}: {q} {v}",
    "Remember {t}? {p} {v}",
    "{s}, {q} {v}",
    "Honestly, {t}? {p} {v}",
)


def dislocation(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X? It was released in 1990.'"""
    forms: tuple[str, ...] = _ASIDES
    word = pronoun(claim) if claim.simple else None
    if word is None and claim.simple and claim.kind == "person":
        word = "someone who"
        forms = ("{s}? That's {q} {v}", "{s}, now that's {q} {v}")
    if word is None:
        return
    for form in context.rng.sample(forms, 2):
        text = form.format(
            s=claim.subj, t=_object(claim), p=word.capitalize(), q=word, v=claim.pred
        )
        yield fix(text), claim.text, ENTAILMENT
