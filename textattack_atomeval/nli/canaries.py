"""Pairs that every usable NLI model gets right: they prove a checkpoint's label map.

A checkpoint whose ``id2label`` is wrong, or that was trained for another task, loads
without a complaint and answers every question; it fails here.
"""

from __future__ import annotations

from collections.abc import Sequence

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli.base import LABELS, NLI, Pair

CANARIES: tuple[tuple[Pair, str], ...] = (
    (("A dog is running through the park.", "An animal is running."), "entailment"),
    (("The bakery sold bread and cakes.", "The bakery sold bread."), "entailment"),
    (("Three women are playing football.", "Women are playing."), "entailment"),
    (("A man is cooking dinner.", "The man has two sisters."), "neutral"),
    (("The bakery sold bread.", "The bakery is owned by a doctor."), "neutral"),
    (("A woman is reading a book.", "The book was written in 1950."), "neutral"),
    (("The shop is open today.", "The shop is not open today."), "contradiction"),
    (("The man is asleep.", "The man is awake."), "contradiction"),
    (("All the lights are on.", "All the lights are off."), "contradiction"),
)


def likeliest(judgement: Judgement) -> str:
    """Return the label with the highest probability."""
    return max(LABELS, key=lambda label: float(getattr(judgement, label)))


def prove(nli: NLI, remedy: str, allowed: int = 0) -> None:
    """Ask the canary pairs.

    A good model with two labels swapped gets 6 of the 9 wrong, so up to 5 ``allowed``
    mistakes of a weak model still prove the label map.

    Raises:
        ModelRefusedError: more answers are wrong than ``allowed``; names the pairs
            and ``remedy``.
    """
    pairs: Sequence[Pair] = [pair for pair, _ in CANARIES]
    wrong = [
        f"{pair[0]!r} / {pair[1]!r} should be {label}, not {likeliest(answer)}"
        for (pair, label), answer in zip(CANARIES, nli.judge(pairs), strict=True)
        if answer.truncated or likeliest(answer) != label
    ]
    if len(wrong) > allowed:
        raise ModelRefusedError(
            f"NLI model {nli.name} fails {len(wrong)} of {len(CANARIES)} canary pairs "
            f"({'; '.join(wrong)}): its label order is wrong or it is no NLI model. "
            f"{remedy}"
        )
