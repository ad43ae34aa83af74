"""The NLI model of the embedded profile: two shipped models, asked as one."""

from __future__ import annotations

from textattack_atomeval.nli.base import NLI
from textattack_atomeval.nli.cascade import CascadeNLI
from textattack_atomeval.nli.onnx import FIRST, READER, OnnxNLI


def embedded_nli() -> NLI:
    """Return the reader of base size with the small model before it.

    Raises:
        ModelUnavailableError: a file of a model is missing or not readable.
    """
    return CascadeNLI(OnnxNLI(FIRST), OnnxNLI(READER))
