"""A sequence classification checkpoint in torch: rows in, logits out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textattack_atomeval.encoders.checkpoint import (
    REVISION,
    choose_batch_size,
    choose_device,
    fingerprint,
    load,
    model_limit,
)
from textattack_atomeval.encoders.encoding import PairEncoder, Row

MAX_LENGTH = 256


class PairClassifier:
    """Runs a classifier of text pairs in float32, padding no more than it must.

    Args:
        model: hub id or directory.
        kind: what error messages call it, for example "NLI model".
        revision: commit hash, tag or branch on the hub; ignored for a directory.
        device: a torch device, by default CUDA where there is one, else the CPU.
        batch_size: rows in one run, see
            :func:`~textattack_atomeval.encoders.checkpoint.choose_batch_size`.
        max_length: tokens read at once, at most what the model allows.
        allow_download: fetch the checkpoint from the hub when it is not cached.
        whole_first: see :class:`~textattack_atomeval.encoders.encoding.PairEncoder`.

    Attributes:
        name: model, its revision or hash, and ``max_length`` if not the default.
        id2label: the label of each logit as the checkpoint gives it.
        encoder: pairs to rows.

    Raises:
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: it has no fast tokenizer or no trained head.
    """

    def __init__(
        self,
        model: str,
        kind: str,
        revision: str = REVISION,
        device: str | None = None,
        batch_size: int | None = None,
        max_length: int = MAX_LENGTH,
        allow_download: bool = False,
        whole_first: bool = False,
    ) -> None:
        import torch

        tokenizer, self._model = load(
            model, kind, "SequenceClassification", revision, allow_download
        )
        config = self._model.config
        self.id2label: dict[int, str] = config.id2label
        self.encoder = PairEncoder(
            tokenizer.backend_tokenizer,
            min(max_length, model_limit(tokenizer, config)),
            whole_first,
        )
        self._pad = tokenizer.pad_token_id or 0
        self._segments = "token_type_ids" in tokenizer.model_input_names
        self._device = torch.device(choose_device(device))
        self._model.to(self._device, dtype=torch.float32).eval()
        self.batch_size = choose_batch_size(batch_size, self._device.type)
        suffix = "" if max_length == MAX_LENGTH else f"+{max_length}"
        self.name = f"{model}@{fingerprint(model, config)}{suffix}"

    def logits(self, rows: Sequence[Row]) -> list[list[float]]:
        """Return the logits of every row, in batches of ``batch_size``."""
        import torch

        logits: list[list[float]] = []
        for start in range(0, len(rows), self.batch_size):
            batch = self._padded(rows[start : start + self.batch_size])
            with torch.inference_mode():
                logits += self._model(**batch).logits.float().tolist()
        return logits

    def _padded(self, rows: Sequence[Row]) -> dict[str, Any]:
        import torch

        longest = max(len(row.ids) for row in rows)

        def tensor(values: list[list[int]], fill: int) -> Any:
            padded = [row + [fill] * (longest - len(row)) for row in values]
            return torch.tensor(padded, device=self._device)

        batch = {
            "input_ids": tensor([row.ids for row in rows], self._pad),
            "attention_mask": tensor([[1] * len(row.ids) for row in rows], 0),
        }
        if self._segments:
            batch["token_type_ids"] = tensor([row.types for row in rows], 0)
        return batch
