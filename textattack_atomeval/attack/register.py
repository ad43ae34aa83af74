"""Add our names to TextAttack's tables, so that its own command line knows them.

TextAttack keeps a table from names to Python expressions for each kind of component and
evaluates the expression when a name is used (``attack_args.py``); ours import the class
at that moment. There is no table that a model or a data set of ours fits into: the two
functions that make them from the arguments are wrapped, and ``--dataset`` is added.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

from textattack_atomeval.errors import InputError

if TYPE_CHECKING:
    from textattack_atomeval.attack.datasets import ClaimDataset
    from textattack_atomeval.attack.transformation import LLMRewrite
    from textattack_atomeval.attack.wrappers import VictimWrapper

#: The keys of ``attack.recipes.RECIPES``, known here without importing TextAttack.
RECIPE_NAMES = tuple(
    f"atomeval-{name}"
    for name in (
        "colloquial deseption factmix omission advadd replay repair "
        "a2t alzantot bae bert-attack checklist clare deepwordbug faster-alzantot "
        "hotflip iga kuleshov leap pruthi pso pwws textbugger textfooler"
    ).split()
)
MODEL_PREFIXES = ("causal:", "victim:")

_ATTACK = "textattack_atomeval.attack"
_CONSTRAINTS = {"atom-preservation": ("constraint", "AtomPreservation")}
_GOAL_FUNCTIONS = {"vasr": ("goal_function", "ValidityAwareEvasion")}
_SEARCH_METHODS = {"best-of-n": ("search", "BestOfN")}
_TRANSFORMATIONS = {"llm-rewrite": ("register", "llm_rewrite")}

Wrapper = Callable[..., Any]


def register() -> None:
    """Make our recipes, components, models and data sets known to TextAttack.

    Afterwards its argument parsers take ``--recipe atomeval-…``, ``--constraints
    atom-preservation``, ``--goal-function vasr``, ``--search-method best-of-n``,
    ``--transformation llm-rewrite``, ``--model embedded`` and ``--dataset sample``.
    Doing it again changes nothing. Imports TextAttack.
    """
    from textattack import attack_args, dataset_args, model_args

    recipes = {name: _import("recipes", "RECIPES", name) for name in RECIPE_NAMES}
    attack_args.ATTACK_RECIPE_NAMES.update(recipes)
    for table, ours in (
        (attack_args.CONSTRAINT_CLASS_NAMES, _CONSTRAINTS),
        (attack_args.GOAL_FUNCTION_CLASS_NAMES, _GOAL_FUNCTIONS),
        (attack_args.SEARCH_METHOD_CLASS_NAMES, _SEARCH_METHODS),
        (attack_args.BLACK_BOX_TRANSFORMATION_CLASS_NAMES, _TRANSFORMATIONS),
    ):
        table.update({name: _import(*home) for name, home in ours.items()})
    tell_validity()
    _wrap(model_args.ModelArgs, "_create_model_from_args", _model)
    _wrap(dataset_args.DatasetArgs, "_create_dataset_from_args", _dataset)
    _wrap(dataset_args.DatasetArgs, "_add_parser_args", _arguments)


def is_our_model(name: str | None) -> bool:
    """Tell whether ``--model name`` is a victim of ours (else it is TextAttack's)."""
    return name == "embedded" or (name or "").startswith(MODEL_PREFIXES)


def llm_rewrite(
    family: str = "colloquial", generator: str = "replay:sample", samples: int = 1
) -> LLMRewrite:
    """Return an ``LLMRewrite`` from names, as a command line has them.

    Used by ``--transformation "llm-rewrite^family='omission',samples=3"``; the names
    are those of ``generation.load_family`` and ``generation.load_generator``.
    """
    from textattack_atomeval.attack.transformation import LLMRewrite
    from textattack_atomeval.generation import load_generator
    from textattack_atomeval.generation.rewriting import Rewriter

    return LLMRewrite(Rewriter(load_generator(generator), family), samples=samples)


def tell_validity() -> None:
    """Have the host's own summary end with what is known of validity; once."""
    from textattack.loggers import AttackLogManager

    original = AttackLogManager.log_summary
    if hasattr(original, "wrapped_by_atomeval"):
        return

    @wraps(original)
    def log_summary(self: Any) -> None:
        original(self)
        if type(self) is AttackLogManager and self.loggers and self.results:
            from textattack_atomeval.attack.metrics import validity_line

            print(f"\n{validity_line(self.results)}")  # the table ends without one

    log_summary.wrapped_by_atomeval = True  # type: ignore[attr-defined]
    AttackLogManager.log_summary = log_summary


def _import(module: str, name: str, key: str | None = None) -> str:
    """Return the expression that TextAttack evaluates, in a namespace of its own."""
    expression = f"__import__('{_ATTACK}.{module}', fromlist=['{name}']).{name}"
    return expression if key is None else f"{expression}['{key}']"


def _wrap(owner: type, name: str, make: Callable[[Wrapper], Wrapper]) -> None:
    """Replace a class method by ``make(it)``, once."""
    function = owner.__dict__[name].__func__
    if not hasattr(function, "wrapped_by_atomeval"):
        wrapper = wraps(function)(make(function))
        wrapper.wrapped_by_atomeval = True  # type: ignore[attr-defined]
        setattr(owner, name, classmethod(wrapper))


def _model(original: Wrapper) -> Wrapper:
    def create(cls: type, args: Any) -> Any:
        if not is_our_model(args.model):
            return original(cls, args)
        return _stock_victim(args.model)

    return create


def _dataset(original: Wrapper) -> Wrapper:
    def create(cls: type, args: Any) -> Any:
        from textattack_atomeval.attack.datasets import is_our_dataset

        name = dataset_name(args)
        if name is None or not is_our_dataset(name):
            return original(cls, args)
        model = getattr(args, "model", None)
        if not is_our_model(model):
            return our_dataset(name, args)
        return our_dataset(name, args, labels=_stock_victim(model).labels)

    return create


@lru_cache(maxsize=1)
def _stock_victim(name: str) -> VictimWrapper:
    # Asked for twice: the stock command makes its data set, whose labels must be in
    # the victim's order, before the victim.
    return our_victim(name)


def our_victim(name: str, **options: Any) -> VictimWrapper:
    """Return the victim that ``--model name`` means; see ``VictimWrapper``."""
    from textattack_atomeval.attack.wrappers import VictimWrapper

    return VictimWrapper(name.removeprefix("victim:"), **options)


def our_dataset(name: str, args: Any, **options: Any) -> ClaimDataset:
    """Return our data set, filtered as the host's options say.

    ``options`` are those of ``datasets.load_dataset``.

    Raises:
        InputError: a split is asked for; see ``load_dataset`` too.
    """
    from textattack_atomeval.attack.datasets import load_dataset

    if args.dataset_split:
        raise InputError(
            f"--dataset-split {args.dataset_split}: the data set {name} has no "
            "splits; leave the option out"
        )
    dataset = load_dataset(name, **options)
    if args.filter_by_labels:
        dataset.filter_by_labels_(args.filter_by_labels)
    return dataset


def dataset_name(args: Any) -> str | None:
    """Return the data set asked for; our models bring the sample if none is."""
    if args.dataset_from_file:
        return None
    if isinstance(args.dataset_from_huggingface, str):
        return args.dataset_from_huggingface
    return "sample" if is_our_model(getattr(args, "model", None)) else None


def _arguments(original: Wrapper) -> Wrapper:
    def add(cls: type, parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
        original(cls, parser)
        parser.add_argument(
            "--dataset",
            dest="dataset_from_huggingface",
            default=None,
            help="Data set of claims (sample, fever:FILE.jsonl, a JSONL, CSV or TSV "
            "file), or as --dataset-from-huggingface.",
        )
        return parser

    return add
