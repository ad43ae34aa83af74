"""The cache file under attack: corruption, foreign content, no permission, forks."""

from __future__ import annotations

import os
import sqlite3
import warnings
from pathlib import Path

import pytest

from textattack_atomeval.cache.disk import DiskStore

FILE_NAME = "cache.sqlite3"
KEY = b"k" * 32
ANSWER = b"an answer"


def filled(directory: Path) -> DiskStore:
    store = DiskStore(directory / FILE_NAME)
    store.write({KEY: ANSWER})
    return store


def test_round_trip_of_many_keys(tmp_path: Path) -> None:
    store = DiskStore(tmp_path / "made" / "here" / FILE_NAME)
    answers = {i.to_bytes(32, "big"): str(i).encode() for i in range(1300)}
    store.write(answers)
    assert store.read([*answers, KEY]) == answers
    store.write({})
    assert store.read([]) == {}
    store.close()


def test_it_is_in_wal_mode(tmp_path: Path) -> None:
    filled(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


@pytest.mark.parametrize("content", [b"no database " * 500, b"SQLite format 3\0" * 99])
def test_a_corrupt_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    store = DiskStore(tmp_path / FILE_NAME)
    with pytest.warns(UserWarning, match="is corrupt .* moved to"):
        assert store.read([KEY]) == {}
    store.write({KEY: ANSWER})
    assert store.read([KEY]) == {KEY: ANSWER}
    (aside,) = tmp_path.glob("*.corrupt-*")
    assert aside.read_bytes() == content
    store.close()


def test_damage_while_it_is_open(tmp_path: Path) -> None:
    store = DiskStore(tmp_path / FILE_NAME)
    store.write({i.to_bytes(32, "big"): ANSWER for i in range(3000)})
    store.close()
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xaa" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.warns(UserWarning, match="is corrupt"):
        assert store.read([(7).to_bytes(32, "big")]) == {}
    store.write({KEY: ANSWER})
    assert store.read([KEY]) == {KEY: ANSWER}
    store.close()


def test_a_file_set_aside_by_another_process_is_left_alone(tmp_path: Path) -> None:
    store = filled(tmp_path)
    os.replace(tmp_path / FILE_NAME, tmp_path / "elsewhere")
    other = filled(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store._set_aside(sqlite3.DatabaseError("malformed"))
    assert store.read([KEY]) == {KEY: ANSWER}
    assert not list(tmp_path.glob("*.corrupt-*"))
    store.close()
    other.close()


@pytest.mark.parametrize("value", [None, 0.5, "text"])
def test_a_value_of_another_type_is_unknown(tmp_path: Path, value: object) -> None:
    store = filled(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    with connection:
        connection.execute("REPLACE INTO answer VALUES (?, ?)", (KEY, value))
    connection.close()
    assert store.read([KEY]) == {}
    store.close()


def test_a_place_that_cannot_be_used_is_given_up_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    store = DiskStore(tmp_path / "file" / FILE_NAME)
    with pytest.warns(UserWarning, match="cannot be used .* going on without"):
        assert store.read([KEY]) == {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.write({KEY: ANSWER})
        assert store.read([KEY]) == {}


def test_a_foreign_database_is_given_up(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    with connection:
        connection.execute("CREATE TABLE answer (other TEXT)")
    connection.close()
    store = DiskStore(tmp_path / FILE_NAME)
    with pytest.warns(UserWarning, match="cannot be used"):
        assert store.read([KEY]) == {}
    store.close()


def test_a_fork_opens_its_own_connection(tmp_path: Path, monkeypatch) -> None:
    store = filled(tmp_path)
    parent = store._connection
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert store.read([KEY]) == {KEY: ANSWER}
    assert store._connection is not parent
    store.close()
    monkeypatch.undo()
    assert parent is not None
    parent.close()
