"""Stock logs read back: what the host's logger writes, and what can be wrong."""

from __future__ import annotations

import csv
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textattack.attack_results import (
    FailedAttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.goal_function_results import ClassificationGoalFunctionResult
from textattack.loggers import CSVLogger
from textattack.shared import AttackedText

from textattack_atomeval.attack.columns import VALIDITY_COLUMNS
from textattack_atomeval.attack.loglayout import read_layout
from textattack_atomeval.attack.rescore import (
    read_labels,
    read_log,
    rescored_cells,
    rescored_columns,
)
from textattack_atomeval.attack.texts import example_hash, with_claim
from textattack_atomeval.data import Case, Decision, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.metrics import facts, outcome
from textattack_atomeval.reading import RowProblem
from textattack_atomeval.verdicts import VERDICTS, Label

HEADER = (
    "original_text,perturbed_text,original_score,perturbed_score,original_output,"
    "perturbed_output,ground_truth_output,num_queries,result_type"
)
CLAIM = "Port Elsing lies in the south."
OTHER = "Port Elsing may lie in the south, sailors say."
EVIDENCE = "Port Elsing is a harbour town.\nIt lies in the north."


def side(text: AttackedText, output: int, truth: int = 1) -> Any:
    return ClassificationGoalFunctionResult(
        text, np.eye(3)[output], output, 0, 0.5, 7, truth
    )


def stock_log(path: Path, style: str | None, *columns: dict[str, str]) -> Path:
    """Let the host log a success, a failure and a skip on each input."""
    logger = CSVLogger(str(path), None if style == "plain" else style)
    for values in columns:
        text = AttackedText(OrderedDict(values))
        name = "statement" if "statement" in values else None
        new = with_claim(text, OTHER, name)
        for found in (
            SuccessfulAttackResult(side(text, 1), side(new, 2)),
            FailedAttackResult(side(text, 1), side(new, 1)),
            SkippedAttackResult(side(text, 0)),
        ):
            logger.log_attack_result(found)
    logger.flush()
    return path


def cases(path: Path, **more: Any) -> list[Case]:
    found = list(read_log(path, **more))
    assert not [row.problem for row in found if row.problem]
    return [row.case for row in found]


def problems(path: Path, **more: Any) -> list[RowProblem]:
    return [row.problem for row in read_log(path, **more) if row.problem]


def judged(case: Case) -> str:
    return outcome(Record(case=case, decision=Decision("valid")))


@pytest.mark.parametrize("style", ["plain", "file"])
@pytest.mark.parametrize(
    ("columns", "column", "evidence"),
    [
        ({"claim": CLAIM, "evidence": EVIDENCE}, None, EVIDENCE),
        ({"premise": EVIDENCE, "hypothesis": CLAIM}, None, EVIDENCE),
        ({"statement": CLAIM, "source": EVIDENCE}, "statement", EVIDENCE),
        ({"title": "A: b", "claim": CLAIM, "body": "c: d"}, "2", "A: b\nc: d"),
        ({"text": CLAIM}, None, ""),
        ({"text": CLAIM}, "1", ""),
    ],
)
def test_what_the_host_writes_comes_back(
    tmp_path: Path,
    columns: dict[str, str],
    column: str | None,
    evidence: str,
    style: str,
) -> None:
    path = stock_log(tmp_path / "log.csv", style, columns)
    found = cases(path, claim_column=column)
    assert [(case.claim, case.rewrite) for case in found] == [
        (CLAIM, OTHER),
        (CLAIM, OTHER),
        (CLAIM, CLAIM),
    ]
    assert {case.evidence for case in found} == {evidence}
    assert [judged(case) for case in found] == ["valid_success", "failed", "skipped"]
    assert [case.extra["raw_success"] for case in found] == [True, False, False]
    text = AttackedText(OrderedDict(columns))
    name = None if column is None or "claim" in columns or len(columns) == 1 else column
    assert found[0].id == example_hash(text, 1, name)
    assert [case.id for case in found[1:]] == [f"{found[0].id}-2", f"{found[0].id}-3"]
    assert found[0].extra["num_queries"] == "7"


def test_labels_name_the_outputs(tmp_path: Path) -> None:
    columns = {"claim": CLAIM, "evidence": EVIDENCE}
    path = stock_log(tmp_path / "log.csv", "plain", columns)
    found = cases(path, labels=VERDICTS)
    assert [(c.victim_before, c.victim_after) for c in found] == [
        ("REFUTED", "NOT ENOUGH INFO"),
        ("REFUTED", "REFUTED"),
        ("SUPPORTED", "SUPPORTED"),
    ]
    assert {case.extra["label"] for case in found} == {"REFUTED"}
    turned: tuple[Label, ...] = ("REFUTED", "SUPPORTED", "NOT ENOUGH INFO")
    kinds = {row.field for row in problems(path, labels=turned)}
    assert kinds == set()  # the truth is SUPPORTED then: no targets, all skipped
    assert {judged(case) for case in cases(path, labels=turned)} == {"skipped"}
    fields = {row.field for row in problems(path, labels=VERDICTS[:1])}
    assert fields == {"original_output", "ground_truth_output"}


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "log.csv"
    path.write_text("\n".join((HEADER, *lines)) + "\n", encoding="utf-8")
    return path


GOOD = '"The mill burned.","The mill burnt.",0.1,0.9,1,0,1.0,5,"Successful"'


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        ('"a","b",0,1,x,0,1,5,"Successful"', "original_output", "no known class"),
        ('"a","b",0,1,1,0.5,1,5,"Successful"', "perturbed_output", "no known class"),
        ('"a","b",0,1,1,0,,5,"Successful"', "ground_truth_output", "no known class"),
        ('"a","b",0,1,1,0,1,5,"Won"', "result_type", "is none of"),
        ('"a","b",0,1,1,1,1,5,"Successful"', "result_type", "did not change"),
        ('"a","b",0,1,1,1,1,5,"Skipped"', "result_type", "contradict"),
        ('"a","b",0,1,0,1,1,5,"Failed"', "result_type", "contradict"),
        ('"","b",0,1,1,0,1,5,"Successful"', "claim", "empty"),
        ('"a"," ",0,1,1,0,1,5,"Successful"', "rewrite", "empty"),
        ('"a","b",0,1,1,0,1,5', None, "cut short"),
        ('"a","b",0,1,1,0,1,5,"Successful",9', None, "10 cells"),
        ('"a","b\0",0,1,1,0,1,5,"Successful"', "rewrite", "NUL"),
    ],
)
def test_a_bad_row_is_reported_and_the_rest_goes_on(
    tmp_path: Path, line: str, field: str | None, message: str
) -> None:
    path = write(tmp_path, GOOD, line, GOOD)
    first, row, last = read_log(path)
    assert first.problem is last.problem is None
    bad = row.problem
    assert bad is not None
    assert (bad.file, bad.line, bad.field) == (str(path), 3, field)
    assert message in bad.message
    # It is an error among the results, in the rates' base if the log attacked it.
    assert judged(row.case) == "error"
    found = facts(Record(case=row.case, decision=Decision("unscored")))
    assert found.right is row.attacked


def test_rows_with_columns(tmp_path: Path) -> None:
    end = ',0,1,1,0,1,5,"Successful"'
    path = write(
        tmp_path,
        f'"Claim: a<SPLIT>Evidence: e","Claim: b<SPLIT>Evidence: e"{end}',
        f'"Claim: a<SPLIT>Evidence: e","Claim: b<SPLIT>Evidence: f"{end}',
        f'"Claim: a<SPLIT>Note: n<SPLIT>Evidence: e<SPLIT>","Claim: b<SPLIT>Note: n'
        f'<SPLIT>Evidence: e<SPLIT>"{end}',
        '"Claim: a<SPLIT>Evidence: x<SPLIT>Evidence: e",'
        f'"Claim: b<SPLIT>Evidence: e"{end}',
    )
    first, changed, third, twice = read_log(path)
    assert twice.problem and "once each" in twice.problem.message
    assert (first.case.rewrite, first.case.evidence) == ("b", "e")
    assert changed.case.evidence == "e" and changed.case.evidence_changed
    assert changed.case.extra["rewrite_evidence"] == "f"
    assert (third.case.claim, third.case.evidence) == ("a\nNote: n", "e\n")


def test_brackets_of_a_plain_log_stay(tmp_path: Path) -> None:
    end = ',0,1,1,0,1,5,"Successful"'
    path = write(tmp_path, f'"See [[a]].","See [[b]]."{end}', f'"c","d"{end}')
    assert read_layout(path).marked is False
    assert cases(path)[0].claim == "See [[a]]."


def test_html_is_refused_with_a_remedy(tmp_path: Path) -> None:
    columns = {"claim": CLAIM, "evidence": EVIDENCE}
    path = stock_log(tmp_path / "log.csv", "html", columns)
    with pytest.raises(InputError, match="csv-coloring-style plain"):
        list(read_log(path))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("log.csv", "original_text,perturbed_text\na,b\n", "no column original_output"),
        ("log.txt", HEADER, "no CSV log"),
        ("log.csv", f"{HEADER},num_queries\n", "twice"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        list(read_log(path))
    with pytest.raises(InputError, match="Cannot read"):
        list(read_log(tmp_path / "none.csv"))


@pytest.mark.parametrize("column", [None, "statement", "3", "0"])
def test_the_claim_s_column_must_be_there(tmp_path: Path, column: str | None) -> None:
    columns = {"statement": CLAIM, "source": EVIDENCE}
    path = stock_log(tmp_path / "log.csv", "plain", columns)
    if column == "statement":
        assert cases(path, claim_column=column)
    else:
        with pytest.raises(InputError, match="Statement, Source"):
            list(read_log(path, claim_column=column))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SUPPORTS, refuted,NEI", VERDICTS),
        ("1=REFUTES,0=SUPPORTS,2=NOT ENOUGH INFO", VERDICTS),
        ("refutes,supports", ("REFUTED", "SUPPORTED")),
    ],
)
def test_labels(text: str, expected: tuple[str, ...]) -> None:
    assert read_labels(text) == expected


@pytest.mark.parametrize("text", ["", "yes,no", "0=SUPPORTS,2=REFUTES", "x=REFUTES"])
def test_unreadable_labels(text: str) -> None:
    with pytest.raises(InputError, match="name one verdict"):
        read_labels(text)


def test_the_rescored_row_is_safe_and_keeps_the_log_s_columns(tmp_path: Path) -> None:
    line = GOOD.replace("The mill burned.", "=1+1").replace("0.1", "-0.1")
    (row,) = read_log(write(tmp_path, line))
    record = Record(case=row.case, decision=Decision("invalid", "lost"))
    names = rescored_columns(tmp_path / "log.csv")
    cells = dict(zip(names, rescored_cells(row, record, names), strict=True))
    assert names[:9] == HEADER.split(",") and names[9:] == list(VALIDITY_COLUMNS)
    assert (cells["original_text"], cells["original_score"]) == ("'=1+1", "-0.1")
    assert (cells["outcome"], cells["valid"]) == ("invalid_success", 0)


words = st.text("ab :=,\"'éß.\n-", min_size=1, max_size=25).filter(str.strip)


@settings(max_examples=40)
@given(words, words, words)
@example("\na: ", ":", ":")
@example("\na: ", ":", "\na: ")
def test_plain_logs_round_trip(claim: str, rewrite: str, evidence: str) -> None:
    import tempfile

    text = AttackedText(OrderedDict(claim=claim, evidence=evidence))
    new = AttackedText(OrderedDict(claim=rewrite, evidence=evidence))
    shown = [t.printable_text().replace("\n", "<SPLIT>") for t in (text, new)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC)
            writer.writerow(HEADER.split(","))
            end = [0, 1, 1, 0, 1, 5, "Successful"]
            writer.writerow([*shown, *end])
            # What looks like a column in one row only is none.
            writer.writerow(["Claim: a<SPLIT>Evidence: c"] * 2 + end)
        row, _ = read_log(path)
    assert (row.case.claim, row.case.rewrite, row.case.evidence) == (
        claim,
        rewrite,
        evidence,
    )


def log_of(path: Path, *pairs: tuple[str, str]) -> Path:
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER.split(","))
        for before, after in pairs:
            changed = int(before != after) + 1
            kind = "Successful" if changed == 2 else "Failed"
            writer.writerow([before, after, 0.1, 0.9, 1, changed, 1, 3, kind])
    return path


MARKED = ("Claim: Rome is [[big]].<SPLIT>Evidence: No.",
          "Claim: Rome is [[large]].<SPLIT>Evidence: No.")  # fmt: skip


@pytest.mark.parametrize("count", [1, 3])
def test_a_change_of_punctuation_alone_keeps_the_marks_of_the_others(
    tmp_path: Path, count: int
) -> None:
    bare = ("Claim: Rome is big.<SPLIT>Evidence: No.",
            "Claim: Rome is big!<SPLIT>Evidence: No.")  # fmt: skip
    path = log_of(tmp_path / "l.csv", MARKED, *[bare] * count)
    found = cases(path)
    assert found[0].claim == "Rome is big." and found[0].rewrite == "Rome is large."
    assert found[1].rewrite == "Rome is big!"


def test_brackets_that_only_some_rows_have_stay(tmp_path: Path) -> None:
    plain = ("Claim: Rome is big.<SPLIT>Evidence: No.",
             "Claim: Rome is large.<SPLIT>Evidence: No.")  # fmt: skip
    odd = ("Claim: See [[Rome]] now.<SPLIT>Evidence: No.",
           "Claim: See [[Rome]] then.<SPLIT>Evidence: No.")  # fmt: skip
    path = log_of(tmp_path / "l.csv", plain, odd, plain)
    assert cases(path)[1].claim == "See [[Rome]] now."


def test_the_old_mark_between_columns(tmp_path: Path) -> None:
    rows_ = [tuple(t.replace("<SPLIT>", ">>>>") for t in MARKED)] * 2
    found = cases(log_of(tmp_path / "l.csv", *rows_))  # type: ignore[arg-type]
    assert [(c.claim, c.rewrite, c.evidence) for c in found] == [
        ("Rome is big.", "Rome is large.", "No.")
    ] * 2


@pytest.mark.parametrize(
    "mark",
    ["<SPL1T>", "<SPLIT", "SPLIT>", "<[[SPLIT]]>", "< SPLIT >", "<SPLT>", "<SLPIT>",
     "<split>", "&lt;SPLIT&gt;"],
)  # fmt: skip
def test_a_damaged_mark_is_no_text(tmp_path: Path, mark: str) -> None:
    hurt = (MARKED[0], MARKED[1].replace("<SPLIT>", mark))
    path = log_of(tmp_path / "l.csv", MARKED, hurt, MARKED)
    (problem,) = problems(path)
    assert problem.line == 3
    assert len([row for row in read_log(path) if row.problem is None]) == 2


@pytest.mark.parametrize("text", ["A,A,B", "REFUTED,SUPPORTED,REFUTES", "0=NEI,1=NEI"])
def test_a_verdict_named_twice_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="each once"):
        read_labels(text)
