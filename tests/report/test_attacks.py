"""Several attacks side by side."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.records import make
from textattack_atomeval.metrics import DASH
from textattack_atomeval.report.attacks import AttackRun, render_attacks

RECORDS = [
    make("valid", extra={"num_queries": 4}),
    make("invalid", extra={"num_queries": 8}),
    make("unscored", after="REFUTED", extra={"num_queries": 12}),
    make("valid", before="SUPPORTED", extra={"num_queries": 1}),
]
RUN = AttackRun.of("bug", "post-hoc", RECORDS, 2.5)


def test_rates_and_queries_leave_skipped_claims_out() -> None:
    assert (RUN.asr.hits, RUN.asr.total, RUN.vasr.hits) == (2, 3, 1)
    assert RUN.queries == 8.0
    assert sum(RUN.outcomes.values()) == len(RECORDS)
    assert RUN.outcomes["skipped"] == RUN.outcomes["failed"] == 1


def test_nothing_attacked_is_undefined() -> None:
    run = AttackRun.of("bug", "goal", [make(before="SUPPORTED")], 0.0)
    assert run.queries is None and run.asr.percent() == DASH
    assert DASH in render_attacks([run], "T")


@pytest.mark.parametrize("format", ["text", "markdown", "latex"])
def test_tables(format) -> None:
    text = render_attacks([RUN], "Classics", format)
    for part in ("Classics", "bug", "post-hoc", "66.7", "33.3", "8.0", "2.5"):
        assert part in text


def test_json_and_csv() -> None:
    (run,) = json.loads(render_attacks([RUN], "T", "json"))
    assert run["outcomes"]["valid_success"] == 1 and run["seconds"] == 2.5
    odd = AttackRun.of("=HYPERLINK(1)", "goal", RECORDS, 1.0)
    head, line = csv.reader(io.StringIO(render_attacks([odd], "T", "csv")))
    assert len(head) == len(line) and not line[0].startswith("=")


def test_unknown_format() -> None:
    with pytest.raises(ValueError, match="but got pdf"):
        render_attacks([RUN], "T", "pdf")  # type: ignore[arg-type]
