"""Progress and problems go to standard error, bars only on a terminal."""

from __future__ import annotations

import sys

import pytest

from textattack_atomeval.cli.console import MAX_NOTES, ProblemLog, batches, progress
from textattack_atomeval.io import RowProblem


def problem(line: int, fatal: bool = True) -> RowProblem:
    return RowProblem(
        file="f", line=line, field="claim", message="is odd", id="x", fatal=fatal
    )


def test_log_keeps_rows_and_problems_apart(capsys: pytest.CaptureFixture[str]) -> None:
    log = ProblemLog()
    rows: list[str | RowProblem] = ["a", problem(2), "b", problem(4)]
    assert list(log.keep(rows)) == ["a", "b"]
    log.close()
    assert (log.rows, log.fatal) == (2, [problem(2), problem(4)])
    assert capsys.readouterr().err.splitlines() == [
        "f:2: claim: is odd (id x)",
        "f:4: claim: is odd (id x)",
        "2 of 4 rows could not be used",
    ]


def test_notes_are_counted_beyond_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    log = ProblemLog()
    assert list(log.keep([problem(n, fatal=False) for n in range(30)])) == []
    log.close()
    err = capsys.readouterr().err.splitlines()
    assert len(err) == MAX_NOTES + 1 and "30 rows in all" in err[-1]
    assert not log.fatal


def test_no_bar_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress(range(3), 3, "Scoring")) == [0, 1, 2]
    assert capsys.readouterr().err == ""


def test_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(progress(range(3), 3, "Scoring")) == [0, 1, 2]
    out = capsys.readouterr()
    assert "Scoring" in out.err and out.out == ""


def test_batches() -> None:
    assert list(batches(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(batches([], 2)) == []
