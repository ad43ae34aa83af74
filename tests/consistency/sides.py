"""Two sentences as the sides of a check."""

from __future__ import annotations

from textattack_atomeval.consistency import Sides
from textattack_atomeval.data import Atom


def sides(claim: str, premise: str) -> Sides:
    """Return a claim that is one atom, and a premise."""
    atom = Atom(subject="it", relation="is", proposition=claim)
    return Sides(atom=atom, proposition=claim, premise=premise)
