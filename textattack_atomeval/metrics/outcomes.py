"""What became of an attacked example, and the facts that statistics need of it."""

from __future__ import annotations

import hashlib
import re
import sys
from typing import Literal, get_args

import msgspec

from textattack_atomeval.data import DecisionStatus, Record
from textattack_atomeval.verdicts import read_label

Outcome = Literal[
    "skipped",
    "failed",
    "valid_success",
    "invalid_success",
    "abstained",
    "error",
    "unscored",
]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
SUCCESSES = frozenset({"valid_success", "invalid_success", "unscored"})
SBERT_THRESHOLD = 0.65  # Table 5: S-ASR keeps raw successes at least this similar
PERPLEXITY_THRESHOLD = 100.0  # Table 5: P-ASR keeps those at most this perplexing

ANY = "any"  # as the attacked label: claims of every verdict

CODE = re.compile(r"(?:label)?(\d+)")


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a record that statistics need.

    ``claim`` identifies the claim, the unit that intervals resample. ``outcome`` is
    None without victim labels. ``right`` says that the victim was right before.
    ``similar`` and ``fluent`` are None when the surface score was not computed.
    """

    claim: int
    family: str
    generator: str
    status: DecisionStatus
    outcome: Outcome | None
    right: bool
    similar: bool | None
    fluent: bool | None
    diagnosis: tuple[bool | None, bool | None, bool | None, bool | None]

    @property
    def success(self) -> bool:
        """Tell whether the attack counts as a raw success."""
        return self.outcome in SUCCESSES


def has_victim(record: Record) -> bool:
    """Tell whether the record carries any victim label."""
    return record.case.victim_before is not None or (
        record.case.victim_after is not None
    )


def outcome(record: Record) -> Outcome:
    """Return the one outcome of an attack on a claim.

    The true verdict is the row's ``label``, REFUTED where it has none. A numeric label
    such as "0" says nothing by itself: it is read only when ``label`` is numeric too,
    and then equal means right. Skipped are claims that the victim judged wrong, those
    of another verdict than ``attacked_label``, and what the attack itself skipped.
    """
    case = record.case
    gold = case.extra.get("label")
    if case.extra.get("result") == "Skipped":
        return "skipped"
    before = _right(case.victim_before, gold)
    if before is None:
        return "error"
    if not before or not is_attacked(gold, case.extra.get("attacked_label")):
        return "skipped"
    if case.error or record.decision.failed:
        return "error"
    if case.abstained or not case.rewrite.strip():
        return "abstained"
    after = _right(case.victim_after, gold)
    if after is None:
        return "error"
    if after:
        return "failed"
    if record.decision.status == "unscored":
        return "unscored"
    return "valid_success" if record.decision.status == "valid" else "invalid_success"


def is_attacked(label: object, attacked: object) -> bool:
    """Tell whether claims of this label are attacked.

    Args:
        label: the true one; those that are no verdicts (numbers, topics) always are.
        attacked: the verdict under attack, REFUTED if None; "any" is every one.
    """
    verdict = read_label(label) if isinstance(label, str) else None
    if verdict is None or attacked == ANY:
        return True
    return verdict == read_label(attacked if isinstance(attacked, str) else "REFUTED")


def _right(label: str | None, gold: object) -> bool | None:
    """Tell whether the victim's label is the true one, None if that is unknown."""
    verdict = read_label(label)
    if verdict is not None:
        truth = read_label(gold) if isinstance(gold, str) else None
        return verdict == (truth or "REFUTED")
    given, truth_code = _code(label), _code(gold)
    return None if given is None or truth_code is None else given == truth_code


def _code(label: object) -> int | None:
    if isinstance(label, bool) or not isinstance(label, (str, int)):
        return None
    match = CODE.fullmatch(re.sub(r"[\s_-]+", "", str(label).casefold()))
    return int(match[1]) if match and len(match[1]) < 10 else None


def facts(record: Record) -> Facts:
    """Reduce a record to what statistics need."""
    case, surface, said = record.case, record.surface, record.diagnosis
    result = outcome(record) if has_victim(record) else None
    sbert = surface.sbert if surface else None
    perplexity = surface.perplexity if surface else None
    digest = hashlib.blake2b(
        case.claim.encode("utf-8", "surrogatepass"), digest_size=8
    ).digest()
    return Facts(
        claim=int.from_bytes(digest, "big"),
        family=sys.intern(case.family or ""),
        generator=sys.intern(case.generator or ""),
        status=record.decision.status,
        outcome=result,
        right=result not in (None, "skipped")
        and _right(case.victim_before, case.extra.get("label")) is True,
        similar=None if sbert is None else sbert >= SBERT_THRESHOLD,
        fluent=None if perplexity is None else perplexity <= PERPLEXITY_THRESHOLD,
        diagnosis=(said.ev_drift, said.scope_loss, said.ev_ent, said.unver_add),
    )
