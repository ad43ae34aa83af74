"""One call for all, one more for what had the wrong form, and the accounts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.data import from_json, to_json
from textattack_atomeval.errors import AtomEvalError, InputError
from textattack_atomeval.generation.base import Completion, Prompt, Setting
from textattack_atomeval.generation.families import load_family
from textattack_atomeval.generation.rewriting import NOT_SAVED, Rewrite, Rewriter

PAIRS = [("A cat is a plant.", "A cat is an animal."), ("Tea is blue.", "")]
GOOD = "Cats belong to the plants."
BAD = "1. Cats are plants.\n2. Cats are flowers."


class Scripted:
    """Answers by a function and remembers what it was asked."""

    name = "scripted"
    parameters: Mapping[str, Setting] = {"temperature": 0.0, "seed": 7}

    def __init__(self, answer: Callable[[Prompt], Completion]) -> None:
        self.answer = answer
        self.asked: list[list[Prompt]] = []

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked.append(list(prompts))
        return [self.answer(prompt) for prompt in prompts]


def always(completion: Completion) -> Scripted:
    return Scripted(lambda _: completion)


def test_pairs_and_samples_in_one_call_and_in_order() -> None:
    def answer(prompt: Prompt) -> Completion:
        return Completion(text=f"Number {prompt.sample} says of {prompt.claim}")

    generator = Scripted(answer)
    found = Rewriter(generator, "advadd").rewrite(PAIRS, samples=3)
    assert [[one.text for one in row] for row in found] == [
        [f"Number {sample} says of {claim}" for sample in range(3)]
        for claim, _ in PAIRS
    ]
    (prompts,) = generator.asked
    assert [prompt.sample for prompt in prompts] == [0, 1, 2, 0, 1, 2]
    assert {prompt.family for prompt in prompts} == {"advadd"}
    assert [(one.claim, one.evidence) for one, *_ in found] == PAIRS


def test_names_for_signatures() -> None:
    rewriter = Rewriter(always(Completion()), "omission")
    assert rewriter.name == "scripted" and rewriter.parameters["seed"] == 7
    assert rewriter.version == load_family("omission").version


def test_a_family_or_its_name(tmp_path: Path) -> None:
    generator = always(Completion(text=GOOD))
    family = load_family("factmix")
    assert Rewriter(generator, family).family == Rewriter(generator, "factmix").family
    (tmp_path / "factmix.txt").write_text("Mix.", encoding="utf-8")
    assert Rewriter(generator, "factmix", tmp_path).family.strategy == "Mix."
    with pytest.raises(InputError):
        Rewriter(generator, "mixfact")


def test_a_format_failure_is_asked_for_once_more() -> None:
    def answer(prompt: Prompt) -> Completion:
        bad = prompt.claim.startswith("A cat") and prompt.sample < 1000
        return Completion(
            text=BAD if bad else GOOD,
            prompt_tokens=10,
            completion_tokens=2,
            calls=2,
            seconds=0.5,
        )

    generator = Scripted(answer)
    (cat,), (tea,) = Rewriter(generator, "colloquial").rewrite(PAIRS)
    first, second = generator.asked
    assert [prompt.claim for prompt in second] == [PAIRS[0][0]]
    assert second[0].sample != first[0].sample
    reminder = load_family("colloquial").reminder
    assert second[0].user == f"{first[0].user}\n\n{reminder}"
    assert (cat.text, cat.status, cat.raw) == (GOOD, "ok", GOOD)
    assert (cat.calls, cat.prompt_tokens, cat.completion_tokens) == (4, 20, 4)
    assert (cat.seconds, tea.calls, tea.seconds) == (1.0, 2, 0.5)


def test_a_second_format_failure_is_an_abstention() -> None:
    generator = always(Completion(text=BAD))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.text, found.status, found.reason) == ("", "abstained", "format")
    assert (found.raw, found.calls, len(generator.asked)) == (BAD, 2, 2)


@pytest.mark.parametrize("text", ["I cannot help with that.", "", PAIRS[0][0]])
def test_other_abstentions_are_not_asked_again(text: str) -> None:
    generator = always(Completion(text=text))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.status, found.raw, len(generator.asked)) == ("abstained", text, 1)


def test_an_outage_is_an_error() -> None:
    generator = always(Completion(error="connection lost", calls=0))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.status, found.reason) == ("error", "connection lost")


def test_an_outage_at_the_second_request_is_an_error() -> None:
    answers = iter([Completion(text=BAD), Completion(error="503", calls=4)])
    generator = Scripted(lambda _: next(answers))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.status, found.reason, found.calls) == ("error", "503", 5)


def test_a_saved_rewrite_is_taken_as_it_stands() -> None:
    generator = always(Completion(text=f" {BAD} ", calls=0))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.text, found.status, len(generator.asked)) == (BAD, "ok", 1)


def test_nothing_saved_is_an_abstention() -> None:
    generator = always(Completion(calls=0))
    ((found,),) = Rewriter(generator, "colloquial").rewrite(PAIRS[:1])
    assert (found.status, found.reason) == ("abstained", NOT_SAVED)


@pytest.mark.parametrize(
    ("first", "second", "total"), [(None, 3, 3), (3, None, 3), (None, None, None)]
)
def test_unknown_tokens(first: int | None, second: int | None, total: int) -> None:
    answers = iter(
        [
            Completion(text=BAD, prompt_tokens=first),
            Completion(text=GOOD, prompt_tokens=second),
        ]
    )
    rewriter = Rewriter(Scripted(lambda _: next(answers)), "colloquial")
    ((found,),) = rewriter.rewrite(PAIRS[:1])
    assert found.prompt_tokens == total


def test_nothing_to_do_makes_no_call() -> None:
    generator = always(Completion())
    assert Rewriter(generator, "colloquial").rewrite([]) == []
    assert generator.asked == []


def test_a_lost_completion_is_noticed() -> None:
    class Lossy(Scripted):
        def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
            return super().generate(prompts)[:-1]

    with pytest.raises(AtomEvalError, match="scripted returned 1 completions for 2"):
        Rewriter(Lossy(lambda _: Completion(text=GOOD)), "advadd").rewrite(PAIRS)


@given(
    st.builds(
        Rewrite,
        claim=st.text(),
        evidence=st.text(),
        family=st.sampled_from(["colloquial", "repair"]),
        text=st.text(),
        status=st.sampled_from(["ok", "abstained", "error"]),
        reason=st.text(),
        raw=st.text(),
        calls=st.integers(0, 9),
        prompt_tokens=st.none() | st.integers(0, 10**6),
        completion_tokens=st.none() | st.integers(0, 10**6),
        seconds=st.floats(0, 1e6),
    )
)
def test_json_round_trip(rewrite: Rewrite) -> None:
    assert from_json(to_json(rewrite), Rewrite) == rewrite
