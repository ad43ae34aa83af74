"""What we rely on in TextAttack, fact by fact, tried on the real thing.

A failure means that the host has changed (or its pins have): the message says which of
our assumptions is gone, and where it is used.
"""

from __future__ import annotations

import argparse
import inspect
import logging.config
from collections import OrderedDict
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest
from textattack import Attack, AttackArgs, Attacker, attack_args, dataset_args
from textattack.attack_results import FailedAttackResult, SuccessfulAttackResult
from textattack.commands import attack_resume_command
from textattack.constraints import Constraint
from textattack.constraints.pre_transformation import InputColumnModification
from textattack.datasets import Dataset
from textattack.goal_functions import (
    ClassificationGoalFunction,
    UntargetedClassification,
)
from textattack.loggers import AttackLogManager
from textattack.metrics import Metric
from textattack.models.wrappers import ModelWrapper
from textattack.search_methods import BeamSearch, GreedySearch, GreedyWordSwapWIR
from textattack.shared import AttackedText
from textattack.shared.utils import install
from textattack.transformations import Transformation

import textattack_atomeval.attack  # noqa: F401  (before textattack)

CLAIM = "The lighthouse opened in 1931."
EVIDENCE = "It opened in 1925."


class Victim(ModelWrapper):
    """Refutes; supports what holds "shut". Rows are ``scores`` if given."""

    def __init__(self, scores: Any = None) -> None:
        self.model = None
        self.scores = scores
        self.inputs: list[Any] = []

    def __call__(self, inputs: Sequence[Any]) -> Any:
        self.inputs.extend(inputs)
        if self.scores is not None:
            return self.scores
        shut = ["shut" in str(text) for text in inputs]
        return np.array([[s, 1 - s] for s in shut], dtype=np.float32)


class Appending(Transformation):
    """Offers the text with each of some words behind it: one rewrite a word."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def _get_transformations(self, current_text: AttackedText, _: Any) -> list[Any]:
        last = len(current_text.words) - 1
        return [
            current_text.insert_text_after_word_index(last, word) for word in self.words
        ]


class Spy(Constraint):
    """Accepts everything; remembers how it was called."""

    def __init__(self) -> None:
        super().__init__(compare_against_original=True)
        self.single: list[str] = []
        self.many: list[int] = []

    def _check_constraint(self, new: AttackedText, _: AttackedText) -> bool:
        self.single.append(new.text)
        return True


class BatchSpy(Spy):
    """The same with the batch entrance overridden."""

    def _check_constraint_many(self, new: list[Any], _: AttackedText) -> list[Any]:
        self.many.append(len(new))
        return new


def pair(claim: str = CLAIM, **attrs: Any) -> AttackedText:
    return AttackedText(OrderedDict(claim=claim, evidence=EVIDENCE), dict(attrs))


def small_attack(*words: str, constraint: Constraint | None = None) -> Attack:
    constraints = [] if constraint is None else [constraint]
    goal = UntargetedClassification(Victim())
    return Attack(goal, constraints, Appending(*words), GreedySearch())


def claims(number: int = 2) -> Dataset:
    rows = [((f"{CLAIM} {n}", EVIDENCE), 1) for n in range(number)]
    return Dataset(rows, input_columns=["claim", "evidence"])


def goal_after(goal: ClassificationGoalFunction) -> ClassificationGoalFunction:
    goal.init_attack_example(pair(), 1)
    return goal


# Versions


def test_versions() -> None:
    assert version("textattack") == "0.3.11", "check every fact in this file anew"
    major = int(version("transformers").partition(".")[0])
    assert major < 5, "flair 0.15 fails to import with transformers 5: lift the pin?"


# Command line: attack/register.py


@pytest.mark.parametrize(
    "table",
    [
        "ATTACK_RECIPE_NAMES",
        "CONSTRAINT_CLASS_NAMES",
        "GOAL_FUNCTION_CLASS_NAMES",
        "SEARCH_METHOD_CLASS_NAMES",
        "BLACK_BOX_TRANSFORMATION_CLASS_NAMES",
    ],
)
def test_tables_hold_expressions(table: str) -> None:
    entries = getattr(attack_args, table)
    assert type(entries) is dict, f"{table} is no plain dictionary: see register()"
    assert all(isinstance(value, str) for value in entries.values())


def test_tables_are_evaluated_in_attack_args(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"__import__('{__name__}', fromlist=['Spy']).Spy"
    monkeypatch.setitem(attack_args.CONSTRAINT_CLASS_NAMES, "spy", name)
    args = attack_args.CommandLineAttackArgs(constraints=["spy"])
    made = attack_args.CommandLineAttackArgs._create_constraints_from_args(args)
    assert type(made[0]).__name__ == "Spy", "an import expression is not evaluated"


def test_recipe_is_a_choice_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(attack_args.ATTACK_RECIPE_NAMES, "mine", "no.such")
    parser = attack_args.CommandLineAttackArgs._add_parser_args(
        argparse.ArgumentParser()
    )
    assert parser.parse_args(["--recipe", "mine"]).attack_recipe == "mine"
    with pytest.raises(SystemExit):  # so `--recipe x^k=v` can't be reached
        parser.parse_args(["--recipe", "mine^k=1"])


def test_the_model_name_replaces_dataset_by_model() -> None:
    args = attack_args.CommandLineAttackArgs(model="nobody", dataset_by_model="x")
    with pytest.raises(ValueError, match="Must supply pretrained model or dataset"):
        dataset_args.DatasetArgs._create_dataset_from_args(args)
    assert args.dataset_by_model == "nobody", "--dataset-by-model works now: offer it"


def test_attack_resume_is_broken_upstream() -> None:
    source = inspect.getsource(attack_resume_command)
    assert "checkpoint.attack_args.attack_args" in source and not hasattr(
        dataset_args.DatasetArgs, "parse_dataset_from_args"
    ), "attack-resume may work now: is our own still needed?"


# Import: attack/bootstrap.py, attack/containment.py


def test_stopwords_are_needed_at_import() -> None:
    from textattack.augmentation import recipes

    message = "TextAttack may import without stop words now: see attack/bootstrap.py"
    assert recipes.DEFAULT_CONSTRAINTS[1].stopwords, message


def test_the_marker_and_the_cache() -> None:
    source = inspect.getsource(install)
    for text in ("post_install_check_3", '"TA_CACHE_DIR"', "~/.cache/textattack"):
        assert text in source, f"{text} is gone from install.py: see bootstrap.py"


def test_install_overwrites_what_we_restore() -> None:
    from textattack_atomeval.attack.containment import OVERWRITTEN

    source = inspect.getsource(install)
    assert source.count("os.environ[") == len(OVERWRITTEN) + 1  # and one reading
    assert all(f'os.environ["{name}"] =' in source for name in OVERWRITTEN)
    assert "logging.config.dictConfig(" in source
    assert logging.config.dictConfig.__module__ == "logging.config"


# Constraint: attack/constraint.py


def test_constraints_are_called_in_batches() -> None:
    spy = BatchSpy()
    attack = small_attack("a", "b", "c", constraint=spy)
    text = pair()
    assert len(attack.get_transformations(text, original_text=text)) == 3
    assert (spy.many, spy.single) == ([3], []), "batches do not arrive as batches"


def test_the_default_batch_is_a_loop() -> None:
    spy = Spy()
    text = pair()
    small_attack("a", "b", constraint=spy).get_transformations(text, text)
    assert len(spy.single) == 2


def test_constraints_need_last_transformation() -> None:
    with pytest.raises(KeyError, match="last_transformation"):
        Spy().call_many([pair()], pair())


def test_constraint_without_original_text() -> None:
    with pytest.raises(ValueError, match="original_text"):
        small_attack("a", constraint=Spy()).get_transformations(pair())


def test_candidates_are_sorted_by_text() -> None:
    text = pair()
    found = small_attack("zebra", "apple").get_transformations(text, text)
    assert [t.words[-1] for t in found] == ["apple", "zebra"], "order is kept: use it"


# Goal function: attack/goal_function.py


def test_skip_defaults_to_the_goal() -> None:
    goal = UntargetedClassification(Victim())
    names = ["_should_skip", "_is_goal_complete", "_get_score", "_call_model"]
    assert all(hasattr(goal, name) for name in names)
    goal._is_goal_complete = lambda *_: True  # type: ignore[method-assign]
    assert goal._should_skip(None, pair()), "skipping is separate now: see _should_skip"


def test_results_are_cut_at_the_budget() -> None:
    goal = goal_after(UntargetedClassification(Victim(), query_budget=3))
    results, over = goal.get_results([pair(f"{CLAIM} {n}") for n in range(5)])
    assert (len(results), over) == (2, True), "the budget is kept another way"


def test_cached_queries_count() -> None:
    goal = goal_after(UntargetedClassification(Victim()))
    goal.get_results([pair()])
    assert goal.num_queries == 2, "cached queries are free now: query counts change"


def test_ground_truth_must_be_a_python_number() -> None:
    with pytest.raises(AssertionError):
        small_attack("a").attack(pair(), np.int64(1))


def test_victims_get_tuples_of_columns() -> None:
    victim = Victim()
    goal_after(UntargetedClassification(victim))
    assert victim.inputs == [(CLAIM, EVIDENCE)], "VictimWrapper gets another shape"


@pytest.mark.parametrize(
    ("row", "kept"),
    [([0.25, 0.75], True), ([0.25, 0.7500004], True), ([0.25, 0.75001], False)],
)
def test_rows_off_by_a_millionth_are_softmaxed(row: list[float], kept: bool) -> None:
    goal = UntargetedClassification(Victim())
    scores = np.array([row], dtype=np.float32)
    same = np.allclose(goal._process_model_outputs([pair()], scores)[0], row, atol=1e-5)
    assert same is kept, "the tolerance for probabilities has changed: see wrappers.py"


# AttackedText: attack/texts.py


def test_text_equality_counts_attributes() -> None:
    one, other = pair(), pair()
    assert one == other and hash(one) == hash(other)
    other.attack_attrs["atomeval"] = {}
    assert one != other, "attributes no longer matter for equality: see texts.notes()"
    one.attack_attrs["atomeval"] = {"any": "thing"}
    assert one == other


def test_text_layout() -> None:
    text = pair()
    assert text.text == f"{CLAIM}\n{EVIDENCE}"
    assert text.column_labels == ["claim", "evidence"]
    assert text.tokenizer_input == (CLAIM, EVIDENCE)


@pytest.mark.parametrize(
    ("text", "words"), [("It is 3.5 m.", ["3", "5"]), ("U.S. law", ["U", "S"])]
)
def test_words_split_numbers_and_initials(text: str, words: list[str]) -> None:
    found = AttackedText(text).words
    assert all(word in found for word in words), "words are better now: see texts.py"


def test_tensors_in_attributes_crash_free_memory() -> None:
    import torch

    with pytest.raises(RuntimeError, match="changed size"):
        pair(tensor=torch.zeros(1)).free_memory()


def results_of(new: AttackedText) -> SuccessfulAttackResult:
    goal = UntargetedClassification(Victim())
    first, _ = goal.init_attack_example(pair(), 1)
    last, _ = goal.get_result(new)
    return SuccessfulAttackResult(first, last)


def test_a_plain_longer_text_crashes_the_coloured_diff() -> None:
    result = results_of(pair(f"{CLAIM} It is shut."))
    with pytest.raises(IndexError):
        result.diff_color("file")


def test_letterless_text_crashes_langdetect() -> None:
    goal = UntargetedClassification(Victim())
    text = AttackedText("1931 ... 17")
    first, _ = goal.init_attack_example(text, 1)
    with pytest.raises(Exception, match="No features in text"):
        FailedAttackResult(first, first).diff_color("file")


# Pre-transformation constraints: attack/recipes/preservation.py


@pytest.mark.parametrize(
    ("labels", "frozen"),
    [
        (["claim", "evidence"], True),
        (("claim", "evidence"), False),
        (["Claim", "evidence"], False),
    ],
)
def test_column_modification_fails_open(labels: Any, frozen: bool) -> None:
    keeper = InputColumnModification(labels, {"evidence"})
    free = keeper(pair(), Appending("a"))
    message = "InputColumnModification compares column lists another way"
    assert (len(free) == len(AttackedText(CLAIM).words)) is frozen, message


# Searches: attack/search.py


def test_word_ranking_search_refuses_sentences() -> None:
    with pytest.raises(ValueError, match="[Ii]ncompatible"):
        Attack(
            UntargetedClassification(Victim()),
            [],
            Appending("a"),
            GreedyWordSwapWIR(),
        )


@pytest.mark.parametrize("search", [BeamSearch(2), GreedySearch()])
def test_beam_rewrites_rewrites(search: BeamSearch) -> None:
    goal = UntargetedClassification(Victim(), query_budget=6)
    attack = Attack(goal, [], Appending("again"), search)
    text = attack.attack(pair(), 1).perturbed_result.attacked_text
    assert text.words.count("again") > 1, "beam search stops by itself: see search.py"


def test_beam_crashes_on_an_exhausted_budget() -> None:
    goal = UntargetedClassification(Victim(), query_budget=1)
    attack = Attack(goal, [], Appending("again"), BeamSearch(2))
    with pytest.raises(ValueError, match="empty"):
        attack.attack(pair(), 1)


# Running and logging: attack/runner.py, attack/loggers.py, attack/metrics.py


class Manager(AttackLogManager):
    def __init__(self) -> None:
        super().__init__(None)
        self.finished = False

    def log_summary(self) -> None:
        self.finished = True


def quiet(**options: Any) -> AttackArgs:
    return AttackArgs(num_examples=2, disable_stdout=True, silent=True, **options)


def test_a_log_manager_set_before_is_used() -> None:
    attacker = Attacker(small_attack("shut"), claims(), quiet())
    assert attacker.attack_log_manager is None
    attacker.attack_log_manager = manager = Manager()
    results = attacker.attack_dataset()
    assert manager.finished and len(results) == 2, "attack_log_manager is replaced"


def test_metrics_reach_the_summary() -> None:
    assert inspect.isabstract(Metric)
    with pytest.raises(NotImplementedError):
        Metric.__init__(object())
    metrics = {"mine": object()}
    manager = AttackArgs.create_loggers_from_args(quiet(metrics=metrics))
    assert manager.metrics is metrics, "AttackArgs(metrics=…) does not reach the logs"


def test_caches_are_cleared_after_each_example() -> None:
    attack = small_attack("shut")
    attack.attack(pair(), 1)
    assert len(attack.goal_function._call_model_cache) == 0


def test_update_attack_args_does_nothing() -> None:
    attacker = Attacker(small_attack("a"), claims(), quiet())
    attacker.update_attack_args(num_examples=9)
    assert attacker.attack_args.num_examples == 2, "update_attack_args works now"


def test_successes_with_checkpoints_crash(tmp_path: Any) -> None:
    options = quiet(
        num_successful_examples=2, checkpoint_interval=1, checkpoint_dir=str(tmp_path)
    )
    attacker = Attacker(small_attack("shut"), claims(), options)
    attacker.attack_log_manager = Manager()
    with pytest.raises(TypeError):
        attacker.attack_dataset()


def test_label_names_are_put_into_the_text() -> None:
    seen: list[AttackedText] = []
    attack = small_attack("shut")
    attack.attack = lambda text, _: seen.append(text) or _skipped(text)  # type: ignore
    rows = claims(1)
    rows.label_names = ["SUPPORTED", "REFUTED"]
    attacker = Attacker(attack, rows, quiet())
    attacker.attack_log_manager = Manager()
    attacker.attack_dataset()
    assert seen[0].attack_attrs["label_names"] == rows.label_names


def _skipped(text: AttackedText) -> Any:
    from textattack.attack_results import SkippedAttackResult

    result, _ = UntargetedClassification(Victim()).init_attack_example(text, 0)
    return SkippedAttackResult(result)
