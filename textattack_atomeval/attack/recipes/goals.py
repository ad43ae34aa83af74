"""The goal of the rewriting recipes: raw evasion, or evasion that preserves."""

from __future__ import annotations

from typing import Any

from textattack.goal_functions import GoalFunction, UntargetedClassification

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.goal_function import ValidityAwareEvasion, skip_reason
from textattack_atomeval.attack.texts import notes
from textattack_atomeval.attack.wrappers import reads_probabilities
from textattack_atomeval.errors import InputError
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.verdicts import Label, read_label


@reads_probabilities
class Evasion(UntargetedClassification):
    """Raw success: the victim's verdict leaves the true label (the indicator of Eq. 4).

    Skipped are examples that the victim gets wrong unattacked, and those whose label
    is a verdict other than ``attacked_label``; ``texts.notes(original)["skipped"]``
    says which, as in :class:`~textattack_atomeval.attack.goal_function.
    ValidityAwareEvasion`. Labels that are no verdicts (sentiment, topics) are always
    attacked, and None attacks all.
    """

    def __init__(
        self,
        model_wrapper: Any,
        *,
        attacked_label: str | None = "REFUTED",
        **options: Any,
    ) -> None:
        super().__init__(model_wrapper, **options)
        self.attacked_label = read_label(attacked_label)
        if attacked_label is not None and self.attacked_label is None:
            raise InputError(f"No verdict is spelt {attacked_label!r}; try REFUTED.")

    def _should_skip(self, model_output: Any, attacked_text: Any) -> bool:
        wrong = bool(super()._should_skip(model_output, attacked_text))
        label = self._label(attacked_text)
        reason = skip_reason(wrong, label, self.attacked_label)
        if reason:
            notes(attacked_text)["skipped"] = reason
        return bool(reason)

    def _label(self, attacked_text: Any) -> Label | None:
        names = getattr(self.model, "labels", None)
        names = names or attacked_text.attack_attrs.get("label_names")
        return read_label(str(names[self.ground_truth_output])) if names else None

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return [*super().extra_repr_keys(), "attacked_label"]


def build_goal(
    model_wrapper: Any,
    goal: str,
    *,
    policy: str | None = None,
    column: str | None = None,
    engine: AtomEval | EngineHandle | None = None,
    attacked_label: Label | None = "REFUTED",
) -> GoalFunction:
    """Return the goal function called ``goal``: "evasion" or "vasr".

    Raises:
        InputError: ``goal`` is another word, or another option is not known.
    """
    if goal == "evasion":
        return Evasion(model_wrapper, attacked_label=attacked_label)
    if goal == "vasr":
        return ValidityAwareEvasion(
            model_wrapper,
            policy=policy,
            column=column,
            engine=engine,
            attacked_label=attacked_label,
        )
    raise InputError(f"Expected goal to be 'evasion' or 'vasr', but got {goal!r}.")
