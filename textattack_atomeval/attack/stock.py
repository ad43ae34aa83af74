"""The host's own attacks built from its options; options that cannot take effect."""

from __future__ import annotations

import argparse
from typing import Any

from textattack import Attack, CommandLineAttackArgs
from textattack.attack_args import ARGS_SPLIT_TOKEN
from textattack.goal_functions import GoalFunction
from textattack.models.wrappers import ModelWrapper

from textattack_atomeval.attack.datasets import is_our_dataset
from textattack_atomeval.attack.recipes import RECIPES
from textattack_atomeval.attack.recipes.families import FamilyRewrite
from textattack_atomeval.attack.recipes.repair import RepairedRewrite
from textattack_atomeval.attack.recipes.replay import ReplayRewrite
from textattack_atomeval.attack.register import dataset_name
from textattack_atomeval.errors import InputError, ModelUnavailableError

#: Recipes whose rewrites somebody writes: those that take a generator and samples.
WRITTEN = (FamilyRewrite, RepairedRewrite, ReplayRewrite)
_MISSING = (ImportError, LookupError, OSError)  # pip, NLTK, hub and S3
_WRONG = (TypeError, ValueError, NameError, SyntaxError, AttributeError, AssertionError)


def build_stock(host: CommandLineAttackArgs, wrapper: ModelWrapper) -> Attack:
    """Return the attack that the host builds from its own options.

    Raises:
        ModelUnavailableError: a recipe could not fetch something.
        InputError: a component was given an option that it does not have, or the file
            has no such attack.
    """
    name = host.attack_recipe
    try:
        return CommandLineAttackArgs._create_attack_from_args(host, wrapper)
    except _MISSING as error:
        if name is None:
            source = host.attack_from_file or "the attack"
            raise InputError(f"Cannot build {source}: {_words(error)}.") from error
        ours = RECIPES.get(f"atomeval-{name}")
        missing = ours.ready() if ours is not None else None
        needs = f" It needs {missing}." if missing else ""
        message = f"Cannot build {name} ({_words(error)}).{needs}"
        raise ModelUnavailableError(message) from error
    except _WRONG as error:
        if name is not None or (host.attack_from_file and not _not_found(error)):
            raise  # nothing that the options could mend
        raise InputError(
            f"Cannot build the attack: {_words(error)}. Check what stands after "
            f"{ARGS_SPLIT_TOKEN!r} in --goal-function, --transformation, "
            "--constraints, --search-method and --attack-from-file."
        ) from error


def build_goal_function(
    host: CommandLineAttackArgs, wrapper: ModelWrapper
) -> GoalFunction:
    """Return the goal function that ``--goal-function`` asks for.

    Raises:
        InputError: it was given an option that it does not have.
    """
    try:
        return CommandLineAttackArgs._create_goal_function_from_args(host, wrapper)
    except _WRONG as error:
        raise InputError(
            f"Cannot build --goal-function {host.goal_function}: {_words(error)}."
        ) from error


def is_vasr(goal: str) -> bool:
    """Tell whether ``--goal-function`` names ours, with options of its own or not."""
    return goal.partition(ARGS_SPLIT_TOKEN)[0] == "vasr"


def check_reach(args: argparse.Namespace, recipe: Any) -> None:
    """Refuse options that would be ignored in silence.

    Raises:
        InputError: names the option, and what it is for.
    """
    named = args.attack_recipe or args.attack_from_file
    plain = CommandLineAttackArgs().goal_function
    if named and args.goal_function != plain and not is_vasr(args.goal_function):
        raise InputError(
            f"--goal-function {args.goal_function} has no effect on {named}, which "
            "brings its own; only vasr can take its place."
        )
    written = recipe is not None and issubclass(recipe, WRITTEN)
    for option in ("generator", "samples"):
        if getattr(args, option) is not None and not written:
            raise InputError(
                f"--{option} is for recipes whose rewrites somebody writes "
                f"(atomeval-colloquial, …), not for {named or 'this attack'}."
            )
    replayed = recipe is not None and issubclass(recipe, ReplayRewrite)
    if replayed and args.generator and not args.generator.startswith("replay:"):
        raise InputError(
            f"atomeval-replay reads saved rewrites: give --generator replay:FILE, not "
            f"{args.generator}."
        )
    name = dataset_name(args)
    if name is None or not is_our_dataset(name):
        for option in ("only", "where", "label_map", "sentences"):
            if getattr(args, option):
                raise InputError(
                    f"--{option.replace('_', '-')} is for a --dataset of ours (sample, "
                    "a JSONL, CSV or TSV file, FEVER), not for one of TextAttack's."
                )


def _not_found(error: Exception) -> bool:
    return "could not find" in str(error)


def _words(error: Exception) -> str:
    return f"{' '.join(str(error).split()):.200}".rstrip(".")
