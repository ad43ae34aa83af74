"""Checkpoints by path, on a tiny model in DeBERTa-v3's shape."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.nli.base import LABELS, UNREAD
from textattack_atomeval.nli.canaries import CANARIES, likeliest
from textattack_atomeval.nli.transformers import TransformersNLI, read_labels

TEXTS = [text for pair, _ in CANARIES for text in pair]
PAIRS = [(TEXTS[i], TEXTS[j]) for i in range(0, 18, 4) for j in range(0, 18, 4)]


@pytest.fixture(scope="module")
def nli(deberta: Path) -> TransformersNLI:
    return TransformersNLI(deberta, device="cpu")


@pytest.fixture(scope="module")
def batched(deberta: Path) -> TransformersNLI:
    return TransformersNLI(deberta, device="cpu", batch_size=7)


@pytest.fixture(scope="module")
def alone(nli: TransformersNLI) -> dict:
    return {pair: nli.judge([pair])[0] for pair in PAIRS}


def changed(source: Path, target: Path, **fields) -> Path:
    """Copy a checkpoint with other fields in its config."""
    shutil.copytree(source, target)
    config = json.loads((target / "config.json").read_text(encoding="utf-8"))
    config.update(fields)
    (target / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return target


def test_labels_come_from_the_checkpoint(nli: TransformersNLI) -> None:
    answers = nli.judge([pair for pair, _ in CANARIES])
    assert [likeliest(answer) for answer in answers] == [label for _, label in CANARIES]


@settings(max_examples=8)
@given(picks=st.lists(st.sampled_from(PAIRS), max_size=12))
def test_on_the_cpu_answers_do_not_depend_on_company(nli, alone, picks) -> None:
    assert nli.judge(picks) == [alone[pair] for pair in picks]


@settings(max_examples=8)
@given(picks=st.lists(st.sampled_from(PAIRS), max_size=12))
def test_batches_change_the_last_digits_at_most(batched, alone, picks) -> None:
    for pair, answer in zip(picks, batched.judge(picks), strict=True):
        assert answer.entailment == pytest.approx(alone[pair].entailment, abs=1e-5)
        assert answer.neutral == pytest.approx(alone[pair].neutral, abs=1e-5)


def test_a_long_premise_is_judged_over_windows(nli: TransformersNLI) -> None:
    (premise, hypothesis), _ = CANARIES[1]
    filler = "The shop is open today. " * 30
    answer, without = nli.judge(
        [(f"{filler}{premise} {filler}", hypothesis), (filler, hypothesis)]
    )
    assert not answer.truncated
    assert answer.entailment >= without.entailment


def test_windows_of_many_pairs_do_not_mix(nli, batched) -> None:
    long = [(("The man is asleep. " + text) * 9, text) for text in TEXTS[:6]]
    for one, other in zip(nli.judge(long), batched.judge(long), strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=1e-5)


def test_a_hypothesis_that_does_not_fit_is_truncated(nli: TransformersNLI) -> None:
    assert nli.judge([("dog", "the man is awake " * 30)]) == [UNREAD]


def test_name_changes_with_the_weights(nli, deberta: Path, tmp_path: Path) -> None:
    assert nli.name.startswith(f"{deberta}@")
    assert len(nli.name.rsplit("@", 1)[1]) == 12
    shorter = TransformersNLI(deberta, device="cpu", max_length=32)
    assert shorter.name == f"{nli.name}+32"


def test_a_wrong_label_order_fails_the_canaries(deberta: Path, tmp_path: Path) -> None:
    labels = dict(enumerate(LABELS))
    path = changed(deberta, tmp_path / "m", id2label=labels)
    with pytest.raises(ModelRefusedError, match="fails .* canary pairs .* id2label"):
        TransformersNLI(path, device="cpu")


@pytest.mark.parametrize(
    "labels",
    [
        {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"},
        {0: "entailment", 1: "not_entailment"},
        {0: "entailment", 1: "neutral", 2: "neutral"},
        {0: "entailment", 1: "neutral", 2: "contradiction", 3: "other"},
    ],
)
def test_ambiguous_labels_are_refused(labels) -> None:
    with pytest.raises(ModelRefusedError, match="labels of NLI model m are"):
        read_labels(labels, "m")


def test_label_names_are_normalised() -> None:
    labels = {1: " Neutral", 0: "CONTRADICTION", 2: "entailment"}
    assert read_labels(labels, "m") == ("contradiction", "neutral", "entailment")


def test_ambiguous_labels_of_a_checkpoint(deberta: Path, tmp_path: Path) -> None:
    labels = {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}
    path = changed(deberta, tmp_path / "m", id2label=labels)
    with pytest.raises(ModelRefusedError, match="LABEL_0, LABEL_1, LABEL_2"):
        TransformersNLI(path, device="cpu")


def test_pickled_weights_are_refused(deberta: Path, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file

    path = changed(deberta, tmp_path / "m")
    weights = path / "model.safetensors"
    torch.save(load_file(weights), path / "pytorch_model.bin")
    weights.unlink()
    with pytest.raises(ModelUnavailableError, match=r"needs config\.json, model\.safe"):
        TransformersNLI(path, device="cpu")


def test_code_of_the_checkpoint_is_not_run(deberta: Path, tmp_path: Path) -> None:
    trap = tmp_path / "ran"
    path = changed(
        deberta,
        tmp_path / "m",
        model_type="own",
        auto_map={
            "AutoConfig": "own.Own",
            "AutoModelForSequenceClassification": "own.Own",
        },
    )
    (path / "own.py").write_text(f"open({str(trap)!r}, 'w')", encoding="utf-8")
    with pytest.raises(ModelUnavailableError):
        TransformersNLI(path, device="cpu")
    assert not trap.exists()


def test_nothing_is_downloaded_by_surprise(monkeypatch) -> None:
    from transformers import AutoTokenizer

    asked = {}

    def refuse(name, **options):
        asked.update(options)
        raise OSError("not there")

    monkeypatch.setattr(AutoTokenizer, "from_pretrained", refuse)
    with pytest.raises(ModelUnavailableError, match="allow_download=True"):
        TransformersNLI(device="cpu")
    assert asked == {
        "local_files_only": True,
        "trust_remote_code": False,
        "revision": "main",
        "use_fast": True,
    }
    with pytest.raises(ModelUnavailableError, match="check the name, the revision"):
        TransformersNLI("some/model", revision="abc", allow_download=True)
    assert asked["local_files_only"] is False
    assert asked["revision"] == "abc"


def test_an_unknown_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="Cannot load NLI model"):
        TransformersNLI(tmp_path, device="cpu")


def test_weights_that_are_not_numbers_are_an_error(nli, monkeypatch) -> None:
    broken = [float("nan")] * 3
    monkeypatch.setattr(nli._model, "logits", lambda rows: [broken for _ in rows])
    with pytest.raises(ModelRefusedError, match="nan"):
        nli.judge(PAIRS[:1])
