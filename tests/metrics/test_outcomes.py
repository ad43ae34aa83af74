"""Labels and outcomes, case by case."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import make
from textattack_atomeval.metrics import (
    OUTCOMES,
    facts,
    has_victim,
    outcome,
)


@pytest.mark.parametrize(
    ("status", "before", "after", "expected"),
    [
        ("valid", "SUPPORTS", "NEI", "skipped"),
        ("valid", "NEI", None, "skipped"),
        ("valid", "REFUTES", "refuted", "failed"),
        ("unscored", "REFUTES", "refuted", "failed"),
        ("valid", "REFUTES", "SUPPORTS", "valid_success"),
        ("valid", "REFUTES", "NOT ENOUGH INFO", "valid_success"),
        ("invalid", "REFUTES", "NEI", "invalid_success"),
        ("unscored", "REFUTES", "NEI", "unscored"),
        ("valid", "REFUTES", None, "error"),
        ("valid", "REFUTES", "???", "error"),
        ("valid", None, "NEI", "error"),
        ("valid", "???", "NEI", "error"),
    ],
)
def test_outcome(
    status: Any, before: str | None, after: str | None, expected: str
) -> None:
    assert outcome(make(status, before, after)) == expected


@pytest.mark.parametrize("rewrite", ["", "  \n"])
def test_no_rewrite_is_abstained(rewrite: str) -> None:
    assert outcome(make(rewrite=rewrite, after=None)) == "abstained"


@pytest.mark.parametrize(
    ("before", "case", "expected"),
    [
        ("REFUTES", {"abstained": "refusal"}, "abstained"),
        ("REFUTES", {"error": "the server timed out"}, "error"),
        ("REFUTES", {"error": "timed out", "abstained": "refusal"}, "error"),
        ("SUPPORTS", {"abstained": "refusal"}, "skipped"),
        ("SUPPORTS", {"error": "timed out"}, "skipped"),
        (None, {"error": "the victim failed"}, "error"),
    ],
)
def test_what_never_became_a_rewrite(
    before: str | None, case: dict[str, str], expected: str
) -> None:
    """An outage is no failed attack, an abstention no error."""
    assert outcome(make("unscored", before, None, rewrite="", **case)) == expected


@pytest.mark.parametrize(
    ("before", "after", "label", "expected"),
    [
        ("0", "1", None, "error"),  # which of the two is REFUTED, nobody said
        ("0", "1", "REFUTES", "error"),
        ("0", "1", 0, "valid_success"),
        ("0", "0", "0", "failed"),
        ("LABEL_1", "LABEL_0", 1, "valid_success"),
        ("1", "0", 0, "skipped"),
        ("1", "0", True, "error"),
        ("REFUTES", "SUPPORTS", 1, "valid_success"),
        ("REFUTES", "SUPPORTS", ["x"], "valid_success"),
        ("SUPPORTS", "REFUTES", "SUPPORTS", "skipped"),
        ("REFUTES", "SUPPORTS", "SUPPORTS", "skipped"),
    ],
)
def test_numeric_labels_need_a_numeric_gold_label(
    before: str, after: str, label: object, expected: str
) -> None:
    extra = {} if label is None else {"label": label}
    assert outcome(make("valid", before, after, extra=extra)) == expected


def test_without_victim_labels_there_is_no_outcome() -> None:
    record = make(before=None, after=None)
    assert not has_victim(record)
    assert facts(record).outcome is None
    assert not facts(record).right


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ("REFUTES", None, True),
        ("REFUTES", "REFUTES", True),
        ("NEI", "NEI", False),
        (None, "NEI", False),
    ],
)
def test_right_before(before: str | None, after: str | None, right: bool) -> None:
    assert facts(make("valid", before, after)).right is right


@pytest.mark.parametrize(
    ("sbert", "perplexity", "similar", "fluent"),
    [
        (0.65, 100.0, True, True),
        (0.6499, 100.01, False, False),
        (None, None, None, None),
    ],
)
def test_thresholds(
    sbert: float | None,
    perplexity: float | None,
    similar: bool | None,
    fluent: bool | None,
) -> None:
    found = facts(make(sbert=sbert, perplexity=perplexity))
    assert (found.similar, found.fluent) == (similar, fluent)


LABEL = st.sampled_from(["REFUTES", "SUPPORTS", "NEI", "0", "junk", "", None])


@given(LABEL, LABEL, st.sampled_from(["valid", "invalid", "unscored"]), st.text())
def test_always_exactly_one(
    before: str | None, after: str | None, status: Any, rewrite: str
) -> None:
    assert outcome(make(status, before, after, rewrite=rewrite)) in OUTCOMES
