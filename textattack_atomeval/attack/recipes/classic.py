"""Classic word- and character-level attacks that keep the proposition.

Each is TextAttack's own recipe with :class:`~textattack_atomeval.attack.constraint.
AtomPreservation` after its constraints, and nothing but the claim free to change.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from textattack import Attack
from textattack import attack_recipes as stock
from textattack.attack_args import ATTACK_RECIPE_NAMES
from textattack.attack_recipes import AttackRecipe
from textattack.models.wrappers import PyTorchModelWrapper

from textattack_atomeval.attack.recipes import needs
from textattack_atomeval.attack.recipes.needs import Need
from textattack_atomeval.attack.recipes.preservation import Preservation
from textattack_atomeval.errors import InputError, ModelUnavailableError

_OPTIONS = tuple(field.name for field in dataclasses.fields(Preservation))


class PreservingAttack(AttackRecipe):
    """A recipe whose attack keeps the proposition.

    ``base`` is the recipe, ``requirements`` what its parts read from the disk,
    ``white_box`` whether it reads the victim's gradients. ``needs`` says both in
    words.
    """

    base: ClassVar[type[AttackRecipe]]
    requirements: ClassVar[tuple[Need, ...]] = ()
    white_box: ClassVar[bool] = False
    preservation: ClassVar[Preservation] = Preservation()
    needs: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        texts = [need.text for need in cls.requirements]
        texts += ["a victim that gives gradients"] if cls.white_box else []
        cls.needs = "; ".join(texts) or "nothing beyond TextAttack"

    @classmethod
    def ready(cls) -> str | None:
        """Return what is missing on this machine and how to get it, None if nothing.

        Looks at the disk only.
        """
        missing = [need for need in cls.requirements if not need.there()]
        lines = [f"{need.text}: {need.remedy}" for need in missing]
        return "; ".join(lines) or None

    @classmethod
    def build(cls, model_wrapper: Any, **options: Any) -> Attack:
        """Return the attack on the victim.

        Args:
            model_wrapper: the victim.
            options: fields of :class:`~textattack_atomeval.attack.recipes.
                preservation.Preservation` (policy, column, on_unscored, engine,
                goal); any other option is the base recipe's own.

        Raises:
            ModelUnavailableError: something it needs is not on this machine (nothing
                is downloaded), or the victim gives no gradients.
            InputError: an option has a value that is not known.
        """
        own = {key: options.pop(key) for key in _OPTIONS if key in options}
        attack = cls.build_base(model_wrapper, **options)
        return dataclasses.replace(cls.preservation, **own).apply(attack)

    @classmethod
    def build_base(cls, model_wrapper: Any, **options: Any) -> Attack:
        """Return the base recipe's attack as it is; ``options`` are its own.

        Raises:
            ModelUnavailableError: see :meth:`build`.
        """
        missing = cls.ready()
        if missing is not None:
            raise ModelUnavailableError(f"{cls.__name__} needs {missing}.")
        if cls.white_box and not isinstance(model_wrapper, PyTorchModelWrapper):
            raise ModelUnavailableError(
                f"{cls.__name__} needs a victim that gives gradients; wrap it in "
                "TextAttack's HuggingFaceModelWrapper (--model-from-huggingface)."
            )
        with needs.no_downloads():
            return cls.base.build(model_wrapper, **options)


class A2T(PreservingAttack):
    """A2T with preservation: Yoo and Qi (2021), arXiv:2109.00544."""

    base = stock.A2TYoo2021
    requirements = (
        needs.COUNTER_FITTED,
        *needs.POS,
        needs.hub_model("sentence-transformers/stsb-distilbert-base"),
    )
    white_box = True


class Alzantot(PreservingAttack):
    """Genetic attack with preservation: Alzantot et al. (2018), arXiv:1804.07998."""

    base = stock.GeneticAlgorithmAlzantot2018
    requirements = (needs.COUNTER_FITTED, needs.GOOGLE_LM, needs.TENSORFLOW)


class BAE(PreservingAttack):
    """BAE-R with preservation: Garg and Ramakrishnan (2020), arXiv:2004.01970."""

    base = stock.BAEGarg2019
    requirements = (needs.hub_model("bert-base-uncased"), *needs.POS, *needs.USE)


class BERTAttack(PreservingAttack):
    """BERT-Attack with preservation: Li et al. (2020), arXiv:2004.09984."""

    base = stock.BERTAttackLi2020
    requirements = (needs.hub_model("bert-base-uncased"), *needs.USE)


class CheckList(PreservingAttack):
    """CheckList with preservation: Ribeiro et al. (2020), arXiv:2005.04118.

    Its name, number and location swaps change the proposition on purpose: with
    preservation, little more than contractions is left.
    """

    base = stock.CheckList2020
    requirements = (needs.flair_model("ner-english"),)


class CLARE(PreservingAttack):
    """CLARE with preservation: Li et al. (2021), arXiv:2009.07502."""

    base = stock.CLARE2020
    requirements = (needs.hub_model("distilroberta-base"), *needs.USE)


class DeepWordBug(PreservingAttack):
    """DeepWordBug with preservation: Gao et al. (2018), arXiv:1801.04354."""

    base = stock.DeepWordBugGao2018


class FasterAlzantot(PreservingAttack):
    """Faster genetic attack with preservation: Jia et al. (2019), arXiv:1909.00986."""

    base = stock.FasterGeneticAlgorithmJia2019
    requirements = (needs.COUNTER_FITTED, needs.LEARNING_TO_WRITE)


class HotFlip(PreservingAttack):
    """HotFlip with preservation: Ebrahimi et al. (2018), arXiv:1712.06751."""

    base = stock.HotFlipEbrahimi2017
    requirements = (needs.COUNTER_FITTED, *needs.POS)
    white_box = True


class IGA(PreservingAttack):
    """IGA (genetic) with preservation: Wang et al. (2019), arXiv:1909.06723."""

    base = stock.IGAWang2019
    requirements = (needs.COUNTER_FITTED,)


class Kuleshov(PreservingAttack):
    """Greedy synonym attack with preservation: Kuleshov et al. (2018)."""

    base = stock.Kuleshov2017
    requirements = (needs.COUNTER_FITTED, needs.hub_model("gpt2"))


class LEAP(PreservingAttack):
    """LEAP with preservation: Xiao et al. (2023), arXiv:2308.11284."""

    base = stock.LEAP2023
    requirements = (needs.WORDNET,)


class Pruthi(PreservingAttack):
    """Misspellings with preservation: Pruthi et al. (2019), arXiv:1905.11268."""

    base = stock.Pruthi2019


class PSO(PreservingAttack):
    """Particle swarm attack with preservation: Zang et al. (2020), arXiv:1910.12196."""

    base = stock.PSOZang2020
    requirements = (needs.HOWNET, needs.flair_model("upos-english-fast"))


class PWWS(PreservingAttack):
    """PWWS with preservation: Ren et al. (2019), ACL anthology P19-1103."""

    base = stock.PWWSRen2019
    requirements = (needs.WORDNET,)


class TextBugger(PreservingAttack):
    """TextBugger with preservation: Li et al. (2019), arXiv:1812.05271."""

    base = stock.TextBuggerLi2018
    requirements = (needs.HOMOGLYPHS, needs.COUNTER_FITTED, *needs.USE)


class TextFooler(PreservingAttack):
    """TextFooler with preservation: Jin et al. (2020), arXiv:1907.11932."""

    base = stock.TextFoolerJin2019
    requirements = (needs.COUNTER_FITTED, *needs.POS, *needs.USE)


def with_atom_preservation(
    recipe: str | type[AttackRecipe] | Attack, **options: Any
) -> Any:
    """Return ``recipe`` with its proposition kept.

    Args:
        recipe: a built attack, a recipe class, or a name of TextAttack's table.
        options: fields of :class:`~textattack_atomeval.attack.recipes.preservation.
            Preservation` (policy, column, on_unscored, engine, goal).

    Returns:
        For an attack, a new attack that shares its parts; otherwise a class whose
        ``build(model_wrapper, **options)`` gives one. For the recipes that this
        module lists, the class also checks what they need.

    Raises:
        InputError: there is no recipe of that name, or an option is unknown.
    """
    unknown = [name for name in options if name not in _OPTIONS]
    if unknown:
        raise InputError(f"Unknown option {unknown[0]!r}; use {', '.join(_OPTIONS)}.")
    preservation = Preservation(**options)
    # A recipe class is a subclass of Attack, a built one an instance.
    if isinstance(recipe, Attack):
        return preservation.apply(recipe)
    found = _named(recipe) if isinstance(recipe, str) else recipe
    parent = _LISTED.get(found)
    if parent is None and issubclass(found, PreservingAttack):
        parent = found
    own: dict[str, Any] = {"preservation": preservation, "__doc__": found.__doc__}
    if parent is None:
        parent, own = PreservingAttack, {**own, "base": found}
    return type(f"Preserving{found.__name__}", (parent,), own)


def _named(name: str) -> type[AttackRecipe]:
    from textattack_atomeval.attack.recipes import RECIPES

    class_name = ATTACK_RECIPE_NAMES.get(name, "").rpartition(".")[2]
    recipe: type[AttackRecipe] | None = RECIPES.get(name)
    recipe = recipe or getattr(stock, class_name, None)
    if recipe is None:
        known = ", ".join(sorted({*ATTACK_RECIPE_NAMES, *RECIPES}))
        raise InputError(f"There is no recipe {name!r}; the names are {known}.")
    return recipe


_LISTED = {recipe.base: recipe for recipe in PreservingAttack.__subclasses__()}
