"""Any three-way NLI checkpoint in the transformers format, by hub id or path."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from textattack_atomeval.data import Judgement
from textattack_atomeval.encoders.batches import in_buckets
from textattack_atomeval.encoders.checkpoint import REVISION
from textattack_atomeval.encoders.classifier import MAX_LENGTH, PairClassifier
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli.base import (
    LABELS,
    UNREAD,
    Pair,
    strongest,
    to_judgement,
)
from textattack_atomeval.nli.canaries import prove

PAPER_MODEL = "MoritzLaurer/DeBERTa-v3-base-mnli-fever-anli"


class TransformersNLI:
    """Judges pairs with a sequence classification checkpoint.

    The order of its logits is read from ``id2label`` and proven on canary pairs.
    Only safetensors weights are read, no code from the checkpoint is run, and nothing
    is downloaded unless ``allow_download`` is true.

    Args:
        model: hub id or directory.
        revision: commit hash, tag or branch on the hub; ignored for a directory.
        device: a torch device, by default CUDA where there is one, else the CPU.
        batch_size: pairs in one run of the model, by default 1 on the CPU (where an
            answer is then bit for bit independent of the other pairs, at the same
            speed) and 32 elsewhere (where rounding can move the last digits).
        max_length: tokens read at once; longer premises are judged in windows, as by
            :class:`~textattack_atomeval.nli.onnx.OnnxNLI`.
        allow_download: fetch the checkpoint from the hub when it is not cached.

    Raises:
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: its labels are ambiguous or it fails the canary pairs.
    """

    def __init__(
        self,
        model: str | Path = PAPER_MODEL,
        revision: str = REVISION,
        device: str | None = None,
        batch_size: int | None = None,
        max_length: int = MAX_LENGTH,
        allow_download: bool = False,
    ) -> None:
        self._model = PairClassifier(
            str(model),
            "NLI model",
            revision,
            device,
            batch_size,
            max_length,
            allow_download,
        )
        self._labels = read_labels(self._model.id2label, str(model))
        self._lock = threading.Lock()
        self.name = self._model.name
        prove(self, "Use a three-way NLI checkpoint with a correct id2label.")

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        with self._lock:
            return in_buckets(pairs, self._judge_batch, self._model.batch_size)

    def _judge_batch(self, pairs: Sequence[Pair]) -> list[Judgement]:
        rows = [self._model.encoder.rows(pair) for pair in pairs]
        logits = iter(self._model.logits([row for windows in rows for row in windows]))
        answers = []
        for pair, windows in zip(pairs, rows, strict=True):
            found = [
                to_judgement(next(logits), self._labels, self.name, pair)
                for _ in windows
            ]
            answers.append(strongest(found) if found else UNREAD)
        return answers


def read_labels(id2label: Mapping[int, str], model: str) -> tuple[str, ...]:
    """Return the three labels in logit order, whatever their case.

    Raises:
        ModelRefusedError: the names are not exactly the three of NLI ("LABEL_0" could
            be any of them).
    """
    given = [str(id2label[index]) for index in sorted(id2label)]
    names = tuple(name.strip().lower() for name in given)
    if sorted(names) != sorted(LABELS):
        raise ModelRefusedError(
            f"The labels of NLI model {model} are {', '.join(given)}, not "
            f"{', '.join(LABELS)}: use a three-way NLI checkpoint, or correct id2label "
            "in its config.json if you know the order it was trained with."
        )
    return names
