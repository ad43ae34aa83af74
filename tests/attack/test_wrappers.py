"""The victim as TextAttack's model: shapes, exact rows, clear refusals, pickling."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from textattack.goal_functions import UntargetedClassification

from tests.attack.parts import CLAIM, EVIDENCE, WordVictim, pair
from textattack_atomeval import victims
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.errors import InputError, ModelRefusedError
from textattack_atomeval.verdicts import VERDICTS


class Answers(WordVictim):
    """Answers with fixed rows."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        super().__init__()
        self.rows = [list(row) for row in rows]

    def predict(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        return self.rows


def test_rows_of_float32_in_order() -> None:
    wrapper = VictimWrapper(WordVictim())
    rows = wrapper([(CLAIM, EVIDENCE), ("certainly", "")])
    assert rows.dtype == np.float32 and rows.shape == (2, 3)
    assert rows.argmax(axis=1).tolist() == [1, 0]
    assert wrapper.model.asked == [(CLAIM, EVIDENCE), ("certainly", "")]  # type: ignore[attr-defined]
    assert (wrapper.name, wrapper.labels) == ("words@0", VERDICTS)


def test_no_query_is_no_row() -> None:
    assert VictimWrapper(WordVictim())([]).shape == (0, 3)


def test_the_host_never_softmaxes_the_rows() -> None:
    rng = np.random.default_rng(5)
    raw = rng.dirichlet([0.02, 0.3, 1.0], size=500).astype(np.float32).round(4)
    wrapper = VictimWrapper(Answers(raw.tolist()))
    goal = UntargetedClassification(wrapper)
    pairs = [(str(n), "e") for n in range(500)]
    out = goal._process_model_outputs(pairs, torch.tensor(wrapper(pairs)))
    assert np.abs(out.numpy() - raw).max() < 1e-3


def test_the_host_passes_the_columns_in_order() -> None:
    victim = WordVictim()
    UntargetedClassification(VictimWrapper(victim)).init_attack_example(pair(), 1)
    assert victim.asked == [(CLAIM, EVIDENCE)]


@pytest.mark.parametrize(
    ("item", "shape"),
    [("text", "one text"), (("a", "b", "c"), "3 columns"), (("a",), "1 columns")],
)
def test_other_inputs_are_refused(item: Any, shape: str) -> None:
    with pytest.raises(InputError, match=shape):
        VictimWrapper(WordVictim())([item])


@pytest.mark.parametrize(
    "rows",
    [
        [[0.5, 0.5]],
        [[2.0, -1.0, 0.0]],
        [[0.3, 0.3, 0.3]],
        [[float("nan"), 0.5, 0.5]],
        [[float("inf"), 0.5, 0.5]],
        [],
        [[1.0, 0.0, 0.0]] * 2,
    ],
)
def test_answers_that_are_no_probabilities_are_refused(rows: Any) -> None:
    with pytest.raises(ModelRefusedError, match="words@0"):
        VictimWrapper(Answers(rows))([(CLAIM, EVIDENCE)])


def test_it_pickles_by_specification(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []

    def load(spec: str, **options: Any) -> WordVictim:
        asked.append((spec, options))
        return WordVictim()

    monkeypatch.setattr(victims, "load_victim", load, raising=False)
    wrapper = VictimWrapper("hub/verifier", allow_download=True)
    frozen = pickle.dumps(wrapper)
    assert b"WordVictim" not in frozen
    copied = pickle.loads(frozen)
    assert (copied.name, copied.labels) == ("words@0", VERDICTS)
    assert len(asked) == 1, "nothing is loaded before the first query"
    assert copied([(CLAIM, EVIDENCE)]).shape == (1, 3)
    assert asked == [("hub/verifier", {"labels": None, "allow_download": True})] * 2


def test_a_victim_object_is_pickled_along() -> None:
    copied = pickle.loads(pickle.dumps(VictimWrapper(WordVictim())))
    assert copied([(CLAIM, EVIDENCE)]).shape == (1, 3)
