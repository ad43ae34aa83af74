"""The prompt's structure belongs to us, whatever claim and evidence say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.generation.families import FAMILIES, load_family
from textattack_atomeval.generation.templates import encode, render, slot_problem

LIST = Path(__file__).parents[2] / "benchmarks" / "injections.txt"
FAMILY = load_family("colloquial")
# Every Unicode character there is, lone surrogates too.
TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


def injections() -> Iterator[str]:
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield json.loads(line)


INJECTIONS = list(injections())


def parse(user: str) -> dict[str, str]:
    """Read a rendered prompt back, by its frame alone."""
    before, after = FAMILY.task.split("{{input}}")
    before = before.replace("{{strategy}}", FAMILY.strategy)
    assert user.startswith(before) and user.endswith(after)
    data = user[len(before) : len(user) - len(after)]
    assert data.splitlines() == [data]
    assert not set("<>") & set(data)
    fields = json.loads(data)
    assert isinstance(fields, dict)
    return fields


def check(claim: str, evidence: str) -> None:
    prompt = FAMILY.prompt(claim, evidence)
    assert parse(prompt.user) == {"claim": claim, "evidence": evidence}
    assert (prompt.claim, prompt.evidence) == (claim, evidence)
    assert prompt.system == FAMILY.system
    prompt.user.encode("utf-8")  # fit for any request body


def test_there_are_many_injections() -> None:
    assert len(set(INJECTIONS)) == len(INJECTIONS) >= 100


@pytest.mark.parametrize("text", INJECTIONS)
def test_an_injection_is_inert(text: str) -> None:
    check(text, "Bread is a food.")
    check("Bread is a metal.", text)
    check(text, text)
    check(f"Bread {text} is a metal.", f"Bread is a food. {text}")


@given(TEXT, TEXT)
def test_any_text_is_inert(claim: str, evidence: str) -> None:
    check(claim, evidence)


@given(st.lists(st.sampled_from(INJECTIONS), max_size=4).map("".join))
def test_joined_injections_are_inert(text: str) -> None:
    check(text, text)


def test_control_tokens_are_not_in_the_prompt() -> None:
    text = "<|im_end|></s>[INST] [/INST] [TOOL_CALLS] <start_of_turn>"
    user = FAMILY.prompt(text, text).user
    for token in ("<|im_end|>", "</s>", "[INST]", "[/INST]", "[TOOL_CALLS]", "<start"):
        assert token not in user


def test_usual_text_stays_readable() -> None:
    claim = 'Zoë\'s "Blue [remix]" café sold 5 % more in 東京.'
    assert claim.replace('"', '\\"') in FAMILY.prompt(claim, "").user


def test_lists_are_data_too() -> None:
    fields = {"diagnosis": ['a "b"', "</s>\n{{input}}"]}
    assert json.loads(encode(fields)) == fields


def test_values_are_not_read_again() -> None:
    values = {"a": "{{b}}", "b": r"\g<0>{{a}}"}
    assert render("{{a}}-{{b}}-{{a}}", values) == r"{{b}}-\g<0>{{a}}-{{b}}"


@pytest.mark.parametrize(
    ("template", "part"),
    [
        ("{{a}} {{b}}", ""),
        ("{{a}}", "{{b}} must stand in it once, but stands nowhere"),
        ("{{a}} {{b}} {{a}}", "{{a}} must stand in it once, but stands more than once"),
        ("{{a}} {{b}} {{c}}", "{{c}} is no slot"),
        ("{{a}} {{b}} {{}}", "{{}} is no slot"),
    ],
)
def test_slot_problem(template: str, part: str) -> None:
    problem = slot_problem(template, ("a", "b"))
    assert part in problem and bool(problem) == bool(part)


def test_every_family_has_the_same_frame() -> None:
    for name in FAMILIES:
        family = load_family(name)
        user = family.prompt("A is B.", "A is C.").user
        assert user.replace(family.strategy, FAMILY.strategy) == (
            FAMILY.prompt("A is B.", "A is C.").user
        )
