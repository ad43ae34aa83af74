"""A killed run continues to the same bytes; a foreign file is never continued."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import fake_record
from textattack_atomeval.data import Case, Record, Surface
from textattack_atomeval.errors import StoreError
from textattack_atomeval.store import (
    ResultStore,
    flatten,
    read_records,
    to_line,
    unflatten,
)

SETTINGS = {"signature": "v:0", "input": "abc"}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
CASES = [
    Case(id=f"é{n}", claim="C.", rewrite="C.???"[: 2 + n % 4], extra={"n": n})
    for n in range(12)
]


def run(path: Path, cases: list[Case], **options: Any) -> int:
    """Score what is missing; return how many records were there before."""
    with ResultStore(path, SETTINGS, **options) as store:
        for case in store.pending(cases):
            store.append(fake_record(case))
        return store.done


def unbroken(folder: Path) -> bytes:
    run(folder / "whole.jsonl", CASES)
    return (folder / "whole.jsonl").read_bytes()


def test_a_line_has_the_input_flat_and_the_results() -> None:
    record = fake_record(CASES[0])
    row = json.loads(to_line(record))
    assert list(row) == [
        *("id", "claim", "rewrite", "evidence", "n"),
        *("decision", "checks", "diagnosis", "surface"),
    ]
    assert row["decision"] == {"status": "valid", "reason": ""}
    assert {"atom", "premise", "entailment", "entailed", "violations", "preserved"} == (
        set(row["checks"][0])
    )
    assert {"ev_drift", "scope_loss", "ev_ent", "unver_add"} < set(row["diagnosis"])


def test_fields_named_like_results_are_kept_under_another_name() -> None:
    extra = {"decision": "mine", "input_decision": 1, "checks": []}
    record = fake_record(msgspec.structs.replace(CASES[0], extra=extra))
    row = flatten(record)
    assert row["decision"]["status"] == "valid"
    assert row["input_input_decision"] == 1 or row["input_decision"] == 1
    kept = unflatten(row).case.extra
    assert sorted(map(str, kept.values())) == ["1", "[]", "mine"]


@given(
    st.dictionaries(TEXT, st.none() | st.integers() | TEXT | st.lists(TEXT)),
    st.floats(0, 1),
    TEXT,
)
def test_round_trip(extra: dict[str, Any], cosine: float, text: str) -> None:
    reserved = {*Case.__struct_fields__, *Record.__struct_fields__} - {"extra"}
    extra = {key: value for key, value in extra.items() if key not in reserved}
    case = Case(id="1", claim=text, rewrite="x", generator="g", extra=extra)
    surface = Surface(sbert=cosine, not_computed={"perplexity": text})
    record = msgspec.structs.replace(fake_record(case), surface=surface)
    line = to_line(record)
    assert unflatten(json.loads(line)) == record
    assert to_line(unflatten(json.loads(line))) == line
    assert line.count(b"\n") == 1


def test_an_input_field_called_extra_survives() -> None:
    record = fake_record(msgspec.structs.replace(CASES[0], extra={"extra": {"a": 1}}))
    assert unflatten(flatten(record)) == record


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    assert run(tmp_path / "whole.jsonl", CASES) == len(CASES)
    assert (tmp_path / "whole.jsonl").read_bytes() == whole
    assert [r.case for r in read_records(tmp_path / "whole.jsonl")] == CASES


def test_every_cut_continues_to_the_same_bytes(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    ends = [i for i, byte in enumerate(whole) if byte == 10]
    near = {end + shift for end in ends for shift in (-1, 0, 1, 2)}
    cuts = near | set(range(0, len(whole), 211))
    path = tmp_path / "whole.jsonl"
    for cut in sorted(cuts):
        path.write_bytes(whole[:cut])
        assert run(path, CASES) == whole[:cut].count(b"\n")
        assert path.read_bytes() == whole, cut


def test_zero_bytes_after_a_power_loss_are_cut(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    path = tmp_path / "whole.jsonl"
    path.write_bytes(whole[: whole.index(b"\n") + 1] + b"\0" * 50)
    assert [r.case.id for r in read_records(path)] == ["é0"]
    run(path, CASES)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("changed", ["signature", "input"])
def test_other_settings_are_refused(tmp_path: Path, changed: str) -> None:
    whole = unbroken(tmp_path)
    path = tmp_path / "whole.jsonl"
    with pytest.raises(StoreError, match=f"{changed} was .*, is now other.*overwrite"):
        ResultStore(path, {**SETTINGS, changed: "other"})
    assert path.read_bytes() == whole
    with ResultStore(path, {**SETTINGS, changed: "other"}, overwrite=True) as store:
        assert store.done == 0
    assert path.read_bytes() == b""


def test_overwrite_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    assert run(tmp_path / "whole.jsonl", CASES, overwrite=True) == 0
    assert (tmp_path / "whole.jsonl").read_bytes() == whole


def test_records_without_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "foreign.jsonl"
    path.write_text('{"id": "a"}\n')
    with pytest.raises(StoreError, match="what produced them is unknown"):
        ResultStore(path, SETTINGS)
    assert path.read_text() == '{"id": "a"}\n'


def test_settings_without_records_start_anew(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with ResultStore(path, {"signature": "old"}):
        pass
    assert run(path, CASES) == 0


def test_a_broken_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    path = tmp_path / "whole.jsonl"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(lines[0] + b"garbage\n" + lines[2])
    with pytest.raises(StoreError, match="whole.jsonl:2 is no record"):
        ResultStore(path, SETTINGS)
    with pytest.raises(StoreError, match="whole.jsonl:2 is no record"):
        list(read_records(path))


def test_records_of_other_cases_are_refused(tmp_path: Path) -> None:
    unbroken(tmp_path)
    with pytest.raises(StoreError, match="belongs to 'é0'"):
        run(tmp_path / "whole.jsonl", CASES[1:])


def test_two_runs_cannot_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with (
        ResultStore(path, SETTINGS),
        pytest.raises(StoreError, match="another run"),
    ):
        ResultStore(path, SETTINGS)


def test_unwritable_and_unreadable(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Cannot write"):
        ResultStore(tmp_path / "absent" / "out.jsonl", SETTINGS)
    with pytest.raises(StoreError, match="Cannot read"):
        list(read_records(tmp_path / "absent.jsonl"))


SLOW_RUN = """
import sys, time
from tests.fakes import fake_record
from tests.test_store import CASES, SETTINGS
from textattack_atomeval.store import ResultStore
with ResultStore(sys.argv[1], SETTINGS) as store:
    for case in store.pending(CASES):
        time.sleep(0.01)
        store.append(fake_record(case))
"""


def test_sigkill_at_random_points(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    path = tmp_path / "killed.jsonl"
    source = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", SLOW_RUN, str(path)]
    chance = random.Random(7)
    kills = 0
    for _ in range(6):
        process = subprocess.Popen(command, env=environment)
        before = path.stat().st_size if path.exists() else 0
        deadline = time.monotonic() + 60
        # Wait until this process has written something, then strike.
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.stat().st_size > before:
                break
            time.sleep(0.002)
        time.sleep(chance.random() * 0.03)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills >= 2
    assert subprocess.run(command, env=environment, check=True).returncode == 0
    assert path.read_bytes() == whole


def test_why_there_is_no_rewrite_is_kept() -> None:
    case = msgspec.structs.replace(CASES[0], abstained="refusal")
    row = flatten(fake_record(case))
    assert row["abstained"] == "refusal" and "error" not in row
    assert unflatten(row).case == case
