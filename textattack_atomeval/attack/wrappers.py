"""VictimWrapper: a fact verifier as TextAttack's model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from textattack.goal_functions import GoalFunction, UntargetedClassification
from textattack.models.wrappers import ModelWrapper
from textattack.shared.validators import MODELS_BY_GOAL_FUNCTION

from textattack_atomeval.errors import InputError, ModelRefusedError
from textattack_atomeval.verdicts import Label

if TYPE_CHECKING:
    from textattack_atomeval.victims.base import Victim

GoalFunctionT = TypeVar("GoalFunctionT", bound=GoalFunction)

# The host warns of every goal function and model that its table does not have.
_COMPATIBLE = MODELS_BY_GOAL_FUNCTION[UntargetedClassification]
_OURS = r"^textattack_atomeval\.victims\."
if _OURS not in _COMPATIBLE:
    _COMPATIBLE.append(_OURS)
_ROUNDING = 1e-3  # how far a row of probabilities may be from adding up to 1


def reads_probabilities(goal: type[GoalFunctionT]) -> type[GoalFunctionT]:
    """Tell the host that a goal function goes with classifiers, as its own ones do."""
    MODELS_BY_GOAL_FUNCTION[goal] = _COMPATIBLE
    return goal


class VictimWrapper(ModelWrapper):
    """Queries a fact verifier with (claim, evidence) pairs.

    TextAttack passes the data set's columns in their order: the first must be the
    claim, the second the evidence. There are no gradients and no token alignment:
    attacks that need them (gradient-ranked ones) cannot run.

    Made from a specification it pickles as that, and each process loads the victim
    on its first query; a victim object is pickled along.

    Args:
        victim: a victim, or what ``victims.load_victim`` reads: "embedded", a
            directory, a hub id, "causal:ID".
        labels: for ``load_victim``: the checkpoint's label names → verdicts.
        allow_download: for ``load_victim``: whether it may be fetched.

    Attributes:
        name: identifies the victim and its weights, for signatures.
        labels: the verdict of each output column.

    Raises:
        ModelUnavailableError, ModelRefusedError: see ``load_victim``.
    """

    def __init__(
        self,
        victim: Victim | str,
        *,
        labels: Mapping[int, str] | Mapping[str, str] | None = None,
        allow_download: bool = False,
    ) -> None:
        self.spec = victim if isinstance(victim, str) else None
        self._given = labels
        self._allow_download = allow_download
        self._victim = None if isinstance(victim, str) else victim
        self.name: str = self.model.name
        self.labels: tuple[Label, ...] = tuple(self.model.labels)

    @property
    def model(self) -> Victim:
        """The victim, loaded if this process has not loaded it yet."""
        if self._victim is None:
            from textattack_atomeval.victims import load_victim

            assert self.spec is not None
            self._victim = load_victim(
                self.spec, labels=self._given, allow_download=self._allow_download
            )
        return self._victim

    def __call__(
        self, text_input_list: Sequence[tuple[str, str]], **kwargs: Any
    ) -> NDArray[np.float32]:
        """Return the victim's probabilities, one row a pair, as (pairs, labels).

        Every row adds up to 1 within float32's precision: the host takes other rows
        for logits and would put them through a softmax.

        Raises:
            InputError: an input is no (claim, evidence) pair.
            ModelRefusedError: the victim's answer is no table of probabilities.
        """
        pairs = [_pair(item) for item in text_input_list]
        rows = self.model.predict(pairs) if pairs else []
        if len(rows) != len(pairs):
            raise ModelRefusedError(
                f"Victim {self.name} answered {len(rows)} of {len(pairs)} pairs: its "
                "predict() must return one row a pair."
            )
        exact = [self._exact(row) for row in rows]
        return np.array(exact, dtype=np.float32).reshape(-1, len(self.labels))

    def _exact(self, row: Sequence[float]) -> list[float]:
        total = math.fsum(row)
        usable = len(row) == len(self.labels) and all(p >= 0 for p in row)
        if not usable or not abs(total - 1) <= _ROUNDING:
            raise ModelRefusedError(
                f"Victim {self.name} answered {list(row)}: expected the probabilities "
                f"of {', '.join(self.labels)}."
            )
        return [p / total for p in row]

    def __getstate__(self) -> dict[str, Any]:
        """Leave a victim behind that can be loaded again."""
        state = self.__dict__.copy()
        if self.spec is not None:
            state["_victim"] = None
        return state


def _pair(item: object) -> tuple[str, str]:
    if isinstance(item, list | tuple) and len(item) == 2:
        claim, evidence = item
        if isinstance(claim, str) and isinstance(evidence, str):
            return claim, evidence
    shape = f"{len(item)} columns" if isinstance(item, list | tuple) else "one text"
    raise InputError(
        f"A fact verifier reads (claim, evidence) pairs, but got {shape}: use a data "
        "set with exactly the columns claim and evidence, in this order."
    )
