"""load_victim: what each specification names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.encoders.tiny import save_bert
from textattack_atomeval import victims
from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
)
from textattack_atomeval.victims import (
    CausalVictim,
    ClassifierVictim,
    OnnxVictim,
    Victim,
    load_victim,
    onnx,
)

SIDES = {0: "REFUTED", 1: "SUPPORTED"}


def test_directories(exported: Path, verifier: Path, decoder: Path) -> None:
    for spec, kind in [
        (str(exported), OnnxVictim),
        (str(verifier), ClassifierVictim),
        (f"causal:{decoder}", CausalVictim),
    ]:
        victim = load_victim(spec)
        assert type(victim) is kind
        assert isinstance(victim, Victim)


def test_embedded(exported: Path, monkeypatch) -> None:
    monkeypatch.setattr(onnx, "EMBEDDED", exported)
    assert load_victim("embedded").name.startswith("embedded-minilm@")
    with pytest.raises(InputError, match="leave `labels` out"):
        load_victim("embedded", labels=SIDES)


def test_labels_are_passed_on(decoder: Path, tmp_path: Path) -> None:
    plain = save_bert(tmp_path / "m", ["LABEL_0", "LABEL_1"])
    assert load_victim(str(plain), labels=SIDES).labels == ("REFUTED", "SUPPORTED")
    with pytest.raises(ModelRefusedError, match="pass labels such as"):
        load_victim(str(plain))
    words = {"no": "REFUTED", "yes": "SUPPORTED"}
    victim = load_victim(f"causal:{decoder}", labels=words)
    assert victim.labels == ("REFUTED", "SUPPORTED")


def test_hub_ids_and_revisions(monkeypatch) -> None:
    asked = []

    def note(model, labels, **options):
        asked.append((model, options))

    monkeypatch.setattr(victims, "ClassifierVictim", note)
    monkeypatch.setattr(victims, "CausalVictim", note)
    load_victim("owner/name")
    load_victim("causal:owner/name@abc", allow_download=True)
    assert asked == [
        ("owner/name", {"allow_download": False, "revision": "main"}),
        ("owner/name", {"allow_download": True, "revision": "abc"}),
    ]


@pytest.mark.parametrize(
    "spec", ["/no/such/place", "./here", "~/model", "a/b/c", "causal:/no/such"]
)
def test_a_path_that_is_not_there(spec: str) -> None:
    with pytest.raises(ModelUnavailableError, match="is no directory: give the"):
        load_victim(spec)


def test_a_file_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"")
    with pytest.raises(ModelUnavailableError, match="is no directory"):
        load_victim(str(tmp_path / "model.bin"))


@pytest.mark.parametrize("spec", ["", " ", "causal:", "causal: "])
def test_nothing_is_no_victim(spec: str) -> None:
    with pytest.raises(InputError, match="Expected a victim: embedded, a directory"):
        load_victim(spec)


def test_a_decoder_is_no_classifier(decoder: Path) -> None:
    with pytest.raises(ModelRefusedError, match="which would be random"):
        load_victim(str(decoder), labels=SIDES)
