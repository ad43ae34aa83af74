"""Any three-way NLI checkpoint in the transformers format, by hub id or path."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.nli.base import (
    LABELS,
    UNREAD,
    Pair,
    in_buckets,
    strongest,
    to_judgement,
)
from textattack_atomeval.nli.canaries import prove
from textattack_atomeval.nli.encoding import PairEncoder, Row

PAPER_MODEL = "MoritzLaurer/DeBERTa-v3-base-mnli-fever-anli"
# The hub cannot be asked while this package is built and tested, so no commit hash is
# asserted here: "main" is resolved when the model is loaded, the resolved hash goes
# into `name` and so into every signature. Pass `revision` to pin one.
PAPER_REVISION = "main"
_BATCH_ON_ACCELERATOR = 32


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
        revision: str = PAPER_REVISION,
        device: str | None = None,
        batch_size: int | None = None,
        max_length: int = 256,
        allow_download: bool = False,
    ) -> None:
        import torch

        chosen = device or ("cuda" if torch.cuda.is_available() else "cpu")
        tokenizer, self._model = _load(str(model), revision, not allow_download)
        self._labels = read_labels(self._model.config.id2label, str(model))
        self._encoder = PairEncoder(
            tokenizer.backend_tokenizer,
            min(max_length, _model_limit(tokenizer, self._model.config)),
        )
        self._pad = tokenizer.pad_token_id or 0
        self._segments = "token_type_ids" in tokenizer.model_input_names
        self._device = torch.device(chosen)
        self._model.to(self._device, dtype=torch.float32).eval()
        self._batch_size = batch_size or (
            1 if self._device.type == "cpu" else _BATCH_ON_ACCELERATOR
        )
        self._lock = threading.Lock()
        suffix = "" if max_length == 256 else f"+{max_length}"
        self.name = f"{model}@{_fingerprint(str(model), self._model.config)}{suffix}"
        prove(self, "Use a three-way NLI checkpoint with a correct id2label.")

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        with self._lock:
            return in_buckets(pairs, self._judge_batch, self._batch_size)

    def _judge_batch(self, pairs: Sequence[Pair]) -> list[Judgement]:
        rows = [self._encoder.rows(pair) for pair in pairs]
        logits = iter(self._run([row for windows in rows for row in windows]))
        answers = []
        for pair, windows in zip(pairs, rows, strict=True):
            found = [
                to_judgement(next(logits), self._labels, self.name, pair)
                for _ in windows
            ]
            answers.append(strongest(found) if found else UNREAD)
        return answers

    def _run(self, rows: Sequence[Row]) -> list[list[float]]:
        import torch

        logits: list[list[float]] = []
        for start in range(0, len(rows), self._batch_size):
            batch = self._padded(rows[start : start + self._batch_size])
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


def _load(model: str, revision: str, offline: bool) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    options: dict[str, Any] = {"local_files_only": offline, "trust_remote_code": False}
    if not Path(model).is_dir():
        options["revision"] = revision
    try:
        tokenizer = AutoTokenizer.from_pretrained(model, use_fast=True, **options)
        loaded = AutoModelForSequenceClassification.from_pretrained(
            model, use_safetensors=True, **options
        )
    except (OSError, ValueError, ImportError) as error:
        remedy = (
            f"download it once with `huggingface-cli download {model}`, pass "
            "allow_download=True, or give the path of a directory"
            if offline
            else "check the name, the revision and the network"
        )
        raise ModelUnavailableError(
            f"Cannot load NLI model {model} ({error}): {remedy}. It needs "
            "config.json, model.safetensors and tokenizer files."
        ) from error
    if not tokenizer.is_fast:
        raise ModelRefusedError(
            f"NLI model {model} has no fast tokenizer: add its tokenizer.json "
            "(AutoTokenizer with sentencepiece installed can write one)."
        )
    return tokenizer, loaded


def _model_limit(tokenizer: Any, config: Any) -> int:
    """The longest input that tokenizer and position embeddings allow."""
    positions = int(getattr(config, "max_position_embeddings", 512))
    if config.model_type in ("roberta", "xlm-roberta", "camembert"):
        positions -= 2  # RoBERTa counts positions from its padding id + 1
    return min(int(tokenizer.model_max_length), positions)


def _fingerprint(model: str, config: Any) -> str:
    """The first 12 hex digits of the hub commit, or of the weights' SHA-256."""
    if not Path(model).is_dir():
        return str(getattr(config, "_commit_hash", None) or "unknown")[:12]
    digest = hashlib.sha256()
    for file in sorted(Path(model).glob("*.safetensors")):
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:12]
