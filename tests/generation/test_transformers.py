"""A tiny language model, made here: batches, templates, sampling and refusals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
)
from textattack_atomeval.generation import load_generator
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.transformers import TransformersGenerator

WORDS = (
    "rewrite the claim ship lighthouse sank in harbour was built word is that".split()
)
SPECIAL = ["<pad>", "<unk>", "<end>", "<turn>", "system", "user", "assistant"]
TEMPLATE = (
    "{% for m in messages %}<turn> {{ m.role }} {{ m.content }} <end> {% endfor %}"
    "{% if add_generation_prompt %}<turn> assistant {% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}"
NO_SYSTEM += "{% endif %}" + TEMPLATE
DROPS_SYSTEM = TEMPLATE.replace("messages %}", "messages if m.role != 'system' %}", 1)


def prompt(user: str, sample: int = 0, system: str = "rewrite the claim") -> Prompt:
    return Prompt(
        claim="c",
        evidence="",
        family="f",
        system=system,
        user=user,
        version="v",
        sample=sample,
    )


PROMPTS = [
    prompt(text)
    for text in (
        "the ship",
        "the lighthouse was built in the harbour that is the word",
        "ship sank",
        "word is that the ship sank in the harbour",
        "that",
    )
]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import (
        GenerationConfig,
        LlamaConfig,
        LlamaForCausalLM,
        PreTrainedTokenizerFast,
    )

    torch.manual_seed(11)
    torch.set_num_threads(1)
    words = {word: number for number, word in enumerate([*SPECIAL, *WORDS])}
    inner = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        unk_token="<unk>",
        eos_token="<end>",
        chat_template=TEMPLATE,
    )
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
        initializer_range=0.6,
        eos_token_id=2,
        pad_token_id=0,
    )
    model = LlamaForCausalLM(config)
    # Settings of the checkpoint's own, which must not be used.
    model.generation_config = GenerationConfig(
        do_sample=True, temperature=3.0, top_k=2, eos_token_id=[2], pad_token_id=0
    )
    model.generation_config.repetition_penalty = 9.0
    path = tmp_path_factory.mktemp("causal")
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def changed(source: Path, target: Path, **fields: Any) -> Path:
    """Copy a checkpoint with another tokenizer setting or template."""
    shutil.copytree(source, target)
    template = target / "chat_template.jinja"
    if "chat_template" in fields:
        template.unlink()
        if (text := fields.pop("chat_template")) is not None:
            template.write_text(text)
    config = target / "tokenizer_config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), **fields}))
    return target


def make(path: Path, **options: Any) -> TransformersGenerator:
    return TransformersGenerator(path, **{"max_tokens": 8, "device": "cpu", **options})


@pytest.fixture(scope="module")
def greedy(checkpoint: Path) -> Iterator[TransformersGenerator]:
    yield make(checkpoint)


def by_hand(generator: TransformersGenerator, one: Prompt) -> list[int]:
    """Decode greedily without ``generate``: the likeliest token, again and again."""
    import torch

    (ids,) = generator._encode([one])
    new: list[int] = []
    for _ in range(8):
        with torch.inference_mode():
            logits = generator._model(torch.tensor([[*ids, *new]])).logits[0, -1]
        new.append(int(logits.argmax()))
        if new[-1] == 2:
            break
    return new


def test_greedy_is_the_likeliest_token_each_time(
    greedy: TransformersGenerator,
) -> None:
    for one, found in zip(PROMPTS, greedy.generate(PROMPTS), strict=True):
        new = by_hand(greedy, one)
        ended = new[-1] == 2
        text = greedy._tokenizer.decode(new, skip_special_tokens=True)
        assert (found.text, found.error, found.calls) == (text, "", 1)
        assert found.finish == ("stop" if ended else "length")
        assert found.completion_tokens == len(new)
        assert found.prompt_tokens == len(greedy._encode([one])[0])
        assert found.seconds > 0
    assert greedy.generate([]) == []


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_an_answer_does_not_depend_on_its_batch(
    checkpoint: Path, temperature: float
) -> None:
    texts = {
        size: [
            found.text
            for found in make(
                checkpoint, temperature=temperature, batch_size=size
            ).generate(PROMPTS)
        ]
        for size in (1, 2, 5)
    }
    assert texts[1] == texts[2] == texts[5]


def test_samples_and_seeds_differ_and_repeat(checkpoint: Path) -> None:
    warm = make(checkpoint, temperature=1.0)
    prompts = [prompt("the ship sank", sample) for sample in range(6)]
    first, again = warm.generate(prompts), warm.generate(prompts[::-1])[::-1]
    assert [one.text for one in first] == [one.text for one in again]
    assert len({one.text for one in first}) >= 4
    other = make(checkpoint, temperature=1.0, seed=5).generate(prompts)
    assert [one.text for one in other] != [one.text for one in first]
    moved = make(checkpoint, temperature=1.0, seed=1).generate(prompts[:5])
    assert [one.text for one in moved] == [one.text for one in first[1:]]


def test_sampling_follows_the_probabilities(checkpoint: Path) -> None:
    import torch

    warm = make(checkpoint, temperature=1.5, max_tokens=1, batch_size=64)
    asked = [prompt("ship", sample) for sample in range(1500)]
    (ids,) = warm._encode(asked[:1])
    with torch.inference_mode():
        logits = warm._model(torch.tensor([ids])).logits[0, -1]
    expected = torch.softmax(logits / 1.5, -1)
    counts = torch.zeros(len(expected))
    for start in range(0, len(asked), 64):
        part = [(ids, one) for one in asked[start : start + 64]]
        for (token,) in warm._run(part):
            counts[token] += 1
    # Each share within four standard errors of its probability.
    error = (expected * (1 - expected) / len(asked)).sqrt()
    assert ((counts / len(asked) - expected).abs() <= 4 * error + 1e-9).all()


def test_top_p_cuts_the_tail(checkpoint: Path) -> None:
    asked = [prompt("the ship sank", sample) for sample in range(20)]
    narrow = make(checkpoint, temperature=1.0, top_p=0.001).generate(asked)
    (likeliest,) = make(checkpoint).generate(asked[:1])
    assert {one.text for one in narrow} == {likeliest.text}


def test_the_template_is_used(greedy: TransformersGenerator) -> None:
    text = greedy._render(prompt("the ship", system="be brief"))
    assert text == "<turn> system be brief <end> <turn> user the ship <end> " + (
        "<turn> assistant "
    )


@pytest.mark.parametrize("template", [NO_SYSTEM, DROPS_SYSTEM])
def test_without_a_system_role_it_joins_the_user(
    checkpoint: Path, tmp_path: Path, template: str
) -> None:
    path = changed(checkpoint, tmp_path / "m", chat_template=template)
    text = make(path)._render(prompt("the ship", system="be brief"))
    assert text == "<turn> user be brief\n\nthe ship <end> <turn> assistant "


def test_without_a_template_the_texts_follow_each_other(
    checkpoint: Path, tmp_path: Path
) -> None:
    path = changed(checkpoint, tmp_path / "m", chat_template=None)
    plain = make(path)
    assert plain._render(prompt("the ship", system="be brief")) == (
        "be brief\n\nthe ship\n\n"
    )
    (found,) = plain.generate([prompt("the ship")])
    assert found.error == "" and found.prompt_tokens == 5


def test_a_prompt_that_does_not_fit_is_an_error_of_its_own(
    greedy: TransformersGenerator,
) -> None:
    long = prompt("ship " * 80)
    first, second, third = greedy.generate([PROMPTS[0], long, PROMPTS[1]])
    assert "prompt too long: 91 tokens" in second.error and second.calls == 0
    assert first.text == greedy.generate(PROMPTS[:1])[0].text
    assert first.error == third.error == ""


def test_memory_that_runs_out_halves_the_batch(
    greedy: TransformersGenerator, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    expected = [one.text for one in greedy.generate(PROMPTS)]
    run, sizes = greedy._run, []

    def narrow(batch: list[Any]) -> Any:
        sizes.append(len(batch))
        if len(batch) > 2:
            raise torch.OutOfMemoryError("too much")
        return run(batch)

    monkeypatch.setattr(greedy, "_run", narrow)
    assert [one.text for one in greedy.generate(PROMPTS)] == expected
    assert sizes == [5, 2, 3, 1, 2]

    def never(batch: list[Any]) -> Any:
        raise torch.OutOfMemoryError("too much")

    monkeypatch.setattr(greedy, "_run", never)
    assert all("out of memory" in one.error for one in greedy.generate(PROMPTS))


def test_tokens_are_counted_without_running_the_model(
    greedy: TransformersGenerator,
) -> None:
    counts = greedy.count_tokens(PROMPTS)
    assert counts == [one.prompt_tokens for one in greedy.generate(PROMPTS)]


def test_name_and_parameters(greedy: TransformersGenerator, checkpoint: Path) -> None:
    kind, _, digest = greedy.name.rpartition("@")
    assert kind == f"transformers:{checkpoint}" and len(digest) == 12
    assert greedy.parameters == {
        "temperature": 0.0,
        "top_p": 1.0,
        "max_tokens": 8,
        "seed": 0,
    }


def test_by_its_spec(checkpoint: Path) -> None:
    found = load_generator(f"transformers:{checkpoint}", max_tokens=4)
    assert found.generate(PROMPTS[:1])[0].completion_tokens in range(1, 5)


@pytest.mark.parametrize(
    "options", [{"temperature": -1.0}, {"top_p": 0.0}, {"max_tokens": 0}]
)
def test_unusable_settings(checkpoint: Path, options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        make(checkpoint, **options)


def test_no_pickled_weights(checkpoint: Path, tmp_path: Path) -> None:
    import torch

    path = tmp_path / "m"
    shutil.copytree(checkpoint, path)
    (path / "model.safetensors").unlink()
    torch.save({}, path / "pytorch_model.bin")
    with pytest.raises(ModelUnavailableError, match=r"model\.safetensors"):
        make(path)


def test_code_of_the_checkpoint_is_not_run(checkpoint: Path, tmp_path: Path) -> None:
    trap, path = tmp_path / "ran", tmp_path / "m"
    shutil.copytree(checkpoint, path)
    config = json.loads((path / "config.json").read_text())
    config |= {
        "model_type": "own",
        "auto_map": {"AutoConfig": "own.C", "AutoModelForCausalLM": "own.M"},
    }
    (path / "config.json").write_text(json.dumps(config))
    (path / "own.py").write_text(f"open({str(trap)!r}, 'w')")
    with pytest.raises(ModelUnavailableError):
        make(path)
    assert not trap.exists()


def test_nothing_is_downloaded_by_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import AutoTokenizer

    asked: dict[str, Any] = {}

    def refuse(name: str, **options: Any) -> None:
        asked.update(options)
        raise OSError("not there")

    monkeypatch.setattr(AutoTokenizer, "from_pretrained", refuse)
    with pytest.raises(ModelUnavailableError, match="allow_download=True"):
        TransformersGenerator("some/model", device="cpu")
    assert asked == {
        "local_files_only": True,
        "trust_remote_code": False,
        "revision": "main",
    }
    with pytest.raises(ModelUnavailableError, match="check the name"):
        TransformersGenerator("some/model", device="cpu", allow_download=True)


def test_without_padding_the_end_token_pads(checkpoint: Path, tmp_path: Path) -> None:
    path = changed(checkpoint, tmp_path / "m", pad_token=None)
    (path / "special_tokens_map.json").unlink(missing_ok=True)
    found = make(path)
    assert found._tokenizer.pad_token == "<end>"
    expected = [one.text for one in make(checkpoint).generate(PROMPTS)]
    assert [one.text for one in found.generate(PROMPTS)] == expected


def test_a_tokenizer_without_any_end_is_refused(
    checkpoint: Path, tmp_path: Path
) -> None:
    path = changed(checkpoint, tmp_path / "m", pad_token=None, eos_token=None)
    (path / "special_tokens_map.json").unlink(missing_ok=True)
    with pytest.raises(ModelRefusedError, match="eos_token"):
        make(path)
