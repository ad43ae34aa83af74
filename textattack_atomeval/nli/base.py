"""The plug point of this layer, and the pure helpers its implementations share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from textattack_atomeval.data import Judgement
from textattack_atomeval.encoders.batches import softmax

Pair = tuple[str, str]
"""A premise and a hypothesis, in this order."""

LABELS = ("entailment", "neutral", "contradiction")

UNREAD = Judgement(0.0, 1.0, 0.0, truncated=True)
"""The answer for a pair that the model cannot read whole: a placeholder."""


@runtime_checkable
class NLI(Protocol):
    """Judges whether a premise entails a hypothesis.

    ``name`` goes into the signature of every number and into cache keys, so it must
    change with the weights, for example ``onnx-reader@0f1e2d3c4b5a``.
    """

    name: str

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order.

        The answer to a pair must not depend on what else is in ``pairs``.

        Raises:
            AtomEvalError: the model failed; never answered by a made-up judgement.
        """
        ...


def to_judgement(
    logits: Sequence[float], labels: Sequence[str], model: str, pair: Pair
) -> Judgement:
    """Return the softmax of ``logits`` whose order is given by ``labels``.

    Raises:
        ModelRefusedError: a logit is not finite; it must never become a verdict.
    """
    shares = softmax(logits, f"NLI model {model}", pair)
    share = dict(zip(labels, shares, strict=True))
    return Judgement(share["entailment"], share["neutral"], share["contradiction"])


def strongest(judgements: Sequence[Judgement]) -> Judgement:
    """Return the judgement with the highest entailment, the first one of equals.

    This is how the windows of a long premise become one answer: the premise entails
    the hypothesis if one of its windows does.
    """
    return max(judgements, key=lambda judgement: judgement.entailment)
