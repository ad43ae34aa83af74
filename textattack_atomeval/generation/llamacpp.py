"""A GGUF file, run in this process by llama.cpp through ``xllamacpp``."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.generation.base import Completion, Prompt, Setting
from textattack_atomeval.generation.local import Sampling, fingerprint
from textattack_atomeval.generation.replies import read_error, read_reply
from textattack_atomeval.generation.retries import RequestFailed

_MAGIC = b"GGUF"
_QUIET = 0  # llama.cpp's verbosity: errors only


class LlamaCppGenerator:
    """Answers one prompt after the other with the chat template in the file.

    Args:
        path: the GGUF file.
        temperature: 0 is greedy.
        top_p: nucleus sampling; 1 is off.
        max_tokens: longest answer, in tokens.
        seed: a prompt's ``sample`` is added to it; only sampling uses it.
        n_threads: CPU threads. One is the safe choice: on few or busy cores threads
            that wait for each other are many times slower.
        n_ctx: tokens of prompt and answer together; memory grows with it.
        reuse_prefix: keep what the last prompt had in common with the next one. Saves
            most of the reading; rounding may then move a near tie.

    Raises:
        InputError: a sampling setting cannot be used.
        ModelUnavailableError: ``xllamacpp`` or the file is missing, or llama.cpp
            cannot load it.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        temperature: float = 0.0,
        top_p: float = 1.0,
        max_tokens: int = 256,
        seed: int = 0,
        n_threads: int = 1,
        n_ctx: int = 4096,
        reuse_prefix: bool = True,
    ) -> None:
        self._sampling = Sampling(
            temperature=temperature, top_p=top_p, max_tokens=max_tokens, seed=seed
        )
        self._path = Path(path)
        self._n_ctx = n_ctx
        self._reuse = reuse_prefix
        self._server = _load(self._path, n_threads, n_ctx)
        self._lock = threading.Lock()
        self._name = f"llamacpp:{self._path.name}@{fingerprint([self._path])}"

    @property
    def name(self) -> str:
        """The file's name with the hash of its content."""
        return self._name

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """Sampling parameters, seed, window and whether prefixes are kept."""
        more = {"n_ctx": self._n_ctx, "reuse_prefix": self._reuse}
        return self._sampling.parameters() | more

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return one completion a prompt, in the same order; failures do not raise."""
        with self._lock:
            return [self._answer(prompt) for prompt in prompts]

    def _answer(self, prompt: Prompt) -> Completion:
        started = time.monotonic()
        try:
            answer = _read(self._server.handle_chat_completions(self._body(prompt)))
        except (RequestFailed, RuntimeError, ValueError) as error:
            answer = Completion(error=f"llama.cpp: {error}")
        return msgspec.structs.replace(answer, seconds=time.monotonic() - started)

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        return {
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": self._sampling.temperature,
            "top_p": self._sampling.top_p,
            # llama.cpp would cut the tail by these, too, unless told otherwise.
            "top_k": 0,
            "min_p": 0.0,
            "max_tokens": self._sampling.max_tokens,
            "seed": (self._sampling.seed + prompt.sample) % 2**32,
            "cache_prompt": self._reuse,
        }


def _read(reply: Any) -> Completion:
    """Return what llama.cpp's server answered; an error comes as a reply, too.

    Raises:
        RequestFailed: the reply is an error or no chat completion.
    """
    body = msgspec.json.encode(reply)
    if isinstance(reply, dict) and "error" in reply:
        raise RequestFailed(read_error(body)[1], again=False)
    return read_reply(body)


def _load(path: Path, n_threads: int, n_ctx: int) -> Any:
    _check_file(path)
    try:
        import xllamacpp
    except ImportError as error:
        raise ModelUnavailableError(
            f"Cannot run {path} without the package xllamacpp ({error}): "
            "pip install 'textattack_atomeval[llamacpp]'."
        ) from error
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.cpuparams.n_threads = n_threads
    settings.cpuparams_batch.n_threads = n_threads
    settings.n_ctx = n_ctx
    settings.n_parallel = 1
    settings.warmup = False
    settings.verbosity = _QUIET
    # xllamacpp always listens on a port of this machine: nobody else may use it.
    settings.ui = False
    settings.endpoint_slots = False
    settings.api_keys = [secrets.token_hex(16)]
    try:
        return xllamacpp.Server(settings)
    except RuntimeError as error:
        raise ModelUnavailableError(
            f"llama.cpp cannot load {path} ({error}): check that the file is complete "
            "and that it fits into memory, or lower n_ctx."
        ) from error


def _check_file(path: Path) -> None:
    """Raise ModelUnavailableError unless the path is a GGUF file."""
    try:
        with path.open("rb") as stream:
            start = stream.read(len(_MAGIC))
    except OSError as error:
        raise ModelUnavailableError(
            f"Cannot read the model {path}: {error.strerror}; give the path of a GGUF "
            "file."
        ) from error
    if start != _MAGIC:
        raise ModelUnavailableError(
            f"{path} is no GGUF file; download a model in that format."
        )
