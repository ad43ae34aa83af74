"""Negation, hedges and exclusivity: the operators that stand around a predicate."""

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
    infinitive,
)
from benchmarks.contrasts.words import NUMBER_WORDS

_AUX = {"is", "was", "are", "were", "has", "have", "had", "can", "will", "would"}


def is_aux(claim: Claim) -> bool:
    """Tell whether the finite verb takes 'not' directly."""
    low = claim.finite.lower_
    if low in {"has", "have", "had"}:
        return bool(claim.finite.dep_ == "aux")
    return low in _AUX or bool(claim.finite.tag_ == "MD")


def negated(claim: Claim, word: str = "not") -> str:
    """Return the claim with its finite verb negated."""
    finite, rest = claim.finite, claim.rest
    if is_aux(claim):
        return fix(f"{claim.subj} {finite.text} {word}{rest}")
    if word == "never":
        return fix(f"{claim.subj} never {finite.text}{rest}")
    do = "did" if claim.past else ("does" if finite.tag_ == "VBZ" else "do")
    return fix(f"{claim.subj} {do} not {finite.lemma_}{rest}")


def _plain(claim: Claim) -> bool:
    """Tell whether the claim can be negated and hedged without second thoughts."""
    spare = not re.search(r"\b(?:some|something|also|already|still)\b", claim.text)
    return claim.simple and claim.open and spare


_FALSE_THAT = (
    "It is a myth that {}",
    "It is not true that {}",
    "It is false that {}",
    "It is simply wrong to say that {}",
    "It is not the case that {}",
    "Contrary to popular belief, it is untrue that {}",
)
_DENIED_THAT = (
    "A spokesman denied that {}",
    "Critics denied that {}",
    "There is no proof that {}",
    "Few people believe that {}",
    "Historians doubt that {}",
    "Nobody has shown that {}",
)


def negation(claim: Claim, context: Context) -> Iterator[Edit]:
    """Add or take away a negation, also in other words."""
    if claim.negative:
        bare = _unnegated(claim)
        if bare:
            yield bare, claim.text, CONTRADICTION
        return
    if not _plain(claim):
        return
    for word in ("not", "never") if claim.past else ("not",):
        text = negated(claim, word)
        yield text, claim.text, CONTRADICTION
        if word == "not" or not re.search(r"\d{4}", claim.text):
            yield claim.text, text, CONTRADICTION
    wrong, denied = context.rng.choice(_FALSE_THAT), context.rng.choice(_DENIED_THAT)
    yield fix(wrong.format(claim.inner)), claim.text, CONTRADICTION
    yield fix(denied.format(claim.inner)), claim.text, NEUTRAL
    if claim.kind == "person" and claim.past and not is_aux(claim):
        how = context.rng.choice(["refused to", "failed to", "declined to"])
        text = f"{claim.subj} {how} {claim.finite.lemma_}{claim.rest}"
        yield fix(text), claim.text, CONTRADICTION


def _unnegated(claim: Claim) -> str | None:
    """Return the claim without its 'not' or 'never', if that is its one guard."""
    low = claim.text.lower()
    if (
        not claim.simple
        or len(re.findall(r"\b(?:not|never|no|any|yet|ever)\b", low)) > 1
    ):
        return None
    nexts = claim.rest.split()
    if not nexts or nexts[0] not in {"not", "never"}:
        return None
    rest = claim.rest.replace(f" {nexts[0]}", "", 1)
    finite = claim.finite
    if is_aux(claim):
        return fix(f"{claim.subj} {finite.text}{rest}")
    root = claim.root
    if (
        finite.lemma_ != "do"
        or root.tag_ != "VB"
        or not rest.startswith(f" {root.text}")
    ):
        return None
    after = rest[len(root.text) + 1 :]
    forms = {"does": _third(root.text), "do": root.text}
    verb = forms.get(finite.lower_)
    return fix(f"{claim.subj} {verb}{after}") if verb else None


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return verb + "es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", verb) + "s"


def negation_paraphrase(claim: Claim, context: Context) -> Iterator[Edit]:
    """Say the same negation in other words (preserved)."""
    if not _plain(claim):
        return
    claimed = negated(claim)
    wrong = context.rng.choice(_FALSE_THAT)
    yield fix(wrong.format(claim.inner)), claimed, ENTAILMENT
    yield claimed, fix(f"It is not true that {claim.inner}"), ENTAILMENT
    twice = context.rng.choice(["It is not false that {}", "Nobody can deny that {}"])
    yield fix(twice.format(claim.inner)), claim.text, ENTAILMENT
    if claim.past and not re.search(r"\d{4}", claim.text):
        yield negated(claim, "never"), claimed, ENTAILMENT
        if claim.root.tag_ in {"VBD", "VBN"} and claim.root.lemma_ != "be":
            how = context.rng.choice(["At no time", "At no point"])
            yield _inverted(claim, how), negated(claim, "never"), ENTAILMENT


def _inverted(claim: Claim, lead: str) -> str:
    finite, rest = claim.finite, claim.rest
    if is_aux(claim):
        return fix(f"{lead} {finite.text} {_low(claim)}{rest}")
    return fix(f"{lead} did {_low(claim)} {finite.lemma_}{rest}")


def _low(claim: Claim) -> str:
    return claim.inner[: claim.finite.idx].rstrip()


_REPORTED = (
    "Some claim that {}",
    "Critics allege that {}",
    "It is rumoured that {}",
    "Rumour has it that {}",
    "It has been suggested that {}",
    "According to unconfirmed reports, {}",
    "Some fans insist that {}",
    "One blogger wrote that {}",
    "It is unclear whether {}",
    "Many people believe that {}",
    "Some ask whether {}",
    "Nobody knows whether {}",
    "There were rumours that {}",
    "A gossip column once hinted that {}",
    "It is possible that {}",
    "If the tabloids are right, {}",
)
_ADVERBS = (
    "reportedly",
    "allegedly",
    "supposedly",
    "possibly",
    "perhaps",
    "apparently",
)
_SAID = (
    "is said to",
    "is rumoured to",
    "is thought to",
    "is believed to",
    "is alleged to",
)
_MODALS = ("might", "may", "could")
_WANTED = (
    "wanted to",
    "planned to",
    "hoped to",
    "tried to",
    "offered to",
    "was asked to",
)


def question(claim: Claim) -> str:
    """Return the claim as a yes-no question."""
    finite = claim.finite
    if is_aux(claim):
        return f"{finite.text.capitalize()} {_low(claim)}{claim.rest}?"
    do = "Did" if claim.past else ("Does" if finite.tag_ == "VBZ" else "Do")
    return f"{do} {_low(claim)} {finite.lemma_}{claim.rest}?"


def hedge(claim: Claim, context: Context) -> Iterator[Edit]:
    """Report, suppose, ask, wish or almost do what the claim asserts."""
    if not _plain(claim):
        return
    rng, verb = context.rng, infinitive(claim)
    yield fix(rng.choice(_REPORTED).format(claim.inner)), claim.text, NEUTRAL
    yield fix(rng.choice(_REPORTED).format(claim.inner)), claim.text, NEUTRAL
    yield question(claim), claim.text, NEUTRAL
    if verb:
        yield fix(f"{claim.subj} {rng.choice(_MODALS)} {verb}"), claim.text, NEUTRAL
        said = rng.choice(_SAID)
        if claim.kind == "plural":
            said = said.replace("is ", "are ", 1)
        yield fix(f"{claim.subj} {said} {verb}"), claim.text, NEUTRAL
    adverb = rng.choice(_ADVERBS)
    yield _with_adverb(claim, adverb), claim.text, NEUTRAL
    if claim.kind == "person" and claim.past and not is_aux(claim):
        if claim.root.lemma_ not in _INVOLUNTARY:
            rest = f"{claim.finite.lemma_}{claim.rest}"
            yield fix(f"{claim.subj} {rng.choice(_WANTED)} {rest}"), claim.text, NEUTRAL
            near = rng.choice(["almost", "nearly", "very nearly"])
            yield fix(f"{claim.subj} {near} {claim.pred}"), claim.text, CONTRADICTION


_INVOLUNTARY = set(
    "die live have be become know born suffer receive want like love hate attempt try "
    "need plan hope think believe begin grow fall lose appear seem".split()
)


def _with_adverb(claim: Claim, adverb: str) -> str:
    if is_aux(claim):
        return fix(f"{claim.subj} {claim.finite.text} {adverb}{claim.rest}")
    return fix(f"{claim.subj} {adverb} {claim.pred}")


_ONLY = re.compile(r"\b(?:only|solely|exclusively|strictly|purely)\b ?")
_NUMBERS = "|".join(["a ", "an ", "one", *NUMBER_WORDS])
_WEAK = ("mainly", "mostly", "primarily", "chiefly", "largely", "partly")


def exclusivity(claim: Claim, context: Context) -> Iterator[Edit]:
    """Drop or weaken an 'only' that the claim has, or was given first."""
    natural = _ONLY.findall(claim.body)
    if natural:
        yield from _natural_only(claim, context, len(natural))
        return
    given = _given_only(claim, context)
    if given is None:
        return
    claimed, weak = given
    yield claim.text, claimed, NEUTRAL
    yield weak, claimed, NEUTRAL
    if not claim.body.endswith(")"):
        tail = context.rng.choice(
            [", among other things", ", though not exclusively", ", but not only that"]
        )
        yield fix(claim.body + tail), claimed, (
            CONTRADICTION if "not" in tail else NEUTRAL
        )


def _natural_only(claim: Claim, context: Context, count: int) -> Iterator[Edit]:
    m = _ONLY.search(claim.body)
    after = claim.body[m.end() :] if m else ""
    before = claim.body[: m.start()] if m else ""
    # "for only one year" hardly differs from "for one year".
    spare = re.match(rf"child|son|daughter|\d|{_NUMBERS}", after)
    if m is None or count > 1 or claim.negative or spare:
        return
    if re.search(r"\b(?:the|an?|his|her|its|their) $", before) or not after:
        return
    yield cut(claim.body, m.start(), m.end()), claim.text, NEUTRAL
    weak = context.rng.choice(_WEAK)
    yield cut(claim.body, m.start(), m.end(), f"{weak} "), claim.text, NEUTRAL


# Things done once, of which "only did it" says little.
_ONCE = set(
    "become form found debut marry kill assassinate sign begin start "
    "end establish make "
    "have last run destroy discover invent win lose graduate divorce "
    "take happen occur".split()
)


def _given_only(claim: Claim, context: Context) -> tuple[str, str] | None:
    """Return the claim with 'only' put in, and with a weaker adverb there."""
    if not (_plain(claim) and claim.rest.strip()):
        return None
    if claim.root.lemma_ in {"be", "bear", "die"} and claim.root.tag_ != "VBN":
        if not re.match(r" (?:in|on|at|for|from)\b", claim.rest):
            return None
    if re.search(r"\b(?:born|birth|released|died|founded|known|named)\b", claim.text):
        return None
    if re.search(rf"\d|\b(?:{'|'.join(NUMBER_WORDS)})\b", claim.pred):
        return None
    if claim.root.lemma_ in _ONCE or re.match(r" \w+ly\b| (?:first|well)", claim.rest):
        return None
    word = context.rng.choice(["only", "solely", "exclusively", "only"])
    weak = context.rng.choice(_WEAK)
    return _with_adverb(claim, word), _with_adverb(claim, weak)


def exclusivity_synonym(claim: Claim, context: Context) -> Iterator[Edit]:
    """'only' against 'solely', 'exclusively', 'nothing but' (preserved)."""
    given = _given_only(claim, context)
    if given is None or _ONLY.search(claim.body):
        return
    one, two = context.rng.sample(["only", "solely", "exclusively"], 2)
    yield _with_adverb(claim, one), _with_adverb(claim, two), ENTAILMENT
    yield from _nowhere_else(claim)


def _nowhere_else(claim: Claim) -> Iterator[Edit]:
    m = re.search(r" in (?=[A-Z][^,]*$)", claim.body)
    last = claim.doc[-2]
    if m and is_aux(claim) and last.ent_type_ == "GPE" and last.head.lower_ == "in":
        only = cut(claim.body, m.start(), m.start(), " only")
        yield fix(f"{claim.body} and nowhere else"), only, ENTAILMENT
