"""``generate`` against a server on this machine: continued, bounded, accounted for."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.generation.fake_server import Answer, Asked, FakeServer, failure, reply
from textattack_atomeval.cli import generate, main
from textattack_atomeval.data import Case
from textattack_atomeval.generation.chat import ChatGenerator
from textattack_atomeval.io import read_cases

KEY = "sk-test-fedcba9876543210"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def claim_of(asked: Asked) -> str:
    """Return the claim in the prompt's line of data."""
    lines = [line for line in asked.user.splitlines() if line.startswith("{")]
    return str(json.loads(lines[0])["claim"])


def rewriting(asked: Asked, _: int) -> Answer:
    return reply(f"Locals will tell you this: {claim_of(asked)}")


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer(rewriting) as found:
        yield found


def claim(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "claim": f"The ship number {number} sank in Norvik harbour.",
        "evidence": f"The ship number {number} never sank.",
        "label": "REFUTED",
        **more,
    }


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    return write(tmp_path / "claims.jsonl", *map(claim, range(4)))


def command(claims: Path, server: FakeServer, *more: object) -> list[str]:
    spec = f"chat:tiny@{server.url}"
    fixed = [
        "generate",
        claims,
        "--generator",
        spec,
        "--out",
        claims.parent / "o.jsonl",
    ]
    return [*map(str, [*fixed, *more])]


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "o.jsonl").read_bytes().splitlines()]


def test_rows_for_evaluate(
    claims: Path, server: FakeServer, tmp_path: Path, capsys: Any
) -> None:
    options = ("--family", "omission", "advadd", "--price-in", 2, "--price-out", 8)
    assert main(command(claims, server, *options)) == 0
    found = rows(tmp_path)
    assert [row["id"] for row in found] == [
        f"c{n}/{family}" for family in ("omission", "advadd") for n in range(4)
    ]
    assert found[5]["rewrite"].startswith(
        "Locals will tell you this: The ship number 1"
    )
    assert found[5]["generator"] == f"chat:tiny@{server.url}"
    assert (found[5]["label"], found[5]["family"]) == ("REFUTED", "advadd")
    cases = list(read_cases(tmp_path / "o.jsonl"))
    assert len(cases) == 8 and all(isinstance(case, Case) for case in cases)
    out = capsys.readouterr()
    total = next(line for line in out.out.splitlines() if line.startswith("total"))
    # 8 calls of 10 and 5 tokens: 80 * 2 / 1e6 + 40 * 8 / 1e6.
    assert total.split()[1:7] == ["8", "0", "0", "8", "80", "40"]
    assert total.split()[-1] == "0.0005"
    assert "8 rewrites, 0 from earlier runs, 0 missing" in out.out
    assert out.err == ""


def test_a_rerun_asks_nothing_and_changes_nothing(
    claims: Path, server: FakeServer, tmp_path: Path, capsys: Any
) -> None:
    options = command(claims, server, "--family", "all")
    assert main(options) == 0
    whole = (tmp_path / "o.jsonl").read_bytes()
    assert len(server.asked) == 20
    assert main(options) == 0
    assert len(server.asked) == 20
    assert (tmp_path / "o.jsonl").read_bytes() == whole
    assert "20 rewrites, 20 from earlier runs" in capsys.readouterr().out


def test_more_claims_families_and_samples_are_added(
    claims: Path, server: FakeServer, tmp_path: Path
) -> None:
    limited = ("--family", "omission", "--limit", 2)
    assert main(command(claims, server, *limited)) == 0
    assert main(command(claims, server, "--family", "omission")) == 0
    more = ("--family", "omission,factmix", "--samples", 2)
    assert main(command(claims, server, *more)) == 0
    assert len(server.asked) == len(rows(tmp_path)) == 16
    assert rows(tmp_path)[1]["id"] == "c0/omission/1"
    seeds = {asked.body["seed"] for asked in server.asked}
    assert seeds == {0, 1}


@pytest.mark.parametrize(
    "change",
    [("--seed", 1), ("--temperature", 0.5), ("--max-tokens", 99), ("--top-p", 0.9)],
)
def test_other_settings_need_another_file(
    claims: Path, server: FakeServer, change: tuple[Any, ...], capsys: Any
) -> None:
    options = command(claims, server, "--family", "omission")
    assert main(options) == 0
    changed = [*options, *map(str, change)]
    assert main(changed) == 1
    assert "--overwrite" in capsys.readouterr().err and len(server.asked) == 4
    assert main([*changed, "--overwrite"]) == 0
    assert len(server.asked) == 8


def test_abstentions_and_failures(
    claims: Path,
    server: FakeServer,
    tmp_path: Path,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def script(asked: Asked, number: int) -> Answer:
        if "number 1" in asked.user:
            return reply("I'm sorry, but I can't help with that.")
        if "number 2" in asked.user:
            return failure(400, "no such parameter")
        if "number 3" in asked.user:
            return reply(asked.user)
        return rewriting(asked, number)

    server.script = script
    options = command(claims, server, "--family", "omission")
    assert main(options) == 3
    found = {row["claim_id"]: row for row in rows(tmp_path)}
    assert found["c1"]["abstained"] == "refusal" and found["c1"]["rewrite"] == ""
    assert "no such parameter" in found["c2"]["error"]
    assert found["c3"]["abstained"] == "echo"
    out = capsys.readouterr().out
    assert "no rewrite: refusal 1" in out and "failed: HTTP 400 1" in out
    assert "4 rewrites, 0 from earlier runs, 3 missing" in out
    server.script = rewriting
    assert main(options) == 3, "what abstained is not asked again"
    assert len(server.asked) == 5
    assert [row["id"] for row in rows(tmp_path)] == [f"c{n}/omission" for n in range(4)]
    assert rows(tmp_path)[2]["rewrite"]


def test_a_dead_server_ends_the_run_soon(
    server: FakeServer, tmp_path: Path, capsys: Any
) -> None:
    claims = write(tmp_path / "many.jsonl", *map(claim, range(100)))
    server.script = lambda *_: failure(401, f"bad key {KEY}")
    options = command(claims, server, "--family", "omission")
    assert main(options) == 1
    assert generate.GIVE_UP <= len(server.asked) <= generate.GIVE_UP + 4
    err = capsys.readouterr().err
    assert "20 failures in a row" in err and "OPENAI_API_KEY" in err and KEY not in err
    server.script = rewriting
    assert main(options) == 0
    assert len(rows(tmp_path)) == 100


def test_dry_run(claims: Path, server: FakeServer, tmp_path: Path, capsys: Any) -> None:
    prices = ("--price-in", 1, "--price-out", 10, "--max-tokens", 100)
    assert main(command(claims, server, "--family", "all", "--dry-run", *prices)) == 0
    out = capsys.readouterr().out
    assert server.asked == [] and not (tmp_path / "o.jsonl").exists()
    assert "20 prompts" in out and "2,000 tokens out at most" in out
    assert "estimate: a quarter of the characters" in out
    tokens = int(out.splitlines()[1].split()[0].replace(",", ""))
    assert f"cost at most {tokens / 1e6 + 0.02:.4f}" in out


def test_dry_run_with_a_tokenizer() -> None:
    class Counting:
        parameters = {"max_tokens": 7}

        def count_tokens(self, prompts: list[Any]) -> list[int]:
            return [3 for _ in prompts]

    text = generate.forecast([], Counting(), None)  # type: ignore[arg-type]
    assert "counted by the model's tokenizer" in text


def test_bad_rows_and_repeated_claims(
    server: FakeServer, tmp_path: Path, capsys: Any
) -> None:
    path = write(
        tmp_path / "claims.jsonl", claim(0), claim(1, claim=""), claim(2), claim(2)
    )
    with path.open("a") as stream:
        stream.write(json.dumps({**claim(0), "id": "again"}) + "\n")
    assert main(command(path, server, "--family", "omission")) == 3
    assert [row["id"] for row in rows(tmp_path)] == ["c0/omission", "c2/omission"]
    err = capsys.readouterr().err
    assert f"{path}:2: claim: is empty" in err
    assert f"{path}:5: note: claim: repeats" in err


def test_rewrites_from_a_file(tmp_path: Path, capsys: Any) -> None:
    path = write(tmp_path / "claims.jsonl", claim(0), claim(1))
    saved = {**claim(0), "family": "omission", "rewrite": "A ship sank."}
    replay = write(tmp_path / "saved.jsonl", saved)
    out = tmp_path / "o.jsonl"
    options = ["--generator", f"replay:{replay}", "--out", str(out)]
    assert main(["generate", str(path), "--family", "omission", *options]) == 3
    first, second = rows(tmp_path)
    assert (first["rewrite"], second["abstained"]) == ("A ship sank.", "not-saved")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--family", "sarcasm"], "Unknown rewrite family"),
        (["--family", "omission", "--samples", "0"], "--samples should be 1 or more"),
        (["--family", "omission", "--limit", "0"], "--limit should be 1 or more"),
        (["--family", "omission", "--price-in", "1"], "both --price-in"),
        (["--family", "omission", "--n-threads", "2"], "n_threads"),
        (["--family", "omission", "--prompts", "/absent"], "/absent"),
    ],
)
def test_unusable_options(
    claims: Path, server: FakeServer, more: list[str], message: str, capsys: Any
) -> None:
    assert main(command(claims, server, *more)) == 2
    assert message in capsys.readouterr().err and server.asked == []


def test_where_to_write(claims: Path, server: FakeServer, capsys: Any) -> None:
    fixed = ["generate", str(claims), "--family", "omission"]
    spec = ["--generator", f"chat:m@{server.url}"]
    assert main([*fixed, *spec]) == 2
    assert "--out" in capsys.readouterr().err
    before = claims.read_bytes()
    assert main([*fixed, *spec, "--out", str(claims), "--overwrite"]) == 2
    assert claims.read_bytes() == before
    assert main(["generate", "/absent", *fixed[2:], *spec, "--dry-run"]) == 2


def test_the_key_is_in_no_output(
    claims: Path, server: FakeServer, tmp_path: Path, capfd: Any
) -> None:
    def script(asked: Asked, number: int) -> Answer:
        if "number 0" in asked.user:
            return failure(400, f"Authorization was Bearer {KEY}")
        return rewriting(asked, number)

    server.script = script
    assert main(command(claims, server, "--family", "omission")) == 3
    assert server.asked[0].headers["Authorization"] == f"Bearer {KEY}"
    written = [path.read_text() for path in tmp_path.iterdir()]
    assert KEY not in "".join([*written, *capfd.readouterr()])


def test_interrupting_gives_up_at_once(
    claims: Path, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.script = lambda asked, n: reply("x", after=5.0 if n else 0.0)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(generate, "to_row", interrupted)
    started = time.monotonic()
    assert main(command(claims, server, "--family", "omission")) == 130
    assert time.monotonic() - started < 4


@pytest.mark.parametrize("concurrency", [1, 4])
def test_killed_at_random_points_nothing_is_lost_or_asked_twice(
    server: FakeServer, tmp_path: Path, concurrency: int
) -> None:
    total = 60
    claims = write(tmp_path / "claims.jsonl", *map(claim, range(total)))
    server.script = lambda asked, n: rewriting(asked, n)._replace(after=0.01)
    options = command(claims, server, "--family", "omission")
    options += ["--concurrency", str(concurrency)]
    process_of = [sys.executable, "-m", "textattack_atomeval", *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    chance = random.Random(concurrency)
    kills = 0
    for _ in range(3):
        before = len(server.asked)
        process = subprocess.Popen(
            process_of, env=environment, stdout=subprocess.DEVNULL
        )
        while process.poll() is None and len(server.asked) == before:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.15)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills >= 2
    time.sleep(0.1)  # what the dead process sent arrives
    done = subprocess.run(process_of, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert total <= len(server.asked) <= total + kills * concurrency
    found = rows(tmp_path)
    assert [row["id"] for row in found] == [f"c{n}/omission" for n in range(total)]
    assert all(row["rewrite"].endswith(row["claim"]) for row in found)


def test_callers_are_as_many_as_the_generator_likes(
    server: FakeServer, tmp_path: Path
) -> None:
    claims = write(tmp_path / "claims.jsonl", *map(claim, range(12)))
    server.script = lambda asked, n: rewriting(asked, n)._replace(after=0.1)
    assert main(command(claims, server, "--family", "omission")) == 0
    assert ChatGenerator("m", server.url).concurrency == 4
    assert 3 <= server.peak <= 4
