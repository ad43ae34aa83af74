"""Saved judgements, and files that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from textattack_atomeval.data import Judgement
from textattack_atomeval.errors import AtomEvalError, InputError
from textattack_atomeval.nli.replay import ReplayNLI

GOOD = {
    "premise": "p",
    "hypothesis": "h",
    "entailment": 0.7,
    "neutral": 0.2,
    "contradiction": 0.1,
}


def write(path: Path, *rows: object) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_answers_come_back_exactly_and_in_order(tmp_path: Path) -> None:
    third = 1 / 3
    other = {**GOOD, "hypothesis": "é", "entailment": third, "neutral": third}
    other.update(contradiction=third, truncated=True, note="kept out")
    nli = ReplayNLI(write(tmp_path / "n.jsonl", GOOD, "", other, GOOD))
    assert nli.judge([("p", "é"), ("p", "h"), ("p", "é")]) == [
        Judgement(third, third, third, True),
        Judgement(0.7, 0.2, 0.1),
        Judgement(third, third, third, True),
    ]
    assert nli.judge([]) == []


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    path.write_text(json.dumps(GOOD), encoding="utf-8-sig")
    assert len(ReplayNLI(path).judge([("p", "h")])) == 1


def test_the_name_changes_with_the_content(tmp_path: Path) -> None:
    one = ReplayNLI(write(tmp_path / "a.jsonl", GOOD))
    two = ReplayNLI(write(tmp_path / "b.jsonl", {**GOOD, "premise": "q"}))
    assert one.name != two.name
    assert one.name.startswith("replay@")


def test_a_missing_pair_is_named(tmp_path: Path) -> None:
    nli = ReplayNLI(write(tmp_path / "n.jsonl", GOOD))
    with pytest.raises(AtomEvalError, match="premise 'h' and the hypothesis 'p'"):
        nli.judge([("p", "h"), ("h", "p")])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "line 2: Input data was truncated"),
        ("[]", "line 2: Expected `object`, got `array`"),
        ({**GOOD, "premise": 1}, r"line 2: .*\$\.premise"),
        ({**GOOD, "neutral": "0.2"}, r"line 2: .*\$\.neutral"),
        ({k: v for k, v in GOOD.items() if k != "hypothesis"}, "line 2: .*hypothesis"),
        ({**GOOD, "entailment": 1.7}, "line 2: Expected `entailment` .* 1.7"),
        ({**GOOD, "contradiction": -0.1}, "line 2: Expected `contradiction`"),
        ({**GOOD, "neutral": 0.1}, "line 2: .* sum to 0.9000"),
        ('{"premise": "p", "entailment": NaN}', "line 2: "),
        ({**GOOD, "entailment": 0.6, "neutral": 0.3}, "line 2: other .* in line 1"),
    ],
)
def test_problems_name_line_and_field(tmp_path: Path, row, message: str) -> None:
    path = write(tmp_path / "n.jsonl", GOOD, row)
    with pytest.raises(InputError, match=message):
        ReplayNLI(path)


def test_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    path.write_bytes(json.dumps(GOOD).encode().replace(b'"p"', b'"\xff"'))
    with pytest.raises(InputError, match="line 1: "):
        ReplayNLI(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot read the saved judgements"):
        ReplayNLI(tmp_path / "absent.jsonl")
