"""A resumed run is the unbroken one, byte for byte, and no checkpoint can do harm."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import torch

from tests.attack import hosts
from tests.fakes import FakeEngine
from textattack_atomeval.attack import checkpoint as module
from textattack_atomeval.attack.checkpoint import Randomness, find, load
from textattack_atomeval.attack.runner import run
from textattack_atomeval.errors import AtomEvalError, InputError

CLAIMS = [f"Port number {n} is in Peru." for n in range(12)] + ["Bonn is truly small."]
ENDS = ["perhaps", "indeed", "maybe", "surely", "outage"]


class Chancy(hosts.Rewrites):
    """Offers rewrites by chance, from all three generators."""

    def __init__(self) -> None:
        super().__init__({})

    def _get_transformations(self, current_text: Any, indices_to_modify: Any) -> Any:
        numbers = [random.random(), float(np.random.rand()), float(torch.rand(1))]
        words = [ENDS[int(n * len(ENDS))] for n in numbers]
        claim = hosts.claim_of(current_text)
        texts = [
            f"{claim} {word} {n:.9f}" for word, n in zip(words, numbers, strict=True)
        ]
        return [hosts.with_claim(current_text, text) for text in texts]


def go(folder: Path, victim: Any = None, **more: Any) -> tuple[Any, Any]:
    attack = hosts.attack({})
    attack.transformation = Chancy()
    if victim is not None:
        attack.goal_function.model = victim
    files = {
        "out": folder / "r.jsonl",
        "csv": folder / "l.csv",
        "log_to_txt": str(folder / "l.txt"),
    }
    points = {"checkpoint_interval": 1, "checkpoint_dir": str(folder / "points")}
    return run(
        attack,
        hosts.dataset(*CLAIMS),
        engine=FakeEngine(),
        **{**files, **points, **more},
    )


def written(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in ("r.jsonl", "l.csv", "l.txt")]


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], str]:
    folder = tmp_path_factory.mktemp("whole")
    _, report = go(folder)
    return written(folder), report.render("json")


class Dies(hosts.KeywordVictim):
    """Ends the run at a claim, as a signal would."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def __call__(self, text_input_list: Any, **kwargs: Any) -> Any:
        if any(self.word in pair[0] for pair in text_input_list):
            raise KeyboardInterrupt
        return super().__call__(text_input_list, **kwargs)


@pytest.mark.parametrize("at", [1, 5, 11])
@pytest.mark.parametrize("interval", [1, 3])
def test_a_resumed_run_is_the_unbroken_one(
    tmp_path: Path, unbroken: tuple[list[bytes], str], at: int, interval: int
) -> None:
    if at < interval:
        return  # there is no checkpoint yet
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path, Dies(f"number {at} "), checkpoint_interval=interval)
    assert written(tmp_path)[0] != unbroken[0][0]
    _, report = go(tmp_path, resume=tmp_path / "points")
    assert written(tmp_path) == unbroken[0]
    assert report.render("json") == unbroken[1]


def test_a_finished_run_stays_as_it_is(
    tmp_path: Path, unbroken: tuple[list[bytes], str]
) -> None:
    go(tmp_path)
    (point,) = (tmp_path / "points").iterdir()
    _, report = go(tmp_path, resume=point)
    assert written(tmp_path) == unbroken[0] and report.render("json") == unbroken[1]


SLOW = """
import sys, time
from pathlib import Path
from tests.attack import hosts
from tests.attack.test_checkpoint import go
class Slow(hosts.KeywordVictim):
    def __call__(self, text_input_list, **kwargs):
        time.sleep(0.05)
        return super().__call__(text_input_list, **kwargs)
folder = Path(sys.argv[1])
points = folder / "points"
more = {"resume": points} if list(points.glob("*.json")) else {"overwrite": True}
go(folder, Slow(), **more)
"""


@pytest.mark.slow
def test_sigkill(tmp_path: Path, unbroken: tuple[list[bytes], str]) -> None:
    root = Path(__file__).parent.parent.parent
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", SLOW, str(tmp_path)]
    chance, kills, log = random.Random(3), 0, tmp_path / "r.jsonl"
    while kills < 3:
        size = log.stat().st_size if log.exists() else 0
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 240
        while process.poll() is None and time.monotonic() < deadline:
            now = log.stat().st_size if log.exists() else 0
            if now > size:
                break
            size = min(size, now)
            time.sleep(0.002)
        time.sleep(chance.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert written(tmp_path) == unbroken[0]


def test_random_states_survive_json() -> None:
    random.seed(5), np.random.seed(5), torch.manual_seed(5)
    random.gauss(0, 1), np.random.randn()
    state = msgspec.json.decode(msgspec.json.encode(Randomness.now()), type=Randomness)

    def draw() -> list[float]:
        ours = [random.gauss(0, 1), random.random()]
        return [*ours, *np.random.randn(3).tolist(), *torch.rand(3).tolist()]

    first = draw()
    state.restore()
    assert draw() == first


@pytest.fixture
def broken_off(tmp_path: Path) -> Path:
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path, Dies("number 5 "))
    return find(tmp_path / "points")


def test_files_are_written_only_where_the_caller_says(
    tmp_path: Path, broken_off: Path
) -> None:
    before = written(tmp_path)
    for missing in ("out", "csv", "log_to_txt"):
        with pytest.raises(InputError, match=f"also wrote {missing}.*again"):
            go(tmp_path, resume=broken_off, **{missing: None})
    other = tmp_path / "other.csv"
    other.write_text("precious")
    with pytest.raises(InputError, match="give that one"):
        go(tmp_path, resume=broken_off, csv=other)
    assert other.read_text() == "precious" and written(tmp_path) == before


def test_a_log_that_was_changed_is_left_alone(tmp_path: Path, broken_off: Path) -> None:
    log = tmp_path / "l.csv"
    changed = log.read_bytes().replace(b"Peru", b"Mali", 1)
    log.write_bytes(changed)
    with pytest.raises(InputError, match="is not what it was"):
        go(tmp_path, resume=broken_off)
    assert log.read_bytes() == changed
    log.write_bytes(changed[:20])
    with pytest.raises(InputError, match="shorter"):
        go(tmp_path, resume=broken_off)


def test_another_engine_or_data_set_is_refused(
    tmp_path: Path, broken_off: Path
) -> None:
    with pytest.raises(InputError, match="policy:paper"):
        run(
            hosts.attack({}),
            hosts.dataset(*CLAIMS),
            engine=FakeEngine("paper"),
            resume=broken_off,
        )
    with pytest.raises(InputError, match="beyond the 2"):
        run(
            hosts.attack({}),
            hosts.dataset(*CLAIMS[:2]),
            engine=FakeEngine(),
            resume=broken_off,
        )


class Evil:
    """Writes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.mark),))


@pytest.mark.parametrize(
    "name", ["1.ta.chkpt", "1.checkpoint.json", "latest", "x.json", "y"]
)
def test_a_pickle_is_never_loaded(tmp_path: Path, name: str) -> None:
    mark, path = tmp_path / "ran", tmp_path / name
    path.write_bytes(pickle.dumps(Evil(mark)))
    with pytest.raises(InputError):
        go(tmp_path, resume=path)
    assert not mark.exists()
    with pytest.raises(InputError, match="no checkpoint"):
        go(tmp_path, resume=tmp_path / "none")


def evil(content: dict[str, Any]) -> list[Any]:
    """Return checkpoints of every wrong kind, made from a good one."""
    found: list[Any] = [None, [], {}, "x", 1]
    for key in content:
        for value in (None, -1, 2**70, "x" * 10, [], {}, [[]], ["a"], {"a": 1}):
            found.append({**content, key: value})
        found.append({k: v for k, v in content.items() if k != key})
    first = content["results"][0]
    for key in first:
        for value in (None, -1, "x", [], {}, {"a": {"b": 1}}):
            found.append({**content, "results": [{**first, key: value}]})
    for key in first["before"]:
        for value in (None, -5, "x", [], [["a", "b"]], {}):
            side = {**first["before"], key: value}
            found.append({**content, "results": [{**first, "before": side}]})
    found.append({**content, "more": 1})
    return found


def test_whatever_a_checkpoint_says_it_ends_in_one_line(
    tmp_path: Path, broken_off: Path
) -> None:
    """A run either goes on or is refused: no other exception, no file elsewhere."""
    content = json.loads(broken_off.read_bytes())
    before = written(tmp_path)
    refused = 0
    for wrong in evil(content):
        broken_off.write_text(json.dumps(wrong))
        try:
            go(tmp_path, resume=broken_off, checkpoint_interval=None)
        except AtomEvalError:
            refused += 1
        for name, data in zip(("r.jsonl", "l.csv", "l.txt"), before, strict=True):
            (tmp_path / name).write_bytes(data)
    assert refused > 100
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "points",
        *(f"r.jsonl{s}" for s in ("", ".sums", ".meta.json")),
    } | {*("l.csv", "l.txt")}


@pytest.mark.parametrize("text", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"NaN"])
def test_what_is_no_json_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / f"1{module.SUFFIX}"
    path.write_bytes(text)
    with pytest.raises(InputError, match="no readable checkpoint"):
        load(path)


def test_a_pickle_of_the_host_only_behind_a_flag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.ENDS", ["perhaps", "indeed"])
    from textattack import AttackArgs, Attacker

    folder = tmp_path / "points"
    args = AttackArgs(
        num_examples=len(CLAIMS),
        checkpoint_interval=4,
        checkpoint_dir=str(folder),
        disable_stdout=True,
        silent=True,
    )
    attack = hosts.attack({})
    attack.transformation = Chancy()
    attack.goal_function.model = Dies("number 6 ")
    with pytest.raises(KeyboardInterrupt):
        Attacker(attack, hosts.dataset(*CLAIMS), args).attack_dataset()
    (point,) = folder.glob("*.ta.chkpt")
    with pytest.raises(InputError, match="--trust-checkpoint"):
        go(tmp_path, resume=point)
    records, _ = go(tmp_path, resume=point, trust_checkpoint=True)
    assert [record.case.claim for record in records] == CLAIMS
