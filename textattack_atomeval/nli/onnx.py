"""The embedded NLI model: a small cross-encoder, int8 on disk, run by onnxruntime.

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
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

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
from textattack_atomeval.nli.encoding import PairEncoder, Row, read_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

EMBEDDED = Path(__file__).parent.parent / "resources" / "nli"
MAX_LENGTH = 256
FILES = ("model.onnx", "tokenizer.json", "labels.json")
_ROUND = 1024  # pairs handed to the threads at a time; no influence on results


class OnnxNLI:
    """Judges pairs with an exported cross-encoder, by default the embedded one.

    Args:
        path: directory with ``model.onnx``, ``tokenizer.json`` and ``labels.json``
            as written by ``training/nli/export.py``.
        threads: pairs judged at the same time, by default one a CPU core.
        max_length: tokens the model reads at once. The premise of a longer pair is
            judged in overlapping windows, each with the whole hypothesis; the window
            with the highest entailment counts. A pair whose hypothesis takes more
            than half of ``max_length`` beside such a premise is ``truncated``.

    Raises:
        ModelUnavailableError: a file is missing or not readable.
        ModelRefusedError: ``labels.json`` is not a permutation of the three labels.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        threads: int | None = None,
        max_length: int = MAX_LENGTH,
    ) -> None:
        self._directory = Path(path) if path is not None else EMBEDDED
        self._labels = _read_labels(self._directory)
        weights = hashlib.sha256((self._directory / FILES[0]).read_bytes()).hexdigest()
        self._encoder = PairEncoder(
            read_tokenizer(str(self._directory / FILES[1])), max_length
        )
        self._threads = threads or _cores()
        self._lock = threading.Lock()
        self._session: InferenceSession | None = None
        # Another window length is another model: it must not share cached answers.
        suffix = "" if max_length == MAX_LENGTH else f"+{max_length}"
        self.name = f"onnx-minilm@{weights[:12]}{suffix}"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        if not pairs:
            return []
        session = self._loaded()
        with ThreadPoolExecutor(self._threads) as pool:
            return in_buckets(
                pairs,
                lambda batch: list(
                    pool.map(lambda pair: self._judge(session, pair), batch)
                ),
                _ROUND,
            )

    def _loaded(self) -> InferenceSession:
        with self._lock:
            if self._session is None:
                self._session = _open_session(self._directory / FILES[0])
            return self._session

    def _judge(self, session: InferenceSession, pair: Pair) -> Judgement:
        answers = [
            to_judgement(_logits(session, row), self._labels, self.name, pair)
            for row in self._encoder.rows(pair)
        ]
        return strongest(answers) if answers else UNREAD


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # respects taskset and most containers
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _read_labels(directory: Path) -> tuple[str, ...]:
    missing = [name for name in FILES if not (directory / name).is_file()]
    if missing:
        raise ModelUnavailableError(
            f"The NLI model in {directory} lacks {', '.join(missing)}: reinstall "
            "textattack-atomeval, or export a checkpoint with training/nli/export.py."
        )
    try:
        labels = json.loads((directory / FILES[2]).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelRefusedError(
            f"{directory / FILES[2]} is no JSON: {error}."
        ) from error
    if not isinstance(labels, list) or sorted(map(str, labels)) != sorted(LABELS):
        raise ModelRefusedError(
            f"Expected {directory / FILES[2]} to list {', '.join(LABELS)} in the order "
            f"of the model's logits, but it holds {labels!r}."
        )
    return tuple(labels)


def _open_session(path: Path) -> InferenceSession:
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
            "or export the checkpoint again with training/nli/export.py."
        ) from error


def _logits(session: InferenceSession, row: Row) -> list[float]:
    import numpy as np

    ids = np.array([row.ids], dtype=np.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.array([row.types], dtype=np.int64),
    }
    logits: list[float] = session.run(["logits"], inputs)[0][0].tolist()
    return logits
