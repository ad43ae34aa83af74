"""An attack that no single example ends, and that leaves alone what is no target."""

from __future__ import annotations

import logging

from textattack import Attack
from textattack.attack_results import AttackResult, SkippedAttackResult
from textattack.goal_function_results import GoalFunctionResult
from textattack.shared import AttackedText

from textattack_atomeval.attack.records import ErrorAttackResult, NoResult, Truth
from textattack_atomeval.attack.texts import notes
from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
)
from textattack_atomeval.metrics import ANY, is_attacked

_LOG = logging.getLogger(__name__)
_MAX_REASON = 300


class GuardedAttack(Attack):
    """An attack in which one example's exception costs that example only.

    It comes back as :class:`ErrorAttackResult`. A wrong setting, or a model that
    cannot be used at all, still ends the run: no later example could fare better.

    Examples of another verdict than ``attacked`` are skipped before the search,
    whatever the attack's own goal thinks of them.

    Args:
        attack: is wrapped, and shares its parts.
        attacked: the verdict under attack, or "any".
    """

    def __init__(self, attack: Attack, attacked: str = ANY) -> None:
        self.__dict__.update(attack.__dict__)
        self.inner = attack
        self.attacked = attacked
        self._initial: GoalFunctionResult | None = None

    def attack(self, example: AttackedText, ground_truth_output: Truth) -> AttackResult:
        """Attack one example."""
        self._initial = None
        try:
            return super().attack(example, ground_truth_output)
        except (InputError, ModelRefusedError, ModelUnavailableError):
            raise
        except Exception as error:
            _LOG.debug("an example could not be attacked", exc_info=True)
            return self._failed(example, ground_truth_output, error)

    def _attack(self, initial_result: GoalFunctionResult) -> AttackResult:
        self._initial = initial_result
        label = self._label(initial_result)
        if not is_attacked(label, self.attacked):
            reason = f"the label is {label}, only {self.attacked} is attacked"
            notes(initial_result.attacked_text)["skipped"] = reason
            return SkippedAttackResult(initial_result)
        return self.inner._attack(initial_result)

    def _label(self, initial: GoalFunctionResult) -> object:
        names = getattr(self.goal_function.model, "labels", None)
        names = names or initial.attacked_text.attack_attrs.get("label_names")
        truth = initial.ground_truth_output
        inside = isinstance(truth, int) and names and 0 <= truth < len(names)
        return names[truth] if inside else truth

    def _failed(
        self, example: AttackedText, truth: Truth, error: Exception
    ) -> ErrorAttackResult:
        # The host clears its caches only after a search that ended well.
        self.inner.clear_cache()
        lines = str(error).strip().splitlines() or ["no message"]
        reason = f"{type(error).__name__}: {lines[0]}"[:_MAX_REASON]
        _LOG.warning("An example could not be attacked: %s", reason)
        before = self._initial or NoResult(example, truth)
        result = ErrorAttackResult(before, reason)
        result.num_queries = getattr(self.goal_function, "num_queries", 0)
        return result
