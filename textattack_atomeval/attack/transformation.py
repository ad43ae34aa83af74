"""LLMRewrite: whole-claim rewrites by a generator (section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textattack.shared import AttackedText
from textattack.transformations import Transformation

from textattack_atomeval.attack.texts import claim_of, evidence_of, notes, with_claim
from textattack_atomeval.errors import InputError

if TYPE_CHECKING:
    from textattack_atomeval.generation.rewriting import Rewrite, Rewriter


class LLMRewrite(Transformation):
    """Rewrites the claim as a whole, given the evidence; the evidence stays.

    A candidate's notes hold "generation": status, reason, family, calls, tokens,
    seconds, and "sample", its place among the samples. The rewritten text's own notes
    hold the same for all samples together; with nothing usable there is no candidate,
    and they say why: "error" if a sample failed, else "abstained". Repeated samples,
    the claim itself and a text with the host's mark between columns are no candidates.

    Word indices mean nothing to a rewrite: pre-transformation constraints
    (``StopwordModification``, ``RepeatModification``, ``InputColumnModification``)
    have no effect on it. Constraints on the result do.

    Use it with :class:`~textattack_atomeval.attack.search.BestOfN`; greedy and beam
    searches would rewrite rewrites.

    Args:
        rewriter: writes the claims, see ``generation.rewriting.Rewriter``.
        column: name of the claim's column; None finds it, see ``texts.claim_column``.
        samples: rewrites to ask for a claim; the paper's protocol is 1.

    Raises:
        InputError: ``samples`` is below 1.
    """

    def __init__(
        self, rewriter: Rewriter, column: str | None = None, samples: int = 1
    ) -> None:
        if samples < 1:
            raise InputError(f"Expected samples to be at least 1, got {samples}.")
        self.rewriter = rewriter
        self.rewriter_name = rewriter.name
        self.column = column
        self.samples = samples

    def _get_transformations(
        self, current_text: AttackedText, indices_to_modify: set[int]
    ) -> list[AttackedText]:
        claim = claim_of(current_text, self.column)
        pair = (claim, evidence_of(current_text, self.column))
        rewrites = self.rewriter.rewrite([pair], self.samples)[0]
        found: dict[str, AttackedText] = {}
        for sample, rewrite in enumerate(rewrites):
            if rewrite.status != "ok" or not _usable(rewrite.text, claim):
                continue
            if rewrite.text in found:
                continue
            new = with_claim(current_text, rewrite.text, self.column)
            notes(new)["generation"] = {**_summary([rewrite]), "sample": sample}
            found[rewrite.text] = new
        notes(current_text)["generation"] = _summary(rewrites, usable=bool(found))
        return list(found.values())

    @property
    def deterministic(self) -> bool:
        """True: a generator's parameters and seed fix what it answers."""
        return True

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return ["rewriter_name", "column", "samples"]


def _usable(text: str, claim: str) -> bool:
    """Tell whether the host can take the rewrite: it is another text, in one column."""
    return text != claim and AttackedText.SPLIT_TOKEN not in text


def _summary(rewrites: Sequence[Rewrite], usable: bool = True) -> dict[str, Any]:
    """Return what generation took and how it ended, as plain JSON values."""
    failed = next((r for r in rewrites if r.status == "error"), None)
    status, reason = "ok", ""
    if not usable:
        said = failed or next((r for r in rewrites if r.status != "ok"), None)
        status = said.status if said else "abstained"
        reason = said.reason if said else "identical to the claim, or no single text"
    return {
        "status": status,
        "reason": reason,
        "family": rewrites[0].family if rewrites else "",
        "calls": sum(r.calls for r in rewrites),
        "prompt_tokens": _total([r.prompt_tokens for r in rewrites]),
        "completion_tokens": _total([r.completion_tokens for r in rewrites]),
        "seconds": sum(r.seconds for r in rewrites),
    }


def _total(counts: Sequence[int | None]) -> int | None:
    """Add up; what a backend did not count for one is unknown for all."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None
