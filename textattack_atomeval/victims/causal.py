"""A decoder that verifies claims, such as the paper's Gemma-7B (section 4.1)."""

from __future__ import annotations

import hashlib
import inspect
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textattack_atomeval.encoders.batches import in_buckets
from textattack_atomeval.encoders.checkpoint import (
    REVISION,
    choose_batch_size,
    choose_device,
    fingerprint,
    load,
    model_limit,
)
from textattack_atomeval.errors import InputError, ModelRefusedError
from textattack_atomeval.verdicts import VERDICTS
from textattack_atomeval.victims.base import Pair, Scores, answers
from textattack_atomeval.victims.labels import Labels, checked
from textattack_atomeval.victims.prompts import TEMPLATE, PromptBuilder, parts

MAX_LENGTH = 2048
_LEAST_ROOM = 32  # tokens for claim and evidence, below which windows say nothing


class CausalVictim:
    """Reads the verdict from the probabilities of the next token after a prompt.

    Of all tokens only those that begin a label word count, normalised over them, so
    there is always a verdict and nothing is generated or parsed. The tokenizer's chat
    template is used if it has one. Claim and evidence are delimited data: see
    :class:`~textattack_atomeval.victims.prompts.PromptBuilder`. Texts too long for
    ``max_length`` are read in windows, as by
    :class:`~textattack_atomeval.victims.onnx.OnnxVictim`. Weights are used in the
    number format they are stored in; LoRA adapters must be merged into them.

    Args:
        model: hub id or directory, loaded as by
            :class:`~textattack_atomeval.victims.classifier.ClassifierVictim`.
        labels: the words that the model answers with and the verdicts they mean, such
            as ``{"true": "SUPPORTED", "false": "REFUTED"}``; by default the three
            verdicts themselves.
        template: the prompt; must be the one that the model was fine-tuned with.
        device: a torch device, by default CUDA where there is one, else the CPU.
        batch_size: prompts in one run, by default 1 on the CPU and 32 elsewhere.
        max_length: tokens of a prompt, at most what the model allows.
        allow_download: fetch the checkpoint from the hub when it is not cached.
        revision: commit hash, tag or branch on the hub; ignored for a directory.

    Raises:
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: it is no causal model, or its tokens cannot tell the label
            words apart.
        InputError: ``labels``, ``template`` or ``max_length`` cannot be used.
    """

    def __init__(
        self,
        model: str | Path,
        labels: Labels | None = None,
        template: str = TEMPLATE,
        device: str | None = None,
        batch_size: int | None = None,
        max_length: int = MAX_LENGTH,
        allow_download: bool = False,
        revision: str = REVISION,
    ) -> None:
        import torch

        said: Labels = {str(v): v for v in VERDICTS} if labels is None else labels
        words = [str(word) for word in said]
        self.labels = checked(list(said.values()), said)
        self._tokenizer, self._model = load(
            str(model), "victim", "CausalLM", revision, allow_download, dtype="auto"
        )
        special = [
            str(t) for t in self._tokenizer.added_tokens_decoder.values() if t.special
        ]
        self._prompts = PromptBuilder(template, words, special)
        self._device = torch.device(choose_device(device))
        self._model.to(self._device).eval()
        self._batch_size = choose_batch_size(batch_size, self._device.type)
        text_config = self._model.config.get_text_config()
        limit = min(max_length, model_limit(self._tokenizer, text_config))
        self._prefix, self._answers = self._read_words(words, str(model))
        self._room = self._measure(limit)
        self.name = _name(str(model), self._model.config, template, words, max_length)
        self._lock = threading.Lock()

    def predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        """Return the probabilities of ``labels`` for each pair, in the same order."""
        with self._lock:
            return in_buckets(pairs, self._predict, self._batch_size)

    def _predict(self, pairs: Sequence[Pair]) -> list[Scores]:
        clean = [(self._prompts.inert(a), self._prompts.inert(b)) for a, b in pairs]
        backend = self._tokenizer.backend_tokenizer
        grids = [parts(pair, backend, self._room) for pair in clean]
        prompts = [
            [[self._ids(pair) + self._prefix for pair in part] for part in grid]
            for grid in grids
        ]
        return answers(self, pairs, prompts, self._logits)

    def _ids(self, pair: Pair, answer: str = "") -> list[int]:
        """The tokens of the prompt, and of the answer after it if one is given."""
        prompt = self._prompts.fill(pair)
        chat = bool(self._tokenizer.chat_template)
        if chat:
            prompt = self._tokenizer.apply_chat_template(
                [{"role": "user", "content": prompt}],
                tokenize=False,
                add_generation_prompt=True,
            )
        elif answer:
            prompt += " "
        # A chat template writes the special tokens itself.
        ids: list[int] = self._tokenizer(
            prompt + answer, add_special_tokens=not chat, truncation=False
        )["input_ids"]
        return ids

    def _read_words(self, words: list[str], model: str) -> tuple[list[int], list[int]]:
        """The tokens that all words begin with, and the one after them for each."""
        example = ("A claim.", "Some evidence.")
        prompt = self._ids(example)
        longer = [self._ids(example, word) for word in words]
        columns = list(zip(*(ids[len(prompt) :] for ids in longer), strict=False))
        first = next((column for column in columns if len(set(column)) > 1), ())
        if len(set(first)) < len(words) or any(
            ids[: len(prompt)] != prompt for ids in longer
        ):
            raise ModelRefusedError(
                f"Victim {model} cannot tell the label words {', '.join(words)} apart "
                "by one token after the prompt: pass labels with other words, the ones "
                "that it was fine-tuned to answer."
            )
        prefix = columns[: columns.index(first)]
        return [column[0] for column in prefix], list(first)

    def _measure(self, limit: int) -> int:
        """The tokens that claim and evidence may take, with a reserve of an eighth.

        A window's text can take some tokens more than it took inside the whole text.
        """
        room = (limit - len(self._ids(("", "")))) * 7 // 8
        if room < _LEAST_ROOM:
            raise InputError(
                f"A prompt of {limit} tokens leaves {max(room, 0)} for claim and "
                "evidence: raise max_length, shorten the template, or take a model "
                "with a longer input."
            )
        return room

    def _logits(self, rows: Sequence[list[int]]) -> list[list[float]]:
        """The logits of the label words after each row, in their order."""
        import torch

        logits: list[list[float]] = []
        for start in range(0, len(rows), self._batch_size):
            batch = rows[start : start + self._batch_size]
            with torch.inference_mode():
                logits += self._run(batch)[:, self._answers].float().tolist()
        return logits

    def _run(self, rows: Sequence[list[int]]) -> Any:
        """The logits of all tokens after each row; padding on the right is unseen."""
        import torch

        last = [len(row) - 1 for row in rows]
        places = sorted(set(last))
        longest = places[-1] + 1
        fill = self._tokenizer.pad_token_id or 0
        ids = [row + [fill] * (longest - len(row)) for row in rows]
        mask = [[1] * len(row) + [0] * (longest - len(row)) for row in rows]
        options: dict[str, Any] = {"use_cache": False}
        # The logits of a whole batch can be larger than the model: ask for few.
        few = "logits_to_keep" in inspect.signature(self._model.forward).parameters
        if few:
            options["logits_to_keep"] = torch.tensor(places, device=self._device)
        output = self._model(
            input_ids=torch.tensor(ids, device=self._device),
            attention_mask=torch.tensor(mask, device=self._device),
            **options,
        )
        columns = [places.index(place) for place in last] if few else last
        return output.logits[list(range(len(rows))), columns]


def _name(
    model: str, config: Any, template: str, words: list[str], max_length: int
) -> str:
    """Another prompt is another victim: its hash is part of the name."""
    asked = json.dumps([template, words]).encode("ascii")
    suffix = "" if max_length == MAX_LENGTH else f"+{max_length}"
    prompt = hashlib.sha256(asked).hexdigest()[:8]
    return f"causal:{model}@{fingerprint(model, config)}+{prompt}{suffix}"
