"""What a report counts, against hand-made tables and the paper's row."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import SIGNATURE, make, paper_row
from textattack_atomeval.data import Atom, AtomCheck, Record, Surface, Violation
from textattack_atomeval.metrics import OUTCOMES
from textattack_atomeval.report.summary import collect


def lost(*kinds: str, preserved: bool = False) -> AtomCheck:
    return AtomCheck(
        atom=Atom(subject="s", relation="r"),
        premise="",
        entailment=None,
        entailed=False,
        violations=tuple(Violation(kind, "why") for kind in kinds),
        preserved=preserved,
    )


def with_checks(status: Any, *checks: AtomCheck) -> Record:
    return msgspec.structs.replace(make(status), checks=checks)


def test_the_papers_row() -> None:
    summary = collect(paper_row(), SIGNATURE)
    assert [(row.family, row.generator) for row in summary.rows] == [
        ("colloquial", "gpt-4.1"),
        (None, None),
    ]
    row = summary.rows[0]
    assert row.asr is not None and row.vasr is not None and row.gap is not None
    assert row.asr.rate.percent(2) == "12.69"
    assert row.vasr.rate.percent(2) == "10.27"
    assert (row.n, row.invalid, row.valid) == (400, 8, 34)
    assert row.outcomes == {
        "skipped": 69,
        "failed": 289,
        "valid_success": 34,
        "invalid_success": 8,
        "abstained": 0,
        "error": 0,
        "unscored": 0,
    }
    assert row.gap.difference == pytest.approx(8 / 331)
    assert summary.signature.seed == 0


def test_one_pass_over_a_lazy_stream() -> None:
    summary = collect((record for record in paper_row()), SIGNATURE)
    assert summary.n == 400


def test_without_victim_labels() -> None:
    records = [make(s, None, None) for s in ("valid", "valid", "invalid", "unscored")]
    summary = collect(records, SIGNATURE)
    total = summary.total
    assert summary.mode == "preservation"
    assert total.asr is total.vasr is total.s_asr is total.gap is None
    assert total.outcomes == {}
    assert total.decisions == {"valid": 2, "invalid": 1, "unscored": 1}
    assert total.preservation.value == 0.5


def test_a_row_without_victim_labels_among_others_is_an_error() -> None:
    summary = collect([make(), make(before=None, after=None)], SIGNATURE)
    assert summary.mode == "attack"
    assert summary.total.outcomes["error"] == 1
    assert summary.total.asr is not None
    assert (summary.total.asr.hits, summary.total.asr.total) == (1, 1)


def test_violations_are_counted_once_a_rewrite() -> None:
    records = [
        with_checks("invalid", lost("date"), lost("date", "ordinal")),
        with_checks("invalid", lost("date"), lost("quantity", preserved=True)),
        with_checks("valid", lost("month", preserved=True)),
    ]
    assert collect(records, SIGNATURE).violations == {"date": 2, "ordinal": 1}


def test_problems_by_kind() -> None:
    problems = [
        SimpleNamespace(field=None, message="is not JSON: line 1 column 7"),
        SimpleNamespace(field=None, message="is not JSON: line 9 column 2"),
        SimpleNamespace(field="claim", message="is empty; there is nothing to score"),
        SimpleNamespace(field=None, message="is not valid UTF-8 at byte 17"),
        SimpleNamespace(field=None, message="has 3 cells, but the header has 4"),
    ]
    assert collect([], SIGNATURE, problems).problems == {
        "row is not JSON": 2,
        "claim is empty": 1,
        "row has": 1,
        "row is not valid UTF-8 at byte": 1,
    }


def test_why_surface_scores_are_missing() -> None:
    surface = Surface(sbert=0.7, not_computed={"perplexity": "no model"})
    records = [make(), msgspec.structs.replace(make(), surface=surface)]
    assert collect(records, SIGNATURE).not_computed == {
        "perplexity: no model": 1,
        "surface: not asked for": 1,
    }


def test_generators_are_paired() -> None:
    records = [
        make(after=after, claim=f"claim {index}", generator=name)
        for name, after in (("a", "NEI"), ("b", "REFUTES"))
        for index in range(6)
    ]
    pairings = collect(records, SIGNATURE).pairings
    assert [(p.metric, p.first, p.second) for p in pairings] == [
        ("ASR", "a", "b"),
        ("VASR", "a", "b"),
    ]
    assert [p.comparison.difference for p in pairings] == [1.0, 1.0]


def test_no_records() -> None:
    summary = collect([], SIGNATURE)
    assert (summary.n, len(summary.rows)) == (0, 1)
    assert summary.total.preservation.value is None


def test_a_seed_in_the_signature_stays() -> None:
    signature = msgspec.structs.replace(SIGNATURE, seed=7)
    assert collect([], signature, seed=3).signature.seed == 7


LABELS = st.sampled_from(["REFUTES", "NEI", "junk", None])
RECORDS = st.lists(
    st.builds(
        make,
        st.sampled_from(["valid", "invalid", "unscored"]),
        LABELS,
        LABELS,
        family=st.sampled_from(["f", "g", None]),
        claim=st.sampled_from(["a", "b", "c"]),
    ),
    max_size=12,
)


@settings(max_examples=15, deadline=None)
@given(RECORDS)
def test_counts_sum_to_n_everywhere(records: list[Record]) -> None:
    summary = collect(records, SIGNATURE)
    for row in summary.rows:
        assert sum(row.decisions.values()) == row.n
        if summary.mode == "attack":
            assert sum(row.outcomes.values()) == row.n
            assert tuple(row.outcomes) == OUTCOMES
    assert sum(row.n for row in summary.rows[:-1]) == summary.n == len(records)
