"""training/export.py, on tiny checkpoints."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from tests.encoders.tiny import save_bert
from textattack_atomeval.encoders.exported import FILES
from textattack_atomeval.errors import ModelRefusedError
from textattack_atomeval.nli.canaries import CANARIES
from textattack_atomeval.nli.onnx import OnnxNLI
from textattack_atomeval.nli.transformers import TransformersNLI
from textattack_atomeval.victims.classifier import ClassifierVictim
from textattack_atomeval.victims.onnx import OnnxVictim

PAIRS = [pair for pair, _ in CANARIES]


def test_the_files_are_complete(exported: Path, bert: Path) -> None:
    assert sorted(file.name for file in exported.iterdir()) == sorted(FILES)
    labels = json.loads((exported / "labels.json").read_text(encoding="utf-8"))
    assert labels == ["entailment", "neutral", "contradiction"]


def test_the_answers_are_the_checkpoints(exported: Path, bert: Path) -> None:
    theirs = TransformersNLI(bert, device="cpu").judge(PAIRS)
    for one, other in zip(OnnxNLI(exported).judge(PAIRS), theirs, strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=0.05)


def test_no_float_matrix_is_left(exported: Path) -> None:
    import onnx

    graph = onnx.load(exported / "model.onnx").graph
    for tensor in graph.initializer:
        if len(tensor.dims) == 2 and min(tensor.dims) >= 32:
            assert tensor.data_type != onnx.TensorProto.FLOAT or tensor.dims[0] <= 64


def test_a_checkpoint_that_fails_the_canaries_writes_nothing(
    exporter: ModuleType, bert: Path, tmp_path: Path
) -> None:
    shutil.copytree(bert, tmp_path / "c")
    config = json.loads((tmp_path / "c" / "config.json").read_text(encoding="utf-8"))
    config["id2label"] = {"0": "contradiction", "1": "neutral", "2": "entailment"}
    (tmp_path / "c" / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ModelRefusedError, match="canary"):
        exporter.export(tmp_path / "c", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_report(
    exporter: ModuleType, exported: Path, bert: Path, tmp_path: Path
) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"premise": p, "hypothesis": h} for p, h in PAIRS]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    pairs = exporter.read_pairs(path, 5)
    assert pairs == PAIRS[:5]
    line = exporter.compare(bert, exported, pairs)
    assert line.startswith("5 pairs: largest difference 0.")
    assert "same label 100.00%" in line


def test_a_victim_has_the_answers_of_its_checkpoint(
    exporter: ModuleType, victim: Path, verifier: Path
) -> None:
    assert sorted(file.name for file in victim.iterdir()) == sorted(FILES)
    ours, theirs = OnnxVictim(victim), ClassifierVictim(verifier, device="cpu")
    assert ours.labels == theirs.labels == ("SUPPORTED", "REFUTED", "NOT ENOUGH INFO")
    turned = [(h, p) for p, h in PAIRS]
    for one, other in zip(ours.predict(turned), theirs.predict(turned), strict=True):
        assert one == pytest.approx(other, abs=0.05)
    line = exporter.compare(verifier, victim, turned, exporter.VICTIM)
    assert "same label 100.00%, same side of SUPPORTED 0.5 " in line


def test_a_victim_needs_verdicts(exporter: ModuleType, tmp_path: Path) -> None:
    save_bert(tmp_path / "c", ["LABEL_0", "LABEL_1"])
    with pytest.raises(ModelRefusedError, match="LABEL_0, LABEL_1"):
        exporter.export(tmp_path / "c", tmp_path / "out", exporter.VICTIM)
    assert not (tmp_path / "out").exists()
