"""Pairs in batches of similar length, and logits to probabilities; pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from textattack_atomeval.encoders.encoding import Pair
from textattack_atomeval.errors import ModelRefusedError

T = TypeVar("T")


def in_buckets(
    pairs: Sequence[Pair],
    run: Callable[[Sequence[Pair]], Sequence[T]],
    batch_size: int,
) -> list[T]:
    """Answer ``pairs`` by calling ``run`` on batches of distinct, similar pairs.

    Every distinct pair is asked once, in batches of at most ``batch_size`` sorted by
    length; the answers come back in the order of ``pairs``.

    Raises:
        ValueError: ``batch_size`` is below 1, or ``run`` returned another number of
            answers than it was asked for.
    """
    if batch_size < 1:
        raise ValueError(f"Expected `batch_size` to be at least 1, got {batch_size}.")
    distinct = sorted(set(pairs), key=lambda pair: (len(pair[0]) + len(pair[1]), pair))
    answers: dict[Pair, T] = {}
    for start in range(0, len(distinct), batch_size):
        batch = distinct[start : start + batch_size]
        answers.update(zip(batch, run(batch), strict=True))
    return [answers[pair] for pair in pairs]


def softmax(logits: Sequence[float], model: str, pair: Pair) -> list[float]:
    """Return the softmax of ``logits`` that ``model`` gave for ``pair``.

    Raises:
        ModelRefusedError: a logit is not finite; it must never become a verdict.
    """
    if not all(map(math.isfinite, logits)):
        raise ModelRefusedError(
            f"{model} returned {list(logits)} for the texts {shorten(pair[0])} and "
            f"{shorten(pair[1])}; its weights or its number format (float16 overflow) "
            "are broken: use another checkpoint or float32."
        )
    top = max(logits)
    powers = [math.exp(logit - top) for logit in logits]
    total = math.fsum(powers)
    return [power / total for power in powers]


def shorten(text: str, limit: int = 60) -> str:
    """Return ``text`` quoted for an error message, cut in the middle when long."""
    if len(text) <= limit:
        return repr(text)
    half = (limit - 3) // 2
    return repr(f"{text[:half]}...{text[-half:]}")
