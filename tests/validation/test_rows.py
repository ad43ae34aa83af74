"""Labelled rows: every way to be wrong is named, none stops the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textattack_atomeval.data import Atom, Modifier
from textattack_atomeval.errors import InputError
from textattack_atomeval.validation.rows import read_rows

GOOD: dict[str, Any] = {
    "id": "a",
    "claim": "Oslo is in Peru.",
    "rewrite": "Oslo lies in Peru.",
    "valid": True,
}


def written(folder: Path, *lines: object) -> Path:
    path = folder / "rows.jsonl"
    encoded = [
        line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines
    ]
    path.write_bytes(b"\n".join(encoded) + b"\n")
    return path


def test_a_full_row(tmp_path: Path) -> None:
    atom = {"subject": "Oslo", "relation": "is in", "object": "Peru"}
    modifiers = ["time: in 1999", "sort: plain", "bare"]
    row = {
        **GOOD,
        "evidence": "Oslo is in Norway.",
        "family": "colloquial",
        "claim_atoms": [{**atom, "modifiers": modifiers}],
        "ev_drift": None,
        "ev_ent": False,
        "unver_add": True,
        "note": "kept out",
    }
    (read,), problems = read_rows(written(tmp_path, row))
    assert problems == []
    assert read.diagnostics == {
        "ev_drift": None,
        "scope_loss": None,
        "ev_ent": False,
        "unver_add": True,
    }
    expected = (
        Modifier("time", "in 1999"),
        Modifier("attribute", "plain"),
        Modifier("attribute", "bare"),
    )
    assert read.claim_atoms == (Atom(**atom, modifiers=expected),)


def test_a_minimal_row(tmp_path: Path) -> None:
    row = {key: value for key, value in GOOD.items() if key != "id"}
    (read,), problems = read_rows(written(tmp_path, b"", row))
    assert (read.id, read.evidence, read.family) == ("line 2", "", "")
    assert read.claim_atoms is None
    assert problems == []


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        (b"{", None, "is not JSON"),
        (b"[" * 100_000, None, "is not JSON"),
        (b"\xff{}", None, "is not valid UTF-8 at byte 0"),
        ([1], None, "is not a JSON object"),
        ({**GOOD, "claim": None}, "claim", "must be a text"),
        ({**GOOD, "claim": " "}, "claim", "is empty"),
        ({**GOOD, "rewrite": 7}, "rewrite", "must be a text"),
        ({**GOOD, "rewrite": "\ud800"}, "rewrite", "has an unpaired surrogate"),
        ({**GOOD, "evidence": ["x"]}, "evidence", "must be a text"),
        ({**GOOD, "valid": 1}, "valid", "must be true or false"),
        ({**GOOD, "valid": None}, "valid", "must be true or false"),
        ({**GOOD, "id": 5}, "id", "must be a text"),
        ({**GOOD, "id": "ok"}, "id", "is a duplicate of an earlier row's"),
    ],
)
def test_refused(tmp_path: Path, line: object, field: str, message: str) -> None:
    rows, problems = read_rows(
        written(tmp_path, {**GOOD, "id": "ok"}, line, {**GOOD, "id": "last"})
    )
    assert [row.id for row in rows] == ["ok", "last"]
    (problem,) = problems
    assert (problem.line, problem.field, problem.fatal) == (2, field, True)
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ev_drift", "yes"),
        ("unver_add", 0),
        ("claim_atoms", "Oslo"),
        ("claim_atoms", ["Oslo"]),
        ("claim_atoms", [{"subject": 3}]),
        ("claim_atoms", [{"subject": "Oslo", "modifiers": "time"}]),
        ("claim_atoms", [{"subject": "Oslo", "modifiers": [{}]}]),
    ],
)
def test_a_bad_side_label_is_noted_only(
    tmp_path: Path, field: str, value: object
) -> None:
    (row,), (problem,) = read_rows(written(tmp_path, {**GOOD, field: value}))
    assert (problem.field, problem.fatal, problem.id) == (field, False, "a")
    assert row.claim_atoms is None
    assert set(row.diagnostics.values()) == {None}


def test_byte_order_mark(tmp_path: Path) -> None:
    line = b"\xef\xbb\xbf" + json.dumps(GOOD).encode()
    assert len(read_rows(written(tmp_path, line))[0]) == 1


def test_nothing_usable(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no usable row.*2 rows were refused"):
        read_rows(written(tmp_path, {}, b"{"))
    with pytest.raises(InputError, match="Cannot read"):
        read_rows(tmp_path / "absent")


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes(tmp_path: Path, line: bytes) -> None:
    rows, problems = read_rows(written(tmp_path, GOOD, line))
    assert len(rows) == 1
    assert len(problems) == sum(bool(part.strip()) for part in line.split(b"\n"))


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("negation: not", "negation", "not"),
        ("date: 14 May 1986", "time", "14 May 1986"),
        ("creator: Ann Moe", "attribute", "Ann Moe"),
        ("at 10:30 in Oslo", "attribute", "at 10:30 in Oslo"),
    ],
)
def test_a_graders_own_kind_is_no_content(text: str, kind: str, rest: str) -> None:
    from textattack_atomeval.validation.rows import _modifier

    assert (_modifier(text).kind, _modifier(text).text) == (kind, rest)
