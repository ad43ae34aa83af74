"""TextAttack's ``attack`` command with validity: its options, and a few of ours.

Every option of the host means what it means there. A recipe of ours, or any stock one
with ``--preserve-atoms``, takes our options too; ``--log-to-csv`` writes the host's
columns and then ours.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import textattack
from textattack import Attack, CommandLineAttackArgs
from textattack.dataset_args import DatasetArgs
from textattack.datasets import Dataset
from textattack.model_args import ModelArgs
from textattack.models.wrappers import ModelWrapper

from textattack_atomeval.attack.datasets import is_our_dataset
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.identity import family_of, recipe_name, victim_name
from textattack_atomeval.attack.interactive import interact
from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
from textattack_atomeval.attack.recipes.families import (
    DEFAULT_GENERATOR,
    FamilyRewrite,
)
from textattack_atomeval.attack.recipes.preservation import with_goal
from textattack_atomeval.attack.recipes.repair import RepairedRewrite
from textattack_atomeval.attack.recipes.replay import ReplayRewrite
from textattack_atomeval.attack.register import (
    dataset_name,
    is_our_model,
    our_dataset,
    our_victim,
    register,
)
from textattack_atomeval.attack.runner import quietly, run
from textattack_atomeval.attack.settings import RunSettings, adopt
from textattack_atomeval.attack.stock import (
    WRITTEN,
    build_goal_function,
    build_stock,
    check_reach,
    is_vasr,
)
from textattack_atomeval.data import Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import load_generator
from textattack_atomeval.metrics import ANY
from textattack_atomeval.report import Report
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.verdicts import VERDICTS

_HOST = frozenset(CommandLineAttackArgs.__dataclass_fields__)
_RUN = frozenset(textattack.AttackArgs.__dataclass_fields__)
SHOWN = 5  # rows that could not be used are counted; so many are shown
_LOG = logging.getLogger(__name__)
_SUCCESSES = "num_successful_examples"
_OWN_FILES = ("log_to_csv", "metrics")


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the host's parser for ``attack``, our names in it."""
    register()
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Attack a victim; report ASR beside VASR and the diagnostics.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    CommandLineAttackArgs._add_parser_args(parser)
    _add_data(parser.add_argument_group("our data sets and victims"))
    _add_validity(parser.add_argument_group("validity"))
    return parser


def _add_data(ours: argparse._ArgumentGroup) -> None:
    ours.add_argument(
        "--only",
        metavar="VERDICT",
        help="of a --dataset of ours: claims of this verdict",
    )
    ours.add_argument(
        "--where",
        nargs="+",
        default=[],
        metavar="COLUMN=VALUE",
        help="of a --dataset of ours: rows whose columns hold these values",
    )
    ours.add_argument(
        "--label-map",
        nargs="+",
        default=[],
        metavar="LABEL=VERDICT",
        help="of a --dataset of ours: verdicts of labels that spell none, such as 0",
    )
    ours.add_argument(
        "--sentences", type=Path, help="of --dataset fever:FILE: the wiki-pages"
    )
    ours.add_argument(
        "--allow-download",
        action="store_true",
        help="let our victims, data sets and generators be fetched from the hub",
    )


def _add_validity(ours: argparse._ArgumentGroup) -> None:
    ours.add_argument(
        "--preserve-atoms",
        action="store_true",
        help="add AtomPreservation to the attack, whichever it is",
    )
    ours.add_argument(
        "--on-unscored",
        choices=("reject", "keep"),
        help="what AtomPreservation does where the gate cannot say (reject)",
    )
    ours.add_argument(
        "--attacked-label",
        choices=(*VERDICTS, ANY),
        help="claims of this verdict are attacked, the others skipped (REFUTED)",
    )
    ours.add_argument(
        "--attack-evidence",
        action="store_true",
        help="let the attack change the evidence too; such a rewrite is never valid",
    )
    ours.add_argument("--column", help="the claim's column, where it is not obvious")
    ours.add_argument(
        "--generator",
        help="who writes the rewrites of an atomeval family: chat:MODEL@URL, "
        "transformers:ID, llamacpp:FILE or replay:FILE (replay:sample)",
    )
    ours.add_argument(
        "--samples", type=int, help="rewrites a claim; the best one counts (1)"
    )
    ours.add_argument(
        "--log-records", type=Path, help="JSONL file of records, as of `evaluate`"
    )
    ours.add_argument(
        "--overwrite", action="store_true", help="replace --log-records and the CSV log"
    )


def build_attack(
    args: argparse.Namespace, engine: EngineHandle
) -> tuple[Attack, Dataset]:
    """Return the attack and the data set that the options ask for.

    Raises:
        InputError: the options do not go together.
        ModelUnavailableError: a part of the attack cannot be loaded.
    """
    host = CommandLineAttackArgs(**{k: v for k, v in vars(args).items() if k in _HOST})
    recipe = RECIPES.get(host.attack_recipe or "")
    check_reach(args, recipe)
    wrapper = _victim(host, args.allow_download)
    dataset = _dataset(host, args, wrapper)
    if recipe is None:
        attack = build_stock(host, wrapper)
    else:
        attack = _recipe(recipe, args, wrapper, engine)
        attack.goal_function.model_cache_size = host.model_cache_size
        attack.goal_function.batch_size = host.model_batch_size
        attack.constraint_cache_size = host.constraint_cache_size
    named = host.attack_recipe or host.attack_from_file
    if named and is_vasr(args.goal_function):
        attack = with_goal(attack, build_goal_function(host, wrapper))
    if args.preserve_atoms:
        attack = with_atom_preservation(attack, engine=engine, column=args.column)
    adopt(
        attack,
        engine,
        column=args.column,
        on_unscored=args.on_unscored,
        attacked_label=args.attacked_label,
    )
    return attack, dataset


def _victim(host: CommandLineAttackArgs, allow_download: bool) -> ModelWrapper:
    if is_our_model(host.model):
        return our_victim(host.model, allow_download=allow_download)
    return ModelArgs._create_model_from_args(host)


def _dataset(
    host: CommandLineAttackArgs, args: argparse.Namespace, wrapper: ModelWrapper
) -> Dataset:
    """Return our data set with our options, or the host's."""
    name = dataset_name(host)
    if name is None or not is_our_dataset(name):
        return DatasetArgs._create_dataset_from_args(host)
    dataset = our_dataset(
        name,
        host,
        labels=getattr(wrapper, "labels", None) or VERDICTS,
        only=args.only,
        where=dict(_filter(part) for part in args.where),
        label_map=dict(_filter(part, "--label-map") for part in args.label_map),
        sentences=args.sentences,
        allow_download=args.allow_download,
    )
    for problem in dataset.problems[:SHOWN]:
        _LOG.warning("%s", problem)
    if dataset.problems:
        _LOG.warning("%d rows of %s were left out", len(dataset.problems), name)
    return dataset


def _filter(part: str, option: str = "--where") -> tuple[str, str]:
    column, found, value = part.partition("=")
    if not found:
        raise InputError(f"Expected {option} NAME=VALUE, but got {part!r}.")
    return column, value


def _recipe(
    recipe: Any, args: argparse.Namespace, wrapper: ModelWrapper, engine: EngineHandle
) -> Attack:
    options: dict[str, Any] = {"engine": engine, "column": args.column}
    if issubclass(recipe, FamilyRewrite | RepairedRewrite):
        options["generator"] = _generator(args)
    if issubclass(recipe, ReplayRewrite) and args.generator:
        options["path"] = args.generator.partition(":")[2]
    if issubclass(recipe, WRITTEN):
        options["samples"] = 1 if args.samples is None else args.samples
    return recipe.build(wrapper, **options)


def _generator(args: argparse.Namespace) -> Any:
    spec = args.generator or DEFAULT_GENERATOR
    if args.allow_download and spec.startswith("transformers:"):
        return load_generator(spec, allow_download=True)
    return load_generator(spec)


def attack(
    args: argparse.Namespace,
    engine: EngineHandle,
    scorer: SurfaceScorer | None,
    argv: Sequence[str],
    resume: Path | None = None,
) -> tuple[list[Record], Report] | None:
    """Run what the options ask for; None after an interactive session.

    ``argv`` is kept in the checkpoint, so that ``attack-resume`` can build the same
    attack again from it.

    Raises:
        InputError: the options do not go together.
        ModelUnavailableError: a part of the attack cannot be loaded.
    """
    with quietly(args.silent):
        built, dataset = build_attack(args, engine)
    if args.interactive:
        interact(built, dataset, engine, args.column)
        return None
    host = _host_settings(args)
    settings = RunSettings(
        engine=engine,
        family=family_of(args, built),
        recipe=recipe_name(args),
        victim=victim_name(args, built.goal_function.model),
        column=args.column,
        attacked_label=args.attacked_label,
        attack_evidence=args.attack_evidence,
        out=args.log_records,
        csv=_csv_path(args.log_to_csv),
        overwrite=args.overwrite,
        scorer=scorer,
        resume=resume,
        trust_checkpoint=getattr(args, "trust_checkpoint", False),
        command=argv,
        seed=host.pop("random_seed"),
        quiet=args.silent,
    )
    return run(built, dataset, settings, **host)


def _host_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the fields of the host's ``AttackArgs`` that the runner passes on."""
    given = vars(args)
    settings = {k: given[k] for k in _RUN if k in given and k not in _OWN_FILES}
    settings.setdefault("num_examples", 10)  # the host's default
    del settings["num_examples" if args.num_successful_examples else _SUCCESSES]
    return settings


def _csv_path(given: str | None) -> Path | None:
    """Return the CSV log's file as the host does: a name of its own in a folder."""
    if given is None:
        return None
    path = Path(given)
    if path.suffix.lower() != ".csv":
        path = path / f"{time.strftime('%Y-%m-%d-%H-%M')}-log.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
