"""Any sequence classification checkpoint that verifies claims, by hub id or path."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from textattack_atomeval.encoders.batches import in_buckets
from textattack_atomeval.encoders.checkpoint import REVISION
from textattack_atomeval.encoders.classifier import MAX_LENGTH, PairClassifier
from textattack_atomeval.errors import InputError
from textattack_atomeval.victims.base import Pair, Scores, answers
from textattack_atomeval.victims.labels import Labels, given_labels, read_labels

Order = Literal["claim,evidence", "evidence,claim"]


class ClassifierVictim:
    """Verifies claims with a BERT-like classifier of text pairs (section 4.1).

    Only safetensors weights are read, no code from the checkpoint is run, and nothing
    is downloaded unless ``allow_download`` is true. It computes in float32, in
    batches of similar length that are padded no more than they must.

    Args:
        model: hub id or directory.
        labels: the verdict of each logit, such as ``{0: "REFUTED", 1: "SUPPORTED"}``,
            for a checkpoint whose ``id2label`` does not say it; it overrides that.
        device: a torch device, by default CUDA where there is one, else the CPU.
        batch_size: inputs in one run of the model, by default 1 on the CPU (where an
            answer is then bit for bit independent of the other pairs, at the same
            speed) and 32 elsewhere (where rounding can move the last digits).
        max_length: tokens read at once, at most what the model allows; longer texts
            are read in windows, as by
            :class:`~textattack_atomeval.victims.onnx.OnnxVictim`.
        allow_download: fetch the checkpoint from the hub when it is not cached.
        order: in which order the checkpoint was trained to read the two texts. A
            wrong one raises no error, it only makes the victim worse.
        revision: commit hash, tag or branch on the hub; ignored for a directory.

    Raises:
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: its labels are ambiguous, or it has no trained head.
        InputError: ``labels`` or ``order`` cannot be used.
    """

    def __init__(
        self,
        model: str | Path,
        labels: Labels | None = None,
        device: str | None = None,
        batch_size: int | None = None,
        max_length: int = MAX_LENGTH,
        allow_download: bool = False,
        order: Order = "claim,evidence",
        revision: str = REVISION,
    ) -> None:
        if order not in get_args(Order):
            raise InputError(
                f"Expected `order` to be {' or '.join(get_args(Order))}, got {order!r}."
            )
        self._model = PairClassifier(
            str(model),
            "victim",
            revision,
            device,
            batch_size,
            max_length,
            allow_download,
            whole_first=order == "claim,evidence",
        )
        names = self._model.id2label
        self.labels = (
            read_labels([names[index] for index in sorted(names)], str(model))
            if labels is None
            else given_labels(labels, len(names), str(model))
        )
        self.name = self._model.name
        if order != "claim,evidence":
            self.name += f"+{order}"
        if labels is not None:
            self.name += f"+{','.join(self.labels)}"
        self._lock = threading.Lock()

    def predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        """Return the probabilities of ``labels`` for each pair, in the same order."""
        with self._lock:
            return in_buckets(pairs, self._predict, self._model.batch_size)

    def _predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        grids = [self._model.encoder.parts((pair[1], pair[0])) for pair in pairs]
        return answers(self, pairs, grids, self._model.logits)
