"""Runs the files that ``training/export.py`` writes, with onnxruntime.

Each pair is one run of one thread, and several threads run at once. So the answer to
a pair is bit for bit the same whatever the order, the number and the company of the
pairs; padding and kernels chosen by batch size could change its last digits. On CPUs
this costs nothing: a single pair already fills a core, and padding is never computed.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textattack_atomeval.encoders.batches import in_buckets
from textattack_atomeval.encoders.encoding import Pair, PairEncoder, Row, read_tokenizer
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

FILES = ("model.onnx", "tokenizer.json", "labels.json")
MAX_LENGTH = 256
_ROUND = 1024  # pairs handed to the threads at a time; no influence on results

T = TypeVar("T")


class ExportedModel:
    """An exported cross-encoder: rows in, logits out.

    Args:
        directory: holds ``model.onnx``, ``tokenizer.json`` and ``labels.json``.
        kind: what error messages call it, for example "NLI model".
        threads: pairs answered at the same time, by default one a CPU core.
        max_length: tokens the model reads at once.
        whole_first: see :class:`~textattack_atomeval.encoders.encoding.PairEncoder`.

    Attributes:
        labels: the content of ``labels.json``: a label for each logit.
        revision: the first 12 hex digits of the weights' SHA-256, and ``max_length``
            when it is not the default: another window length is another model, which
            must not share cached answers.
        encoder: pairs to rows.

    Raises:
        ModelUnavailableError: a file is missing or not readable.
        ModelRefusedError: ``labels.json`` is no list of strings.
    """

    def __init__(
        self,
        directory: Path,
        kind: str,
        threads: int | None = None,
        max_length: int = MAX_LENGTH,
        whole_first: bool = False,
    ) -> None:
        self._path = directory / FILES[0]
        self.labels = _read_labels(directory, kind)
        weights = hashlib.sha256(self._path.read_bytes()).hexdigest()
        suffix = "" if max_length == MAX_LENGTH else f"+{max_length}"
        self.revision = f"{weights[:12]}{suffix}"
        tokenizer = read_tokenizer(str(directory / FILES[1]))
        self.encoder = PairEncoder(tokenizer, max_length, whole_first)
        self._threads = threads or _cores()
        self._lock = threading.Lock()
        self._session: InferenceSession | None = None

    def answer(self, pairs: Sequence[Pair], one: Callable[[Pair], T]) -> list[T]:
        """Return ``one(pair)`` for every pair, several at a time."""
        if not pairs:
            return []
        with ThreadPoolExecutor(self._threads) as pool:
            return in_buckets(pairs, lambda batch: list(pool.map(one, batch)), _ROUND)

    def logits(self, row: Row) -> list[float]:
        """Return the logits of one input, in the order of ``labels``.

        Raises:
            ModelUnavailableError: onnxruntime cannot load the model.
        """
        import numpy as np

        ids = np.array([row.ids], dtype=np.int64)
        known = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.array([row.types], dtype=np.int64),
        }
        session = self._loaded()
        wanted = {entry.name for entry in session.get_inputs()}
        inputs = {name: array for name, array in known.items() if name in wanted}
        logits: list[float] = session.run(["logits"], inputs)[0][0].tolist()
        return logits

    def _loaded(self) -> InferenceSession:
        with self._lock:
            if self._session is None:
                self._session = open_session(self._path)
            return self._session


def open_session(path: Path) -> InferenceSession:
    """Return a session that computes in one thread.

    Raises:
        ModelUnavailableError: onnxruntime cannot load the file.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Plans for every length ever seen would only grow; they save no time here.
    options.enable_mem_pattern = False
    try:
        return onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime's exceptions share no public base
        raise ModelUnavailableError(
            f"onnxruntime cannot load {path} ({error}): reinstall textattack-atomeval "
            "or export the checkpoint again with training/export.py."
        ) from error


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # respects taskset and most containers
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _read_labels(directory: Path, kind: str) -> tuple[str, ...]:
    missing = [name for name in FILES if not (directory / name).is_file()]
    if missing:
        raise ModelUnavailableError(
            f"The {kind} in {directory} lacks {', '.join(missing)}: reinstall "
            "textattack-atomeval, or export a checkpoint with training/export.py."
        )
    path = directory / FILES[2]
    try:
        labels = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelRefusedError(f"{path} is no JSON: {error}.") from error
    if not isinstance(labels, list) or not all(isinstance(x, str) for x in labels):
        raise ModelRefusedError(
            f"Expected {path} to list a label for each of the model's logits, in the "
            f"order of the model's logits, but it holds {labels!r}."
        )
    return tuple(labels)
