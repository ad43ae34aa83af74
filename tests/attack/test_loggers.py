"""Logs on disk: row by row, in linear time, whole after a kill, safe to open."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from textattack.loggers import CSVLogger

from tests.attack.hosts import UNKNOWN, result
from tests.fakes import FakeEngine
from textattack_atomeval.attack.columns import STOCK_COLUMNS, VALIDITY_COLUMNS
from textattack_atomeval.attack.loggers import (
    LogManager,
    RecordLogger,
    StreamingCSVLogger,
    TextLogger,
)
from textattack_atomeval.attack.metrics import summary_metrics
from textattack_atomeval.attack.records import ErrorAttackResult, NoResult, Recorder
from textattack_atomeval.errors import InputError, StoreError
from textattack_atomeval.report import summarize
from textattack_atomeval.store import read_records

CLAIM = "Port Elsing lies in the south."
KEPT = "Port Elsing lies in the south, they say."
SETTINGS = {"signature": "s"}


def recorder() -> Recorder:
    return Recorder(FakeEngine(), family="colloquial", generator="g")


def won(claim: str = CLAIM, rewrite: str = KEPT) -> Any:
    return result("Successful", claim, rewrite, after=UNKNOWN)


def every_class() -> list[Any]:
    return [
        won(),
        result("Failed", CLAIM, KEPT),
        result("Skipped", CLAIM, before=UNKNOWN),
        result("Maximized", CLAIM, KEPT, after=UNKNOWN),
        ErrorAttackResult(NoResult(won().original_result.attacked_text, 1), "away"),
    ]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_records_are_those_of_evaluate(tmp_path: Path) -> None:
    logger = RecordLogger(tmp_path / "r.jsonl", recorder(), SETTINGS)
    for index, found in enumerate(every_class(), 1):
        logger.log_attack_result(found)
        assert len(list(read_records(logger.filename))) == index
    logger.flush()
    logger.close()
    records = list(read_records(logger.filename))
    summary = summarize(records, FakeEngine().signature()).summary
    outcomes = {k: v for k, v in summary.total.outcomes.items() if v}
    assert outcomes == {"valid_success": 2, "failed": 1, "skipped": 1, "error": 1}
    assert summary.total.asr is not None and summary.total.asr.hits == 2


@pytest.mark.parametrize("color", [None, "file"])
def test_the_host_s_columns_are_the_host_s(tmp_path: Path, color: str | None) -> None:
    stock = CSVLogger(str(tmp_path / "stock.csv"), color)
    ours = StreamingCSVLogger(tmp_path / "ours.csv", recorder(), color)
    for found in every_class()[:4]:
        stock.log_attack_result(found)
        ours.log_attack_result(found)
    stock.flush()
    ours.close()
    written = rows(tmp_path / "ours.csv")
    assert list(written[0]) == [*STOCK_COLUMNS, *VALIDITY_COLUMNS]
    kept = [{name: row[name] for name in STOCK_COLUMNS} for row in written]
    assert kept == rows(tmp_path / "stock.csv")
    assert [row["outcome"] for row in written] == [
        "valid_success",
        "failed",
        "skipped",
        "valid_success",
    ]


@pytest.mark.parametrize("claim", ["12 34 56", "…", "Elsing " * 400])
def test_texts_that_the_host_cannot_mark_are_logged_plainly(
    tmp_path: Path, claim: str
) -> None:
    logger = StreamingCSVLogger(tmp_path / "log.csv", recorder(), "file")
    found = result("Successful", claim, claim + " 7 8 9", after=UNKNOWN, evidence=None)
    logger.log_attack_result(found)
    logger.close()
    (row,) = rows(tmp_path / "log.csv")
    assert row["rewrite"].replace("[[", "") == claim + " 7 8 9"


def test_injections_are_neutral_in_csv_and_whole_in_jsonl(tmp_path: Path) -> None:
    table = StreamingCSVLogger(tmp_path / "log.csv", recorder())
    lines = RecordLogger(tmp_path / "r.jsonl", table.recorder, SETTINGS)
    texts = ["=cmd|' /C calc'!A0", "@SUM(A1)", '+1,"2"\r\n=3', "-\u202e1"]
    for text in texts:
        found = result("Successful", text, f"{text} x", after=UNKNOWN, evidence=None)
        table.log_attack_result(found)
        lines.log_attack_result(found)
    table.close()
    lines.close()
    for row in rows(tmp_path / "log.csv"):
        for name in ("original_text", "perturbed_text", "claim", "rewrite"):
            assert row[name].startswith("'")
    records = list(read_records(tmp_path / "r.jsonl"))
    assert [record.case.claim for record in records] == texts


def test_markup_is_no_style_of_a_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="plain"):
        StreamingCSVLogger(tmp_path / "log.csv", recorder(), "html")


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    table, lines = tmp_path / "log.csv", tmp_path / "r.jsonl"
    for overwrite in (False, True):
        one = StreamingCSVLogger(table, recorder(), overwrite=overwrite)
        two = RecordLogger(lines, recorder(), SETTINGS, overwrite=overwrite)
        for logger in (one, two):
            logger.log_attack_result(won())
            logger.close()
        assert len(rows(table)) == len(list(read_records(lines))) == 1
    with pytest.raises(StoreError, match="overwrite"):
        StreamingCSVLogger(table, recorder())
    with pytest.raises(StoreError, match="checkpoint"):
        RecordLogger(lines, recorder(), SETTINGS)
    with pytest.raises(StoreError, match="No such file"):
        StreamingCSVLogger(tmp_path / "none" / "log.csv", recorder())


def test_a_log_goes_on_after_what_a_checkpoint_knows(tmp_path: Path) -> None:
    table, lines, text = (str(tmp_path / n) for n in ("l.csv", "r.jsonl", "l.txt"))
    shared = recorder()

    def opened(sizes: list[int | None], results: int = 0) -> list[Any]:
        return [
            StreamingCSVLogger(table, shared, written=sizes[0]),
            RecordLogger(lines, shared, SETTINGS, written=sizes[1]),
            TextLogger(text, written=sizes[2], results=results),
        ]

    def log(loggers: list[Any], *results: Any) -> list[int]:
        for logger in loggers:
            for one in results:
                logger.log_attack_result(one)
            logger.settle()
            logger.close()
        return [Path(logger.filename).stat().st_size for logger in loggers]

    first, second = won(), won("Another one.", "Another one, they say.")
    sizes = log(opened([None] * 3), first)
    log(opened(list(sizes), 1), second)
    whole = [Path(name).read_bytes() for name in (table, lines, text)]
    log(opened(list(sizes), 1), won("Lost after the checkpoint.", "It is lost."))
    log(opened(list(sizes), 1), second)
    assert [Path(name).read_bytes() for name in (table, lines, text)] == whole
    assert b" Result 2 " in whole[2]


def test_rows_take_linear_time(tmp_path: Path) -> None:
    found = [
        won(f"Claim {n} is here.", f"Claim {n} is here, yes.") for n in range(3000)
    ]

    def seconds(name: str, results: list[Any]) -> float:
        shared = recorder()
        loggers = [
            StreamingCSVLogger(tmp_path / f"{name}.csv", shared),
            RecordLogger(tmp_path / f"{name}.jsonl", shared, SETTINGS),
        ]
        start = time.process_time()
        for one in results:
            for logger in loggers:
                logger.log_attack_result(one)
        spent = time.process_time() - start
        for logger in loggers:
            logger.close()
        return spent

    once, twice = seconds("once", found[:1000]), seconds("twice", found[1000:])
    assert twice < 3 * once
    assert len(rows(tmp_path / "twice.csv")) == 2000


KILLED = """
import os, sys
from tests.attack.test_loggers import *
folder = Path(sys.argv[1])
table = StreamingCSVLogger(folder / "log.csv", recorder())
lines = RecordLogger(folder / "r.jsonl", table.recorder, SETTINGS)
for n in range(40):
    one = won(f"Claim {n} is here.", f"Claim {n} is here, yes.")
    table.log_attack_result(one)
    lines.log_attack_result(one)
os.kill(os.getpid(), 9)
"""


def test_a_killed_run_keeps_its_rows(tmp_path: Path) -> None:
    # Forking shares the imported host; SIGKILL leaves no chance to flush.
    child = os.fork()
    if child == 0:
        exec(
            compile(KILLED.replace("sys.argv[1]", repr(str(tmp_path))), "k", "exec"), {}
        )
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == 9
    assert len(list(read_records(tmp_path / "r.jsonl"))) == 40
    assert len(rows(tmp_path / "log.csv")) == 40
    with (tmp_path / "r.jsonl").open("ab") as stream:
        stream.write(b'{"id": "torn')
    assert len(list(read_records(tmp_path / "r.jsonl"))) == 40


def test_the_summary_of_nothing_but_skipped_examples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shared = recorder()
    manager = LogManager(shared, summary_metrics(shared, "post-hoc"))
    manager.enable_stdout()
    manager.log_results([result("Skipped", CLAIM, before=UNKNOWN)])
    out = capsys.readouterr().out
    assert "VASR (post-hoc)" in out and "Outcome skipped:" in out


def test_the_engine_s_own_module_is_not_needed_to_read_a_log() -> None:
    code = "import sys, textattack_atomeval.attack.rescore; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "textattack.shared" not in done.stdout.split()
