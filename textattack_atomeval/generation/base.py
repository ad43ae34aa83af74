"""What a generator is asked, what it answers, and who may answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

Finish = Literal["stop", "length", "filter"]
Setting = str | int | float | None


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """One request for one rewrite (section 4.2 and appendix D).

    ``system`` and ``user`` are what a language model reads; ``claim``, ``evidence``
    and ``family`` are what they were made from, for generators that look an earlier
    rewrite up. ``version`` identifies the templates. ``sample`` counts repeated
    requests for the same rewrite: a backend adds it to its seed.
    """

    claim: str
    evidence: str
    family: str
    system: str
    user: str
    version: str
    sample: int = 0


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """What came back for one prompt, unprocessed.

    ``error`` says why nothing came back (an outage is never an answer). ``finish`` is
    "length" when the text was cut by the token limit and "filter" when the provider
    withheld it. Tokens are None where the backend does not count them; ``calls`` are
    the requests that were made, retries included; ``seconds`` is the time they took.
    No calls means a saved rewrite, taken as it stands, or that none was saved.
    """

    text: str = ""
    error: str = ""
    finish: Finish = "stop"
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    calls: int = 1
    seconds: float = 0.0


class Generator(Protocol):
    """A source of rewrites: a language model, a server, or a file of earlier ones."""

    @property
    def name(self) -> str:
        """Backend and model with its revision, for signatures and keys."""

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """Sampling parameters and seed: all that changes what it answers."""

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return one completion a prompt, in the same order; outages do not raise."""
