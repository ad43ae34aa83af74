"""Tiny real models, made here: one in DeBERTa-v3's shape, one exported to ONNX."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.base import LABELS, Pair
from textattack_atomeval.nli.canaries import CANARIES

EXPORT = Path(__file__).parents[2] / "training" / "nli" / "export.py"


class Counting:
    """An exact, reproducible stand-in that remembers what it was asked."""

    name = "counting@1"

    def __init__(self) -> None:
        self.asked: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        self.asked += pairs
        return [judgement_of(pair) for pair in pairs]


def judgement_of(pair: Pair) -> Judgement:
    """Return probabilities with all bits in use, different for different pairs."""
    weights = [1 / (3 + sum(map(ord, text))) for text in (*pair, pair[0] + pair[1])]
    total = sum(weights)
    return Judgement(*(weight / total for weight in weights))


def word_tokenizer(unk: str = "[UNK]") -> Any:
    """Return a fast tokenizer over the words of the canary pairs."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[CLS]", "[SEP]", unk]
    normalizer = normalizers.BertNormalizer()
    splitter = pre_tokenizers.BertPreTokenizer()
    texts = [text for pair, _ in CANARIES for text in pair]
    words = {
        word
        for text in texts
        for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(text))
    }
    vocabulary = {word: i for i, word in enumerate([*special, *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=unk))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = splitter
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        unk_token=unk,
        model_max_length=64,
    )


def fit(model: Any, tokenizer: Any) -> None:
    """Teach the model the canary pairs by heart, in its own label order."""
    import torch

    order = {name.lower(): index for index, name in model.config.id2label.items()}
    inputs = tokenizer(
        [pair[0] for pair, _ in CANARIES],
        [pair[1] for pair, _ in CANARIES],
        padding=True,
        return_tensors="pt",
    )
    target = torch.tensor([order[label] for _, label in CANARIES])
    torch.set_num_threads(1)  # threads that wait for each other make tiny models slow
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    model.train()
    for _ in range(300):
        loss = torch.nn.functional.cross_entropy(model(**inputs).logits, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < 0.02:
            break
    model.eval()


def sizes(tokenizer: Any, labels: Sequence[str]) -> dict[str, Any]:
    """Return the settings that both tiny models share."""
    return {
        "vocab_size": len(tokenizer),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": 64,
        "initializer_range": 0.1,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "pad_token_id": 0,
        "id2label": dict(enumerate(labels)),
        "label2id": {label: i for i, label in enumerate(labels)},
    }


@pytest.fixture(scope="session")
def deberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny DeBERTa-v3-shaped checkpoint with shouted, reversed labels."""
    import torch
    from transformers import DebertaV2Config, DebertaV2ForSequenceClassification

    torch.manual_seed(3)
    tokenizer = word_tokenizer()
    config = DebertaV2Config(
        **sizes(tokenizer, [label.upper() for label in reversed(LABELS)]),
        type_vocab_size=0,
        relative_attention=True,
        position_buckets=16,
        norm_rel_ebd="layer_norm",
        share_att_key=True,
        pos_att_type=["p2c", "c2p"],
        position_biased_input=False,
        pooler_hidden_size=32,
        pooler_dropout=0,
    )
    model = DebertaV2ForSequenceClassification(config)
    fit(model, tokenizer)
    path = tmp_path_factory.mktemp("deberta")
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny BERT-shaped checkpoint, as training writes it."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(5)
    tokenizer = word_tokenizer()
    model = BertForSequenceClassification(BertConfig(**sizes(tokenizer, LABELS)))
    fit(model, tokenizer)
    path = tmp_path_factory.mktemp("bert")
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture(scope="session")
def exporter() -> Iterator[ModuleType]:
    """Return training/nli/export.py as a module."""
    pytest.importorskip("onnx", reason="exporting needs the onnx package")
    spec = importlib.util.spec_from_file_location("export_nli", EXPORT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module


@pytest.fixture(scope="session")
def exported(
    bert: Path, exporter: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the tiny BERT as the files of an :class:`OnnxNLI`."""
    path = tmp_path_factory.mktemp("exported")
    exporter.export(bert, path)
    return path
