"""How data sets spell their verdicts."""

from __future__ import annotations

import pytest

from textattack_atomeval.verdicts import VERDICTS, read_label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("REFUTES", "REFUTED"),
        (" Refuted ", "REFUTED"),
        ("refuted", "REFUTED"),
        ("SUPPORTS", "SUPPORTED"),
        ("Supported", "SUPPORTED"),
        ("NEI", "NOT ENOUGH INFO"),
        ("NOT ENOUGH INFO", "NOT ENOUGH INFO"),
        ("not_enough-info", "NOT ENOUGH INFO"),
        ("NotEnoughInfo", "NOT ENOUGH INFO"),
        ("contradiction", "REFUTED"),
        ("0", None),
        ("LABEL_1", None),
        ("not refuted", None),
        ("", None),
        (None, None),
    ],
)
def test_read_label(text: str | None, label: str | None) -> None:
    assert read_label(text) == label


def test_a_verdict_spells_itself() -> None:
    assert [read_label(verdict) for verdict in VERDICTS] == list(VERDICTS)
