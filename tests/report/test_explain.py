"""An explanation names the atom, the slot that moved and both texts."""

from __future__ import annotations

import msgspec

from tests.records import make
from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Decision,
    Diagnosis,
    Modifier,
    Pointer,
    Record,
    Violation,
)
from textattack_atomeval.report import render_explanation

ATOM = Atom(
    subject="Oslo",
    relation="is the capital of",
    object="Norway",
    modifiers=(Modifier("time", "since 1814"),),
    proposition="Oslo is the capital of Norway since 1814.",
)


def explained(check: AtomCheck | None, diagnosis: Diagnosis, **more: str) -> str:
    record = make("invalid", diagnosis=diagnosis, sbert=0.91, **more)
    return render_explanation(
        msgspec.structs.replace(
            record,
            decision=Decision("invalid", "a date moved"),
            checks=(check,) if check else (),
        )
    )


def failing(*violations: Violation, premise: str = "Oslo is it.") -> AtomCheck:
    return AtomCheck(
        atom=ATOM,
        premise=premise,
        entailment=0.0312,
        entailed=False,
        violations=violations,
        preserved=False,
    )


def test_everything_is_there() -> None:
    violation = Violation("date", "1814 is missing", "1814", "1914")
    diagnosis = Diagnosis(
        ev_drift=False,
        scope_loss=True,
        because=(Pointer("scope_loss", ATOM.proposition, "year"),),
    )
    text = explained(failing(violation), diagnosis, evidence="Oslo, Norway.")
    for part in (
        "INVALID: a date moved",
        "Claim:     Oslo is in Peru.",
        "Rewrite:   Oslo lies in Peru.",
        "Evidence:  Oslo, Norway.",
        "REFUTED -> NEI (invalid success)",
        "SBERT 0.910, perplexity not computed",
        "Atom 1 of 1: NOT PRESERVED",
        "Oslo | is the capital of | Norway | time: since 1814",
        "rewrite says:  Oslo is it.",
        "0.031 (too low)",
        'date: "1814" -> "1914"; 1814 is missing',
        "EvDrift:   no",
        "ScopeLoss: yes",
        f'because of "{ATOM.proposition}": year',
        "EvEnt:     does not apply (valid only)",
    ):
        assert part in text


def test_without_a_violation_the_missing_words_are_shown() -> None:
    text = explained(failing(premise="Oslo became a capital."), Diagnosis())
    assert 'not found:     object "Norway"' in text
    assert 'not found:     time "since 1814"' in text
    assert "not found:     subject" not in text
    assert "not found:     relation" not in text


def test_a_violation_without_values() -> None:
    text = explained(failing(Violation("exclusivity", "now denied")), Diagnosis())
    assert "exclusivity: now denied" in text
    assert "->" not in text.split("Atom 1")[1]


def test_decided_without_nli() -> None:
    check = msgspec.structs.replace(failing(), entailment=None, preserved=True)
    text = explained(check, Diagnosis())
    assert "Atom 1 of 1: preserved" in text
    assert "decided without the NLI model" in text
    assert "not found" not in text


def test_nothing_checked_no_evidence() -> None:
    text = explained(None, Diagnosis(scope_loss=True))
    assert "No atom was checked." in text
    assert "Evidence:  none given" in text
    assert "EvDrift:   does not apply (no evidence)" in text


def test_hostile_text_is_shown_escaped() -> None:
    text = explained(failing(premise="\x1b[2J"), Diagnosis(), rewrite="a\u202eb\x00")
    assert "a\\u202eb\\u0000" in text
    assert "\\u001b[2J" in text
    assert text.isascii()


def test_plain_record() -> None:
    record: Record = make("valid", None, None)
    text = render_explanation(record)
    assert text.startswith("VALID\n")
    assert "Victim:" not in text
    assert "Surface:" not in text
