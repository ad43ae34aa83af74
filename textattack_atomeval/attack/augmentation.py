"""Data augmentation that keeps what a text says."""

from __future__ import annotations

from typing import Any

from textattack.augmentation import Augmenter
from textattack.shared import AttackedText
from textattack.transformations import Transformation

from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.pipeline import AtomEval


class PreservingAugmenter(Augmenter):
    """TextAttack's augmenter that returns preserved texts only.

    Every augmented text must pass the gate against the text it was made from, so its
    label can stay. The text itself, which TextAttack gives back where nothing passes,
    is left out: it is no new one.

    Args:
        transformation: suggests new texts; by default words are replaced by their
            contractions and characters swapped, which needs no resource.
        constraints: further ones, asked before the gate.
        policy: the gate's policy; the engine's own, else "strict", when None.
        engine: an engine or a handle of one instead of the embedded engine.
        options: those of :class:`textattack.augmentation.Augmenter`
            (``pct_words_to_swap``, ``transformations_per_example``, …).

    Example:
        >>> from textattack_atomeval.attack import PreservingAugmenter
        >>> augmenter = PreservingAugmenter(transformations_per_example=2)
        >>> augmenter.augment("The bridge opened in 1925.")  # doctest: +SKIP
    """

    def __init__(
        self,
        transformation: Transformation | None = None,
        constraints: Any = (),
        policy: str | None = None,
        engine: AtomEval | EngineHandle | None = None,
        **options: Any,
    ) -> None:
        self.gate = AtomPreservation(policy=policy, engine=engine)
        super().__init__(
            transformation or _default(), [*constraints, self.gate], **options
        )

    def augment(self, text: Any) -> Any:
        """Return the preserved texts made from ``text``, as the host's augmenter."""
        found = super().augment(text)
        if self.advanced_metrics:  # texts, perplexity, similarity
            return found
        own = AttackedText(text).printable_text()
        return [new for new in found if new != own]


def _default() -> Transformation:
    from textattack.transformations import (
        CompositeTransformation,
        WordSwapContract,
        WordSwapNeighboringCharacterSwap,
    )

    return CompositeTransformation(
        [WordSwapContract(), WordSwapNeighboringCharacterSwap()]
    )
