"""Saved rewrites: of one family or of all, from a named file or the environment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textattack.attack_results import FailedAttackResult, SuccessfulAttackResult

from tests.attack.recipes.victims import CLAIMS, EVIDENCE, TouchyVictim, attack_all
from textattack_atomeval.attack.recipes.replay import REWRITES_VARIABLE, ReplayRewrite
from textattack_atomeval.attack.texts import claim_of, notes
from textattack_atomeval.errors import InputError

SAVED = [
    (
        CLAIMS[0],
        "colloquial",
        "mild",
        "So the bridge of Velmora opened in 1931, right?",
    ),
    (CLAIMS[0], "omission", "wild", "The bridge of Velmora opened."),
    (CLAIMS[1], "omission", "wild", "Ilse Brandt painted sailors."),
]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    fields = ("claim", "family", "generator", "rewrite")
    rows = [dict(zip(fields, row, strict=True)) for row in SAVED]
    path = tmp_path / "rewrites.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_all_families_compete(saved: Path) -> None:
    # The first rewrite does not fool this victim; the second one does.
    victim = TouchyVictim([*CLAIMS, SAVED[0][3]])
    results = attack_all(ReplayRewrite.build(victim, path=saved))
    kinds = [SuccessfulAttackResult, SuccessfulAttackResult, FailedAttackResult]
    assert [type(result) for result in results] == kinds
    best = results[0].perturbed_result.attacked_text
    assert claim_of(best) == SAVED[1][3]
    assert notes(best)["generation"]["family"] == "omission"
    missing = notes(results[2].original_result.attacked_text)["generation"]
    assert (missing["status"], missing["reason"]) == ("abstained", "not-saved")
    assert {evidence for _, evidence in victim.read} == {EVIDENCE}


def test_one_family_or_one_generator(saved: Path) -> None:
    for options in ({"family": "colloquial"}, {"generator": "mild"}):
        attack = ReplayRewrite.build(TouchyVictim(), path=saved, **options)
        results = attack_all(attack)
        texts = [claim_of(result.perturbed_result.attacked_text) for result in results]
        assert texts == [SAVED[0][3], *CLAIMS[1:]]


def test_the_environment_names_the_file(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(REWRITES_VARIABLE, raising=False)
    with pytest.raises(InputError, match=REWRITES_VARIABLE):
        ReplayRewrite.build(TouchyVictim())
    monkeypatch.setenv(REWRITES_VARIABLE, str(saved))
    attack = ReplayRewrite.build(TouchyVictim())
    assert isinstance(attack_all(attack)[0], SuccessfulAttackResult)
    assert saved.name in repr(attack)


def test_what_cannot_be_used(saved: Path) -> None:
    for options in (
        {"path": saved.with_name("none.jsonl")},
        {"path": saved, "family": "poetry"},
        {"path": saved, "generator": "nobody"},
        {"path": saved, "goal": "asr"},
    ):
        with pytest.raises(InputError):
            ReplayRewrite.build(TouchyVictim(), **options)
