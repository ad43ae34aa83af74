"""What a recipe needs is looked for on the disk, where its library would look."""

from __future__ import annotations

from pathlib import Path

import flair
import nltk
import pytest
from huggingface_hub import constants
from textattack.shared.utils import install

from textattack_atomeval.attack.recipes import needs


def put(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x", encoding="utf-8")


def test_nltk_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    for name in ("taggers/universal_tagset.zip", "taggers/averaged_perceptron/x"):
        put(tmp_path / name)
    assert needs.TAGSET.there()
    assert not needs.TAGGER.there()
    assert "averaged_perceptron_tagger_eng" in needs.TAGGER.remedy
    assert not needs.WORDNET.there()


def test_hub_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    need = needs.hub_model("own/er-model")
    assert not need.there()
    home = tmp_path / "models--own--er-model"
    put(home / "refs" / "main")
    put(home / "snapshots" / "x" / "config.json")
    assert not need.there()
    put(home / "snapshots" / "x" / "model.safetensors")
    assert need.there()
    assert need.remedy == "run `hf download own/er-model`"


def test_host_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "TEXTATTACK_CACHE_DIR", str(tmp_path))
    assert not needs.COUNTER_FITTED.there()
    put(tmp_path / "word_embeddings" / "paragramcf" / "paragram.npy")
    assert needs.COUNTER_FITTED.there()
    assert "download_from_s3" in needs.COUNTER_FITTED.remedy


def test_flair_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flair, "cache_root", tmp_path)
    need = needs.flair_model("ner-english")
    assert not need.there()
    (tmp_path / "models" / "ner-english").mkdir(parents=True)
    assert need.there()


def test_packages_and_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert needs.python_package("textattack").there()
    assert not needs.python_package("no_such_package").there()
    monkeypatch.setenv("TFHUB_CACHE_DIR", str(tmp_path))
    assert not needs.SENTENCE_ENCODER.there()
    (tmp_path / "42480c3c7f42bf87d36d4c58fc4374b08dae2909").mkdir()
    assert needs.SENTENCE_ENCODER.there()


def test_no_download_happens_while_components_are_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(nltk, "download", asked.append)
    with needs.no_downloads():
        assert nltk.download("omw-1.4") is False
    assert asked == []
    nltk.download("wordnet")
    assert asked == ["wordnet"]


def test_it_ends_with_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    before = nltk.download
    with pytest.raises(OSError), needs.no_downloads():
        raise OSError
    assert nltk.download is before
