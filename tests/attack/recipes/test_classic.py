"""Classic attacks: they run with the evidence fixed, or say what they lack."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from textattack import Attack
from textattack import attack_recipes as stock
from textattack.attack_results import FailedAttackResult, SuccessfulAttackResult

from tests.attack.recipes.victims import (
    CLAIMS,
    EVIDENCE,
    REFUTED,
    PermissiveEngine,
    SternEngine,
    TouchyVictim,
    attack_all,
)
from tests.fakes import FakeEngine
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
from textattack_atomeval.attack.recipes.classic import (
    A2T,
    PWWS,
    DeepWordBug,
    PreservingAttack,
    Pruthi,
    TextFooler,
)
from textattack_atomeval.attack.recipes.families import ColloquialRewrite
from textattack_atomeval.attack.recipes.needs import Need
from textattack_atomeval.errors import InputError, ModelUnavailableError

CLASSICS = {
    name: recipe
    for name, recipe in RECIPES.items()
    if issubclass(recipe, PreservingAttack)
}


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        pytest.fail("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


LACKING = {name: recipe.ready() for name, recipe in CLASSICS.items()}
READY = [name for name, missing in LACKING.items() if missing is None]


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("name", CLASSICS)
def test_it_runs_with_the_evidence_fixed(name: str) -> None:
    recipe = CLASSICS[name]
    if name not in READY or recipe.white_box:
        pytest.skip(f"needs {LACKING[name] or recipe.needs}")
    victim = TouchyVictim()
    attack = recipe.build(victim, engine=PermissiveEngine())
    attack.goal_function.query_budget = 200
    # A swarm's generation takes long; the others show more than one claim.
    claims = CLAIMS[:1] if name in ("atomeval-leap", "atomeval-pso") else CLAIMS
    results = attack_all(attack, claims)
    assert any(isinstance(result, SuccessfulAttackResult) for result in results)
    assert {evidence for _, evidence in victim.read} == {EVIDENCE}
    assert isinstance(attack.constraints[-1], AtomPreservation)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("name", [n for n in READY if not CLASSICS[n].white_box])
def test_it_never_succeeds_against_the_gate(name: str) -> None:
    attack = CLASSICS[name].build(TouchyVictim(), engine=SternEngine())
    attack.goal_function.query_budget = 60
    (result,) = attack_all(attack, CLAIMS[:1])
    assert isinstance(result, FailedAttackResult)


def test_the_character_attacks_need_nothing() -> None:
    assert {"atomeval-deepwordbug", "atomeval-pruthi"} <= set(READY)
    assert DeepWordBug.needs == Pruthi.needs == "nothing beyond TextAttack"


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("name", [n for n in CLASSICS if n not in READY])
def test_what_is_missing_comes_with_a_remedy(name: str) -> None:
    missing = LACKING[name] or ""
    with pytest.raises(ModelUnavailableError, match=CLASSICS[name].__name__) as caught:
        CLASSICS[name].build(TouchyVictim())
    assert missing in str(caught.value)
    assert "run `" in missing or "copy" in missing


def test_ready_names_only_what_is_missing() -> None:
    class Choosy(PreservingAttack):
        base = stock.DeepWordBugGao2018
        requirements = (
            Need("a pencil", "sharpen one", lambda: True),
            Need("an eraser", "buy one", lambda: False),
        )

    assert Choosy.needs == "a pencil; an eraser"
    assert Choosy.ready() == "an eraser: buy one"
    with pytest.raises(ModelUnavailableError, match="Choosy needs an eraser: buy one"):
        Choosy.build(TouchyVictim())


def test_gradients_are_asked_for_before_anything_is_loaded() -> None:
    class Present(A2T):
        requirements = ()

    assert A2T.needs.endswith("a victim that gives gradients")
    with pytest.raises(ModelUnavailableError, match="HuggingFaceModelWrapper"):
        Present.build(TouchyVictim())


def test_options_of_the_recipe_and_of_the_preservation() -> None:
    engine = FakeEngine()
    attack = Pruthi.build(
        TouchyVictim(),
        max_num_word_swaps=2,
        goal="vasr",
        on_unscored="keep",
        engine=engine,
    )
    assert "max_num_words):  2" in repr(attack)
    assert isinstance(attack.goal_function, ValidityAwareEvasion)
    assert attack.constraints[-1].on_unscored == "keep"
    plain = DeepWordBug.build(TouchyVictim(), use_all_transformations=False)
    assert "CompositeTransformation" not in repr(plain)


@pytest.mark.parametrize(
    ("recipe", "parent"),
    [
        ("deepwordbug", DeepWordBug),
        ("atomeval-deepwordbug", DeepWordBug),
        (stock.DeepWordBugGao2018, DeepWordBug),
        (DeepWordBug, DeepWordBug),
        ("textfooler", TextFooler),
        ("input-reduction", PreservingAttack),
        (ColloquialRewrite, PreservingAttack),
    ],
)
def test_recipes_by_name_and_class(recipe: Any, parent: type) -> None:
    made = with_atom_preservation(recipe, on_unscored="keep")
    assert issubclass(made, parent) and made.__doc__
    assert made.preservation.on_unscored == "keep"
    if made.ready() is None:
        attack = made.build(TouchyVictim(), engine=FakeEngine())
        assert attack.constraints[-1].on_unscored == "keep"


def test_a_built_attack() -> None:
    victim = TouchyVictim()
    own = stock.DeepWordBugGao2018.build(victim)
    attack = with_atom_preservation(own, engine=PermissiveEngine())
    assert isinstance(attack, Attack) and attack is not own
    attack_all(attack, CLAIMS[:1])
    assert {evidence for _, evidence in victim.read} == {EVIDENCE}


def test_a_family_can_be_constrained_too() -> None:
    victim = TouchyVictim()
    recipe = with_atom_preservation(ColloquialRewrite, engine=FakeEngine())
    attack = recipe.build(victim, generator="replay:sample")
    (result,) = attack_all(attack, CLAIMS[:1])
    assert isinstance(result, FailedAttackResult)


def test_unknown_names_and_options() -> None:
    with pytest.raises(InputError, match="'textfoolery'"):
        with_atom_preservation("textfoolery")
    with pytest.raises(InputError, match="'polcy'"):
        with_atom_preservation("deepwordbug", polcy="paper")


def test_single_column_data() -> None:
    attack = DeepWordBug.build(TouchyVictim(), engine=PermissiveEngine())
    assert isinstance(attack.attack(CLAIMS[1], REFUTED), SuccessfulAttackResult)


def test_wordnet_is_named() -> None:
    assert "WordNet" in PWWS.needs
