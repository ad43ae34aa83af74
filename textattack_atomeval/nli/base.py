"""The plug point of this layer, and the pure helpers its implementations share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import ModelRefusedError

Pair = tuple[str, str]
"""A premise and a hypothesis, in this order."""

LABELS = ("entailment", "neutral", "contradiction")

UNREAD = Judgement(0.0, 1.0, 0.0, truncated=True)
"""The answer for a pair that the model cannot read whole: a placeholder."""

T = TypeVar("T")


@runtime_checkable
class NLI(Protocol):
    """Judges whether a premise entails a hypothesis.

    ``name`` goes into the signature of every number and into cache keys, so it must
    change with the weights, for example ``onnx-minilm@0f1e2d3c4b5a``.
    """

    name: str

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order.

        The answer to a pair must not depend on what else is in ``pairs``.

        Raises:
            AtomEvalError: the model failed; never answered by a made-up judgement.
        """
        ...


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


def to_judgement(
    logits: Sequence[float], labels: Sequence[str], model: str, pair: Pair
) -> Judgement:
    """Return the softmax of ``logits`` whose order is given by ``labels``.

    Raises:
        ModelRefusedError: a logit is not finite; it must never become a verdict.
    """
    if not all(map(math.isfinite, logits)):
        raise ModelRefusedError(
            f"NLI model {model} returned {list(logits)} for the premise "
            f"{shorten(pair[0])} and the hypothesis {shorten(pair[1])}; its weights or "
            "its number format (float16 overflow) are broken: use another checkpoint "
            "or float32."
        )
    top = max(logits)
    powers = [math.exp(logit - top) for logit in logits]
    total = math.fsum(powers)
    share = {k: p / total for k, p in zip(labels, powers, strict=True)}
    return Judgement(share["entailment"], share["neutral"], share["contradiction"])


def strongest(judgements: Sequence[Judgement]) -> Judgement:
    """Return the judgement with the highest entailment, the first one of equals.

    This is how the windows of a long premise become one answer: the premise entails
    the hypothesis if one of its windows does.
    """
    return max(judgements, key=lambda judgement: judgement.entailment)


def shorten(text: str, limit: int = 60) -> str:
    """Return ``text`` quoted for an error message, cut in the middle when long."""
    if len(text) <= limit:
        return repr(text)
    half = (limit - 3) // 2
    return repr(f"{text[:half]}...{text[-half:]}")
