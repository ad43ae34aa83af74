"""Tiny checkpoints, as training writes them, and what export.py makes of them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.encoders.tiny import load_script, save_bert, save_mpnet
from textattack_atomeval.nli.base import LABELS
from textattack_atomeval.nli.canaries import CANARIES

VERDICT = {"entailment": "SUPPORTED", "contradiction": "REFUTED", "neutral": "NEI"}


@pytest.fixture(scope="session")
def exporter() -> ModuleType:
    """Return training/export.py as a module."""
    pytest.importorskip("onnx", reason="exporting needs the onnx package")
    return load_script("export.py")


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny NLI checkpoint."""
    return save_bert(tmp_path_factory.mktemp("bert"), LABELS, CANARIES)


@pytest.fixture(scope="session")
def exported(bert: Path, exporter: ModuleType, tmp_path_factory) -> Path:
    """Return the tiny NLI checkpoint, exported."""
    path = tmp_path_factory.mktemp("exported")
    exporter.export(bert, path)
    return path


@pytest.fixture(scope="session")
def quantizer() -> ModuleType:
    """Return training/quantize.py as a module."""
    pytest.importorskip("onnx", reason="quantizing needs the onnx package")
    return load_script("quantize.py")


@pytest.fixture(scope="session")
def mpnet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny reader's checkpoint."""
    return save_mpnet(tmp_path_factory.mktemp("mpnet"), CANARIES)


@pytest.fixture(scope="session")
def integer(mpnet: Path, exporter: ModuleType, tmp_path_factory) -> Path:
    """Return the tiny reader, exported to integer arithmetic."""
    path = tmp_path_factory.mktemp("integer")
    exporter.export(mpnet, path, shrink=exporter.integer)
    return path


@pytest.fixture(scope="session")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny victim's checkpoint, which reads (claim, evidence)."""
    examples = [((h, p), VERDICT[label]) for (p, h), label in CANARIES]
    path = tmp_path_factory.mktemp("verifier")
    return save_bert(path, ["SUPPORTED", "REFUTED", "NEI"], examples, seed=7)


@pytest.fixture(scope="session")
def victim(verifier: Path, exporter: ModuleType, tmp_path_factory) -> Path:
    """Return the tiny victim, exported."""
    path = tmp_path_factory.mktemp("victim")
    exporter.export(verifier, path, exporter.VICTIM)
    return path
