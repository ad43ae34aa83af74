"""One expansion of the original claim, and its repair: no rewriting in circles."""

from __future__ import annotations

from textattack.goal_function_results import GoalFunctionResult
from textattack.goal_function_results.goal_function_result import (
    GoalFunctionResultStatus,
)
from textattack.search_methods import SearchMethod
from textattack.shared import AttackedText

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.texts import claim_of, evidence_of, notes, with_claim
from textattack_atomeval.data import Case, Record
from textattack_atomeval.generation.repair import Repairer


class BestOfN(SearchMethod):
    """Transforms the original once, queries every candidate, returns the best.

    With one sample this is the paper's protocol: "the attacker receives no feedback
    from the victim verifier and generation is performed in a single pass" (section
    3.2). With N, the victim's answers choose among N rewrites made without feedback.

    A success is best, then the highest score, then the candidate that was generated
    first. Without a candidate, or without a query left, it is the unattacked text.
    """

    def perform_search(self, initial_result: GoalFunctionResult) -> GoalFunctionResult:
        """Return the result of the best candidate."""
        text = initial_result.attacked_text
        candidates = self.get_transformations(text, original_text=text)
        if not candidates:
            return initial_result
        # The host sorts candidates by their text; a budget should cut the last made.
        results, _ = self.get_goal_results(sorted(candidates, key=_generated))
        return max(results, key=_rank, default=initial_result)

    @property
    def is_black_box(self) -> bool:
        """True: only the victim's outputs are looked at."""
        return True


class RepairingSearch(BestOfN):
    """BestOfN; its invalid raw flips are mended once by their diagnosis (section 6.2).

    Needs :class:`~textattack_atomeval.attack.goal_function.ValidityAwareEvasion`, which
    remembers the flips. A mended rewrite is queried and judged like any candidate; its
    notes hold what it was mended from ("repaired_from").
    """

    def __init__(
        self, repairer: Repairer, engine: EngineHandle, column: str | None = None
    ) -> None:
        self.repairer = repairer
        self.handle = engine
        self.column = column

    def perform_search(self, initial_result: GoalFunctionResult) -> GoalFunctionResult:
        """Return the best of the rewrites and the mended ones."""
        best = super().perform_search(initial_result)
        text = initial_result.attacked_text
        if best.goal_status == GoalFunctionResultStatus.SUCCEEDED:
            return best
        mended = self._mended(text, self._invalid(text))
        if not mended:
            return best
        results, _ = self.get_goal_results(mended)
        return max([best, *results], key=_rank)

    def _invalid(self, text: AttackedText) -> list[Record]:
        """Return the records of the raw flips that failed the gate."""
        claim, evidence = claim_of(text, self.column), evidence_of(text, self.column)
        cases = [
            Case(id=str(i), claim=claim, evidence=evidence, rewrite=flip["claim"])
            for i, flip in enumerate(notes(text).get("flips", ()))
            if flip["decision"] == "invalid"
        ]
        records = self.handle.run(cases)
        return [record for record in records if record.decision.status == "invalid"]

    def _mended(self, text: AttackedText, records: list[Record]) -> list[AttackedText]:
        if not records:
            return []
        found = {}
        answers = self.repairer.repair(records)
        for record, answer in zip(records, answers, strict=True):
            if answer.status != "ok" or AttackedText.SPLIT_TOKEN in answer.text:
                continue
            new = with_claim(text, answer.text, self.column)
            new.attack_attrs["last_transformation"] = None
            notes(new)["repaired_from"] = record.case.rewrite
            found[answer.text] = new
        return list(found.values())

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        return ["column"]


def _generated(text: AttackedText) -> int:
    """Return the candidate's place among the samples; other candidates have none."""
    return int(notes(text).get("generation", {}).get("sample", 0))


def _rank(result: GoalFunctionResult) -> tuple[bool, float]:
    succeeded = result.goal_status == GoalFunctionResultStatus.SUCCEEDED
    return succeeded, float(result.score)
