"""Several processes give the records of one, in order, whatever happens to a worker."""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.fakes import fake_record
from textattack_atomeval.data import Case, Record
from textattack_atomeval.engines import Processes
from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.guard import ItemError

CASES = [
    Case(id=f"c{n}", claim="Rome is big.", rewrite=f"Rome is big, {n}."[n % 3 :])
    for n in range(50)
]


class Engine:
    """Scores, notes what it scored, and dies at a word: once, or each time."""

    def __init__(self, folder: str, always: bool = False) -> None:
        self.folder = Path(folder)
        self.always = always

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        for case in cases:
            if "deadly" in case.rewrite:
                mark = self.folder / f"died-{case.id}"
                if self.always or not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
            with (self.folder / "scored").open("a") as stream:
                stream.write(f"{case.id}\n")
            yield fake_record(case)


def absent() -> Engine:
    raise ModelUnavailableError("there is no model; give a path.")


def scored(folder: Path) -> list[str]:
    return (folder / "scored").read_text().split()


@pytest.mark.parametrize(("workers", "size"), [(1, 7), (2, 7), (3, 64)])
def test_the_records_of_one_engine_in_order(
    tmp_path: Path, workers: int, size: int
) -> None:
    make = functools.partial(Engine, str(tmp_path))
    found = list(Processes(make, workers, size).run(iter(CASES)))
    assert found == [fake_record(case) for case in CASES]
    assert sorted(scored(tmp_path)) == sorted(case.id for case in CASES)
    assert list(Processes(make, workers).run([])) == []


def deadly(at: int) -> list[Case]:
    bad = Case(id=f"c{at}", claim="Rome is big.", rewrite="Rome is deadly.")
    return [*CASES[:at], bad, *CASES[at + 1 :]]


def test_a_killed_worker_loses_nothing_and_repeats_at_most_its_batch(
    tmp_path: Path,
) -> None:
    cases = deadly(23)
    make = functools.partial(Engine, str(tmp_path))
    found = list(Processes(make, 1, 10).run(cases))
    assert found == [fake_record(case) for case in cases]
    twice = {name for name in scored(tmp_path) if scored(tmp_path).count(name) > 1}
    assert twice <= {case.id for case in cases[20:30]}


def test_a_case_that_always_kills_its_worker_is_an_error_alone(tmp_path: Path) -> None:
    cases = deadly(23)
    make = functools.partial(Engine, str(tmp_path), True)
    found = list(Processes(make, 2, 16).run(cases))
    rest = [record for record in found if record.case.id != "c23"]
    assert rest == [fake_record(case) for case in cases if case.id != "c23"]
    assert found[23].decision.failed is True
    assert "died" in found[23].decision.reason
    with pytest.raises(ItemError, match="c23"):
        list(Processes(make, 2, 16, strict_errors=True).run(cases))


def test_what_no_worker_can_build_ends_the_run() -> None:
    with pytest.raises(ModelUnavailableError, match="there is no model"):
        list(Processes(absent, 2).run(CASES))


@pytest.mark.parametrize("options", [{"workers": 0}, {"workers": 1, "batch_size": 0}])
def test_nobody_to_work(options: dict[str, int]) -> None:
    with pytest.raises(InputError, match="1 or more"):
        Processes(absent, **options)
