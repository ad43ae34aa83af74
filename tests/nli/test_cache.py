"""The cache returns what the model would have said, or asks it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.nli.conftest import Counting, judgement_of
from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import AtomEvalError
from textattack_atomeval.nli import cache
from textattack_atomeval.nli.cache import CachedNLI

TEXT = st.text(st.characters(exclude_categories=()), max_size=5)
CALLS = st.lists(st.lists(st.tuples(TEXT, TEXT), max_size=8), max_size=6)
PAIRS = [("a", "b"), ("c", "d"), ("a", "b")]


@given(calls=CALLS, memory=st.integers(0, 4))
def test_answers_equal_the_models(calls, memory) -> None:
    nli = CachedNLI(Counting(), memory=memory)
    for pairs in calls:
        assert nli.judge(pairs) == [judgement_of(pair) for pair in pairs]
    assert nli.hits + nli.misses == sum(map(len, calls))


@given(calls=CALLS)
def test_each_pair_is_asked_once(calls) -> None:
    inner = Counting()
    nli = CachedNLI(inner)
    for pairs in calls:
        nli.judge(pairs)
    assert len(inner.asked) == len(set(inner.asked)) == nli.misses


@given(calls=CALLS)
def test_the_disk_gives_back_every_bit(tmp_path_factory, calls) -> None:
    directory = tmp_path_factory.mktemp("cache")
    first = CachedNLI(Counting(), directory)
    before = [first.judge(pairs) for pairs in calls]
    first.close()
    inner = Counting()
    second = CachedNLI(inner, directory)
    assert [second.judge(pairs) for pairs in calls] == before
    assert inner.asked == []
    assert second.misses == 0
    second.close()


def test_hits_and_misses_are_counted(tmp_path: Path) -> None:
    nli = CachedNLI(Counting(), tmp_path)
    nli.judge(PAIRS)
    assert (nli.hits, nli.misses) == (1, 2)
    nli.judge(PAIRS)
    assert (nli.hits, nli.misses) == (4, 2)


def test_the_name_is_the_models() -> None:
    assert CachedNLI(Counting()).name == Counting.name


def test_a_truncated_answer_stays_truncated(tmp_path: Path) -> None:
    class Short(Counting):
        def judge(self, pairs):
            super().judge(pairs)
            return [Judgement(0.0, 1.0, 0.0, truncated=True) for _ in pairs]

    for _ in range(2):
        nli = CachedNLI(Short(), tmp_path)
        assert nli.judge([("a", "b")])[0].truncated
        nli.close()


@pytest.mark.parametrize("what", ["name", "code", "pair border"])
def test_the_key_holds_everything_that_matters(tmp_path, monkeypatch, what) -> None:
    CachedNLI(Counting(), tmp_path).judge([("a", "b")])
    inner, pair = Counting(), ("a", "b")
    if what == "name":
        inner.name = "counting@2"
    elif what == "code":
        monkeypatch.setattr(cache, "CODE_VERSION", cache.CODE_VERSION + 1)
    else:
        pair = ("ab", "")
    CachedNLI(inner, tmp_path).judge([pair])
    assert inner.asked == [pair]


def test_a_failure_is_not_remembered(tmp_path: Path) -> None:
    class Moody(Counting):
        fail = True

        def judge(self, pairs):
            if self.fail:
                raise AtomEvalError("not now")
            return super().judge(pairs)

    inner = Moody()
    nli = CachedNLI(inner, tmp_path)
    with pytest.raises(AtomEvalError, match="not now"):
        nli.judge(PAIRS)
    assert (nli.hits, nli.misses) == (0, 0)
    inner.fail = False
    assert nli.judge(PAIRS) == [judgement_of(pair) for pair in PAIRS]


def test_a_model_that_loses_answers_is_caught() -> None:
    class Lossy(Counting):
        def judge(self, pairs):
            return super().judge(pairs)[1:]

    with pytest.raises(AtomEvalError, match="returned 1 judgements for 2 pairs"):
        CachedNLI(Lossy()).judge(PAIRS)


PROGRAM = """
import sys
from tests.nli.conftest import Counting, judgement_of
from textattack_atomeval.nli.cache import CachedNLI
nli = CachedNLI(Counting(), sys.argv[1])
start = int(sys.argv[2])
for i in range(start, start + 60):
    pairs = [(str(i), str(j)) for j in range(5)]
    assert nli.judge(pairs) == [judgement_of(pair) for pair in pairs]
"""


def test_processes_share_one_file(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path), str(start)],
            cwd=root,
        )
        for start in (0, 20, 40)
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    nli = CachedNLI(Counting(), tmp_path)
    nli.judge([(str(i), str(j)) for i in range(100) for j in range(5)])
    assert nli.misses == 0
