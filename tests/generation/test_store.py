"""Rewrites are kept, found again by all that they depend on, and never torn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from textattack_atomeval.data import Case
from textattack_atomeval.errors import StoreError
from textattack_atomeval.generation.replay import ReplayGenerator
from textattack_atomeval.generation.rewriting import Rewrite
from textattack_atomeval.generation.store import Request, RewriteStore, to_row
from textattack_atomeval.io import read_cases

REQUEST = Request(
    claim="The lighthouse was built in 1902.",
    evidence="It was built in 1950.",
    family="omission",
    prompts="0123456789ab",
    generator="chat:m@http://h/v1",
    parameters={"temperature": 0.0, "top_p": 1.0, "max_tokens": 256, "seed": 0},
    sample=0,
)


def request(number: int, **more: Any) -> Request:
    return msgspec.structs.replace(REQUEST, claim=f"Ship {number} sank.", **more)


def row(number: int, status: Any = "ok", **more: Any) -> dict[str, Any]:
    asked = request(number, **more)
    case = Case(id=f"c{number}", claim=asked.claim, evidence=asked.evidence, rewrite="")
    text = f"They say ship {number} sank." if status == "ok" else ""
    made = Rewrite(
        claim=asked.claim,
        evidence=asked.evidence,
        family=asked.family,
        text=text,
        status=status,
        reason="" if status == "ok" else "why",
        raw="raw",
        calls=1,
        seconds=0.25,
    )
    return to_row(case, asked, made)


def holds(store: RewriteStore, number: int, **more: Any) -> bool:
    asked = request(number, **more)
    return store.holds(asked.row_id(f"c{number}"), asked.key)


def filled(path: Path, *rows: dict[str, Any]) -> Path:
    with RewriteStore(path) as store:
        for one in rows:
            store.append(one)
    return path


CHANGES = {
    "claim": "The lighthouse was built in 1903.",
    "evidence": "",
    "family": "advadd",
    "prompts": "0123456789ac",
    "generator": "chat:m@http://h/v2",
    "sample": 1,
}
OTHER_PARAMETERS = [
    {**REQUEST.parameters, "temperature": 0.1},
    {**REQUEST.parameters, "top_p": 0.9},
    {**REQUEST.parameters, "max_tokens": 255},
    {**REQUEST.parameters, "seed": 1},
    {**REQUEST.parameters, "body": "{}"},
    {},
]


def test_every_field_is_in_the_key() -> None:
    changed = [
        msgspec.structs.replace(REQUEST, **{field: value})
        for field, value in CHANGES.items()
    ]
    changed += [
        msgspec.structs.replace(REQUEST, parameters=other) for other in OTHER_PARAMETERS
    ]
    assert {*CHANGES, "parameters"} == set(Request.__struct_fields__)
    assert len({one.key for one in [REQUEST, *changed]}) == len(changed) + 1


def test_texts_cannot_run_into_each_other() -> None:
    one = msgspec.structs.replace(REQUEST, claim="a", evidence="bc")
    two = msgspec.structs.replace(REQUEST, claim="ab", evidence="c")
    assert one.key != two.key


def test_the_key_does_not_depend_on_the_order_of_parameters() -> None:
    turned = dict(reversed(list(REQUEST.parameters.items())))
    assert msgspec.structs.replace(REQUEST, parameters=turned).key == REQUEST.key


def test_ids() -> None:
    assert REQUEST.row_id("q/7") == "q/7/omission"
    assert msgspec.structs.replace(REQUEST, sample=2).row_id("q") == "q/omission/2"


def test_a_row_is_flat_and_keeps_the_input() -> None:
    extra = {"source": "own", "raw": "mine", "key": 3}
    case = Case(
        id="a",
        claim="C one.",
        evidence="E.",
        rewrite="",
        victim_before="REFUTED",
        extra=extra,
    )
    made = Rewrite(claim="C one.", evidence="E.", family="f", text="R.", calls=2)
    found = to_row(case, msgspec.structs.replace(REQUEST, claim="C one."), made)
    assert list(found)[:6] == [
        *("id", "claim", "evidence", "rewrite", "family", "generator")
    ]
    assert found["victim_before"] == "REFUTED" and found["source"] == "own"
    assert (found["input_raw"], found["input_key"]) == ("mine", 3)
    assert (found["raw"], found["calls"], found["claim_id"]) == ("", 2, "a")
    assert "abstained" not in found and "error" not in found
    json.dumps(found)


def test_rows_are_input_of_evaluate_and_of_replay(tmp_path: Path) -> None:
    rows = row(1), row(2, "abstained"), row(3, "error")
    path = filled(tmp_path / "out.jsonl", *rows)
    cases = list(read_cases(path))
    assert all(isinstance(case, Case) for case in cases)
    one, two, three = cases
    assert isinstance(one, Case) and one.rewrite == "They say ship 1 sank."
    assert isinstance(two, Case) and (two.rewrite, two.abstained) == ("", "why")
    assert isinstance(three, Case) and (three.rewrite, three.error) == ("", "why")
    assert one.extra["parameters"] == dict(REQUEST.parameters)
    ReplayGenerator(path)


def test_answers_are_found_again(tmp_path: Path) -> None:
    path = filled(tmp_path / "out.jsonl", row(1), row(2, "abstained"))
    before = path.read_bytes()
    with RewriteStore(path) as store:
        assert len(store) == 2
        assert holds(store, 1) and holds(store, 2) and not holds(store, 3)
        assert store.is_answered("c1/omission")
        assert not store.is_answered("c2/omission")
        assert not store.is_answered("c3/omission")
    assert path.read_bytes() == before


def test_failures_are_asked_again(tmp_path: Path) -> None:
    path = filled(tmp_path / "out.jsonl", row(1), row(2, "error"), row(3))
    with RewriteStore(path) as store:
        assert holds(store, 1) and not holds(store, 2) and holds(store, 3)
        store.append(row(2))
        store.arrange(f"c{n}/omission" for n in (1, 2, 3))
    ids = [json.loads(line)["id"] for line in path.read_bytes().splitlines()]
    assert ids == [f"c{n}/omission" for n in (1, 2, 3)]
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("field", ["evidence", "prompts", "generator", "parameters"])
def test_other_settings_are_not_mixed_in(tmp_path: Path, field: str) -> None:
    path = filled(tmp_path / "out.jsonl", row(1))
    change = {**CHANGES, "parameters": {}}[field]
    with RewriteStore(path) as store:
        with pytest.raises(StoreError, match="another claim text.*--overwrite"):
            holds(store, 1, **{field: change})
        assert not holds(store, 1, sample=1), "another sample is another row"
    with RewriteStore(path, overwrite=True) as store:
        assert len(store) == 0 and not holds(store, 1, **{field: change})
    assert path.read_bytes() == b""


def test_every_cut_leaves_whole_rows(tmp_path: Path) -> None:
    whole = filled(tmp_path / "out.jsonl", *map(row, range(4))).read_bytes()
    path = tmp_path / "cut.jsonl"
    for cut in range(0, len(whole), 37):
        path.write_bytes(whole[:cut])
        with RewriteStore(path) as store:
            assert len(store) == whole[:cut].count(b"\n")
            for number in range(4):
                if not holds(store, number):
                    store.append(row(number))
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "line", [b"garbage\n", b"[1]\n", b'{"id": "x"}\n', b'{"id":"x","key":"\xff"}\n']
)
def test_foreign_lines_are_refused(tmp_path: Path, line: bytes) -> None:
    path = filled(tmp_path / "out.jsonl", row(1))
    path.write_bytes(line + path.read_bytes())
    before = path.read_bytes()
    with pytest.raises(StoreError, match="out.jsonl:1 is no record"):
        RewriteStore(path)
    assert path.read_bytes() == before


def test_an_id_twice_is_refused(tmp_path: Path) -> None:
    path = filled(tmp_path / "out.jsonl", row(1))
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(StoreError, match="an id twice"):
        RewriteStore(path)


def test_two_runs_cannot_share_a_file(tmp_path: Path) -> None:
    path = filled(tmp_path / "out.jsonl", row(1), row(2, "error"))
    with RewriteStore(path), pytest.raises(StoreError, match="another run"):
        RewriteStore(path)  # held although opening replaced the file
    with RewriteStore(path) as store:
        assert len(store) == 1


def test_arranging_keeps_the_rows_of_others(tmp_path: Path) -> None:
    path = filled(tmp_path / "out.jsonl", row(9), row(2), row(1))
    with RewriteStore(path) as store:
        store.arrange(["c1/omission", "c2/omission", "c3/omission"])
        store.append(row(3))
    ids = [json.loads(line)["id"] for line in path.read_bytes().splitlines()]
    assert ids == [f"c{n}/omission" for n in (1, 2, 9, 3)]
