"""``atomeval-repair``: an invalid flip is mended once, by its diagnosis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from textattack import Attack
from textattack.attack_results import FailedAttackResult, SuccessfulAttackResult

from tests.attack.parts import CLAIM, REFUTED, CountingEngine, WordVictim, pair
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes.repair import RepairedRewrite
from textattack_atomeval.attack.texts import claim_of, columns, notes
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Completion, Prompt

LOST = "Port Elsing was certainly founded."
MENDED = f"It is certainly so. {CLAIM}"


class Says:
    """Answers every prompt with one text and remembers the prompts."""

    parameters: dict[str, Any] = {}

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.asked: list[Prompt] = []

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        return [Completion(text=self.text) for _ in prompts]


def built(writer: Says, editor: Says | None) -> Attack:
    victim = VictimWrapper(WordVictim())
    engine = EngineHandle(engine=CountingEngine())
    return RepairedRewrite.build(
        victim, generator=writer, editor=editor, engine=engine, family="omission"
    )


def test_an_invalid_flip_is_mended() -> None:
    writer, editor = Says("writer", LOST), Says("editor", MENDED)
    result = built(writer, editor).attack(pair(), REFUTED)
    assert isinstance(result, SuccessfulAttackResult)
    final = result.perturbed_result.attacked_text
    assert claim_of(final) == MENDED
    assert notes(final)["repaired_from"] == LOST
    assert columns(final)["evidence"] == columns(pair())["evidence"]
    (prompt,) = editor.asked
    assert prompt.family == "repair" and LOST in prompt.user
    assert result.num_queries == 3  # the claim, the rewrite, the mended rewrite


@pytest.mark.parametrize(
    "text", [LOST, "Port Elsing certainly is a town.", "A <SPLIT> B certainly", ""]
)
def test_a_repair_that_fails_leaves_the_attack_failed(text: str) -> None:
    editor = Says("editor", text)
    result = built(Says("writer", LOST), editor).attack(pair(), REFUTED)
    assert isinstance(result, FailedAttackResult)
    assert len(editor.asked) >= 1


@pytest.mark.parametrize("rewrite", [MENDED, "Port Elsing is old."])
def test_nothing_is_mended_without_an_invalid_flip(rewrite: str) -> None:
    """A valid success needs no repair, and what does not evade is not worth one."""
    editor = Says("editor", MENDED)
    built(Says("writer", rewrite), editor).attack(pair(), REFUTED)
    assert editor.asked == []


def test_the_writer_edits_when_there_is_no_editor() -> None:
    writer = Says("writer", LOST)
    built(writer, None).attack(pair(), REFUTED)
    assert {prompt.family for prompt in writer.asked} == {"omission", "repair"}


def test_another_goal_is_refused() -> None:
    with pytest.raises(InputError, match="goal is 'vasr'"):
        RepairedRewrite.build(VictimWrapper(WordVictim()), goal="evasion")
