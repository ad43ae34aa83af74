"""training/vocabulary.py: what a model that reads English may forget."""

from __future__ import annotations

import json
from types import ModuleType, SimpleNamespace

import pytest
import torch

from tests.encoders.tiny import load_script


@pytest.fixture(scope="module")
def vocabulary() -> ModuleType:
    return load_script("vocabulary.py")


@pytest.mark.parametrize("piece", ["mill", "##ing", "é", "1902", "β", "д", "$", "##ª"])
def test_kept(vocabulary: ModuleType, piece: str) -> None:
    assert vocabulary.is_kept(piece)


@pytest.mark.parametrize("piece", ["[unused7]", "水", "##の", "한", "ب", "ख"])
def test_dropped(vocabulary: ModuleType, piece: str) -> None:
    assert not vocabulary.is_kept(piece)


def tokenizer_json(pieces: list[str], kind: str = "WordPiece") -> str:
    """Return a WordPiece tokenizer with <s> and </s> about a text."""
    ids = {piece: number for number, piece in enumerate(pieces)}
    special = [p for p in pieces if p.startswith("<") or p == "[UNK]"]
    return json.dumps(
        {
            "model": {"type": kind, "vocab": ids, "unk_token": "[UNK]"},
            "added_tokens": [{"id": ids[p], "content": p} for p in special],
            "post_processor": {"sep": ["</s>", ids["</s>"]], "cls": ["<s>", 0]},
        }
    )


def model_of(size: int) -> SimpleNamespace:
    """Return what prune touches of a model: row i of the table holds i."""
    table = torch.nn.Embedding(size, 2)
    table.weight.data = torch.arange(size).float().repeat(2, 1).T.contiguous()
    base = SimpleNamespace(embeddings=SimpleNamespace(word_embeddings=table))
    return SimpleNamespace(base_model=base, config=SimpleNamespace(vocab_size=size))


def test_pieces_keep_their_rows(vocabulary: ModuleType) -> None:
    pieces = ["<s>", "</s>", "[unused0]", "[UNK]", "水", "mill", "##s"]
    model = model_of(len(pieces))
    settings = json.loads(vocabulary.prune(model, tokenizer_json(pieces)))
    table = model.base_model.embeddings.word_embeddings
    kept = settings["model"]["vocab"]
    assert list(kept) == ["<s>", "</s>", "[UNK]", "mill", "##s"]
    for piece, new in kept.items():
        assert table.weight[new].tolist() == [pieces.index(piece)] * 2
    assert [t["id"] for t in settings["added_tokens"]] == [0, 1, 2]
    assert model.config.vocab_size == table.num_embeddings == 5


def test_a_special_token_must_not_move(vocabulary: ModuleType) -> None:
    pieces = ["<s>", "[unused0]", "</s>", "[UNK]"]
    with pytest.raises(ValueError, match="</s> would move"):
        vocabulary.prune(model_of(4), tokenizer_json(pieces))


def test_other_vocabularies_are_refused(vocabulary: ModuleType) -> None:
    with pytest.raises(ValueError, match="expected WordPiece, got BPE"):
        vocabulary.prune(model_of(3), tokenizer_json(["<s>", "</s>", "[UNK]"], "BPE"))
