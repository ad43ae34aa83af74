"""Tiny real models, made here: one in DeBERTa-v3's shape, one exported to ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.encoders.tiny import fit, load_script, save_bert, sizes, word_tokenizer
from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.base import LABELS, Pair
from textattack_atomeval.nli.canaries import CANARIES


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
    fit(model, tokenizer, CANARIES)
    path = tmp_path_factory.mktemp("deberta")
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tiny BERT-shaped checkpoint, as training writes it."""
    return save_bert(tmp_path_factory.mktemp("bert"), LABELS, CANARIES)


@pytest.fixture(scope="session")
def exported(bert: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tiny BERT as the files of an :class:`OnnxNLI`."""
    pytest.importorskip("onnx", reason="exporting needs the onnx package")
    path = tmp_path_factory.mktemp("exported")
    load_script("export.py").export(bert, path)
    return path
