"""What rewriting took: calls, tokens, seconds and, at the user's prices, money."""

from __future__ import annotations

from collections import Counter

import msgspec

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.rewriting import Rewrite

_CHARS_PER_TOKEN = 4  # English text under the usual vocabularies; an estimate
_MILLION = 1_000_000


def estimate_tokens(prompt: Prompt) -> int:
    """Return about how many tokens a prompt has: a quarter of its characters."""
    return -(-(len(prompt.system) + len(prompt.user)) // _CHARS_PER_TOKEN)


class Prices(msgspec.Struct, frozen=True):
    """What a million tokens cost, in the user's currency."""

    prompt: float
    completion: float

    def __post_init__(self) -> None:
        """Raise InputError for a price that is negative or no number."""
        for price in (self.prompt, self.completion):
            if not 0 <= price < float("inf"):
                raise InputError(f"A price of {price} is none; give 0 or more.")

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost."""
        whole = prompt_tokens * self.prompt + completion_tokens * self.completion
        return whole / _MILLION


class Tally:
    """Sums what rewrites took, and counts how they ended.

    ``uncounted`` rewrites are those that made calls and whose tokens the backend did
    not count: with any, the tokens and the cost are lower bounds.
    """

    def __init__(self) -> None:
        self.ok = 0
        self.calls = 0
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.uncounted = 0
        self.seconds = 0.0
        self.abstained: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How many rewrites were added."""
        return self.ok + self.abstained.total() + self.errors.total()

    def add(self, rewrite: Rewrite) -> None:
        """Add one rewrite; errors are counted by their kind, the words before ":"."""
        if rewrite.status == "ok":
            self.ok += 1
        elif rewrite.status == "abstained":
            self.abstained[rewrite.reason] += 1
        else:
            self.errors[rewrite.reason.partition(":")[0]] += 1
        self.calls += rewrite.calls
        self.seconds += rewrite.seconds
        self.prompt_tokens += rewrite.prompt_tokens or 0
        self.completion_tokens += rewrite.completion_tokens or 0
        self.uncounted += rewrite.calls > 0 and rewrite.prompt_tokens is None

    def cost(self, prices: Prices) -> float:
        """Return what the counted tokens cost."""
        return prices.cost(self.prompt_tokens, self.completion_tokens)
