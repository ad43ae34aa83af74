"""The file below the stores: whole lines, one writer, replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from textattack_atomeval.appending import AppendFile, to_line
from textattack_atomeval.errors import StoreError


def test_a_line_is_one_line_of_strict_json() -> None:
    line = to_line({"a": "é\n\u2028", "b": [1, None]})
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert "é" in line.decode()
    with pytest.raises(ValueError, match="JSON"):
        to_line({"a": float("nan")})


def test_replacing_fails_whole(tmp_path: Path) -> None:
    path = tmp_path / "f"
    file = AppendFile(path)
    file.append(b"old\n")

    def lines():
        yield b"new\n"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        file.replace(lines())
    file.append(b"more\n")
    file.close()
    assert path.read_bytes() == b"old\nmore\n"


def test_a_replaced_file_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "f"
    file = AppendFile(path)
    file.append(b"a\n")
    file.append(b"b\n")
    file.replace(line for line in file.lines() if line != b"a\n")
    file.append(b"c\n")
    with pytest.raises(StoreError, match="another run"):
        AppendFile(path)
    file.close()
    assert path.read_bytes() == b"b\nc\n"
    AppendFile(path).close()


def test_a_file_that_was_replaced_meanwhile_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old\n")
    opened = AppendFile._opened

    def slow(self: AppendFile, at: Path):
        stream = opened(self, at)
        (tmp_path / "fresh").write_bytes(b"new\n")
        (tmp_path / "fresh").replace(path)
        return stream

    monkeypatch.setattr(AppendFile, "_opened", slow)
    with pytest.raises(StoreError, match="another run"):
        AppendFile(path)
    assert path.read_bytes() == b"new\n"
