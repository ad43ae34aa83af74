"""One record explained to a person: what was lost, where, and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textattack_atomeval.data import Atom, AtomCheck, Record, Surface, Violation
from textattack_atomeval.metrics import has_victim, outcome
from textattack_atomeval.report.escape import visible
from textattack_atomeval.report.tables import DIAGNOSTIC_TITLES
from textattack_atomeval.wordlists import FUNCTION_WORDS

WORD = re.compile(r"\w+(?:[.,]\d+)*")
SIDES = {"ev_drift": "invalid", "scope_loss": "invalid"}


def render_explanation(record: Record) -> str:
    """Return the verdict, every atom's fate and the diagnostics as plain text."""
    case, decision = record.case, record.decision
    lines = [
        f"{decision.status.upper()}: {visible(decision.reason)}".rstrip(": "),
        "",
        f"Claim:     {visible(case.claim)}",
        f"Rewrite:   {visible(case.rewrite)}",
        f"Evidence:  {visible(case.evidence) or 'none given'}",
    ]
    if has_victim(record):
        before, after = (
            case.victim_before or "no label",
            case.victim_after or "no label",
        )
        lines.append(
            f"Victim:    {visible(before)} -> {visible(after)} "
            f"({outcome(record).replace('_', ' ')})"
        )
    if record.surface:
        lines.append(f"Surface:   {_surface(record.surface)}")
    for number, check in enumerate(record.checks, 1):
        lines += ["", *_check(check, f"Atom {number} of {len(record.checks)}")]
    if not record.checks:
        lines += ["", "No atom was checked."]
    lines += ["", "Diagnostics", *_diagnostics(record)]
    return "\n".join(lines) + "\n"


def _surface(surface: Surface) -> str:
    sbert = "not computed" if surface.sbert is None else f"{surface.sbert:.3f}"
    perplexity = surface.perplexity
    shown = "not computed" if perplexity is None else f"{perplexity:.1f}"
    return f"SBERT {sbert}, perplexity {shown}"


def _check(check: AtomCheck, title: str) -> Iterator[str]:
    yield f"{title}: {'preserved' if check.preserved else 'NOT PRESERVED'}"
    yield f"  claim says:    {visible(check.atom.proposition or _slots(check.atom))}"
    yield f"  atom:          {visible(_slots(check.atom))}"
    yield f"  rewrite says:  {visible(check.premise) or 'nothing that comes close'}"
    yield f"  entailment:    {_entailment(check)}"
    for violation in check.violations:
        yield f"  moved:         {_violation(violation)}"
    if not check.preserved and not check.violations:
        for slot, words in _absent(check):
            yield f"  not found:     {slot} {_quoted(words)}"


def _slots(atom: Atom) -> str:
    parts = [atom.subject, atom.relation, atom.object]
    parts += [f"{modifier.kind}: {modifier.text}" for modifier in atom.modifiers]
    return " | ".join(part for part in parts if part)


def _entailment(check: AtomCheck) -> str:
    if check.entailment is None:
        asked = "entailed" if check.entailed else "not entailed"
        return f"{asked}, decided without the NLI model"
    return f"{check.entailment:.3f} ({'entailed' if check.entailed else 'too low'})"


def _violation(violation: Violation) -> str:
    moved = ""
    if violation.expected or violation.found:
        found = _quoted(violation.found) if violation.found else "nothing"
        moved = f"{_quoted(violation.expected)} -> {found}; "
    return f"{visible(violation.kind)}: {moved}{visible(violation.reason)}"


def _absent(check: AtomCheck) -> Iterator[tuple[str, str]]:
    """Yield the slots of a lost atom whose words the premise lacks, a hint only."""
    there = set(WORD.findall(check.premise.casefold()))
    atom = check.atom
    slots = [("subject", atom.subject), ("relation", atom.relation)]
    slots += [("object", atom.object)]
    slots += [(modifier.kind, modifier.text) for modifier in atom.modifiers]
    for slot, text in slots:
        words = set(WORD.findall(text.casefold())) - FUNCTION_WORDS
        if words - there:
            yield slot, text


def _quoted(text: str) -> str:
    return f'"{visible(text)}"'


def _diagnostics(record: Record) -> Iterator[str]:
    said = record.diagnosis
    for name, title in DIAGNOSTIC_TITLES.items():
        value: bool | None = getattr(said, name)
        side = SIDES.get(name, "valid")
        if value is None:
            why = "no evidence" if record.decision.status == side else f"{side} only"
            yield f"  {title + ':':<11}does not apply ({why})"
            continue
        yield f"  {title + ':':<11}{'yes' if value else 'no'}"
        for pointer in said.because:
            if value and pointer.diagnostic in (name, title):
                note = f": {visible(pointer.note)}" if pointer.note else ""
                yield f"    because of {_quoted(pointer.atom)}{note}"
