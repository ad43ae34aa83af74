"""LLMRewrite: candidates, what is noted, nothing usable, what does not apply."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from textattack.constraints.pre_transformation import (
    InputColumnModification,
    RepeatModification,
    StopwordModification,
)
from textattack.shared import AttackedText

from tests.attack.parts import CLAIM, EVIDENCE, pair
from textattack_atomeval.attack.texts import claim_of, evidence_of, notes
from textattack_atomeval.attack.transformation import LLMRewrite
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.rewriting import Rewrite


class Writer:
    """Gives the answers it was made with; "error: …" and "abstained: …" are none."""

    name = "writer@0"

    def __init__(self, *answers: str) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []

    def rewrite(
        self, pairs: Sequence[tuple[str, str]], samples: int = 1
    ) -> list[list[Rewrite]]:
        self.asked += pairs
        return [[self._one(a) for a in self.answers[:samples]] for _ in pairs]

    def _one(self, answer: str) -> Rewrite:
        status, _, reason = answer.partition(": ")
        failed = status in ("error", "abstained")
        return Rewrite(
            claim=CLAIM,
            evidence=EVIDENCE,
            family="colloquial",
            text="" if failed else answer,
            status=status if failed else "ok",  # type: ignore[arg-type]
            reason=reason if failed else "",
            raw=answer,
            calls=1,
            prompt_tokens=10,
            completion_tokens=None if status == "error" else 5,
            seconds=0.5,
        )


def rewritten(*answers: str, text: AttackedText | None = None) -> list[AttackedText]:
    writer = Writer(*answers)
    mine = LLMRewrite(writer, samples=len(answers))  # type: ignore[arg-type]
    return list(mine(pair() if text is None else text))


def test_candidates_keep_the_evidence_and_the_order() -> None:
    found = rewritten("Well, 1803 it was.", "Elsing? From 1803.", "Well, 1803 it was.")
    assert [claim_of(text) for text in found] == [
        "Well, 1803 it was.",
        "Elsing? From 1803.",
    ]
    assert {evidence_of(text) for text in found} == {EVIDENCE}
    assert [notes(text)["generation"]["sample"] for text in found] == [0, 1]
    assert all("last_transformation" in text.attack_attrs for text in found)


def test_the_writer_sees_claim_and_evidence() -> None:
    writer = Writer("x")
    LLMRewrite(writer)(pair())  # type: ignore[arg-type]
    assert writer.asked == [(CLAIM, EVIDENCE)]


def test_what_it_took_is_noted() -> None:
    original = pair()
    first, _ = rewritten("One.", "Two.", text=original)
    assert notes(first)["generation"] == {
        "status": "ok",
        "reason": "",
        "family": "colloquial",
        "calls": 1,
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "seconds": 0.5,
        "sample": 0,
    }
    total = notes(original)["generation"]
    assert (total["calls"], total["prompt_tokens"], total["seconds"]) == (2, 20, 1.0)
    assert json.loads(json.dumps(total)) == total


@pytest.mark.parametrize(
    ("answers", "status", "reason"),
    [
        (["abstained: refusal"], "abstained", "refusal"),
        (["error: time-out"], "error", "time-out"),
        (["abstained: empty", "error: time-out"], "error", "time-out"),
        ([CLAIM], "abstained", "identical"),
        (["Port <SPLIT> Elsing"], "abstained", "no single text"),
    ],
)
def test_nothing_usable_is_noted_on_the_original(
    answers: list[str], status: str, reason: str
) -> None:
    original = pair()
    assert rewritten(*answers, text=original) == []
    said = notes(original)["generation"]
    assert said["status"] == status
    assert reason in said["reason"]


def test_one_failed_sample_of_two_is_no_failure() -> None:
    original = pair()
    (found,) = rewritten("error: time-out", "Fine.", text=original)
    assert notes(found)["generation"]["sample"] == 1
    assert notes(original)["generation"]["status"] == "ok"
    assert notes(original)["generation"]["completion_tokens"] is None


def test_word_constraints_do_not_hold_back_a_rewrite() -> None:
    names = ["claim", "evidence"]
    constraints = [
        RepeatModification(),
        StopwordModification(),
        InputColumnModification(names, names),
    ]
    mine = LLMRewrite(Writer("Anew."))  # type: ignore[arg-type]
    assert len(mine(pair(), pre_transformation_constraints=constraints)) == 1


def test_settings() -> None:
    with pytest.raises(InputError, match="0"):
        LLMRewrite(Writer(), samples=0)  # type: ignore[arg-type]
    mine = LLMRewrite(Writer(), samples=2)  # type: ignore[arg-type]
    assert mine.deterministic
    assert "(rewriter_name):  writer@0" in repr(mine)


def test_single_column_texts() -> None:
    (found,) = rewritten("Good fun.", text=AttackedText("A fun film."))
    assert found.tokenizer_input == "Good fun."
