"""Sentences in which one person does something to another, made for a subject."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.contrasts.base import (
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    proper_subject,
)

# past tense, participle where it differs
_DEEDS = (
    ("taught", ""),
    ("interviewed", ""),
    ("sued", ""),
    ("hired", ""),
    ("defeated", ""),
    ("replaced", ""),
    ("photographed", ""),
    ("praised", ""),
    ("criticised", ""),
    ("rescued", ""),
    ("recommended", ""),
    ("trained", ""),
    ("beat", "beaten"),
    ("chose", "chosen"),
    ("drew", "drawn"),
    ("forgave", "forgiven"),
    ("fired", ""),
    ("followed", ""),
    ("mentioned", ""),
    ("advised", ""),
    ("succeeded", ""),
    ("nominated", ""),
    ("invited", ""),
    ("paid", ""),
)
_WHEN = ("", "", " in {y}", " for years", " on live television", " in {y} and {z}")


def _deed(claim: Claim, context: Context) -> tuple[str, str, str, str, str] | None:
    """Return doer, past tense, participle, the other person and the time."""
    if claim.kind != "person" or not claim.sure or not proper_subject(claim):
        return None
    rng = context.rng
    other = rng.choice(context.pools.persons)
    if other in claim.text or claim.subj in other:
        return None
    past, done = rng.choice(_DEEDS)
    year = rng.randint(1950, 2018)
    when = rng.choice(_WHEN).format(y=year, z=year + 2)
    return claim.subj, past, done or past, other, when


def swapped(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X taught Y' against 'Y taught X' and 'X was taught by Y'."""
    found = _deed(claim, context)
    if found is None:
        return
    one, past, done, two, when = found
    if past == "succeeded":
        when = ""
    forms = {
        f"{one} {past} {two}{when}.": (
            f"{two} {past} {one}{when}.",
            f"{one} was {done} by {two}{when}.",
            f"It was {two} who {past} {one}{when}.",
        ),
        f"{one} was {done} by {two}{when}.": (
            f"{two} was {done} by {one}{when}.",
            f"{one} {past} {two}{when}.",
        ),
    }
    for claimed, wrong in forms.items():
        yield context.rng.choice(wrong), claimed, NEUTRAL


def voiced(claim: Claim, context: Context) -> Iterator[Edit]:
    """'X taught Y' against 'Y was taught by X' (preserved)."""
    found = _deed(claim, context)
    if found is None:
        return
    one, past, done, two, when = found
    active, passive = f"{one} {past} {two}{when}.", f"{two} was {done} by {one}{when}."
    yield active, passive, ENTAILMENT
    yield passive, active, ENTAILMENT
