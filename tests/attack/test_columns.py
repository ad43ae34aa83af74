"""The columns of attack logs, without TextAttack."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import make
from textattack_atomeval.attack.columns import (
    VALIDITY_COLUMNS,
    case_id,
    csv_line,
    validity_cells,
)
from textattack_atomeval.data import Diagnosis

INJECTIONS = [
    "=1+1",
    '=HYPERLINK("http://x.example","Rome")',
    "+CMD|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "  =1+1",
    "\u200b=1+1",
    "＝1+1",
    "\r\n=1+1",
]


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("field", ["claim", "rewrite", "evidence", "id", "error"])
def test_no_cell_is_a_formula(field: str, text: str) -> None:
    cells = validity_cells(make(**{field: text}))
    line = csv_line(cells.values()).decode()
    assert line.count("\n") == 1
    for cell in next(csv.reader([line])):
        assert cell.lstrip()[:1] not in {"=", "+", "-", "@", "＝"}


def test_the_cells_say_what_the_record_says() -> None:
    said = Diagnosis(ev_drift=True, scope_loss=False)
    record = make("invalid", diagnosis=said, extra={"raw_success": True}, id="x")
    cells = validity_cells(record)
    assert list(cells) == list(VALIDITY_COLUMNS)
    assert cells["outcome"] == "invalid_success"
    assert (cells["raw_success"], cells["valid"]) == (1, 0)
    assert [cells[k] for k in ("EvDrift", "ScopeLoss", "EvEnt", "UnverAdd")] == [
        1,
        0,
        None,
        None,
    ]
    assert validity_cells(make("unscored"))["valid"] is None


def test_text_that_is_not_for_a_spreadsheet_stays() -> None:
    assert validity_cells(make(claim="=1+1"), safe=False)["claim"] == "=1+1"


@given(st.lists(st.one_of(st.text(), st.integers(), st.none()), min_size=2))
def test_a_line_can_be_read_back(values: list[str | int | None]) -> None:
    line = csv_line(values).decode()
    found = next(csv.reader(line.splitlines(keepends=True)))
    given = ["" if v is None else str(v) for v in values]
    expected = [text.encode("utf-8", "backslashreplace").decode() for text in given]
    assert found == expected


def test_ids_keep_the_parts_apart() -> None:
    ids = {case_id("a", "b", 1), case_id("a b", "", 1), case_id("a", "b", 2)}
    assert len(ids | {case_id("a\ud800", "b", 1)}) == 4
    assert all(len(name) == 16 for name in ids)
