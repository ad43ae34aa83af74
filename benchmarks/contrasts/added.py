"""Added context: invented side facts around a claim, which leave it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.contrasts.base import ENTAILMENT, Claim, Context, Edit
from benchmarks.contrasts.words import MONTHS

# Each side fact is about the attention that the subject got, so that it can agree with
# any claim. {n} a name, {y} a year, {k} a small number, {m} a month, {g} a group.
WHICH = (
    "the subject of a magazine article in {y}",
    "a favourite topic of the critic {n}",
    "a regular entry in pub quizzes",
    "discussed in {k} podcasts last year",
    "a name that {n} mentions often",
    "listed in an almanac of {y}",
    "no stranger to newspaper readers",
    "mentioned {k} times in a {y} travel diary",
    "once the answer to a crossword clue",
    "never out of the news for long",
    "a topic that {n} has lectured on",
    "the theme of an exhibition in {m} {y}",
    "hardly unknown to collectors",
    "covered by {k} local newspapers",
    "a subject on which {n} wrote a short essay in {y}",
    "not a topic that {n} ever liked to discuss",
    "discussed at length on a radio show in {m}",
    "the theme of a lecture given to {k} students",
    "much debated on internet forums",
    "often brought up by {g} in its newsletters",
)
PARTICIPLES = (
    "Discussed by {n} in a {y} lecture",
    "Mentioned in {k} school textbooks",
    "Featured on the cover of a small magazine in {m} {y}",
    "Often written about by {n}",
    "Known to readers of the local press",
    "Listed by {g} in a {y} brochure",
    "Cited in {k} footnotes of a {y} thesis",
    "Never far from the headlines",
    "Much talked about in {m}",
    "Recalled fondly by {n}",
    "Praised by some reviewers and ignored by others",
    "Studied by {k} graduate students",
    "Long a subject of gossip columns",
    "Not to be confused with a namesake in a {y} encyclopedia",
)
TAILS = (
    "and {n} wrote a column about it in {y}",
    "and {k} reporters covered the story",
    "and {n} never commented on it",
    "as {n} pointed out in a letter of {m} {y}",
    "and a small museum put up a display about it in {y}",
    "as a brochure by {g} notes",
    "and {n}, who is not a journalist, told {k} friends about it",
    "a fact that {n} printed on {k} posters",
    "as {k} encyclopedias correctly record",
    "and {n} was later asked about it on the radio",
    "which {n} did not find surprising",
    "and the news reached {n} only in {m}",
    "as visitors to a {y} exhibition learned",
    "and {g} sent out {k} leaflets about it",
    "a point that {n} did not fail to make in {y}",
    "as everyone at {g} knows",
)
BEFORE = (
    "{n} is a fan of quizzes.",
    "A column by {n} from {y} is worth reading.",
    "{g} answers {k} letters a day.",
    "The library reopened in {m} {y}.",
    "{n} never travels without a notebook.",
    "An almanac of {y} has {k} pages on the subject.",
    "{n} is younger than most of the other reporters.",
    "Trivia nights are popular with students.",
    "The archive does not open on Mondays.",
    "A podcast with {k} episodes covers the topic.",
    "{n} was born in {m} {y}.",
    "{g} was set up in {y}.",
    "{n} directed {k} plays at a small theatre.",
    "{n} never won an award.",
    "{n} might move to Lisbon.",
    "Some claim that {n} once lived in Geneva.",
    "{n} is the second-oldest member of the club.",
    "A rival project by {n} won only {k} prizes.",
    "{n} wrote at least {k} letters to the editor.",
    "{n} and {k} friends went to Oslo in {m} {y}.",
    "All {k} members of the quiz team like {n}.",
    "{n} did not attend the premiere of {g}'s latest film.",
)
AFTER = (
    "{n} wrote about this in {y}.",
    "{n} was not involved.",
    "{g} later put this on its website.",
    "The story was retold by {n} in {m} {y}.",
    "{k} newspapers printed the news.",
    "A {y} almanac has a page on it.",
    "Not everyone found this interesting.",
    "{n} heard about it {k} months later.",
    "It is a popular question in quizzes.",
    "{n} and {k} others talked about it for hours.",
    "The matter was on the radio in {m}.",
    "{n} did not hear of it until {y}.",
    "{n}'s own book came out in {m} {y}.",
    "By then {n} had left {g}.",
    "{n} had {k} questions about it.",
    "Meanwhile, {n} was on holiday in Norway.",
    "{n} was born in {y}, in another town.",
    "{n}, on the other hand, was never famous.",
    "{n} won {k} prizes for something else.",
    "{n} only reads the sports pages.",
    "{g} made more than {k} films that year.",
    "{n} works for {g}.",
)

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


def fill(template: str, context: Context, echo: dict[str, str], claim: Claim) -> str:
    """Fill a side fact's blanks, preferring the echoes of what an edit removed."""
    rng = context.rng
    values = {
        "n": _pick(context.pools.persons, claim, context),
        "y": str(rng.randint(1940, 2021)),
        "k": str(rng.randint(3, 40)),
        "m": rng.choice(MONTHS),
        "g": _pick(context.pools.groups, claim, context),
    }
    return template.format(**(values | echo))


def _pick(pool: object, claim: Claim, context: Context) -> str:
    names = list(pool) if isinstance(pool, (list, tuple)) else []
    while True:
        name = context.rng.choice(names)
        if name not in claim.text:
            return str(name)


def echoes(premise: str, hypothesis: str) -> dict[str, str]:
    """Return the values that an edit removed, to come back in another role."""
    found: dict[str, str] = {}
    for key, pattern in (
        ("y", _YEAR),
        ("k", re.compile(r"(?<![\w,.$])\d{1,2}(?![\w,.%])")),
    ):
        gone = [v for v in pattern.findall(hypothesis) if v not in premise]
        if gone:
            found[key] = gone[0]
    months = [m for m in MONTHS if m in hypothesis and m not in premise]
    if months:
        found["m"] = months[0]
    return found


def add_context(
    premise: str, hypothesis: str, claim: Claim, context: Context, tail: bool = True
) -> str | None:
    """Return the premise with a side fact before, inside or after it.

    A tail such as "as everyone knows" would assert what a hedge leaves open: without
    ``tail`` there is none.
    """
    if not premise.endswith(".") or premise.isupper() or premise.islower():
        return None
    echo = {} if premise == hypothesis else echoes(premise, hypothesis)
    forms = ["before", "after", "after", "inside", "front", *(["tail"] if tail else [])]
    form = context.rng.choice(forms)
    plain = not re.search(r"[?:;]|\. ", premise)
    return _placed(form if plain else "after", premise, claim, context, echo)


def _placed(
    form: str, premise: str, claim: Claim, context: Context, echo: dict[str, str]
) -> str | None:
    rng, body = context.rng, premise[:-1]
    if form == "before":
        return f"{fill(rng.choice(BEFORE), context, echo, claim)} {premise}"
    if form == "after":
        return f"{premise} {fill(rng.choice(AFTER), context, echo, claim)}"
    if form == "tail":
        return f"{body}, {fill(rng.choice(TAILS), context, echo, claim)}."
    named = claim.simple and claim.kind in {"person", "thing"}
    if not named or not premise.startswith(f"{claim.subj} "):
        return f"{premise} {fill(rng.choice(AFTER), context, echo, claim)}"
    if form == "front":
        return f"{fill(rng.choice(PARTICIPLES), context, echo, claim)}, {premise}"
    side = fill(rng.choice(WHICH), context, echo, claim)
    who = "who" if claim.kind == "person" else "which"
    lead = rng.choice([f"{who} was ", f"{who} is ", ""])
    return f"{claim.subj}, {lead}{side},{body[len(claim.subj):]}."


def added_context(claim: Claim, context: Context) -> Iterator[Edit]:
    """Leave the claim alone and say something else beside it (preserved)."""
    for _ in range(3):
        text = add_context(claim.text, claim.text, claim, context)
        if text:
            yield text, claim.text, ENTAILMENT
