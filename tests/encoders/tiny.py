"""Tiny real models, made here: what tests use in place of checkpoints."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from textattack_atomeval.nli.canaries import CANARIES

TRAINING = Path(__file__).parents[2] / "training"
TEXTS = [text for pair, _ in CANARIES for text in pair]


def word_tokenizer(unk: str = "[UNK]", **settings: Any) -> Any:
    """Return a fast tokenizer over the words of the canary pairs."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[CLS]", "[SEP]", unk]
    normalizer = normalizers.BertNormalizer()
    splitter = pre_tokenizers.BertPreTokenizer()
    words = {
        word
        for text in TEXTS
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
        **settings,
    )


def fit(model: Any, tokenizer: Any, examples: Iterable[tuple[Any, str]]) -> None:
    """Teach the model (pair, label) examples by heart, in its own label order."""
    import torch

    pairs, labels = zip(*examples, strict=True)
    order = {name.lower(): index for index, name in model.config.id2label.items()}
    inputs = tokenizer(
        [pair[0] for pair in pairs],
        [pair[1] for pair in pairs],
        padding=True,
        return_tensors="pt",
    )
    target = torch.tensor([order[label.lower()] for label in labels])
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
    """Return the settings that all tiny encoders share."""
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


def save_bert(
    path: Path,
    labels: Sequence[str],
    examples: Iterable[tuple[Any, str]] | None = None,
    seed: int = 5,
) -> Path:
    """Write a tiny BERT with a head for ``labels``, taught ``examples`` if given."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(seed)
    tokenizer = word_tokenizer()
    model = BertForSequenceClassification(BertConfig(**sizes(tokenizer, labels)))
    if examples is not None:
        fit(model, tokenizer, examples)
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def load_script(name: str) -> ModuleType:
    """Return a program of training/, such as "export.py", as a module."""
    path = TRAINING / name
    spec = importlib.util.spec_from_file_location(f"training_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def save_mpnet(path: Path, examples: Iterable[tuple[Any, str]]) -> Path:
    """Write a tiny MPNet, which has no segment ids, taught NLI ``examples``."""
    import torch
    from transformers import MPNetConfig, MPNetForSequenceClassification

    torch.manual_seed(5)
    tokenizer = word_tokenizer(model_input_names=["input_ids", "attention_mask"])
    labels = ("entailment", "neutral", "contradiction")
    shape = sizes(tokenizer, labels) | {"hidden_size": 128, "num_attention_heads": 4}
    shape |= {"max_position_embeddings": 66}
    model = MPNetForSequenceClassification(MPNetConfig(**shape))
    fit(model, tokenizer, examples)
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path
