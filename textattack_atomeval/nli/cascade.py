"""Two models as one: a small one answers where it is certain, a large one the rest."""

from __future__ import annotations

from collections.abc import Sequence

from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.base import NLI, Pair

#: Below and above them the embedded first model's answers stand. Fitted on training
#: claims that its gate never decides otherwise than the reader on 0.5 % of the pairs,
#: see ``benchmarks/cascade.py``.
SURE = (0.01, 0.99)


class CascadeNLI:
    """Asks ``first``, and ``second`` wherever ``first`` is not sure.

    A pair that ``first`` cannot read whole goes to ``second`` too. Every answer is
    that of one model, so it depends on nothing but the pair.

    Args:
        first: the quick model.
        second: the model that decides.
        sure: ``first`` stands where its entailment lies below the first or above the
            second of these.

    Attributes:
        passed_on: how many pairs ``second`` was asked.
    """

    def __init__(
        self, first: NLI, second: NLI, sure: tuple[float, float] = SURE
    ) -> None:
        low, high = sure
        if not 0 <= low <= high <= 1:
            raise ValueError(f"Expected 0 <= low <= high <= 1 in `sure`, got {sure}.")
        self.first = first
        self.second = second
        self.sure = sure
        self.passed_on = 0
        self.name = f"{first.name}[{low:g},{high:g}]>{second.name}"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        quick = self.first.judge(pairs)
        open_ = {
            pair
            for pair, answer in zip(pairs, quick, strict=True)
            if not self._stands(answer)
        }
        asked = sorted(open_)
        self.passed_on += len(asked)
        slow = dict(zip(asked, self.second.judge(asked), strict=True)) if asked else {}
        return [
            slow.get(pair, answer) for pair, answer in zip(pairs, quick, strict=True)
        ]

    def _stands(self, answer: Judgement) -> bool:
        low, high = self.sure
        if answer.truncated:
            return False
        return answer.entailment < low or answer.entailment > high
