"""Which verdict a model's output stands for; an ambiguous model is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textattack_atomeval.errors import InputError, ModelRefusedError
from textattack_atomeval.verdicts import Label, read_label

Labels = Mapping[int, str] | Mapping[str, str]
"""What a model says (a logit's index, or a word) → the verdict that it means."""


def read_labels(names: Sequence[str], model: str) -> tuple[Label, ...]:
    """Return the verdict of each logit, from the names that the checkpoint gives.

    Raises:
        ModelRefusedError: a name spells no verdict ("LABEL_0" could be any), or two
            name the same, or SUPPORTED or REFUTED is missing.
    """
    verdicts = [read_label(str(name)) for name in names]
    known = tuple(verdict for verdict in verdicts if verdict is not None)
    if len(known) < len(verdicts) or not _complete(known):
        example = dict(zip(range(len(names)), ("REFUTED", "SUPPORTED"), strict=False))
        raise ModelRefusedError(
            f"The labels of victim {model} are {', '.join(map(str, names))}; expected "
            "SUPPORTED, REFUTED and perhaps NOT ENOUGH INFO, in any usual spelling: "
            "use a fact verification checkpoint, or, if you know the order it was "
            f"trained with, pass labels such as {example}."
        )
    return known


def given_labels(labels: Labels, count: int, model: str) -> tuple[Label, ...]:
    """Return the verdict of each of ``count`` logits, from the user's map.

    Indices may be written as strings, as JSON has them.

    Raises:
        InputError: the map does not name each logit once, or spells no verdict.
    """
    try:
        by_index = {int(index): name for index, name in labels.items()}
    except ValueError:
        by_index = {}
    if sorted(by_index) != list(range(count)) or len(by_index) < len(labels):
        raise InputError(
            f"Expected `labels` to name each of the {count} outputs 0 to {count - 1} "
            f"of victim {model} once, got {dict(labels)!r}."
        )
    return checked([by_index[index] for index in range(count)], labels)


def checked(names: Sequence[str], labels: Labels) -> tuple[Label, ...]:
    """Return the verdicts that ``names``, the values of the map ``labels``, spell.

    Raises:
        InputError: a name spells no verdict, or they are no complete set of verdicts.
    """
    verdicts = tuple(v for v in map(read_label, names) if v is not None)
    if len(verdicts) < len(names) or not _complete(verdicts):
        raise InputError(
            "Expected `labels` to map to SUPPORTED, REFUTED and perhaps NOT ENOUGH "
            f"INFO, each once, got {dict(labels)!r}."
        )
    return verdicts


def _complete(verdicts: Sequence[Label]) -> bool:
    distinct = len(set(verdicts)) == len(verdicts)
    return distinct and {"SUPPORTED", "REFUTED"} <= set(verdicts)
