"""Cons(a, p) of Eq. 2: exact checks of truth-critical values and operators.

Each check compares a claim atom, rendered as a sentence, with one premise and
returns readable violations. The checks are pure and know nothing of evidence.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from textattack_atomeval.consistency.aligned import check_aligned
from textattack_atomeval.consistency.canonical import about, in_notation
from textattack_atomeval.consistency.content import (
    check_alternatives,
    check_class,
    check_denied,
    check_dropped,
    check_intended,
    check_prefixed,
)
from textattack_atomeval.consistency.contradiction import check_contradicted
from textattack_atomeval.consistency.contrast import check_taken_back
from textattack_atomeval.consistency.dates import check_dates
from textattack_atomeval.consistency.descriptors import without_descriptors
from textattack_atomeval.consistency.names import check_names, name_spans
from textattack_atomeval.consistency.operators import (
    check_exclusivity,
    check_negation,
    check_partly,
    check_period,
    check_quantifier,
    check_superlative,
    is_negative,
)
from textattack_atomeval.consistency.ordinals import check_ordinals
from textattack_atomeval.consistency.quantities import check_quantities
from textattack_atomeval.consistency.roles import (
    check_comparison,
    check_holder,
    check_kin,
    check_roles,
)
from textattack_atomeval.data import Atom, Extraction, Violation

Check = Callable[[str, str], list[Violation]]

# "months" is part of "dates" here: a month is a date of its own granularity.
PAPER_CHECKS = ("dates", "quantities", "exclusivity")
STRICT_CHECKS = (
    *PAPER_CHECKS,
    "negation",
    "ordinals",
    "quantifiers",
    "superlatives",
    "names",
    "periods",
    "content",
    "factuality",
    "comparisons",
    "roles",
    "contrasts",
)


def _checks(
    atom: Atom, proposition: str, claim: str, rewrite: Extraction | None
) -> dict[str, Check]:
    """Return the checks by name, each (proposition, premise) → violations."""
    negated = is_negative(proposition)
    relation = atom.relation
    protected = name_spans(proposition)  # their numbers are no quantities
    return {
        "dates": lambda a, p: check_dates(a, p, protected, negated),
        "quantities": lambda a, p: check_quantities(a, p, protected, negated),
        "ordinals": lambda a, p: check_ordinals(a, p, protected, negated),
        "exclusivity": check_exclusivity,
        "negation": lambda a, p: check_negation(a, p) + check_partly(a, p),
        "quantifiers": check_quantifier,
        "superlatives": check_superlative,
        "names": check_names,
        "periods": check_period,
        "content": lambda a, p: (
            # less said under a negation is more denied
            []
            if negated
            else check_dropped(a, relation, p)
            + check_prefixed(a, p)
            + check_alternatives(claim, rewrite.text if rewrite else p)
            + check_class(atom, a, p)
        ),
        "comparisons": lambda a, p: check_comparison(atom, a, p),
        "roles": lambda a, p: (
            [*_roles(atom, claim, rewrite)]
            + ([] if negated else check_kin(claim, atom.object, p))
        ),
        "contrasts": lambda a, p: [*_contrasts(atom, claim, rewrite)],
        "factuality": lambda a, p: (
            [] if negated else check_denied(a, p) + check_intended(a, relation, p)
        ),
    }


# What these find is the same for every premise of the rewrite.
@functools.lru_cache(maxsize=64)
def _roles(atom: Atom, claim: str, rewrite: Extraction | None) -> tuple[Violation, ...]:
    if rewrite is None:
        return ()
    swapped = check_roles(atom, rewrite.atoms)
    return (*swapped, *check_holder(atom, claim, rewrite))


@functools.lru_cache(maxsize=64)
def _contrasts(
    atom: Atom, claim: str, rewrite: Extraction | None
) -> tuple[Violation, ...]:
    if rewrite is None:
        return ()
    taken_back = check_taken_back(atom, claim, rewrite)
    return (*taken_back, *check_contradicted(atom, rewrite))


def check(
    atom: Atom,
    proposition: str,
    premise: str,
    checks: Sequence[str],
    claim: str = "",
    rewrite: Extraction | None = None,
) -> tuple[Violation, ...]:
    """Return what ``premise`` violates of ``proposition``, the rendered ``atom``.

    ``claim`` is the whole claim, where that is more than the atom; ``rewrite`` is
    what the premise was taken from: structure and "or" show only there.

    A negated atom reverses the direction in which values may become more exact:
    "not born in 1986" gives "not born on 16 March 1986".

    Raises:
        KeyError: a name in ``checks`` is no check.
    """
    table = _checks(atom, proposition, claim or proposition, rewrite)
    found: list[Violation] = []
    for name in checks:
        found += table[name](proposition, premise)
    return tuple(dict.fromkeys(found))  # two checks may see the same


__all__ = [
    "PAPER_CHECKS",
    "STRICT_CHECKS",
    "about",
    "check",
    "check_aligned",
    "in_notation",
    "is_negative",
    "without_descriptors",
]
