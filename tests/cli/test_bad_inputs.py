"""A table of what people hand in by mistake: one line, the right code, no traceback.

Every case runs the whole command line; a case is (name, how it is made, the exit code,
a piece of the message).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.cli import main
from textattack_atomeval.store import read_records

pytestmark = pytest.mark.usefixtures("fake_engine")

ROW = {"id": "1", "claim": "Rome is big.", "rewrite": "Rome is big, yes."}
LOG = (
    "original_text,perturbed_text,original_output,perturbed_output,"
    "ground_truth_output,result_type\n"
)
Make = Callable[[Path], list[str]]


def rows(*given: Any, name: str = "c.jsonl", more: tuple[str, ...] = ()) -> Make:
    """Return a maker of a file with these rows (raw bytes, or JSON)."""

    def make(folder: Path) -> list[str]:
        lines = [g if isinstance(g, bytes) else json.dumps(g).encode() for g in given]
        (folder / name).write_bytes(b"\n".join(lines) + b"\n")
        return ["evaluate", str(folder / name), *more]

    return make


def table(text: str | bytes, name: str = "c.csv", command: str = "evaluate") -> Make:
    def make(folder: Path) -> list[str]:
        data = text if isinstance(text, bytes) else text.encode()
        (folder / name).write_bytes(data)
        return [command, str(folder / name)]

    return make


def line(*argv: str) -> Make:
    return lambda folder: [part.replace("DIR", str(folder)) for part in argv]


def after(*argv: str, **files: str | bytes) -> Make:
    """Return a maker of named files (``__`` is a dot), then of the command."""

    def make(folder: Path) -> list[str]:
        (folder / "c.jsonl").write_text(json.dumps(ROW) + "\n")
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (folder / name.replace("__", ".")).write_bytes(data)
        return [part.replace("DIR", str(folder)) for part in argv]

    return make


def without(*fields: str, **more: Any) -> dict[str, Any]:
    return {k: v for k, v in ROW.items() if k not in fields} | more


TABLE: list[tuple[str, Make, int, str]] = [
    # files that cannot be read
    ("no such file", line("evaluate", "DIR/none.jsonl"), 2, "No such file"),
    ("a directory", line("evaluate", "DIR"), 2, "Is a directory"),
    ("a device", line("evaluate", "/dev/zero"), 2, "no file"),
    ("a NUL in the name", line("evaluate", "a\0b"), 2, "null byte"),
    ("an empty file", table("", "c.jsonl"), 2, "no usable row"),
    ("an empty table", table("", "c.csv"), 2, "no usable row"),
    ("blank lines alone", table("\n\n \n", "c.jsonl"), 2, "no usable row"),
    # rows that cannot be used
    ("no JSON", rows(b"{"), 2, "is not JSON"),
    ("an array", rows([1]), 2, "not a JSON object"),
    ("a number", rows(b"7"), 2, "not a JSON object"),
    ("NaN", rows(b'{"id": NaN}'), 2, "NaN is not JSON"),
    ("deep nesting", rows(b"[" * 100_000), 2, "nested too deeply"),
    ("no UTF-8", rows(b'{"id": "\xff"}'), 2, "not valid UTF-8"),
    ("UTF-16", rows(json.dumps(ROW).encode("utf-16")), 2, "not valid UTF-8"),
    ("no id", rows(without("id")), 2, "id: is missing"),
    ("no claim", rows(without("claim")), 2, "claim: is missing"),
    ("no rewrite", rows(without("rewrite")), 2, "rewrite: is missing"),
    ("a null", rows(without("claim", claim=None)), 2, "claim: is missing"),
    ("an empty claim", rows(without(claim=" ")), 2, "claim: is empty"),
    ("an invisible claim", rows(without(claim="\u200b")), 2, "claim: is empty"),
    ("a number as claim", rows(without(claim=3)), 2, "should be a string"),
    ("a list as claim", rows(without(claim=["a"])), 2, "is an array"),
    ("a boolean as id", rows(without(id=True)), 2, "is a boolean"),
    ("a NUL", rows(without(claim="a\0b")), 2, "holds a NUL"),
    ("a surrogate", rows(b'{"id":"1","claim":"\\ud800","rewrite":"a"}'), 2,
     "surrogate"),
    ("too long a field", rows(without(claim="a" * 140_000)), 2, "the limit is"),
    ("too long a line", rows(b'{"x":"' + b"a" * 9_000_000 + b'"}'), 2, "bytes long"),
    ("an id twice", rows(ROW, ROW), 3, "is a duplicate"),
    ("one bad row of two", rows(b"{", ROW), 3, "1 of 2 rows"),
    ("a bad evidence", rows(without(evidence=3)), 2, "evidence: should be a string"),
    ("infinity in a field", rows(b'{"id":"1","claim":"a","rewrite":"b","x":1e999}'),
     2, "what JSON cannot carry"),
    # tables
    ("no header", table("1,a,b\n"), 2, "has no column"),
    ("a column twice", table("id,id,claim,rewrite\n1,2,a,b\n"), 2, "twice"),
    ("too many cells", table("id,claim,rewrite\n1,a,b,c\n"), 2, "4 cells"),
    ("a cell too large", table("id,claim,rewrite\n1,a," + "b" * 140_000), 2, "limit"),
    ("a NUL in a table", table(b"id,claim,rewrite\n1,a\0,b\n"), 2, "NUL"),
    ("a TSV named CSV", table("id\tclaim\trewrite\n1\ta\tb\n"), 2, "has no column"),
    ("a header too large", table("i" * 140_000 + "\n"), 2, "no header"),
    # results that cannot be written
    ("a full device", after("evaluate", "DIR/c.jsonl", "--out", "/dev/full"), 1,
     "no regular file"),
    ("out is a directory", after("evaluate", "DIR/c.jsonl", "--out", "DIR"), 1,
     "Cannot write"),
    ("out in no directory", after("evaluate", "DIR/c.jsonl", "--out", "DIR/no/o"), 1,
     "Cannot write"),
    ("out is the input", after("evaluate", "DIR/c.jsonl", "--out", "DIR/c.jsonl"), 2,
     "is the input itself"),
    ("foreign records", after("evaluate", "DIR/c.jsonl", "--out", "DIR/o.jsonl",
     o__jsonl='{"id": "1"}\n'), 1, "what produced them is unknown"),
    ("settings that are no JSON", after("evaluate", "DIR/c.jsonl", "--out",
     "DIR/o.jsonl", o__jsonl='{"id": "1"}\n', **{"o__jsonl__meta__json": "{"}), 1,
     "what produced them is unknown"),
    # options
    ("no saved extractions", after("evaluate", "DIR/c.jsonl", "--extractions",
     "DIR/none"), 2, "Cannot read the saved extractions"),
    ("bad saved extractions", after("evaluate", "DIR/c.jsonl", "--extractions",
     "DIR/e", e="{"), 2, "not a saved extraction"),
    ("no saved judgements", after("evaluate", "DIR/c.jsonl", "--judgements",
     "DIR/none"), 2, "none"),
    ("two NLI models", after("evaluate", "DIR/c.jsonl", "--nli", "DIR", "--judgements",
     "DIR/c.jsonl"), 2, "exclude each other"),
    ("a folder without a model", after("evaluate", "DIR/c.jsonl", "--nli", "DIR"), 1,
     "Cannot load NLI model"),
    ("no victim there", after("evaluate", "DIR/c.jsonl", "--ask-victim",
     "victim:DIR/none"), 1, "is no directory"),
    ("a CASES option", line("evaluate", "DIR/none", "--policy", "lax"), 2, "policy"),
    # other commands
    ("no log", line("rescore", "DIR/none.csv"), 2, "No such file"),
    ("a log that is none", table("a,b\n1,2\n", "l.csv", "rescore"), 2, "has no column"),
    ("a log of another kind", table("{}", "l.jsonl", "rescore"), 2, "is no CSV log"),
    ("an empty log", table(LOG, "l.csv", "rescore"), 2, "no usable row"),
    ("no checkpoint", line("attack-resume", "-f", "DIR"), 2, "nothing to resume"),
    ("a pickle as checkpoint", after("attack-resume", "-f", "DIR/1.ta.chkpt",
     **{"1__ta__chkpt": b"cos\nsystem\n(S'true'\ntR."}), 2, "--trust-checkpoint"),
    ("no texts", table("", "t.txt", "extract"), 2, "no usable text"),
    ("no labelled rows", line("validate", "DIR/none.jsonl"), 2, "No such file"),
    ("an empty claim to explain", line("explain", "--claim", "", "--rewrite", "a"), 2,
     "--claim is empty"),
    ("no claims to rewrite", line("generate", "DIR/none.jsonl", "--family", "omission",
     "--generator", "replay:DIR/none", "--dry-run"), 2, "none"),
    ("an unknown family", after("generate", "DIR/c.jsonl", "--family", "x",
     "--generator", "replay:DIR/c.jsonl", "--dry-run"), 2, "x"),
]  # fmt: skip


def run(argv: list[str]) -> int:
    try:
        return main(argv)
    except SystemExit as stop:
        return int(stop.code or 0)


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) >= 40


@pytest.mark.parametrize(
    ("make", "code", "message"),
    [pytest.param(*row[1:], id=row[0]) for row in TABLE],
)
def test_one_line_and_the_right_code(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    make: Make,
    code: int,
    message: str,
) -> None:
    assert run(make(tmp_path)) == code
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


# No "/" can stand in a name.
NAMES = ["\x1b[31mred", "two\nlines", "bell\a", "\u202egnp.jsonl", "del\x7f"]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_moves_no_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / name
    commands = [
        ["evaluate", str(path)],
        ["rescore", str(path)],
        ["extract", str(path)],
        ["attack-resume", "-f", str(path)],
        ["evaluate", "x", "--policy", name],
        ["evaluate", "x", name],
    ]
    for argv in commands:
        assert run(argv) == 2
        err = capsys.readouterr().err
        assert all(ch.isprintable() or ch == "\n" for ch in err), argv
        assert "two\nlines" not in err
    path.write_text("{\n")
    assert run(["evaluate", str(path)]) == 2
    assert name not in capsys.readouterr().err


def test_bare_carriage_returns_end_lines(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    text = 'id,claim,rewrite\n1,"a, b",c\n2,d,e\n'
    seen = []
    for ends in ("\n", "\r\n", "\r"):
        path.write_bytes(text.replace("\n", ends).encode())
        out = tmp_path / f"{len(ends)}{ends == chr(13)}.jsonl"
        assert run(["evaluate", str(path), "--out", str(out)]) == 0
        seen.append([r.case for r in read_records(out)])
    assert seen[0] == seen[1] == seen[2] and len(seen[0]) == 2


def fed(path: Path, data: bytes) -> threading.Thread:
    thread = threading.Thread(target=lambda: path.write_bytes(data), daemon=True)
    thread.start()
    return thread


def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    pipe, out = tmp_path / "pipe.csv", tmp_path / "o.jsonl"
    os.mkfifo(pipe)
    thread = fed(pipe, b"id,claim,rewrite\n1,Rome is big.,Rome is big.\n")
    assert run(["evaluate", str(pipe), "--out", str(out)]) == 0
    thread.join(5)
    assert len(list(read_records(out))) == 1


READ = """
import sys
from textattack_atomeval.reading import spooled, raw_rows, open_source
from pathlib import Path
import tempfile
with tempfile.TemporaryDirectory() as folder:
    for _ in range(2):
        path = spooled(sys.argv[1], Path(folder)) if _ == 0 else path
        with open_source(path) as (stream, name):
            print(len(list(raw_rows(stream, name, ("id",)))))
"""


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_standard_input_by_any_name(name: str) -> None:
    data = json.dumps(ROW) + "\n" + json.dumps(ROW) + "\n"
    done = subprocess.run(
        [sys.executable, "-c", READ, name], input=data, capture_output=True, text=True
    )
    assert done.stdout.split() == ["2", "2"], done.stderr


def test_a_full_standard_output_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "textattack_atomeval", "status"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert "No space left" in done.stderr and "Traceback" not in done.stderr
