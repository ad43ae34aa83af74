"""Natural language inference: (premise, hypothesis) pairs to probabilities."""

from __future__ import annotations

from textattack_atomeval.nli.base import NLI, Pair
from textattack_atomeval.nli.cache import CachedNLI
from textattack_atomeval.nli.onnx import OnnxNLI
from textattack_atomeval.nli.replay import ReplayNLI
from textattack_atomeval.nli.transformers import TransformersNLI

__all__ = ["NLI", "CachedNLI", "OnnxNLI", "Pair", "ReplayNLI", "TransformersNLI"]
