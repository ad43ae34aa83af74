"""The embedded victim: a small cross-encoder, int8 on disk, run by onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textattack_atomeval.encoders.encoding import Row
from textattack_atomeval.encoders.exported import MAX_LENGTH, ExportedModel
from textattack_atomeval.victims.base import Pair, Scores, answers
from textattack_atomeval.victims.labels import read_labels

EMBEDDED = Path(__file__).parent.parent / "resources" / "victim"


class OnnxVictim:
    """Verifies claims with an exported cross-encoder, by default the embedded one.

    It reads (claim, evidence) in this order. An answer is bit for bit the same
    whatever else is asked, see :mod:`textattack_atomeval.encoders.exported`.

    Args:
        path: directory with ``model.onnx``, ``tokenizer.json`` and ``labels.json`` as
            written by ``training/export.py --victim``.
        threads: pairs answered at the same time, by default one a CPU core.
        max_length: tokens the model reads at once. Longer evidence is read in
            overlapping windows, each with the whole claim; a claim that takes about
            half of ``max_length`` beside such evidence is read in overlapping parts,
            each with all of the evidence. How one answer comes out of them says
            :func:`~textattack_atomeval.victims.base.joined`.

    Raises:
        ModelUnavailableError: a file is missing or not readable.
        ModelRefusedError: ``labels.json`` names other labels than verdicts.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        threads: int | None = None,
        max_length: int = MAX_LENGTH,
    ) -> None:
        directory = Path(path) if path is not None else EMBEDDED
        self._model = ExportedModel(
            directory, "victim", threads, max_length, whole_first=True
        )
        self.labels = read_labels(self._model.labels, str(directory))
        kind = "embedded-minilm" if path is None else "onnx"
        self.name = f"{kind}@{self._model.revision}"

    def predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        """Return the probabilities of ``labels`` for each pair, in the same order."""
        return self._model.answer(pairs, self._predict)

    def _predict(self, pair: Pair) -> Scores:
        claim, evidence = pair
        grid = self._model.encoder.parts((evidence, claim))
        (scores,) = answers(self, [pair], [grid], self._logits)
        return scores

    def _logits(self, rows: Sequence[Row]) -> list[list[float]]:
        return [self._model.logits(row) for row in rows]
