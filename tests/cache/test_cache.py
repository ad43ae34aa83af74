"""Two levels of memory, and what they must never hand out."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.cache import Cache, key
from textattack_atomeval.data import Judgement

ANSWER = Judgement(1 / 3, 1 / 3, 1 - 2 / 3)


@given(st.lists(st.text(), min_size=1, max_size=4), st.integers(0, 3))
def test_a_key_changes_with_every_part(parts: list[str], place: int) -> None:
    changed = [*parts]
    changed[place % len(parts)] += "x"
    assert key(*parts) != key(*changed)
    assert key(*parts) != key(*parts, "")
    assert key("a", "b") != key("ab", "") and len(key("\ud800")) == 32


def test_the_oldest_answer_goes_first() -> None:
    cache = Cache(Judgement, None, memory=2)
    for name in (b"1", b"2", b"3"):
        cache.write({name: ANSWER})
    assert set(cache.read([b"1", b"2", b"3"])) == {b"2", b"3"}


def test_the_file_gives_back_what_memory_forgot(tmp_path: Path) -> None:
    cache = Cache(Judgement, tmp_path / "c.sqlite3", memory=1)
    cache.write({b"1": ANSWER, b"2": ANSWER})
    assert cache.read([b"1", b"2"]) == {b"1": ANSWER, b"2": ANSWER}
    cache.close()
    again = Cache(Judgement, tmp_path / "c.sqlite3", memory=9)
    assert again.read([b"1"]) == {b"1": ANSWER}
    again.close()


@pytest.mark.parametrize("value", [b"", b"{}", b'{"entailment": 7}', b"\xff"])
def test_what_is_no_answer_is_unknown(tmp_path: Path, value: bytes) -> None:
    cache = Cache(Judgement, tmp_path / "c.sqlite3", memory=0)
    cache.write({b"1": ANSWER})
    connection = sqlite3.connect(tmp_path / "c.sqlite3")
    with connection:
        connection.execute("UPDATE answer SET value = ?", (value,))
    connection.close()
    assert cache.read([b"1"]) == {}
    cache.close()


def test_what_cannot_be_is_unknown(tmp_path: Path) -> None:
    cache = Cache(
        Judgement, tmp_path / "c.sqlite3", memory=0, sound=lambda j: j.entailment < 0.5
    )
    cache.write({b"1": ANSWER, b"2": Judgement(0.9, 0.1, 0.0)})
    assert set(cache.read([b"1", b"2"])) == {b"1"}
    cache.close()
