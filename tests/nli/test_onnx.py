"""The embedded model's runner, on a tiny export and on the shipped files."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.encoders import exported as runner
from textattack_atomeval.encoders.exported import FILES, ExportedModel
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.nli.base import UNREAD
from textattack_atomeval.nli.canaries import CANARIES, prove
from textattack_atomeval.nli.onnx import EMBEDDED, OnnxNLI

TEXTS = [text for pair, _ in CANARIES for text in pair]
PAIRS = [(TEXTS[i], TEXTS[j]) for i in range(0, 18, 2) for j in range(18)]
SHIPPED = pytest.mark.skipif(
    not (EMBEDDED / "model.onnx").is_file(), reason="no model is in the package yet"
)


@pytest.fixture(scope="module")
def tiny(exported: Path) -> OnnxNLI:
    return OnnxNLI(exported, threads=2)


@pytest.fixture(scope="module")
def alone(tiny: OnnxNLI) -> dict:
    """Every pair judged in a call of its own."""
    return {pair: tiny.judge([pair])[0] for pair in PAIRS}


@given(picks=st.lists(st.sampled_from(PAIRS), max_size=40), threads=st.integers(1, 4))
def test_answers_do_not_depend_on_company(exported, alone, picks, threads) -> None:
    nli = _MADE.setdefault(threads, OnnxNLI(exported, threads=threads))
    assert nli.judge(picks) == [alone[pair] for pair in picks]


_MADE: dict[int, OnnxNLI] = {}


def test_no_pairs_need_no_session(exported: Path, monkeypatch) -> None:
    monkeypatch.setattr(runner, "open_session", None)
    assert OnnxNLI(exported).judge([]) == []


def test_the_session_is_made_once_and_late(exported: Path, monkeypatch) -> None:
    made = []
    real = runner.open_session
    monkeypatch.setattr(runner, "open_session", lambda p: made.append(p) or real(p))
    nli = OnnxNLI(exported)
    assert made == []
    calls = [threading.Thread(target=nli.judge, args=(PAIRS[:5],)) for _ in range(4)]
    for call in calls:
        call.start()
    for call in calls:
        call.join()
    assert len(made) == 1


def test_a_long_premise_is_judged_over_windows(tiny: OnnxNLI, exported: Path) -> None:
    nli = OnnxNLI(exported, max_length=32)
    (premise, hypothesis), _ = CANARIES[1]
    filler = "The shop is open today. " * 30
    (answer,) = nli.judge([(filler + premise + filler, hypothesis)])
    assert not answer.truncated
    windows = nli._model.encoder.rows((filler + premise + filler, hypothesis))
    assert len(windows) > 10
    single = [nli._judge((filler, hypothesis)).entailment]
    assert answer.entailment >= max(single)


def test_a_hypothesis_that_does_not_fit_is_truncated(exported: Path) -> None:
    nli = OnnxNLI(exported, max_length=32)
    assert nli.judge([("dog", "the man is awake " * 30)]) == [UNREAD]
    assert not nli.judge([("", "the man is awake " * 6)])[0].truncated


def test_name_holds_the_weights_hash_and_the_window(exported: Path) -> None:
    from hashlib import sha256

    digest = sha256((exported / "model.onnx").read_bytes()).hexdigest()[:12]
    assert OnnxNLI(exported).name == f"onnx-reader@{digest}"
    assert OnnxNLI(exported, max_length=32).name == f"onnx-reader@{digest}+32"


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(exported: Path, tmp_path: Path, file: str) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / file).unlink()
    with pytest.raises(ModelUnavailableError, match=f"lacks {file}: reinstall"):
        OnnxNLI(tmp_path / "m")


@pytest.mark.parametrize(
    "labels",
    [
        ["entailment", "neutral"],
        ["LABEL_0", "LABEL_1", "LABEL_2"],
        {"a": 1},
        "x",
        [1, 2],
    ],
)
def test_odd_labels_are_refused(exported: Path, tmp_path: Path, labels) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    with pytest.raises(ModelRefusedError, match="in the order of the model's logits"):
        OnnxNLI(tmp_path / "m")


def test_labels_that_are_no_json_are_refused(exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / "labels.json").write_text("[", encoding="utf-8")
    with pytest.raises(ModelRefusedError, match="labels.json is no JSON"):
        OnnxNLI(tmp_path / "m")


def test_the_label_order_is_obeyed(exported: Path, tmp_path: Path, tiny) -> None:
    shutil.copytree(exported, tmp_path / "m")
    turned = ["contradiction", "neutral", "entailment"]
    (tmp_path / "m" / "labels.json").write_text(json.dumps(turned), encoding="utf-8")
    (other,), (answer,) = (n.judge(PAIRS[:1]) for n in (OnnxNLI(tmp_path / "m"), tiny))
    assert (other.entailment, other.contradiction) == (
        answer.contradiction,
        answer.entailment,
    )


def test_broken_weights_are_an_error(exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelUnavailableError, match="onnxruntime cannot load"):
        OnnxNLI(tmp_path / "m").judge(PAIRS[:1])


def test_an_output_that_is_not_finite_is_an_error(exported: Path, monkeypatch) -> None:
    monkeypatch.setattr(ExportedModel, "logits", lambda *_: [0.0, float("nan"), 0.0])
    with pytest.raises(ModelRefusedError, match="onnx-"):
        OnnxNLI(exported).judge(PAIRS[:1])


@SHIPPED
def test_the_shipped_model_passes_the_canaries_and_is_small() -> None:
    # A small model in its own domain misses some general pairs; swapped labels miss 6.
    prove(OnnxNLI(), "", allowed=3)
    assert sum(file.stat().st_size for file in EMBEDDED.iterdir()) < 100e6


@SHIPPED
def test_the_shipped_model_answers_alike_in_any_company() -> None:
    nli = OnnxNLI(threads=3)
    pairs = PAIRS[::5]
    together = nli.judge(pairs)
    assert [OnnxNLI.judge(nli, [pair])[0] for pair in pairs] == together
    assert nli.judge(pairs[::-1] + pairs)[: len(pairs)] == together[::-1]
