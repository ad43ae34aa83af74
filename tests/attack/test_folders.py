"""Folders: whose they are, and what happens when they can't be used."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from textattack_atomeval.attack import folders


@pytest.fixture
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_put_writes_once_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "file"
    folders.put(path, b"one")
    inode = path.stat().st_ino
    folders.put(path, b"one")
    assert path.stat().st_ino == inode
    folders.put(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in path.parent.iterdir()] == ["file"]
    assert path.stat().st_mode & 0o777 == 0o644


def test_put_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        folders.put(tmp_path / "file", b"one")
    assert list(tmp_path.iterdir()) == []


def test_writable(tmp_path: Path) -> None:
    assert folders.writable(tmp_path / "new" / "er")
    (tmp_path / "file").touch()
    assert not folders.writable(tmp_path / "file" / "below")


def test_temporary_is_kept_and_private(temp: Path) -> None:
    first = folders.temporary()
    assert first == folders.temporary() and first.parent == temp
    assert first.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["file", "link"])
def test_temporary_trusts_no_stranger(temp: Path, kind: str) -> None:
    place = folders.temporary()
    place.rmdir()
    if kind == "file":
        place.touch()
    else:
        (temp / "elsewhere").mkdir()
        place.symlink_to(temp / "elsewhere")
    other = folders.temporary()
    assert other != place and other.is_dir() and not other.is_symlink()


def test_a_process_without_a_home_gets_one(
    temp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "~")  # as if the account had no entry either
    folders.ensure_home()
    assert Path.home() == folders.temporary()


def test_a_home_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    folders.ensure_home()
    assert os.environ["HOME"] == "/somewhere"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "/h/.cache/textattack-atomeval"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/textattack-atomeval"),
        ({"XDG_CACHE_HOME": "/t"}, "/h/.cache/textattack-atomeval"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the places are those of Linux")
def test_cache(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in {"HOME": "/h", "TA_CACHE_DIR": "/t", **variables}.items():
        monkeypatch.setenv(name, value)
    assert folders.cache() == Path(expected)
