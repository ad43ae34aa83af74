"""A local cluster of two workers gives the local engine's records."""

from __future__ import annotations

import functools
import json
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import FakeEngine, fake_record
from textattack_atomeval.data import Case, Record
from textattack_atomeval.engines.partitions import partitions, row_hash, rows_of
from textattack_atomeval.engines.ray import RayRun
from textattack_atomeval.errors import InputError, StoreError
from textattack_atomeval.io import RowProblem, read_cases
from textattack_atomeval.store import to_line

ROWS: list[dict[str, Any]] = [
    {"id": f"r{n}", "claim": "Rome is big.", "rewrite": f"Rome is big {n}."[n % 2 :]}
    for n in range(57)
]


class Dies(FakeEngine):
    """Kills its process at one row, the first time."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = Path(folder)

    def run(self, cases: Iterable[Case], batch_size: int = 256) -> Iterator[Record]:
        for case in cases:
            mark = self.folder / "died"
            if case.id == "r33" and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            with (self.folder / "scored").open("a") as stream:
                stream.write(f"{case.id}\n")
            yield fake_record(case)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS) + "\n{\n\n")
    return path


def local(path: Path) -> list[bytes]:
    found = (row for row in read_cases(path) if isinstance(row, Case))
    return [to_line(record) for record in FakeEngine().run(found)]


@pytest.mark.parametrize("size", [1, 7, 57, 1000])
def test_partitions_cover_the_input(source: Path, size: int) -> None:
    found = [row for part in partitions(source, size) for row in rows_of(part)]
    assert [row for _, row in found if not isinstance(row, RowProblem)] == ROWS
    assert [row.line for _, row in found if isinstance(row, RowProblem)] == [58]


def test_a_row_is_known_by_its_content() -> None:
    one = Case(id="1", claim="a", rewrite="b")
    assert row_hash(one) == row_hash(Case(id="1", claim="a", rewrite="b"))
    assert row_hash(one) != row_hash(Case(id="1", claim="a", rewrite="c"))


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="jsonl or .parquet"):
        partitions(tmp_path / "c.csv", 5)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray")
    root = str(Path(__file__).parent.parent.parent)
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": root}},
    )
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_the_records_of_the_local_engine(tmp_path: Path, source: Path) -> None:
    folder = tmp_path / "out"
    run = RayRun(source, folder, FakeEngine, {"signature": "s"}, size=10)
    run.work()
    assert [to_line(record) for record in run.records()] == local(source)
    assert [problem.line for problem in run.problems()] == [58]
    assert run.missing == []
    # What is there is not done again, and what is gone is.
    (folder / "part-00000002.jsonl").unlink()
    again = RayRun(source, folder, FakeEngine, {"signature": "s"}, size=10)
    assert [part.index for part in again.missing] == [2]
    again.work()
    assert [to_line(record) for record in again.records()] == local(source)
    with pytest.raises(StoreError, match="other settings"):
        RayRun(source, folder, FakeEngine, {"signature": "t"}, size=10)


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_a_killed_worker_loses_nothing(tmp_path: Path, source: Path) -> None:
    make = functools.partial(Dies, str(tmp_path))
    run = RayRun(source, tmp_path / "out", make, {"signature": "s"}, size=10)
    run.work()
    assert (tmp_path / "died").exists()
    assert [to_line(record) for record in run.records()] == local(source)
    names = (tmp_path / "scored").read_text().split()
    twice = {name for name in names if names.count(name) > 1}
    assert twice <= {f"r{n}" for n in range(30, 40)}


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_parquet_in_and_out(tmp_path: Path, source: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import read_table, write_table

    path = tmp_path / "c.parquet"
    write_table(pyarrow.Table.from_pylist(ROWS), path)
    run = RayRun(
        path,
        tmp_path / "out",
        FakeEngine,
        {"signature": "s"},
        size=10,
        kind=".parquet",
    )
    run.work()
    assert [to_line(record) for record in run.records()] == local(source)
    table = read_table(tmp_path / "out" / "part-00000000.parquet")
    assert table["id"].to_pylist() == [f"r{n}" for n in range(10)]
    assert len(set(table["row"].to_pylist())) == 10


@pytest.mark.slow
@pytest.mark.usefixtures("cluster", "fake_engine")
def test_the_command(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from textattack_atomeval.cli import main
    from textattack_atomeval.engines import ray as module

    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert main(["evaluate", str(source), "--out", str(here)]) == 3
    expected = capsys.readouterr().out
    argv = ["evaluate", str(source), "--out", str(there), "--engine", "ray"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.RayRun, "work", _with_fakes(module.RayRun.work))
        for _ in range(2):
            assert main([*argv, "--workers", "2", "--partition-size", "20"]) == 3
            told = capsys.readouterr()
            assert told.out == expected and "c.jsonl:58" in told.err
    assert there.read_bytes() == here.read_bytes()
    assert main([*argv, "--surface"]) == 2


def _with_fakes(work: Any) -> Any:
    """Let the workers build the fake engine, as this process does."""

    def patched(run: RayRun) -> None:
        run._make = FakeEngine
        work(run)

    return patched
