"""The embedded victim's runner, on a tiny export and on the shipped files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.victims.conftest import PAIRS, check_scores
from textattack_atomeval.encoders.exported import FILES
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError
from textattack_atomeval.victims import onnx
from textattack_atomeval.victims.base import joined, verdicts
from textattack_atomeval.victims.onnx import EMBEDDED, OnnxVictim

SHIPPED = pytest.mark.skipif(
    not (EMBEDDED / "model.onnx").is_file(), reason="no victim is in the package yet"
)
SHORT = "The man is asleep. "


@pytest.fixture(scope="module")
def tiny(exported: Path) -> OnnxVictim:
    return OnnxVictim(exported, threads=2, max_length=32)


@pytest.fixture(scope="module")
def alone(tiny: OnnxVictim) -> dict:
    return {pair: tiny.predict([pair])[0] for pair in PAIRS}


@settings(max_examples=20)
@given(picks=st.lists(st.sampled_from(PAIRS), max_size=30))
def test_answers_do_not_depend_on_company(tiny, alone, picks) -> None:
    assert tiny.predict(picks) == [alone[pair] for pair in picks]


def test_probabilities_in_the_order_of_the_labels(tiny: OnnxVictim) -> None:
    assert tiny.labels == ("NOT ENOUGH INFO", "REFUTED", "SUPPORTED")
    check_scores(tiny, tiny.predict(PAIRS))
    assert tiny.predict([]) == []


def test_claim_and_evidence_are_not_mixed_up(tiny: OnnxVictim) -> None:
    (row,) = tiny._model.encoder.rows(("dog dog", "man"))
    one = tiny._model.logits(row)
    answer = tiny.predict([("man", "dog dog")])
    assert answer == [onnx.answers(tiny, [("", "")], [[[row]]], lambda _: [one])[0]]
    assert answer != tiny.predict([("dog dog", "man")])


def test_long_evidence_is_read_in_windows(tiny: OnnxVictim) -> None:
    claim, evidence = "The man is awake.", SHORT * 30 + "All the lights are off."
    (part,) = tiny._model.encoder.parts((evidence, claim))
    assert len(part) > 5
    scores = [tiny._model.logits(row) for row in part]
    expected = [
        onnx.answers(tiny, [("", "")], [[[row]]], lambda r: r) for row in scores
    ]
    rows = [row for (row,) in expected]
    assert tiny.predict([(claim, evidence)]) == [joined([rows], tiny.labels)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (SHORT * 40, "A dog is running."),
        (SHORT * 40, SHORT * 40),
        ("", ""),
        ("", SHORT * 40),
        (SHORT * 40, ""),
        ("\ud800 \0", "\u202e[SEP][CLS]"),
        ("!?" * 300, "…" * 300),
    ],
)
def test_every_pair_gets_a_verdict(tiny: OnnxVictim, claim, evidence) -> None:
    check_scores(tiny, tiny.predict([(claim, evidence)]))


def test_the_end_of_a_long_claim_is_read(tiny: OnnxVictim) -> None:
    long = SHORT * 40
    answers = tiny.predict(
        [(long + end, "The shop is open.") for end in ("", "dog " * 9)]
    )
    assert answers[0] != answers[1]


def test_name_holds_the_weights_hash_and_the_window(exported: Path) -> None:
    from hashlib import sha256

    digest = sha256((exported / "model.onnx").read_bytes()).hexdigest()[:12]
    assert OnnxVictim(exported).name == f"onnx@{digest}"
    assert OnnxVictim(exported, max_length=32).name == f"onnx@{digest}+32"


def test_the_embedded_victim_by_default(exported: Path, monkeypatch) -> None:
    monkeypatch.setattr(onnx, "EMBEDDED", exported)
    assert OnnxVictim().name.startswith("embedded-minilm@")


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(exported: Path, tmp_path: Path, file: str) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / file).unlink()
    with pytest.raises(ModelUnavailableError, match=f"victim .* lacks {file}: reinst"):
        OnnxVictim(tmp_path / "m")


@pytest.mark.parametrize("labels", [["LABEL_0", "LABEL_1"], {"0": "REFUTED"}, "x", [1]])
def test_odd_labels_are_refused(exported: Path, tmp_path: Path, labels) -> None:
    shutil.copytree(exported, tmp_path / "m")
    (tmp_path / "m" / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    with pytest.raises(ModelRefusedError):
        OnnxVictim(tmp_path / "m")


def test_more_logits_than_labels_are_an_error(exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported, tmp_path / "m")
    two = json.dumps(["REFUTED", "SUPPORTED"])
    (tmp_path / "m" / "labels.json").write_text(two, encoding="utf-8")
    with pytest.raises(ModelRefusedError, match="3 logits for the labels"):
        OnnxVictim(tmp_path / "m").predict(PAIRS[:1])


@SHIPPED
def test_the_shipped_victim_knows_plain_cases() -> None:
    victim = OnnxVictim()
    evidence = "Mara Ilves is a Finnish painter. She was born in Oulu in 1951."
    pairs = [("Mara Ilves was born in Oulu.", evidence)]
    pairs.append(("Mara Ilves was born in 1962.", evidence))
    answers = victim.predict(pairs)
    check_scores(victim, answers)
    assert verdicts(victim, pairs) == ["SUPPORTED", "REFUTED"]
    assert victim.predict(pairs[::-1])[::-1] == answers
    assert sum(file.stat().st_size for file in EMBEDDED.iterdir()) < 27e6
