"""A smaller vocabulary for a model that reads English: rows nobody asks for go.

A BERT vocabulary holds a thousand unused places and two thousand pieces in scripts that
the package calls "not in Latin script" before any model is asked. Their characters are
read as unknown afterwards, as other rare ones were before. Greek and Cyrillic stay:
English texts hold such letters.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any

KEPT_SCRIPTS = frozenset(
    "LATIN GREEK CYRILLIC MODIFIER FEMININE MASCULINE SUPERSCRIPT SUBSCRIPT".split()
)


def is_kept(piece: str) -> bool:
    """Tell whether a piece may occur in a text of Latin script."""
    if piece.startswith("[unused"):
        return False
    letters = (unicodedata.name(char, "?") for char in piece if char.isalpha())
    return all(name.split()[0].split("-")[0] in KEPT_SCRIPTS for name in letters)


def kept_ids(vocabulary: dict[str, int], special: set[str]) -> list[int]:
    """Return the ids that stay, in order; special tokens always do."""
    return sorted(i for p, i in vocabulary.items() if p in special or is_kept(p))


def named_ids(processor: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the (token, id) pairs that a post-processor puts about a text."""
    pairs = [tuple(processor[name]) for name in ("sep", "cls") if name in processor]
    for token, entry in processor.get("special_tokens", {}).items():
        pairs += [(token, number) for number in entry["ids"]]
    return pairs


def prune(model: Any, tokenizer_json: str) -> str:
    """Drop rows of the model's word embeddings, in place; return the tokenizer's JSON.

    Args:
        model: a transformers model, its embeddings in the order of the tokenizer.
        tokenizer_json: a tokenizer of whole pieces as ``tokenizers`` writes it.

    Raises:
        ValueError: the pieces are made by merges, or a special token that the
            post-processor names would move.
    """
    settings = json.loads(tokenizer_json)
    if settings["model"]["type"] not in ("WordPiece", "WordLevel"):
        raise ValueError(f"expected WordPiece, got {settings['model']['type']}")
    vocabulary: dict[str, int] = settings["model"]["vocab"]
    special = {token["content"] for token in settings["added_tokens"]}
    ids = kept_ids(vocabulary, special | {settings["model"]["unk_token"]})
    moved = {old: new for new, old in enumerate(ids)}
    for token, number in named_ids(settings["post_processor"]):
        if moved[number] != number:
            raise ValueError(f"the special token {token} would move")
    settings["model"]["vocab"] = {
        piece: moved[old] for piece, old in vocabulary.items() if old in moved
    }
    for token in settings["added_tokens"]:
        token["id"] = moved[token["id"]]
    words = model.base_model.embeddings.word_embeddings
    words.weight.data = words.weight.data[ids].clone()
    words.num_embeddings = len(ids)
    model.config.vocab_size = len(ids)
    return json.dumps(settings, ensure_ascii=False)
