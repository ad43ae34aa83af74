"""An instruct model in the transformers format, by hub id or directory."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.generation.base import Completion, Prompt, Setting
from textattack_atomeval.generation.local import Sampling, fingerprint

_PROBE = "probe-of-the-system-role"


class TransformersGenerator:
    """Answers with a causal language model, in batches of similar length.

    A prompt goes through the tokenizer's chat template; where the template knows no
    system role, the system text stands before the user's. A tokenizer without a
    template gets both texts one after the other, separated by blank lines. Only
    safetensors weights are read, no code of the checkpoint is run, and its own
    sampling settings (repetition penalty and so on) are not used.

    Every prompt draws its own random numbers, so an answer depends neither on the
    batch nor on the order; rounding may move a near tie between batch sizes.

    Args:
        model: hub id or directory.
        revision: commit, tag or branch on the hub; ignored for a directory.
        temperature: 0 is greedy.
        top_p: nucleus sampling; 1 is off.
        max_tokens: longest answer, in tokens.
        seed: a prompt's ``sample`` is added to it.
        batch_size: prompts in one run of the model; halved where memory runs out.
        device: a torch device, by default CUDA where there is one, else the CPU.
        allow_download: fetch the checkpoint from the hub when it is not cached.

    Raises:
        InputError: a sampling setting cannot be used.
        ModelUnavailableError: the checkpoint cannot be loaded.
        ModelRefusedError: its tokenizer has neither padding nor end token.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        revision: str = "main",
        temperature: float = 0.0,
        top_p: float = 1.0,
        max_tokens: int = 256,
        seed: int = 0,
        batch_size: int = 8,
        device: str | None = None,
        allow_download: bool = False,
    ) -> None:
        import torch

        self._sampling = Sampling(
            temperature=temperature, top_p=top_p, max_tokens=max_tokens, seed=seed
        )
        self.batch_size = batch_size
        chosen = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._device = torch.device(chosen)
        self._tokenizer, self._model = _load(str(model), revision, not allow_download)
        self._ends = _prepare(self._tokenizer, self._model, str(model))
        self._model.to(
            self._device, dtype=torch.float32 if chosen == "cpu" else None
        ).eval()
        self._limit = int(
            getattr(self._model.config, "max_position_embeddings", 0) or 1 << 30
        )
        self._has_system = _knows_system(self._tokenizer)
        self._lock = threading.Lock()
        self._name = f"transformers:{model}@{_revision(str(model), self._model.config)}"

    @property
    def name(self) -> str:
        """Model with its commit, or with the hash of a directory's weights."""
        return self._name

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """Sampling parameters and seed."""
        return self._sampling.parameters()

    def count_tokens(self, prompts: Sequence[Prompt]) -> list[int]:
        """Return how many tokens the model would read for each prompt."""
        return [len(ids) for ids in self._encode(prompts)]

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return one completion a prompt, in the same order; failures do not raise."""
        rows = self._encode(prompts)
        room = self._limit - self._sampling.max_tokens
        found: dict[int, Completion] = {
            place: Completion(error=_too_long(len(rows[place]), room), calls=0)
            for place in range(len(prompts))
            if len(rows[place]) > room
        }
        fitting = [place for place in range(len(prompts)) if place not in found]
        fitting.sort(key=lambda place: len(rows[place]))
        with self._lock:
            for start in range(0, len(fitting), self.batch_size):
                places = fitting[start : start + self.batch_size]
                batch = [(rows[place], prompts[place]) for place in places]
                found.update(zip(places, self._answer(batch), strict=True))
        return [found[place] for place in range(len(prompts))]

    def _encode(self, prompts: Sequence[Prompt]) -> list[list[int]]:
        template = self._tokenizer.chat_template is not None
        texts = [self._render(prompt) for prompt in prompts]
        if not texts:
            return []
        # A template writes the special tokens itself.
        encoded = self._tokenizer(texts, add_special_tokens=not template)
        rows: list[list[int]] = encoded["input_ids"]
        return rows

    def _render(self, prompt: Prompt) -> str:
        if self._tokenizer.chat_template is None:
            return f"{prompt.system}\n\n{prompt.user}\n\n"
        system = [{"role": "system", "content": prompt.system}]
        user = prompt.user
        if not self._has_system:
            system, user = [], f"{prompt.system}\n\n{user}"
        return _templated(self._tokenizer, [*system, {"role": "user", "content": user}])

    def _answer(self, batch: list[tuple[list[int], Prompt]]) -> list[Completion]:
        """Run one batch; where memory runs out, its halves one after the other."""
        import torch

        started = time.monotonic()
        try:
            answers = self._run(batch)
        except torch.OutOfMemoryError:
            if len(batch) == 1:
                return [Completion(error="out of memory: use a smaller model")]
            half = len(batch) // 2
            return self._answer(batch[:half]) + self._answer(batch[half:])
        each = (time.monotonic() - started) / len(batch)
        return [
            self._completion(answer, len(ids), each)
            for answer, (ids, _) in zip(answers, batch, strict=True)
        ]

    def _run(self, batch: list[tuple[list[int], Prompt]]) -> list[list[int]]:
        """Return the new tokens of each row, what follows its end included."""
        import torch

        longest = max(len(ids) for ids, _ in batch)
        pad = self._tokenizer.pad_token_id
        rows = [[pad] * (longest - len(ids)) + ids for ids, _ in batch]
        seen = [[0] * (longest - len(ids)) + [1] * len(ids) for ids, _ in batch]
        with torch.inference_mode():
            tokens = self._model.generate(
                input_ids=torch.tensor(rows, device=self._device),
                attention_mask=torch.tensor(seen, device=self._device),
                max_new_tokens=self._sampling.max_tokens,
                do_sample=False,
                logits_processor=self._choosing([prompt for _, prompt in batch]),
            )
        new: list[list[int]] = tokens[:, longest:].tolist()
        return new

    def _choosing(self, prompts: list[Prompt]) -> list[Any]:
        """Return the processors that turn "the likeliest token" into sampling."""
        if not self._sampling.temperature:
            return []
        from transformers import TemperatureLogitsWarper, TopPLogitsWarper

        chosen: list[Any] = [TemperatureLogitsWarper(float(self._sampling.temperature))]
        if self._sampling.top_p < 1:
            chosen.append(TopPLogitsWarper(self._sampling.top_p))
        return [*chosen, _Gumbel([self._sampling.seed_of(p) for p in prompts])]

    def _completion(self, new: list[int], asked: int, seconds: float) -> Completion:
        ends = [place for place, token in enumerate(new) if token in self._ends]
        kept = new[: ends[0]] if ends else new
        return Completion(
            text=self._tokenizer.decode(kept, skip_special_tokens=True),
            finish="stop" if ends else "length",
            prompt_tokens=asked,
            completion_tokens=len(kept) + bool(ends),
            seconds=seconds,
        )


class _Gumbel:
    """Adds Gumbel noise, each row from a generator of its own.

    The largest of logits plus such noise is a draw from their softmax (Gumbel-max);
    unlike ``multinomial`` over a batch it makes a row independent of its neighbours.
    """

    def __init__(self, seeds: list[int]) -> None:
        import torch

        self._dice = [torch.Generator().manual_seed(seed) for seed in seeds]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        import torch

        size = scores.shape[-1]
        draws = [torch.rand(size, generator=one) for one in self._dice]
        even = torch.stack(draws).clamp_(1e-20, 1 - 1e-7)
        noise = -torch.log(-torch.log(even))
        return scores + noise.to(scores.device, scores.dtype)


def _load(model: str, revision: str, offline: bool) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    options: dict[str, Any] = {"local_files_only": offline, "trust_remote_code": False}
    if not Path(model).is_dir():
        options["revision"] = revision
    try:
        tokenizer = AutoTokenizer.from_pretrained(model, **options)
        loaded = AutoModelForCausalLM.from_pretrained(
            model, use_safetensors=True, dtype="auto", **options
        )
    except (OSError, ValueError, ImportError) as error:
        remedy = (
            f"download it once with `huggingface-cli download {model}`, pass "
            "allow_download=True, or give the path of a directory"
            if offline
            else "check the name, the revision and the network"
        )
        raise ModelUnavailableError(
            f"Cannot load language model {model} ({error}): {remedy}. It needs "
            "config.json, model.safetensors and tokenizer files."
        ) from error
    return tokenizer, loaded


def _prepare(tokenizer: Any, model: Any, name: str) -> frozenset[int]:
    """Give both a padding token and plain settings; return the tokens that end."""
    from transformers import GenerationConfig

    ends = model.generation_config.eos_token_id
    ends = ends if isinstance(ends, list) else [ends, tokenizer.eos_token_id]
    known = frozenset(int(end) for end in ends if end is not None)
    if tokenizer.pad_token_id is None:
        if tokenizer.eos_token is None:
            raise ModelRefusedError(
                f"The tokenizer of {name} has neither a padding nor an end token; set "
                "eos_token in its tokenizer_config.json."
            )
        tokenizer.pad_token = tokenizer.eos_token
    model.generation_config = GenerationConfig(
        eos_token_id=sorted(known) or None, pad_token_id=tokenizer.pad_token_id
    )
    return known


def _templated(tokenizer: Any, messages: list[dict[str, str]]) -> str:
    text: str = tokenizer.apply_chat_template(
        messages, tokenize=False, add_generation_prompt=True
    )
    return text


def _knows_system(tokenizer: Any) -> bool:
    """Tell whether the chat template passes a system text on."""
    if tokenizer.chat_template is None:
        return False
    from jinja2 import TemplateError

    messages = [
        {"role": "system", "content": _PROBE},
        {"role": "user", "content": "x"},
    ]
    try:
        return _PROBE in _templated(tokenizer, messages)
    except TemplateError:
        return False


def _too_long(tokens: int, room: int) -> str:
    return (
        f"prompt too long: {tokens} tokens, but the model reads {room} beside its "
        "answer; shorten the evidence"
    )


def _revision(model: str, config: Any) -> str:
    """The first 12 hex digits of the hub commit, or of the weights' SHA-256."""
    if Path(model).is_dir():
        return fingerprint(sorted(Path(model).glob("*.safetensors")))
    return str(getattr(config, "_commit_hash", None) or "unknown")[:12]
