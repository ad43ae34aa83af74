"""Tiny victims: a classifier, its export, and a decoder that reads bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.encoders.tiny import TEXTS, load_script, save_bert
from textattack_atomeval.verdicts import VERDICTS

PAIRS = [(TEXTS[j], TEXTS[i]) for i in range(0, 18, 4) for j in range(0, 18, 5)]
ORDER = ["NEI", "REFUTED", "SUPPORTED"]
MARKS = ["<s>", "<turn>", "<end>"]


@pytest.fixture(scope="session")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a classifier's checkpoint with labels in an order of its own."""
    return save_bert(tmp_path_factory.mktemp("verifier"), ORDER)


@pytest.fixture(scope="session")
def exported(verifier: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the classifier as the files of an ``OnnxVictim``."""
    pytest.importorskip("onnx", reason="exporting needs the onnx package")
    exporter = load_script("export.py")
    path = tmp_path_factory.mktemp("exported")
    exporter.export(verifier, path, exporter.VICTIM)
    return path


def byte_tokenizer() -> Any:
    """Return a tokenizer with a token a byte, and chat marks."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {char: i for i, char in enumerate([*MARKS, *alphabet])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(
        add_prefix_space=False, use_regex=False
    )
    tokenizer.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        pad_token="<s>",
        additional_special_tokens=MARKS[1:],
        model_max_length=4096,
    )


def save_decoder(path: Path, positions: int = 1024, chat: str | None = None) -> Path:
    """Write a tiny decoder with tied embeddings."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(11)
    tokenizer = byte_tokenizer()
    tokenizer.chat_template = chat
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=positions,
        initializer_range=0.5,
        tie_word_embeddings=True,
        bos_token_id=0,
        pad_token_id=0,
    )
    LlamaForCausalLM(config).eval().save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture(scope="session")
def decoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a causal checkpoint without a chat template."""
    return save_decoder(tmp_path_factory.mktemp("decoder"))


def check_scores(victim: Any, answers: list[list[float]]) -> None:
    """Assert that answers are what TextAttack takes for probabilities."""
    import numpy as np

    assert set(victim.labels) <= set(VERDICTS)
    table = np.array(answers, dtype=np.float32)
    assert table.shape == (len(answers), len(victim.labels))
    assert (table.astype(float) == np.array(answers)).all()
    assert (np.abs(table.sum(1) - 1) < 1e-6).all()
