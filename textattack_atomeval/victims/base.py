"""The plug point of this layer, and the pure helpers its implementations share."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Protocol, TypeVar, runtime_checkable

from textattack_atomeval.encoders.batches import softmax
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.verdicts import Label

Pair = tuple[str, str]
"""A claim and its evidence, in this order."""

Scores = list[float]
"""The probability of each of a victim's labels."""

R = TypeVar("R")


@runtime_checkable
class Victim(Protocol):
    """A fact verifier under attack: FV(C, E) of section 3.1, with probabilities.

    ``name`` goes into the signature of every number, so it must change with the
    weights, for example ``embedded-minilm@0f1e2d3c4b5a``. ``labels`` is the verdict
    of each column; two-way victims lack NOT ENOUGH INFO.
    """

    name: str
    labels: tuple[Label, ...]

    def predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        """Return the probabilities of ``labels`` for each pair, in the same order.

        They are float32 values that sum to 1 (see :func:`probabilities`). Every pair
        gets an answer, whatever its length, and all of its text is read.

        Raises:
            AtomEvalError: the model failed; never answered by made-up probabilities.
        """
        ...


def probabilities(logits: Sequence[float], victim: Victim, pair: Pair) -> Scores:
    """Return the softmax of ``logits`` in float32 values.

    Three rounded values sum to 1 within 2e-7, in float32 too. TextAttack takes rows
    that miss 1 by 1e-6 for logits and softmaxes them once more. Rounding keeps the
    order of the labels, which a correction of the sum would not.

    Raises:
        ModelRefusedError: a logit is not finite (it must never become a verdict), or
            there are more or fewer than the victim has labels.
    """
    if len(logits) != len(victim.labels):
        raise ModelRefusedError(
            f"Victim {victim.name} returned {len(logits)} logits for the labels "
            f"{', '.join(victim.labels)}: name one label for each logit."
        )
    return array("f", softmax(logits, f"Victim {victim.name}", pair)).tolist()


def verdicts(victim: Victim, pairs: Sequence[Pair]) -> list[Label]:
    """Return the likeliest label of each pair, the first one of equals."""
    answers = victim.predict(pairs)
    return [victim.labels[scores.index(max(scores))] for scores in answers]


def answers(
    victim: Victim,
    pairs: Sequence[Pair],
    grids: Sequence[Sequence[Sequence[R]]],
    run: Callable[[Sequence[R]], Sequence[Sequence[float]]],
) -> list[Scores]:
    """Return one answer a pair, from the inputs that cover it (see :func:`joined`).

    ``grids`` holds for each pair its model inputs by part and window; ``run`` returns
    the logits of each input it is given, in one call for all of them.
    """
    logits = iter(run([row for grid in grids for part in grid for row in part]))
    found = []
    for pair, grid in zip(pairs, grids, strict=True):
        parts = [
            [probabilities(row, victim, pair) for row in islice(logits, len(part))]
            for part in grid
        ]
        found.append(joined(parts, victim.labels))
    return found


def joined(parts: Sequence[Sequence[Scores]], labels: Sequence[Label]) -> Scores:
    """Return one answer from those to windows of the evidence and parts of the claim.

    ``parts`` holds, for each part of the claim (nearly always one: the whole), the
    answers to all windows of the evidence. The most decided window answers for a
    part: the one with the highest probability of a verdict other than NOT ENOUGH
    INFO, because evidence in one window is evidence, and a window without any says
    nothing. The weakest part answers for the claim: the one whose SUPPORTED is least
    probable, because a claim holds only if all of it does, so that no rewrite can
    hide a false part in a long text.
    """
    decided = [i for i, label in enumerate(labels) if label != "NOT ENOUGH INFO"]
    best = [max(rows, key=lambda r: max(r[i] for i in decided)) for rows in parts]
    supported = labels.index("SUPPORTED")
    return min(best, key=lambda scores: scores[supported])
