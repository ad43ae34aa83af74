"""Cons(a, p) of Eq. 2: explicit checks of truth-critical values.

A check compares the values of a claim's atom with those of one premise and returns
what it finds contradicted or missing as readable violations. It is pure and knows
nothing of evidence. To add one: a module with a function from :class:`Sides` to
violations, its kind in :data:`textattack_atomeval.data.ViolationKind`, a line here.

``paper`` lets violations decide, as Eq. 2 does. ``strict`` only names them: measured on
rewrites that nobody wrote the checks from, none was right often enough to overrule the
reader (``benchmarks/RESULTS.md``), since a date or number may come back in any words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from textattack_atomeval.consistency.dates import check_dates
from textattack_atomeval.consistency.exclusivity import check_exclusivity
from textattack_atomeval.consistency.ordinals import check_ordinals
from textattack_atomeval.consistency.quantities import check_quantities
from textattack_atomeval.consistency.sides import Sides
from textattack_atomeval.data import Violation

Check = Callable[[Sides], list[Violation]]

# The paper's "months" are part of "dates" here: a date of its own granularity.
CHECKS: dict[str, Check] = {
    "dates": check_dates,
    "quantities": check_quantities,
    "exclusivity": check_exclusivity,
    "ordinals": check_ordinals,
}
PAPER_CHECKS = ("dates", "quantities", "exclusivity")
ALL_CHECKS = tuple(CHECKS)


def check(sides: Sides, names: Sequence[str]) -> tuple[Violation, ...]:
    """Return what the premise violates of the atom, by the checks called ``names``.

    Raises:
        KeyError: a name is no check's.
    """
    return tuple(
        msgspec.structs.replace(violation, check=name)
        for name in names
        for violation in dict.fromkeys(CHECKS[name](sides))
    )


__all__ = ["ALL_CHECKS", "CHECKS", "PAPER_CHECKS", "Check", "Sides", "check"]
