"""Which examples the rewriting recipes attack, and what counts as success."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest
from textattack.goal_function_results.goal_function_result import (
    GoalFunctionResultStatus as Status,
)
from textattack.shared import AttackedText

from tests.attack.recipes.victims import (
    CLAIMS,
    REFUTED,
    SUPPORTED,
    PermissiveEngine,
    TouchyVictim,
    pair,
)
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.recipes.goals import Evasion, build_goal
from textattack_atomeval.attack.texts import notes
from textattack_atomeval.errors import InputError


class UnnamedVictim(TouchyVictim):
    labels = ()  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("claim", "truth", "attacked", "names", "skipped"),
    [
        (CLAIMS[0], REFUTED, "REFUTED", None, ""),
        (CLAIMS[0], REFUTED, "refutes", None, ""),
        (CLAIMS[0], REFUTED, None, None, ""),
        ("Unknown.", REFUTED, "REFUTED", None, "wrong before"),
        ("Unknown.", SUPPORTED, "REFUTED", None, "only REFUTED"),
        ("Unknown.", SUPPORTED, "SUPPORTED", None, ""),
        ("Unknown.", SUPPORTED, None, None, ""),
        # A victim without label names: the data set's count.
        ("Unknown.", 0, "REFUTED", ["Supports", "Refutes", "NEI"], "only REFUTED"),
        ("Unknown.", 0, "REFUTED", ["negative", "positive", "mixed"], ""),
    ],
)
def test_who_is_attacked(
    claim: str, truth: int, attacked: Any, names: list[str] | None, skipped: str
) -> None:
    text = AttackedText(pair(claim), {"label_names": names} if names else None)
    victim = UnnamedVictim() if names else TouchyVictim()
    goal = Evasion(victim, attacked_label=attacked)
    result, _ = goal.init_attack_example(text, truth)
    assert (result.goal_status == Status.SKIPPED) is bool(skipped)
    assert skipped in notes(text).get("skipped", "")


def test_a_single_text_without_names_is_attacked() -> None:
    goal = Evasion(UnnamedVictim())
    result, _ = goal.init_attack_example(AttackedText(OrderedDict(text="x")), SUPPORTED)
    assert result.goal_status == Status.SEARCHING


def test_the_goals_by_name() -> None:
    victim, engine = TouchyVictim(), PermissiveEngine()
    raw = build_goal(victim, "evasion", attacked_label="SUPPORTED")
    assert type(raw) is Evasion and "SUPPORTED" in repr(raw)
    aware = build_goal(victim, "vasr", column="claim", engine=engine)
    assert isinstance(aware, ValidityAwareEvasion) and aware.column == "claim"
    for name, options in (("asr", {}), ("evasion", {"attacked_label": "wrong"})):
        with pytest.raises(InputError):
            build_goal(victim, name, **options)
