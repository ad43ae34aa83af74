"""The table of recipes."""

from __future__ import annotations

from textattack.attack_args import ATTACK_RECIPE_NAMES
from textattack.attack_recipes import AttackRecipe

from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.attack.recipes.classic import PreservingAttack
from textattack_atomeval.attack.register import RECIPE_NAMES


def test_the_table() -> None:
    assert list(RECIPES) == sorted(RECIPES)
    assert len(set(RECIPES.values())) == len(RECIPES)
    assert all(name.startswith("atomeval-") for name in RECIPES)
    for recipe in RECIPES.values():
        assert issubclass(recipe, AttackRecipe)
        assert recipe.__doc__ and recipe.build.__doc__


def test_a_classic_is_named_after_the_hosts() -> None:
    for name, recipe in RECIPES.items():
        if issubclass(recipe, PreservingAttack):
            path = ATTACK_RECIPE_NAMES[name.removeprefix("atomeval-")]
            assert path.endswith(f".{recipe.base.__name__}")


def test_the_names_that_the_command_line_knows() -> None:
    assert sorted(RECIPE_NAMES) == list(RECIPES)
