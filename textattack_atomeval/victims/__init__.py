"""Fact verifiers under attack: (claim, evidence) pairs to verdicts."""

from __future__ import annotations

import os
from pathlib import Path

from textattack_atomeval.encoders.checkpoint import REVISION
from textattack_atomeval.encoders.exported import FILES
from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.victims.base import Pair, Scores, Victim, verdicts
from textattack_atomeval.victims.causal import CausalVictim
from textattack_atomeval.victims.classifier import ClassifierVictim
from textattack_atomeval.victims.labels import Labels
from textattack_atomeval.victims.onnx import OnnxVictim

__all__ = [
    "CausalVictim",
    "ClassifierVictim",
    "OnnxVictim",
    "Pair",
    "Scores",
    "Victim",
    "load_victim",
    "verdicts",
]

_CAUSAL = "causal:"


def load_victim(
    spec: str, *, labels: Labels | None = None, allow_download: bool = False
) -> Victim:
    """Return the victim that ``spec`` names.

    ========================  ==================================================
    ``embedded``              the one in the package
    a directory               files of ``training/export.py --victim``, or a
                              sequence classification checkpoint
    ``ID`` or ``ID@REVISION``  a sequence classification checkpoint on the hub
    ``causal:`` and either    a causal language model
    ========================  ==================================================

    Args:
        spec: see the table.
        labels: what a checkpoint's outputs mean, if it does not say it: the verdict
            of each logit, or of each word that a causal model answers with.
        allow_download: fetch a checkpoint from the hub when it is not cached.

    Raises:
        ModelUnavailableError: there is no such model here; names the remedy.
        ModelRefusedError: it is ambiguous or was trained for another task.
        InputError: ``spec`` or ``labels`` cannot be used.
    """
    if not spec.removeprefix(_CAUSAL).strip():
        raise InputError(
            "Expected a victim: embedded, a directory, a hub id, or causal:MODEL."
        )
    causal = spec.startswith(_CAUSAL)
    model, revision = _split(spec.removeprefix(_CAUSAL))
    if causal:
        return CausalVictim(
            model, labels, allow_download=allow_download, revision=revision
        )
    if spec == "embedded" or (Path(model) / FILES[0]).is_file():
        if labels is not None:
            raise InputError(
                f"The victim {spec} names its labels itself (in labels.json): leave "
                "`labels` out."
            )
        return OnnxVictim(None if spec == "embedded" else model)
    return ClassifierVictim(
        model, labels, allow_download=allow_download, revision=revision
    )


def _split(spec: str) -> tuple[str, str]:
    """Return (model, revision); what looks like a path must be a directory."""
    if Path(spec).is_dir():
        return spec, REVISION
    # A hub id is a name or OWNER/NAME.
    if Path(spec).exists() or spec.count("/") > 1 or spec[0] in ("/", ".", "~", os.sep):
        raise ModelUnavailableError(
            f"The victim {spec} is no directory: give the directory of a checkpoint, "
            "a hub id (OWNER/NAME), or embedded."
        )
    model, _, revision = spec.partition("@")
    return model, revision or REVISION
