"""The paper's five attack families, one recipe each (section 4.2, appendix D).

The protocol: a language model sees the claim and its evidence and writes one rewrite
of the claim, without feedback from the victim; the evidence stays as it is.
"""

from __future__ import annotations

from typing import Any, ClassVar

from textattack import Attack
from textattack.attack_recipes import AttackRecipe

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes.goals import build_goal
from textattack_atomeval.attack.search import BestOfN
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.generation import load_generator
from textattack_atomeval.generation.base import Generator
from textattack_atomeval.generation.rewriting import Rewriter
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.verdicts import Label

#: Rewrites by hand for the bundled sample's claims; other claims are abstained.
DEFAULT_GENERATOR = "replay:sample"


class FamilyRewrite(AttackRecipe):
    """One attack family of section 4.2; a subclass names it."""

    family: ClassVar[str]

    @classmethod
    def build(
        cls,
        model_wrapper: Any,
        *,
        generator: str | Generator | None = None,
        samples: int = 1,
        goal: str = "evasion",
        policy: str | None = None,
        column: str | None = None,
        engine: AtomEval | EngineHandle | None = None,
        attacked_label: Label | None = "REFUTED",
    ) -> Attack:
        """Return the attack.

        Args:
            model_wrapper: the victim.
            generator: who writes the rewrites: an object, or what
                ``generation.load_generator`` reads. The default replays hand-written
                rewrites of the bundled sample, and abstains for any other claim.
            samples: rewrites a claim (the paper's protocol: 1); the best one counts.
            goal: "evasion" (raw ASR; validity is measured afterwards) or "vasr" (a
                rewrite must also pass the gate to succeed).
            policy: the gate's policy, for goal "vasr".
            column: the claim's column; None finds it.
            engine: the gate's engine; None shares the process's own.
            attacked_label: only claims of this verdict are attacked; None: all.

        Raises:
            InputError: the goal or the generator's specification is unknown.
            ModelUnavailableError: the generator cannot be loaded.
        """
        source = DEFAULT_GENERATOR if generator is None else generator
        if isinstance(source, str):
            source = load_generator(source)
        goal_function = build_goal(
            model_wrapper,
            goal,
            policy=policy,
            column=column,
            engine=engine,
            attacked_label=attacked_label,
        )
        rewriter = Rewriter(source, cls.family)
        transformation = LLMRewrite(rewriter, column=column, samples=samples)
        # One expansion from the original: "without iterative feedback from the
        # victim verifier" (section 4.2).
        return Attack(goal_function, [], transformation, BestOfN())


class ColloquialRewrite(FamilyRewrite):
    """Colloquial/Lexically-informed Rewriting (section 4.2, appendix D).

    Lexical, paraphrastic or conversational restyling, after Kim et al. (2021), "How
    Robust are Fact Checking Systems on Colloquial Claims?".
    """

    family = "colloquial"


class DeseptionRewrite(FamilyRewrite):
    """DeSePtion-style Complex Rewriting (section 4.2, appendix D).

    Several propositions, temporal reasoning, entity ambiguity or lexical variation,
    after Hidey et al. (2020), "DeSePtion: Dual Sequence Prediction and Adversarial
    Examples for Improved Fact-Checking".
    """

    family = "deseption"


class FactMixRewrite(FamilyRewrite):
    """GEM-style Fact Mixing (section 4.2, appendix D).

    Blends entities, relations or facts of different contexts, after Niewinski et al.
    (2019), "GEM: Generative Enhanced Model for Adversarial Attacks".
    """

    family = "factmix"


class OmissionRewrite(FamilyRewrite):
    """Omission-style Constraint Removal (section 4.2, appendix D).

    Drops or weakens salient constraints of the claim, after Atanasova et al. (2022),
    "Fact Checking with Insufficient Evidence", and Abdelnabi and Fritz (2023),
    "Fact-Saboteurs".
    """

    family = "omission"


class AdvAddRewrite(FamilyRewrite):
    """Add.Unver./AdvAdd-style Unsupported Addition (section 4.2, appendix D).

    Adds plausible details that the evidence does not support, after Hidey et al.
    (2020), Du et al. (2022), "Synthetic Disinformation Attacks on Automated Fact
    Verification Systems", and Abdelnabi and Fritz (2023), "Fact-Saboteurs".
    """

    family = "advadd"
