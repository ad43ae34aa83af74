"""The five families: one rewrite, evidence fixed, nothing usable is noted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from textattack.attack_results import (
    FailedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)

from tests.attack.recipes.victims import (
    CLAIMS,
    EVIDENCE,
    SUPPORTED,
    PermissiveEngine,
    TouchyVictim,
    attack_all,
    pair,
)
from tests.fakes import FakeEngine
from textattack_atomeval.attack.datasets import load_dataset
from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.attack.recipes.families import (
    AdvAddRewrite,
    FamilyRewrite,
    OmissionRewrite,
)
from textattack_atomeval.attack.texts import claim_of, evidence_of, notes
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Completion, Prompt, Setting
from textattack_atomeval.generation.families import FAMILIES

RECIPES_BY_FAMILY = {
    recipe.family: recipe
    for recipe in RECIPES.values()
    if issubclass(recipe, FamilyRewrite)
}


class Writer:
    """Adds a few words; refuses the last claim."""

    name = "writer@1"
    parameters: Mapping[str, Setting] = {}

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts.extend(prompts)
        return [
            (
                Completion(text="I cannot help with that.")
                if prompt.claim == CLAIMS[2]
                else Completion(
                    text=f"{prompt.claim.rstrip('.')}, number {prompt.sample}."
                )
            )
            for prompt in prompts
        ]


def test_each_family_has_its_recipe() -> None:
    assert set(RECIPES_BY_FAMILY) == set(FAMILIES)
    for family, recipe in RECIPES_BY_FAMILY.items():
        assert RECIPES[f"atomeval-{family}"] is recipe
        assert "section 4.2, appendix D" in (recipe.__doc__ or "")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_generator_of_ones_own(family: str) -> None:
    writer, victim = Writer(), TouchyVictim()
    attack = RECIPES_BY_FAMILY[family].build(victim, generator=writer)
    results = attack_all(attack)
    kinds = [SuccessfulAttackResult, SuccessfulAttackResult, FailedAttackResult]
    assert [type(result) for result in results] == kinds
    for claim, result in zip(CLAIMS[:2], results[:2], strict=True):
        text = result.perturbed_result.attacked_text
        assert claim_of(text) == f"{claim.rstrip('.')}, number 0."
        assert notes(text)["generation"]["family"] == family
    refused = results[2].original_result.attacked_text
    assert notes(refused)["generation"]["status"] == "abstained"
    assert notes(refused)["generation"]["reason"]
    assert {evidence for _, evidence in victim.read} == {EVIDENCE}
    assert {prompt.family for prompt in writer.prompts} == {family}
    # One rewrite without feedback: two queries an example, one if none was written.
    assert [result.num_queries for result in results] == [2, 2, 1]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_default_is_the_bundled_sample(family: str) -> None:
    columns, truth = load_dataset("sample", limit=1)[0]
    victim = TouchyVictim([columns["claim"]])
    attack = RECIPES_BY_FAMILY[family].build(victim)
    result = attack.attack(columns, truth)
    assert isinstance(result, SuccessfulAttackResult)
    text = result.perturbed_result.attacked_text
    assert evidence_of(text) == columns["evidence"]
    assert claim_of(text) != columns["claim"]
    (unknown,) = attack_all(attack, ["A claim that no file has."])
    assert isinstance(unknown, SkippedAttackResult)


def test_a_claim_without_a_saved_rewrite_is_abstained() -> None:
    attack = AdvAddRewrite.build(TouchyVictim())
    for result in attack_all(attack):
        assert isinstance(result, FailedAttackResult)
        said = notes(result.original_result.attacked_text)["generation"]
        assert (said["status"], said["reason"]) == ("abstained", "not-saved")


def test_a_specification_and_samples(tmp_path: Path) -> None:
    rows = [
        {"claim": CLAIMS[0], "family": "omission", "rewrite": f"Version {k}."}
        for k in range(3)
    ]
    path = tmp_path / "saved.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    victim = TouchyVictim([*CLAIMS, "Version 0."])
    one = OmissionRewrite.build(victim, generator=f"replay:{path}")
    assert isinstance(attack_all(one, CLAIMS[:1])[0], FailedAttackResult)
    three = OmissionRewrite.build(victim, generator=f"replay:{path}", samples=3)
    (result,) = attack_all(three, CLAIMS[:1])
    assert isinstance(result, SuccessfulAttackResult) and result.num_queries == 4
    with pytest.raises(InputError):
        OmissionRewrite.build(victim, generator="nobody")


def test_the_goal_and_the_attacked_label() -> None:
    build = AdvAddRewrite.build
    for engine, kind in (
        (PermissiveEngine(), SuccessfulAttackResult),
        (FakeEngine(), FailedAttackResult),
    ):
        attack = build(TouchyVictim(), generator=Shout(), goal="vasr", engine=engine)
        assert isinstance(attack_all(attack, CLAIMS[:1])[0], kind)
    skipped = build(TouchyVictim()).attack(pair("Unknown."), SUPPORTED)
    assert isinstance(skipped, SkippedAttackResult)
    anyone = build(TouchyVictim(), attacked_label=None)
    assert isinstance(anyone.attack(pair("Unknown."), SUPPORTED), FailedAttackResult)


class Shout(Writer):
    """Rewrites so that the strict fake engine sees the claim lost."""

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [Completion(text=f"So: {prompt.claim.upper()}") for prompt in prompts]
