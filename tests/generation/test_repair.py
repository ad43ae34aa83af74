"""A repair prompt says what is wrong, as data; a repair changes the rewrite."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import make
from textattack_atomeval.data import (
    Atom,
    AtomCheck,
    Case,
    Decision,
    Diagnosis,
    Pointer,
    Record,
    Violation,
)
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Completion, Prompt
from textattack_atomeval.generation.families import load_family
from textattack_atomeval.generation.repair import Repairer, findings, repair_prompt

CLAIM = "The Vasa is a Danish ship that sank in 1640."
EVIDENCE = "Vasa is a Swedish ship that sank in 1628."
REWRITE = "Some say the Vasa, a Danish ship, went down in 1628."


def check(
    proposition: str, *violations: Violation, preserved: bool = False
) -> AtomCheck:
    return AtomCheck(
        atom=Atom(subject="the Vasa", relation="sank", proposition=proposition),
        premise="The Vasa went down in 1628.",
        entailment=0.1,
        entailed=preserved,
        violations=violations,
        preserved=preserved,
    )


def record(**more: Any) -> Record:
    year = Violation("date", "1640 is missing", expected="1640", found="1628")
    values: dict[str, Any] = {
        "case": Case(id="7", claim=CLAIM, evidence=EVIDENCE, rewrite=REWRITE),
        "decision": Decision("invalid", "not entailed"),
        "checks": (
            check("The Vasa is Danish.", preserved=True),
            check("The Vasa sank in 1640.", year),
        ),
        "diagnosis": Diagnosis(
            ev_drift=True,
            scope_loss=True,
            because=(
                Pointer("scope_loss", "The Vasa sank in 1640.", "lost: 1640"),
                Pointer("ev_drift", "The Vasa went down in 1628."),
            ),
        ),
    }
    return Record(**{**values, **more})


def data(prompt: Prompt) -> dict[str, Any]:
    (line,) = (one for one in prompt.user.splitlines() if one.startswith('{"'))
    fields = json.loads(line)
    assert isinstance(fields, dict)
    return fields


class Echo:
    """Answers with the same text always."""

    name = "echo"
    parameters: dict[str, str] = {}

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [Completion(text=text) for text in self.texts[: len(prompts)]]


def test_the_input_holds_what_the_editor_needs() -> None:
    prompt = repair_prompt(record())
    fields = data(prompt)
    assert list(fields) == ["claim", "evidence", "rewrite", "diagnosis"]
    assert (fields["claim"], fields["evidence"]) == (CLAIM, EVIDENCE)
    assert fields["rewrite"] == REWRITE
    assert fields["diagnosis"] == list(findings(record()))
    assert (prompt.family, prompt.claim) == ("repair", CLAIM)
    assert prompt.version == load_family("repair").version


def test_the_findings() -> None:
    assert list(findings(record())) == [
        'Lost: "The Vasa sank in 1640." (date: "1640" is needed, "1628" was found). '
        'The closest it says is: "The Vasa went down in 1628."',
        "Evidence drift: what the evidence says took the claim's place "
        '("The Vasa went down in 1628.").',
        "Scope loss: content of the claim was deleted or weakened "
        '("The Vasa sank in 1640.": lost: 1640).',
    ]


@pytest.mark.parametrize(
    ("violations", "words"),
    [
        ((), "the rewrite does not assert it"),
        ((Violation("exclusivity", "gone", "only"),), '"only" is needed, nothing was'),
        ((Violation("ordinal", "it is second"),), "ordinal: it is second"),
    ],
)
def test_how_an_atom_was_lost(violations: tuple[Violation, ...], words: str) -> None:
    (line,) = findings(
        record(checks=(check("It sank.", *violations),), diagnosis=Diagnosis())
    )
    assert words in line


def test_an_atom_without_a_sentence_is_told_by_its_slots() -> None:
    (line,) = findings(record(checks=(check(""),), diagnosis=Diagnosis()))
    assert line.startswith('Lost: "the Vasa sank"')


@pytest.mark.parametrize("status", ["valid", "unscored"])
def test_only_invalid_rewrites_can_be_repaired(status: Any) -> None:
    with pytest.raises(InputError, match=f"Case 1: the rewrite is {status}"):
        repair_prompt(make(status))


@given(st.text(), st.text(), st.text())
def test_a_diagnosis_is_inert(rewrite: str, value: str, premise: str) -> None:
    lost = check("It sank.", Violation("date", value, value, premise))
    case = Case(id="1", claim=CLAIM, evidence=EVIDENCE, rewrite=rewrite)
    one = record(case=case, checks=(lost,))
    fields = data(repair_prompt(one))
    assert fields["rewrite"] == rewrite and fields["diagnosis"] == list(findings(one))


def test_repairs_come_in_order_with_their_family() -> None:
    texts = "The Vasa, a Danish ship, went down in 1640.", "I cannot help with that."
    found = Repairer(Echo(*texts)).repair([record(), record()])
    assert [(one.text, one.status, one.reason) for one in found] == [
        (texts[0], "ok", ""),
        ("", "abstained", "refusal"),
    ]
    assert {one.family for one in found} == {"repair"}


@pytest.mark.parametrize("text", [REWRITE, REWRITE.upper(), CLAIM])
def test_nothing_edited_is_no_repair(text: str) -> None:
    (found,) = Repairer(Echo(text)).repair([record()])
    assert (found.text, found.reason) == ("", "identical")


def test_own_texts(tmp_path: Path) -> None:
    (tmp_path / "repair.txt").write_text("Mend it.", encoding="utf-8")
    repairer = Repairer(Echo(), tmp_path)
    assert "Mend it." in repair_prompt(record(), repairer.family).user
    assert repairer.repair([]) == []


def test_a_request_is_known_by_all_that_is_asked() -> None:
    """A saved answer is for this rewrite, these findings and these texts alone."""
    repairer = Repairer(Echo())
    one = repairer.request(record())
    assert one.family == "repair" and one.key == repairer.request(record()).key
    lost = check("The Vasa is a Danish ship.")
    others = [
        record(case=Case(id="1", claim=CLAIM, evidence=EVIDENCE, rewrite="The Vasa.")),
        record(checks=(lost,)),
        record(diagnosis=Diagnosis(scope_loss=True)),
    ]
    assert len({one.key, *(repairer.request(each).key for each in others)}) == 4
