"""ASR, VASR and their screened variants, preservation and diagnostics as rates."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textattack_atomeval.data import Record
from textattack_atomeval.metrics.outcomes import Facts, facts
from textattack_atomeval.metrics.rates import Rate

DIAGNOSTICS = ("ev_drift", "scope_loss", "ev_ent", "unver_add")
Items = Iterable[Record | Facts]


def to_facts(items: Items) -> list[Facts]:
    """Return the facts of each record or of facts themselves."""
    return [item if isinstance(item, Facts) else facts(item) for item in items]


def asr(items: Items) -> Rate:
    """Return the attack success rate over the examples the victim got right (Eq. 4)."""
    return _rate(items, lambda item: item.success)


def vasr(items: Items) -> Rate:
    """Return the validity-aware rate (Eq. 5); an unscored success does not count."""
    return _rate(items, lambda item: item.outcome == "valid_success")


def s_asr(items: Items) -> Rate | None:
    """Return the rate of successes with SBERT >= 0.65; None when never computed."""
    known = to_facts(items)
    if all(item.similar is None for item in known):
        return None
    return _rate(known, lambda item: item.success and item.similar is True)


def p_asr(items: Items) -> Rate | None:
    """Return the rate of successes with perplexity <= 100; None when not computed."""
    known = to_facts(items)
    if all(item.fluent is None for item in known):
        return None
    return _rate(known, lambda item: item.success and item.fluent is True)


def _rate(items: Items, hit: Callable[[Facts], bool]) -> Rate:
    right = [item for item in to_facts(items) if item.right]
    return Rate(sum(map(hit, right)), len(right))


def preservation(items: Items) -> Rate:
    """Return the share of valid rewrites; an unscored one is not counted as valid."""
    known = to_facts(items)
    return Rate(sum(item.status == "valid" for item in known), len(known))


def diagnostic_rates(items: Items, attack: bool) -> dict[str, Rate]:
    """Return the four rates of Table 6 by name.

    EvDrift and ScopeLoss are over invalid raw successes, EvEnt and UnverAdd over
    valid ones (all invalid and valid rewrites when ``attack`` is false). Rewrites for
    which a diagnostic could not be computed are left out of its total.
    """
    known = to_facts(items)
    rates = {}
    for index, name in enumerate(DIAGNOSTICS):
        side = "invalid" if index < 2 else "valid"
        said = [
            item.diagnosis[index]
            for item in known
            if item.status == side and (item.success if attack else True)
        ]
        judged = [value for value in said if value is not None]
        rates[name] = Rate(sum(judged), len(judged))
    return rates
