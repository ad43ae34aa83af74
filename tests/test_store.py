"""A killed run continues to the same bytes; a foreign file is never continued."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
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
    with pytest.raises(StoreError, match="whole.jsonl:2 is not the record"):
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
from tests.test_store import MANY, SETTINGS
from textattack_atomeval.appending import AppendFile
from textattack_atomeval.store import ResultStore

def append(self, line):  # in pieces, so that a kill can come in the middle
    for start in range(0, len(line), 150):
        self._stream.write(line[start : start + 150])
        self._stream.flush()
        time.sleep(0.002)

AppendFile.append = append
with ResultStore(sys.argv[1], SETTINGS) as store:
    for case in store.pending(MANY):
        store.append(fake_record(case))
"""
MANY = [msgspec.structs.replace(CASES[n % 12], id=f"m{n}") for n in range(300)]


def test_twenty_sigkills_at_random_points(tmp_path: Path) -> None:
    run(tmp_path / "whole.jsonl", MANY)
    whole = (tmp_path / "whole.jsonl").read_bytes()
    path = tmp_path / "killed.jsonl"
    source = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", SLOW_RUN, str(path)]
    chance = random.Random(7)
    kills = torn = 0
    while kills < 20:
        process = subprocess.Popen(command, env=environment)
        before = path.stat().st_size if path.exists() else 0
        deadline = time.monotonic() + 60
        # Wait until this process has written something, then strike.
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.stat().st_size > before:
                break
            time.sleep(0.001)
        time.sleep(chance.random() * 0.04)
        assert process.poll() is None, "the run was over before it was killed 20 times"
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
        torn += not path.read_bytes().endswith(b"\n")
    assert torn, "no kill came in the middle of a line"
    assert subprocess.run(command, env=environment, check=True).returncode == 0
    assert path.read_bytes() == whole


def test_why_there_is_no_rewrite_is_kept() -> None:
    case = msgspec.structs.replace(CASES[0], abstained="refusal")
    row = flatten(fake_record(case))
    assert row["abstained"] == "refusal" and "error" not in row
    assert unflatten(row).case == case


@given(st.data())
def test_a_changed_byte_is_noticed(data: st.DataObject) -> None:
    """Whatever is edited in what was written, the file is never continued."""
    with tempfile.TemporaryDirectory() as name:
        whole = unbroken(Path(name))
        path = Path(name, "whole.jsonl")
        at = data.draw(st.integers(0, len(whole) - 2))
        byte = data.draw(st.integers(0, 255).filter(lambda b: b != whole[at]))
        path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        with pytest.raises(StoreError, match="is not the record that was written"):
            ResultStore(path, SETTINGS)


def test_lines_left_out_in_the_middle_and_swapped_ones_are_noticed(
    tmp_path: Path,
) -> None:
    whole = unbroken(tmp_path).splitlines(keepends=True)
    path = tmp_path / "whole.jsonl"
    for changed in (whole[1:], whole[:3] + whole[4:], [whole[1], whole[0], *whole[2:]]):
        path.write_bytes(b"".join(changed))
        with pytest.raises(StoreError, match="is not the record that was written"):
            ResultStore(path, SETTINGS)


def test_a_missing_or_short_list_of_checksums_loses_lines_not_safety(
    tmp_path: Path,
) -> None:
    whole = unbroken(tmp_path)
    path, sums = tmp_path / "whole.jsonl", tmp_path / "whole.jsonl.sums"
    known = sums.read_bytes()
    for size in (len(known) - 1, len(known) - 17, 17 * 4 + 3, 0):
        path.write_bytes(whole)
        sums.write_bytes(known[:size])
        assert run(path, CASES) == size // 17
        assert path.read_bytes() == whole and sums.read_bytes() == known


def test_keep_continues_after_so_many_bytes(tmp_path: Path) -> None:
    whole = unbroken(tmp_path)
    path = tmp_path / "whole.jsonl"
    size = whole.index(b"\n", 900) + 1
    with ResultStore(path, SETTINGS, keep=size) as store:
        assert store.done == whole[:size].count(b"\n")
    assert path.read_bytes() == whole[:size]


@pytest.mark.parametrize("suffix", [".meta.json.new", ".meta.json"])
def test_nothing_is_written_through_a_link(tmp_path: Path, suffix: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / f"whole.jsonl{suffix}").symlink_to(precious)
    unbroken(tmp_path)
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("name", ["/dev/full", "/dev/null", "/dev/stdout", ".", ""])
def test_what_is_no_regular_file_is_refused(name: str) -> None:
    with pytest.raises(StoreError, match="Cannot write"):
        ResultStore(name, SETTINGS)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="no regular file"):
        ResultStore(tmp_path / "pipe", SETTINGS)


def test_a_full_disk_is_told_and_costs_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk; the run then goes on."""
    import resource

    whole = unbroken(tmp_path)
    path = tmp_path / "out.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    held = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for size in (300, 700, 1100, 1101, 1999):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            with pytest.raises(StoreError, match="Cannot write"):
                run(path, CASES)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        kept = path.read_bytes()
        assert whole.startswith(kept)
    signal.signal(signal.SIGXFSZ, held)
    run(path, CASES)
    assert path.read_bytes() == whole
