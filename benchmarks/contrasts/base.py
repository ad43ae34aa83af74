"""What every maker of contrasts shares: the parsed claim, pools and small helpers."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks.contrasts.words import (
    IRREGULAR,
    NATIONALITIES,
    PERSON_NOUNS,
    PERSON_VERBS,
    THING_NOUNS,
    THING_VERBS,
)

ENTAILMENT, NEUTRAL, CONTRADICTION = "entailment", "neutral", "contradiction"

# Words that turn "less said" into "more claimed", or make it hard to tell: a claim
# with one of them is not weakened by dropping or generalising a part of it.
_GUARD = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|cannot|without|only|"
    r"solely|exclusively|entirely|just|merely|few|fewer|less|least|most|unable|"
    r"incapable|refus\w+|fail\w*|lack\w*|devoid|rarely|seldom|hardly|barely|yet|zero|"
    r"exclud\w+|den(?:y|ied|ies)|avoid\w*|all|every|each|any|if|whether|before|after|"
    r"until|than|declin\w+|prevent\w*|except|outside|absent|stopped|ceased|disband\w*|"
    r"unsuccessful\w*|uninvolved|unrelated|un\w+ed|ignor\w+|banned|cancel\w*|reject\w*|"
    r"alleged\w*|possibl\w+|may|might|could|would|if|always|entire|whole|both|either|"
    r"opposed|oppos\w+|against|nothing|zero|non\w*|anti\w*|fictional|former|fake|false"
    r"|last|final|sole|unlike|instead|claim\w*|rumou?r\w*)\b|n't",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|unable|"
    r"incapable|refus\w+|fail\w*|lack\w*|rarely|seldom|hardly|barely|yet to|zero)\b"
    r"|n't",
    re.IGNORECASE,
)

Edit = tuple[str, str, str]  # premise, hypothesis, label


@dataclass(frozen=True)
class Contrast:
    """One pair: an edited text (premise) and the claim that it should be held to."""

    kind: str
    premise: str
    hypothesis: str
    preserved: bool
    label: str
    composed: bool = False


@dataclass(frozen=True)
class Claim:
    """A claim that parsed into one clause: subject, finite verb, predicate."""

    text: str
    doc: Any
    root: Any
    subject: Any
    finite: Any
    simple: bool
    kind: str  # person, thing, plural or other
    sure: bool = True  # the kind was read off a noun or a verb, not off a name

    @property
    def noun(self) -> str:
        """Return the lemma of the predicate noun, if any."""
        for token in self.root.children:
            if token.dep_ == "attr":
                return str(token.lemma_).lower()
        return ""

    @property
    def body(self) -> str:
        """Return the text without its full stop."""
        return self.text[:-1]

    @property
    def subj(self) -> str:
        """Return the subject's text (meaningful where ``simple``)."""
        return self.text[: self.finite.idx].rstrip()

    @property
    def rest(self) -> str:
        """Return what follows the finite verb, with its leading space."""
        return self.body[self.finite.idx + len(self.finite.text) :]

    @property
    def pred(self) -> str:
        """Return the predicate, finite verb first."""
        return self.body[self.finite.idx :]

    @property
    def inner(self) -> str:
        """Return the body as it reads inside a longer sentence."""
        return lower_first(self.doc, self.body)

    @property
    def past(self) -> bool:
        """Tell whether the finite verb is in the past tense."""
        return bool(self.finite.tag_ == "VBD")

    @property
    def open(self) -> bool:
        """Tell whether leaving a part out surely weakens the claim."""
        return _GUARD.search(self.text) is None

    @property
    def negative(self) -> bool:
        """Tell whether the claim holds a negation."""
        return _NEGATION.search(self.text) is not None


@dataclass(frozen=True)
class Pools:
    """Names met in the claims, by kind."""

    persons: Sequence[str]
    things: Sequence[str]
    groups: Sequence[str]
    predicates: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """What a maker may use beside the claim."""

    rng: random.Random
    pools: Pools


Maker = Callable[[Claim, Context], Iterator[Edit]]


def lower_first(doc: Any, body: str) -> str:
    """Lower the first letter unless it starts a name or a title."""
    first, second = doc[0], doc[1] if len(doc) > 1 else doc[0]
    small = second.text.islower() and second.pos_ not in {"AUX", "VERB"}
    # "Story of My Life" is a title, "Offers of work" is not.
    title = any(t.text[:1].isupper() for t in doc[1:5])
    common = first.pos_ in {"NOUN", "ADJ"} and not first.ent_type_
    if common and small and not title:
        return body[0].lower() + body[1:]
    named = first.pos_ == "PROPN" or first.ent_type_ or not first.text[1:].islower()
    if named and first.lower_ not in {"the", "a", "an", "in", "on"}:
        return body
    if first.pos_ not in {"DET", "ADP", "PRON", "ADV"}:
        return body
    # "The Paper" may be a title: it keeps its capital.
    if first.pos_ != "ADP" and second.text[:1].isupper():
        return body
    return body[0].lower() + body[1:]


def upper_first(text: str) -> str:
    """Raise the first letter."""
    return text[:1].upper() + text[1:]


def article(word: str) -> str:
    """Return the indefinite article of a word."""
    low = word.lower()
    if re.match(r"(?:uni|use|usu|eu|one|ubi|uk\b|u\.s)", low):
        return "a"
    return (
        "an" if low[:1] in "aeiou" or re.match(r"(?:hour|hon[oe]|heir)", low) else "a"
    )


_INDEFINITE = re.compile(
    rf"(?:(?<=[a-z,] )(?=a)|^)([Aa])n? (?=([a-z]\w+|(?:{'|'.join(NATIONALITIES)})\b))"
)


def fix(text: str) -> str:
    """Mend spaces, punctuation and a/an after an edit; end with one stop."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\s+([.,;?!])", r"\1", text)
    text = re.sub(r",\s*([.?!,])", r"\1", text)
    text = _INDEFINITE.sub(lambda m: _an(m.group(1), m.group(2)), text)
    text = upper_first(text)
    return text if text.endswith((".", "?", "!")) else text + "."


def _an(letter: str, word: str) -> str:
    return (letter + "n " if article(word) == "an" else letter + " ") if word else ""


def cut(text: str, start: int, end: int, new: str = "") -> str:
    """Replace a character span and mend the seams."""
    return fix(text[:start] + new + text[end:])


def span_of(token: Any) -> tuple[int, int]:
    """Return the character span of a token's subtree."""
    left, right = token.left_edge, token.right_edge
    return left.idx, right.idx + len(right.text)


def participle(token: Any) -> str:
    """Return the past participle of a finite verb token."""
    low = str(token.text).lower()
    if low in {"was", "were", "is", "are"}:
        return "been"
    if token.tag_ == "VBN":
        return low
    return IRREGULAR.get(low, low)


def infinitive(claim: Claim) -> str | None:
    """Return the predicate as an infinitive, perfect where the claim is past."""
    finite, rest = claim.finite, claim.rest
    low = finite.text.lower()
    if finite.tag_ == "MD" or (finite.lemma_ == "do" and finite.dep_ == "aux"):
        return None
    if low in {"has", "have", "had"} and finite.dep_ == "aux":
        return f"have{rest}"
    if low in {"is", "are"}:
        return f"be{rest}"
    if claim.past:
        return f"have {participle(finite)}{rest}"
    return f"{finite.lemma_}{rest}"


def _kind_of(doc: Any, root: Any, subject: Any, finite: Any) -> tuple[str, bool]:
    """Return the subject's kind, and whether it is more than a guess by its name."""
    heads = [t for t in root.children if t.dep_ == "attr"]
    noun = heads[0].lemma_.lower() if heads else ""
    if subject.tag_ in {"NNS", "NNPS"} and finite.lower_ in {"are", "were", "have"}:
        return "plural", True
    if noun in PERSON_NOUNS - {"member"} or root.lemma_ in PERSON_VERBS:
        return "person", True
    if any(t.dep_ == "conj" for t in subject.children):
        return "other", False
    if noun in THING_NOUNS or (root.lemma_ in THING_VERBS and root.tag_ == "VBN"):
        return "thing", True
    span = doc[subject.left_edge.i : subject.right_edge.i + 1]
    words = [t for t in span if not t.is_punct]
    named = all(t.ent_type_ == "PERSON" for t in words) and len(words) > 1
    if named and all(t.text[0].isupper() for t in words):
        return "person", False
    return "other", False


def _headless(clause: Any) -> bool:
    """Tell whether a complement clause has no subject: a sign of a wrong parse."""
    deps = {t.dep_ for t in clause.children}
    return not deps & {"nsubj", "nsubjpass", "mark", "expl", "csubj"}


def proper_subject(claim: Claim) -> bool:
    """Tell whether the subject is a name that can stand in another sentence."""
    named = claim.simple and claim.subject.pos_ == "PROPN" and claim.subj[0].isupper()
    plain = re.match(r"(?:A|An|The) [a-z]|.*[,]|.*'s ", claim.subj) is None
    return named and plain


def parse(doc: Any) -> Claim | None:
    """Return the claim of a parsed text, None where it is not one clean clause."""
    text = doc.text
    bad = not text.endswith(".") or not 4 <= len(doc) <= 40
    if bad or '"' in text or "  " in text or not text[0].isalnum():
        return None
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if len(roots) != 1 or roots[0].pos_ not in {"VERB", "AUX"}:
        return None
    root = roots[0]
    subjects = [t for t in root.children if t.dep_ in {"nsubj", "nsubjpass"}]
    auxes = [t for t in root.children if t.dep_ in {"aux", "auxpass"} and t.i < root.i]
    finite = auxes[0] if auxes else root
    ends = finite.tag_ in {"VBD", "VBZ", "VBP", "MD"} and finite.text[0].islower()
    if len(subjects) != 1 or not ends or subjects[0].i > finite.i:
        return None
    if any(t.dep_ == "ccomp" and _headless(t) for t in root.children):
        return None
    subject = subjects[0]
    simple = subject.left_edge.i == 0 and subject.right_edge.i + 1 == finite.i
    simple = simple and subject.pos_ != "PRON" and subject.lower_ != "there"
    kind, sure = _kind_of(doc, root, subject, finite)
    return Claim(text, doc, root, subject, finite, simple, kind, sure)


def settle(claims: Sequence[Claim]) -> list[Claim]:
    """Give each subject one kind: the one that most of its sure claims show."""
    votes: dict[str, Counter[str]] = {}
    for claim in claims:
        if claim.simple and claim.sure:
            votes.setdefault(claim.subj, Counter())[claim.kind] += 1
    settled = []
    for claim in claims:
        count = votes.get(claim.subj) if claim.simple else None
        kind = claim.kind
        if count:
            best, hits = count.most_common(1)[0]
            kind = best if hits * 3 > 2 * count.total() else "other"
        settled.append(replace(claim, kind=kind, sure=bool(count)))
    return settled
