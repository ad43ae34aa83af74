"""Records and labelled rows made by hand, for the tests of what counts them."""

from __future__ import annotations

from typing import Any

from textattack_atomeval.data import (
    Case,
    Decision,
    DecisionStatus,
    Diagnosis,
    Record,
    Signature,
    Surface,
)

SIGNATURE = Signature(version="0.0", extractor="ex", nli="nli@0", policy="strict")


def make(
    status: DecisionStatus = "valid",
    before: str | None = "REFUTED",
    after: str | None = "NEI",
    *,
    sbert: float | None = None,
    perplexity: float | None = None,
    diagnosis: Diagnosis | None = None,
    **case: Any,
) -> Record:
    """Return a record; by default a valid success."""
    values = {"id": "1", "claim": "Oslo is in Peru.", "rewrite": "Oslo lies in Peru."}
    surface = Surface(sbert=sbert, perplexity=perplexity)
    return Record(
        case=Case(**{**values, "victim_before": before, "victim_after": after, **case}),
        decision=Decision(status),
        diagnosis=diagnosis or Diagnosis(),
        surface=None if sbert is None and perplexity is None else surface,
    )


def paper_row() -> list[Record]:
    """Return records with the counts of one row of the paper's Tables 5 and 8.

    Colloquial by GPT-4.1 against BERT: 331 right, 42 flips, 34 of them valid, 41
    similar, 31 fluent; of the 8 invalid ones 4 drift and 8 lose scope; of the 34
    valid ones 1 is entangled and 7 add. The other 69 of the 400 claims are skipped.
    """
    flips = []
    for index in range(42):
        valid = index < 34
        if valid:
            said = Diagnosis(ev_ent=index < 1, unver_add=index < 7)
        else:
            said = Diagnosis(ev_drift=index < 38, scope_loss=True)
        flips.append(
            make(
                "valid" if valid else "invalid",
                sbert=0.65 if index < 41 else 0.6499,
                perplexity=100.0 if index < 31 else 100.1,
                diagnosis=said,
            )
        )
    rest = [make(after="REFUTES", sbert=0.9) for _ in range(331 - 42)]
    skipped = [make("invalid", before="SUPPORTS") for _ in range(69)]
    return [
        _named(record, index) for index, record in enumerate(flips + rest + skipped)
    ]


def _named(record: Record, index: int) -> Record:
    import msgspec

    case = msgspec.structs.replace(
        record.case,
        id=str(index),
        claim=f"Claim {index} is false.",
        family="colloquial",
        generator="gpt-4.1",
    )
    return msgspec.structs.replace(record, case=case)
