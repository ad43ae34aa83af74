"""What the generators that run on this machine have in common."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Prompt, Setting

_BLOCK = 1 << 20


class Sampling(msgspec.Struct, frozen=True, kw_only=True):
    """How the next token is chosen: temperature 0 is greedy, ``top_p`` 1 is off.

    ``max_tokens`` bounds an answer; a prompt's ``sample`` is added to ``seed``.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 256
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise InputError for a setting that no model could have."""
        if not 0 <= self.temperature < float("inf"):
            raise InputError(f"temperature {self.temperature} is negative or infinite.")
        if not 0 < self.top_p <= 1:
            raise InputError(f"top_p should be in (0, 1], but is {self.top_p}.")
        if self.max_tokens < 1:
            raise InputError(f"max_tokens should be 1 or more, not {self.max_tokens}.")

    def parameters(self) -> dict[str, Setting]:
        """Return the settings as a generator's ``parameters``."""
        found: dict[str, Setting] = msgspec.structs.asdict(self)
        return found

    def seed_of(self, prompt: Prompt) -> int:
        """Return a seed of 32 bits that only the seed and the prompt decide."""
        said = f"{self.seed + prompt.sample}\0{prompt.system}\0{prompt.user}"
        digest = hashlib.sha256(said.encode(errors="surrogatepass")).digest()
        return int.from_bytes(digest[:4], "big")


def fingerprint(files: Iterable[Path]) -> str:
    """Return the first 12 hex digits of the files' SHA-256, read in pieces."""
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
    return digest.hexdigest()[:12]
