"""The llama.cpp backend over a stand-in; the real one where a model is at hand."""

from __future__ import annotations

import os
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.llamacpp import LlamaCppGenerator

#: A GGUF file of an instruct model, for the tests that need a real one.
MODEL = os.environ.get("ATOMEVAL_GGUF")


def prompt(user: str = "hello", sample: int = 0) -> Prompt:
    return Prompt(
        claim="c",
        evidence="",
        family="f",
        system="be brief",
        user=user,
        version="v",
        sample=sample,
    )


class FakeServer:
    """Answers as llama.cpp's server does."""

    def __init__(self, settings: Any) -> None:
        self.settings = settings
        self.asked: list[dict[str, Any]] = []
        if settings.n_ctx > 100_000:
            raise RuntimeError("Failed to init server")

    def handle_chat_completions(self, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        user = body["messages"][1]["content"]
        if user == "raise":
            raise ValueError("bad request")
        if user == "long":
            words = "request (6030 tokens) exceeds the available context size"
            return {"error": {"code": 400, "message": words}}
        if user == "odd":
            return {"choices": []}
        return {
            "choices": [
                {
                    "finish_reason": "length" if user == "cut" else "stop",
                    "message": {"role": "assistant", "content": f"to {user}"},
                }
            ],
            "usage": {"prompt_tokens": 7, "completion_tokens": 3},
        }


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = types.ModuleType("xllamacpp")

    def settings() -> Any:
        part = types.SimpleNamespace
        return part(model=part(), cpuparams=part(), cpuparams_batch=part())

    fake.CommonParams = settings  # type: ignore[attr-defined]
    fake.Server = FakeServer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "xllamacpp", fake)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF and weights")
    return path


@pytest.mark.usefixtures("library")
def test_request_answer_and_settings(file: Path) -> None:
    found = LlamaCppGenerator(file, seed=4, max_tokens=9, n_ctx=512)
    first, second = found.generate([prompt("a"), prompt("cut", sample=2)])
    assert (first.text, first.finish, first.error) == ("to a", "stop", "")
    assert (first.prompt_tokens, first.completion_tokens) == (7, 3)
    assert first.calls == 1 and first.seconds > 0
    assert second.finish == "length"
    server = found._server
    assert server.asked[1] == {
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "cut"},
        ],
        "temperature": 0.0,
        "top_p": 1.0,
        "top_k": 0,
        "min_p": 0.0,
        "max_tokens": 9,
        "seed": 6,
        "cache_prompt": True,
    }
    assert server.settings.model.path == str(file)
    assert server.settings.cpuparams.n_threads == 1
    assert server.settings.cpuparams_batch.n_threads == 1
    assert (server.settings.n_ctx, server.settings.n_parallel) == (512, 1)
    assert len(server.settings.api_keys[0]) == 32, "its port is nobody else's"


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("user", ["raise", "long", "odd"])
def test_a_failure_is_an_error_of_its_own(file: Path, user: str) -> None:
    prompts = [prompt("a"), prompt(user), prompt("b")]
    first, second, third = LlamaCppGenerator(file).generate(prompts)
    assert (first.text, third.text) == ("to a", "to b")
    assert second.text == "" and second.error.startswith("llama.cpp: ")


@pytest.mark.usefixtures("library")
def test_name_and_parameters(file: Path, tmp_path: Path) -> None:
    found = LlamaCppGenerator(file, n_threads=2)
    assert found.name.startswith("llamacpp:tiny.gguf@")
    assert found.parameters == {
        "temperature": 0.0,
        "top_p": 1.0,
        "max_tokens": 256,
        "seed": 0,
        "n_ctx": 4096,
        "reuse_prefix": True,
    }
    file.write_bytes(b"GGUF and other weights")
    assert LlamaCppGenerator(file).name != found.name


def test_what_is_missing_is_named(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelUnavailableError, match=r"textattack_atomeval\[llamacpp\]"):
        LlamaCppGenerator(file)
    with pytest.raises(ModelUnavailableError, match="No such file"):
        LlamaCppGenerator(tmp_path / "absent.gguf")
    other = tmp_path / "other.gguf"
    other.write_bytes(b"PK")
    with pytest.raises(ModelUnavailableError, match="is no GGUF file"):
        LlamaCppGenerator(other)


@pytest.mark.usefixtures("library")
def test_what_cannot_be_loaded_or_used(file: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="lower n_ctx"):
        LlamaCppGenerator(file, n_ctx=1_000_000)
    with pytest.raises(InputError, match="temperature"):
        LlamaCppGenerator(file, temperature=-1)


@pytest.mark.skipif(MODEL is None, reason="ATOMEVAL_GGUF names no model file")
def test_a_real_model() -> None:
    pytest.importorskip("xllamacpp")
    found = LlamaCppGenerator(MODEL or "", max_tokens=12, n_ctx=512)
    asked = [prompt("Name a colour."), prompt("word " * 900)]
    answer, long = found.generate(asked)
    assert answer.text and answer.error == "" and answer.completion_tokens
    assert "context size" in long.error
    assert found.generate(asked[:1])[0].text == answer.text
