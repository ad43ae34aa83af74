"""Every kind of bad row is reported with its place; the good ones come through."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval import io as rows
from textattack_atomeval import reading
from textattack_atomeval.data import Case
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import (
    MAX_CHARS,
    RowProblem,
    TextRow,
    fingerprint,
    is_blank,
    read_cases,
    read_claims,
    read_texts,
)

GOOD = {"id": "a", "claim": "Rome is big.", "rewrite": "Big is Rome.", "evidence": "E."}


def read(*lines: bytes | dict[str, Any]) -> list[Case | RowProblem]:
    data = b"\n".join(
        line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines
    )
    return list(read_cases(io.BytesIO(data)))


def only_problem(*lines: bytes | dict[str, Any]) -> RowProblem:
    """Return the one problem; a good row after it must have come through."""
    *found, last = read(*lines, {**GOOD, "id": "after"})
    assert isinstance(last, Case) and last.id == "after"
    (problem,) = (row for row in found if isinstance(row, RowProblem))
    return problem


def test_all_fields_and_unknown_ones_are_kept() -> None:
    row = {**GOOD, "family": "f", "generator": "g", "victim_before": "REFUTED"}
    row |= {"victim_after": "SUPPORTED", "note": {"deep": [1, 2**70]}}
    (case,) = read(row)
    assert case == Case(
        id="a",
        claim="Rome is big.",
        rewrite="Big is Rome.",
        evidence="E.",
        family="f",
        generator="g",
        victim_before="REFUTED",
        victim_after="SUPPORTED",
        extra={"note": {"deep": [1, 2**70]}},
    )


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"id": None}, "id", "is missing"),
        ({"id": ""}, "id", "is empty"),
        ({"id": True}, "id", "a boolean"),
        ({"id": [1]}, "id", "an array"),
        ({"claim": None}, "claim", "is missing"),
        ({"claim": " \n"}, "claim", "is empty"),
        ({"claim": 3}, "claim", "a number"),
        ({"rewrite": ""}, "rewrite", "is empty"),
        ({"rewrite": "\u200b\u202e"}, "rewrite", "is empty"),
        ({"rewrite": {"text": "x"}}, "rewrite", "an object"),
        ({"rewrite": "a\0b"}, "rewrite", "NUL at character 1"),
        ({"rewrite": "a\ud800b"}, "rewrite", "unpaired surrogate"),
        ({"evidence": ["x"]}, "evidence", "an array"),
        ({"evidence": "a\0"}, "evidence", "NUL"),
        ({"victim_after": 0.5}, "victim_after", "a number"),
        ({"family": "a" * (MAX_CHARS + 1)}, "family", "131,073 characters"),
        ({"claim": "a" * (MAX_CHARS + 1)}, "claim", "the limit is 131,072"),
        ({"other": "\udfff"}, "other", "JSON cannot carry"),
        ({"other": {"\ud800": 1}}, "other", "JSON cannot carry"),
    ],
)
def test_bad_field(change: dict[str, Any], field: str, message: str) -> None:
    problem = only_problem({**GOOD, **change})
    assert (problem.line, problem.field, problem.fatal) == (1, field, True)
    assert message in problem.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{not json", "is not JSON"),
        (b'{"id": "a", "claim": NaN}', "NaN is not JSON"),
        (b"[1]", "one object a line"),
        (b'"text"', "one object a line"),
        (b'{"id": "\xff"}', "not valid UTF-8 at byte 8"),
        (b'{"id": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"id": ' + b"9" * 5000 + b"}", "is not JSON"),
        (b'{"id": "a', "is not JSON"),
    ],
)
def test_bad_line(line: bytes, message: str) -> None:
    problem = only_problem(line)
    assert problem.line == 1 and message in problem.message


def test_infinite_number_in_a_kept_field() -> None:
    line = json.dumps(GOOD).encode()[:-1] + b', "score": 1e999}'
    assert only_problem(line).field == "score"


def test_over_long_line_is_skipped_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINE", 200)
    long = json.dumps({**GOOD, "extra": "x" * 1000}).encode()
    problem = only_problem(long)
    assert "over 200 bytes" in problem.message
    found = read(long, GOOD)
    assert isinstance(found[-1], Case)
    assert read(b"x" * 201 + b"\n" * 3 + b"{")[-1].line == 4  # type: ignore[union-attr]


def test_duplicate_id_is_reported_the_second_time() -> None:
    problem = only_problem(GOOD, {**GOOD, "rewrite": "Other."})
    assert (problem.line, problem.field, problem.id) == (2, "id", "a")


def test_a_bad_row_does_not_claim_its_id() -> None:
    bad, good = read({**GOOD, "rewrite": ""}, GOOD)
    assert isinstance(bad, RowProblem) and isinstance(good, Case)


@pytest.mark.parametrize("code", [0, 7, -1])
def test_whole_numbers_serve_as_ids_and_labels(code: int) -> None:
    (case,) = read({**GOOD, "id": code, "victim_before": code, "victim_after": code})
    assert isinstance(case, Case)
    assert (case.id, case.victim_before, case.victim_after) == (str(code),) * 3


@pytest.mark.parametrize(
    "text",
    [
        "Рим — большой город.",
        "ローマは大きい。",
        "روما مدينة كبيرة",
        "🦖🦖 are 🔥",
        "bell\x07 and \x1b[31mred",
        "over\u202eride",
        "A" * 100_000,
        "line\nbreak\ttab",
    ],
)
def test_unusual_text_is_scored(text: str) -> None:
    (case,) = read({**GOOD, "rewrite": text})
    assert isinstance(case, Case) and case.rewrite == text


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rewrite": " Rome is big. "}, "rewrite"),
        ({"evidence": ""}, "evidence"),
        ({"evidence": None}, "evidence"),
        ({"evidence": " "}, "evidence"),
    ],
)
def test_noted_but_scored(change: dict[str, Any], field: str) -> None:
    note, case = read({**GOOD, **change})
    assert isinstance(note, RowProblem) and isinstance(case, Case)
    assert (note.field, note.fatal, note.id) == (field, False, "a")


def test_bom_crlf_blank_lines_and_line_numbers() -> None:
    good = json.dumps(GOOD).encode()
    found = list(read_cases(io.BytesIO(b"\xef\xbb\xbf" + good + b"\r\n\r\n \nx\r\n")))
    assert isinstance(found[0], Case)
    assert isinstance(found[1], RowProblem) and found[1].line == 4
    assert len(found) == 2


def test_problem_text_is_safe_for_a_terminal() -> None:
    problem = only_problem({**GOOD, "id": "\x1b[2J\u202ex\nnext", "rewrite": ""})
    assert str(problem).isprintable()
    assert "\\x1b[2J\\u202ex\\nnext" in str(problem)


@pytest.mark.parametrize("field", ["abstained", "error"])
@pytest.mark.parametrize("rewrite", [{}, {"rewrite": ""}, {"rewrite": None}])
def test_a_row_that_says_why_needs_no_rewrite(
    field: str, rewrite: dict[str, Any]
) -> None:
    bare = {key: GOOD[key] for key in ("id", "claim", "evidence")}
    (case,) = read({**bare, **rewrite, field: "why"})
    assert isinstance(case, Case)
    assert (case.rewrite, getattr(case, field)) == ("", "why")
    assert only_problem({**bare, **rewrite, field: ""}).field == "rewrite"
    assert only_problem({**bare, **rewrite, field: 3}).field == field


def test_claims_need_no_rewrite_and_lose_an_old_one() -> None:
    old = {**GOOD, "family": "f", "generator": "g", "victim_after": "S"}
    old |= {"victim_before": "REFUTED", "abstained": "x", "error": 3, "note": 1}
    lines = [old, {"id": 2, "claim": "Oslo is big.", "evidence": "E."}]
    data = "\n".join(map(json.dumps, lines)).encode()
    first, second = read_claims(io.BytesIO(data))
    assert first == Case(
        id="a",
        claim="Rome is big.",
        rewrite="",
        evidence="E.",
        victim_before="REFUTED",
        extra={"note": 1},
    )
    assert isinstance(second, Case) and (second.id, second.rewrite) == ("2", "")


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"id": None}, "id", "every row needs id and claim"),
        ({"claim": " "}, "claim", "is empty"),
        ({"evidence": 5}, "evidence", "a number"),
        ({"victim_before": 0.5}, "victim_before", "a number"),
    ],
)
def test_bad_claims(change: dict[str, Any], field: str, message: str) -> None:
    lines = [{**GOOD, **change}, {**GOOD, "id": "after"}]
    data = "\n".join(map(json.dumps, lines)).encode()
    problem, case = read_claims(io.BytesIO(data))
    assert isinstance(problem, RowProblem) and isinstance(case, Case)
    assert (problem.line, problem.field, problem.fatal) == (1, field, True)
    assert message in problem.message


def test_a_claim_is_rewritten_once_an_evidence() -> None:
    lines = [
        GOOD,
        {**GOOD, "id": "b"},
        {**GOOD, "id": "c", "evidence": "Other."},
        {**GOOD, "claim": "New."},
    ]
    data = "\n".join(map(json.dumps, lines)).encode()
    first, note, third, twice = read_claims(io.BytesIO(data))
    assert isinstance(first, Case) and isinstance(third, Case)
    assert isinstance(note, RowProblem) and (note.line, note.fatal) == (2, False)
    assert isinstance(twice, RowProblem) and (twice.line, twice.field) == (4, "id")


def test_a_table_of_claims(tmp_path: Path) -> None:
    path = tmp_path / "claims.csv"
    path.write_bytes(b"id,claim,evidence\n1,Rome is big.,E.\n")
    (case,) = read_claims(path)
    assert isinstance(case, Case) and case.claim == "Rome is big."
    path.write_bytes(b"id,evidence\n1,E.\n")
    with pytest.raises(InputError, match="no column claim; .* id and claim"):
        list(read_claims(path))


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(InputError, match="Cannot read"):
            list(read_cases(path))


def test_reading_is_lazy() -> None:
    class Endless(io.RawIOBase):
        count = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.count += 1
            return json.dumps({**GOOD, "id": self.count}).encode() + b"\n"

    endless = Endless()
    cases = read_cases(endless)  # type: ignore[arg-type]
    assert [next(cases).id for _ in range(3)] == ["1", "2", "3"]
    assert endless.count == 3


def table(tmp_path: Path, data: bytes, name: str = "rows.csv") -> list[Any]:
    path = tmp_path / name
    path.write_bytes(data)
    return list(read_cases(path))


def test_csv(tmp_path: Path) -> None:
    found = table(
        tmp_path,
        b"\xef\xbb\xbfid,claim,evidence,rewrite,victim_after,more\r\n"
        b'1,"A, b.","E",C.,,x\r\n'
        b'\r\n2,"Two\nlines.",E,R.,S,\r\n'
        b"3,C.,E,\xff,,\r\n"
        b"4,C.,E,R.,,,surplus\r\n"
        b"5,C.\r\n"
        b"6,C.,E,R.,,\r\n",
    )
    first, second, not_utf8, surplus, short, last = found
    assert (first.claim, first.victim_after, first.extra) == (
        "A, b.",
        None,
        {"more": "x"},
    )
    assert second.claim == "Two\nlines." and second.victim_after == "S"
    assert (not_utf8.line, not_utf8.field) == (6, "rewrite")
    assert surplus.line == 7 and "7 cells" in surplus.message
    assert (short.line, short.field) == (8, "rewrite")
    assert last.id == "6"


def test_csv_unclosed_quote_does_not_swallow_the_file(tmp_path: Path) -> None:
    head = b"id,claim,rewrite,evidence\n"
    rest = b"".join(b"%d,C.,R.,E\n" % n for n in range(30_000))
    found = table(tmp_path, head + b'x,"C.,R.,E\n' + rest)
    assert isinstance(found[0], RowProblem) and "field larger" in found[0].message
    assert isinstance(found[-1], Case) and found[-1].id == "29999"


def test_tsv(tmp_path: Path) -> None:
    (case,) = table(tmp_path, b"id\tclaim\trewrite\tevidence\n1\tA,b\tR\tE\n", "r.TSV")
    assert case.claim == "A,b"


@pytest.mark.parametrize(
    ("header", "message"),
    [(b"id,claim\n", "no column rewrite"), (b"id,claim,rewrite,id\n", "twice")],
)
def test_csv_header(tmp_path: Path, header: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(tmp_path, header)


def test_empty_files_have_no_rows(tmp_path: Path) -> None:
    assert table(tmp_path, b"") == []
    assert read() == []


def test_texts(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_bytes(b'{"text": "A.", "id": 1}\n{"text": ""}\nplain\n{"id": "x"}\n')
    first, empty, plain, missing = read_texts(path)
    assert first == TextRow(text="A.", id="1")
    assert isinstance(empty, RowProblem) and empty.message == "is empty"
    assert isinstance(plain, RowProblem) and plain.line == 3
    assert isinstance(missing, RowProblem) and missing.id == "x"


def test_plain_texts(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_bytes(b'First.\r\n\nSecond. \xff\n{"text": "Third."}\n[Fourth]')
    first, bad, third, fourth = read_texts(path)
    assert first == TextRow(text="First.")
    assert isinstance(bad, RowProblem) and "UTF-8" in bad.message
    assert third == TextRow(text="Third.")
    assert fourth == TextRow(text="[Fourth]")


def test_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one\ntwo\n")
    digest, lines = fingerprint(path)
    assert lines == 2 and len(digest) == 64
    path.write_bytes(b"one\ntwO\n")
    assert fingerprint(path)[0] != digest


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u2066\t", "\x07"])
def test_blank(text: str) -> None:
    assert is_blank(text)
    assert not is_blank(f"{text}x")


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_any_bytes_are_survived(lines: list[bytes]) -> None:
    for row in read(*lines):
        assert isinstance(row, Case) or str(row).isprintable()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=3,
)
NAMES = ["id", "claim", "rewrite", "evidence", "victim_after", "other"]


@given(st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_any_object_is_a_case_or_a_problem(row: dict[str, Any]) -> None:
    found = rows.parse_case(row, "f", 1)
    if isinstance(found, Case):
        assert found.claim.strip() and found.rewrite.strip() and found.id
    else:
        assert found.field is not None and str(found).isprintable()
