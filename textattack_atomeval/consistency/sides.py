"""What every check looks at: a claim's atom on one side, a premise on the other."""

from __future__ import annotations

import msgspec

from textattack_atomeval.consistency.denial import is_negative
from textattack_atomeval.data import Atom
from textattack_atomeval.values.names import name_spans


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """An atom of the claim and a premise of the rewrite.

    Attributes:
        atom: the claim's atom.
        proposition: h(a), the atom as a sentence.
        premise: a premise candidate, one of Π(C').
    """

    atom: Atom
    proposition: str
    premise: str

    @property
    def negated(self) -> bool:
        """Whether the proposition denies something.

        That reverses the direction in which values may become more exact: "not born in
        1986" gives "not born on 16 March 1986".
        """
        return is_negative(self.proposition)

    @property
    def names(self) -> tuple[tuple[int, int], ...]:
        """The spans of the proposition's names; their numbers are no values."""
        return name_spans(self.proposition)
