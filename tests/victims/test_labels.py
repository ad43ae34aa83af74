"""Label maps: read, given, refused."""

from __future__ import annotations

import pytest

from textattack_atomeval.errors import InputError, ModelRefusedError
from textattack_atomeval.victims.labels import checked, given_labels, read_labels

S, R, N = "SUPPORTED", "REFUTED", "NOT ENOUGH INFO"


@pytest.mark.parametrize(
    ("names", "verdicts"),
    [
        (["SUPPORTED", "REFUTED", "NEI"], (S, R, N)),
        (["refutes", "NOT_ENOUGH_INFO", " Supports"], (R, N, S)),
        (["entailment", "neutral", "contradiction"], (S, N, R)),
        (["REFUTES", "SUPPORTS"], (R, S)),
    ],
)
def test_names_are_read(names, verdicts) -> None:
    assert read_labels(names, "m") == verdicts


@pytest.mark.parametrize(
    "names",
    [
        ["LABEL_0", "LABEL_1"],
        ["LABEL_0", "LABEL_1", "LABEL_2"],
        ["SUPPORTED", "REFUTED", "DISPUTED"],
        ["SUPPORTED", "NEI"],
        ["SUPPORTED", "SUPPORTS", "REFUTED"],
        ["SUPPORTED"],
        [],
    ],
)
def test_ambiguous_names_are_refused(names) -> None:
    with pytest.raises(
        ModelRefusedError, match="labels of victim m are .* pass labels"
    ):
        read_labels(names, "m")


@pytest.mark.parametrize(
    ("labels", "verdicts"),
    [
        ({0: "REFUTED", 1: "SUPPORTED"}, (R, S)),
        ({"1": "supports", "0": "refutes"}, (R, S)),
        ({2: "nei", 0: "supported", 1: "refuted"}, (S, R, N)),
    ],
)
def test_given_maps_are_obeyed(labels, verdicts) -> None:
    assert given_labels(labels, len(verdicts), "m") == verdicts


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({0: "REFUTED"}, "each of the 2 outputs 0 to 1 of victim m once"),
        ({1: "REFUTED", 2: "SUPPORTED"}, "outputs 0 to 1"),
        ({0: "REFUTED", "0": "NEI", 1: "SUPPORTED"}, "outputs 0 to 1"),
        ({"a": "REFUTED", "b": "SUPPORTED"}, "outputs 0 to 1"),
        ({0: "REFUTED", 1: "wrong"}, "to map to SUPPORTED, REFUTED and perhaps"),
        ({0: "REFUTED", 1: "REFUTED"}, "each once"),
        ({0: "REFUTED", 1: "NEI"}, "each once"),
    ],
)
def test_odd_maps_are_an_error(labels, message) -> None:
    with pytest.raises(InputError, match=message):
        given_labels(labels, 2, "m")


def test_words_are_checked_in_their_order() -> None:
    labels = {"true": "SUPPORTED", "false": "REFUTED"}
    assert checked(list(labels.values()), labels) == (S, R)
