"""The embedded NLI model: an exported cross-encoder, run by onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textattack_atomeval.data import Judgement
from textattack_atomeval.encoders.exported import FILES, MAX_LENGTH, ExportedModel
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli.base import (
    LABELS,
    UNREAD,
    Pair,
    strongest,
    to_judgement,
)

EMBEDDED = Path(__file__).parent.parent / "resources" / "nli"


class OnnxNLI:
    """Judges pairs with an exported cross-encoder, by default the embedded reader.

    An answer is bit for bit the same whatever else is asked, see
    :mod:`textattack_atomeval.encoders.exported`.

    Args:
        path: directory with ``model.onnx``, ``tokenizer.json`` and ``labels.json``
            as written by ``training/export.py``.
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
        directory = Path(path) if path is not None else EMBEDDED
        self._model = ExportedModel(directory, "NLI model", threads, max_length)
        if sorted(self._model.labels) != sorted(LABELS):
            raise ModelRefusedError(
                f"Expected {directory / FILES[2]} to list {', '.join(LABELS)} in the "
                f"order of the model's logits, but it holds {self._model.labels}."
            )
        self.name = f"onnx-reader@{self._model.revision}"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement a pair, in the same order."""
        return self._model.answer(pairs, self._judge)

    def _judge(self, pair: Pair) -> Judgement:
        answers = [
            to_judgement(self._model.logits(row), self._model.labels, self.name, pair)
            for row in self._model.encoder.rows(pair)
        ]
        return strongest(answers) if answers else UNREAD
