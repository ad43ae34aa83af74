"""The augmenter returns preserved texts, whatever its transformation offers."""

from __future__ import annotations

from typing import Any

import pytest
from textattack.shared import AttackedText

from tests.attack.parts import CountingEngine, Table
from textattack_atomeval import AtomEval
from textattack_atomeval.attack import PreservingAugmenter
from textattack_atomeval.errors import InputError

TEXT = "Port Elsing was founded in 1803."
OFFERED = [f"Indeed, {TEXT}", "Port Elsing was founded in 1851.", f"{TEXT} ???"]


class Offers(Table):
    """Offers the rewrites for a single text, as its words' swaps."""

    def _get_transformations(self, current_text: AttackedText, _: Any) -> list[Any]:
        found = super()._get_transformations(current_text, _)
        for text in found:
            text.attack_attrs["newly_modified_indices"] = {0}
        return found


def augmented(**options: Any) -> list[str]:
    given = {"transformations_per_example": 5, **options}
    return list(PreservingAugmenter(Offers(OFFERED), **given).augment(TEXT))


def test_only_preserved_texts_come_out() -> None:
    engine: Any = CountingEngine()
    assert augmented(engine=engine) == OFFERED[:1]
    found = augmented(engine=AtomEval.embedded())
    assert OFFERED[0] in found and OFFERED[1] not in found


def test_where_nothing_is_preserved_nothing_comes_out() -> None:
    engine: Any = CountingEngine()
    augmenter = PreservingAugmenter(Offers(OFFERED[1:]), engine=engine)
    assert augmenter.augment(TEXT) == []


def test_a_policy_that_the_engine_has_not_is_refused() -> None:
    engine: Any = CountingEngine()
    with pytest.raises(InputError, match="leave the policy out"):
        augmented(engine=engine, policy="paper")


def test_the_default_transformation_needs_no_resource() -> None:
    found = PreservingAugmenter(transformations_per_example=2).augment(TEXT)
    engine = AtomEval.embedded()
    assert found
    for text in found:
        assert engine.check(TEXT, text).decision.status == "valid"
