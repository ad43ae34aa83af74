"""Diagnostic-guided repair (section 6.2, appendix E): an invalid rewrite, mended.

The generator gets the rewrite with the gate's findings and is asked for the smallest
edit that makes the original claim again. Whether the result passes the gate and still
fools the victim is for the caller to measure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.data import AtomCheck, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Generator, Prompt
from textattack_atomeval.generation.families import Family, load_family
from textattack_atomeval.generation.postprocess import same_text
from textattack_atomeval.generation.rewriting import Rewrite, ask
from textattack_atomeval.generation.store import Request

__all__ = ["Repairer", "findings", "repair_prompt"]


def repair_prompt(record: Record, family: Family | None = None) -> Prompt:
    """Return the request to mend an invalid rewrite as little as possible.

    Its input holds claim, evidence, rewrite and :func:`findings`, all as data.

    Raises:
        InputError: the record's rewrite is not invalid: there is nothing to mend.
    """
    case = record.case
    if record.decision.status != "invalid":
        raise InputError(
            f"Case {case.id}: the rewrite is {record.decision.status}. Only invalid "
            "rewrites can be repaired."
        )
    return (family or load_family("repair")).prompt(
        case.claim,
        case.evidence,
        rewrite=case.rewrite,
        diagnosis=list(findings(record)),
    )


def findings(record: Record) -> Iterator[str]:
    """Yield what is wrong with an invalid rewrite, a sentence each.

    One for each lost atom with the values that moved, then EvDrift and ScopeLoss with
    what caused them.
    """
    for check in record.checks:
        if not check.preserved:
            yield _lost(check)
    said = record.diagnosis
    if said.ev_drift:
        notes = _notes(record, "ev_drift")
        yield f"Evidence drift: what the evidence says took the claim's place{notes}."
    if said.scope_loss:
        notes = _notes(record, "scope_loss")
        yield f"Scope loss: content of the claim was deleted or weakened{notes}."


class Repairer:
    """Mends invalid rewrites, one request each.

    Args:
        generator: Who answers.
        directory: The user's own prompt texts.

    Raises:
        InputError: the directory cannot be used.
    """

    def __init__(
        self, generator: Generator, directory: str | Path | None = None
    ) -> None:
        self.generator = generator
        self.family = load_family("repair", directory)

    def request(self, record: Record) -> Request:
        """Return what the answer for a record depends on, its whole prompt included.

        Raises:
            InputError: the record's rewrite is not invalid.
        """
        prompt = repair_prompt(record, self.family)
        digest = hashlib.sha256(f"{prompt.system}\0{prompt.user}".encode()).hexdigest()
        return Request(
            claim=record.case.claim,
            evidence=record.case.evidence,
            family=self.family.name,
            prompts=f"{self.family.version}+{digest[:12]}",
            generator=self.generator.name,
            parameters=self.generator.parameters,
        )

    def repair(self, records: Sequence[Record]) -> list[Rewrite]:
        """Return one mended rewrite a record, in order, of the family "repair".

        A reply that leaves the rewrite as it was is abstained, "identical".

        Raises:
            InputError: a record's rewrite is not invalid.
            AtomEvalError: the generator returned another number of completions.
        """
        prompts = [repair_prompt(record, self.family) for record in records]
        answers = ask(self.generator, prompts, self.family.reminder)
        return [
            _edited(answer, record.case.rewrite)
            for answer, record in zip(answers, records, strict=True)
        ]


def _edited(answer: Rewrite, rewrite: str) -> Rewrite:
    if answer.status != "ok" or not same_text(answer.text, rewrite):
        return answer
    return msgspec.structs.replace(
        answer, text="", status="abstained", reason="identical"
    )


def _lost(check: AtomCheck) -> str:
    """Say which statement of the claim is lost, and how."""
    atom = check.atom
    slots = (atom.subject, atom.relation, atom.object)
    stated = atom.proposition or " ".join(slot for slot in slots if slot)
    moved = [
        (
            f'{violation.kind}: "{violation.expected}" is needed, '
            + (
                f'"{violation.found}" was found'
                if violation.found
                else "nothing was found"
            )
            if violation.expected
            else f"{violation.kind}: {violation.reason}"
        )
        for violation in check.violations
    ]
    how = "; ".join(moved) or "the rewrite does not assert it"
    closest = f' The closest it says is: "{check.premise}"' if check.premise else ""
    return f'Lost: "{stated}" ({how}).{closest}'


def _notes(record: Record, diagnostic: str) -> str:
    """Return the diagnostic's pointers in brackets."""
    found = [
        f'"{pointer.atom}": {pointer.note}' if pointer.note else f'"{pointer.atom}"'
        for pointer in record.diagnosis.because
        if pointer.diagnostic == diagnostic
    ]
    return f" ({'; '.join(found)})" if found else ""
