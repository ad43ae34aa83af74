"""Checkpoints by path, on a tiny classifier."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.encoders.tiny import save_bert
from tests.victims.conftest import PAIRS, check_scores
from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
)
from textattack_atomeval.victims.classifier import ClassifierVictim


@pytest.fixture(scope="module")
def victim(verifier: Path) -> ClassifierVictim:
    return ClassifierVictim(verifier, device="cpu")


@pytest.fixture(scope="module")
def batched(verifier: Path) -> ClassifierVictim:
    return ClassifierVictim(verifier, device="cpu", batch_size=7)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A two-way checkpoint that does not say what its labels are."""
    return save_bert(tmp_path_factory.mktemp("plain"), ["LABEL_0", "LABEL_1"])


@settings(max_examples=8)
@given(picks=st.lists(st.sampled_from(PAIRS), max_size=12))
def test_on_the_cpu_answers_do_not_depend_on_company(victim, picks) -> None:
    assert victim.predict(picks) == [victim.predict([pair])[0] for pair in picks]


def test_batches_change_the_last_digits_at_most(victim, batched) -> None:
    pairs = [*PAIRS, ("The man is awake.", "The man is asleep. " * 40)]
    for one, other in zip(batched.predict(pairs), victim.predict(pairs), strict=True):
        assert one == pytest.approx(other, abs=1e-5)
    check_scores(batched, batched.predict(pairs))


def test_the_answers_are_those_of_transformers(victim, verifier: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(verifier).eval()
    tokenizer = AutoTokenizer.from_pretrained(verifier)
    for pair, scores in zip(PAIRS, victim.predict(PAIRS), strict=True):
        logits = model(**tokenizer(*pair, return_tensors="pt")).logits[0]
        assert scores == pytest.approx(torch.softmax(logits, 0).tolist(), abs=1e-6)


def test_the_other_order(verifier: Path, victim) -> None:
    turned = ClassifierVictim(verifier, device="cpu", order="evidence,claim")
    claim, evidence = PAIRS[1]
    assert turned.predict([(claim, evidence)]) == victim.predict([(evidence, claim)])
    assert turned.name == f"{victim.name}+evidence,claim"
    long = (claim, evidence + " The man is asleep." * 40)
    check_scores(turned, turned.predict([long, long[::-1]]))


def test_an_unknown_order_is_an_error(verifier: Path) -> None:
    with pytest.raises(InputError, match="`order` to be claim,evidence or evidence,"):
        ClassifierVictim(verifier, order="claim")  # type: ignore[arg-type]


def test_ambiguous_labels_are_refused_unless_given(plain: Path) -> None:
    with pytest.raises(ModelRefusedError, match="LABEL_0, LABEL_1; expected SUPPORTED"):
        ClassifierVictim(plain, device="cpu")
    victim = ClassifierVictim(plain, {0: "REFUTED", 1: "SUPPORTED"}, device="cpu")
    assert victim.labels == ("REFUTED", "SUPPORTED")
    assert victim.name.endswith("+REFUTED,SUPPORTED")
    check_scores(victim, victim.predict(PAIRS))


def test_a_head_that_was_never_trained_is_refused(plain: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    shutil.copytree(plain, tmp_path / "m")
    weights = tmp_path / "m" / "model.safetensors"
    kept = {k: v for k, v in load_file(weights).items() if "classifier" not in k}
    save_file(kept, weights, {"format": "pt"})
    with pytest.raises(ModelRefusedError, match="lacks the weights classifier.bias"):
        ClassifierVictim(tmp_path / "m", {0: "REFUTED", 1: "SUPPORTED"}, device="cpu")


def test_pickled_weights_are_refused(plain: Path, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file

    shutil.copytree(plain, tmp_path / "m")
    weights = tmp_path / "m" / "model.safetensors"
    torch.save(load_file(weights), tmp_path / "m" / "pytorch_model.bin")
    weights.unlink()
    with pytest.raises(ModelUnavailableError, match="Cannot load victim"):
        ClassifierVictim(tmp_path / "m", device="cpu")


def test_half_precision_weights_answer_in_float32(verifier: Path, tmp_path) -> None:
    from safetensors.torch import load_file, save_file

    shutil.copytree(verifier, tmp_path / "m")
    weights = tmp_path / "m" / "model.safetensors"
    save_file({k: v.half() for k, v in load_file(weights).items()}, weights)
    config = json.loads((tmp_path / "m" / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "m" / "config.json").write_text(
        json.dumps({**config, "dtype": "float16"}), encoding="utf-8"
    )
    victim = ClassifierVictim(tmp_path / "m", device="cpu")
    check_scores(victim, victim.predict(PAIRS))


def test_nothing_is_downloaded_by_surprise() -> None:
    with pytest.raises(ModelUnavailableError, match="allow_download=True"):
        ClassifierVictim("nobody/no-such-model", device="cpu")
