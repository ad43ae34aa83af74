"""ValidityAwareEvasion: a success is a verdict evaded with the proposition kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textattack.goal_functions import ClassificationGoalFunction
from textattack.shared import AttackedText

from textattack_atomeval.attack.engine import EngineHandle, note_decision
from textattack_atomeval.attack.texts import (
    claim_column,
    claim_of,
    evidence_of,
    notes,
    others_unchanged,
)
from textattack_atomeval.attack.wrappers import VictimWrapper, reads_probabilities
from textattack_atomeval.data import Decision
from textattack_atomeval.errors import InputError
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.verdicts import Label, read_label

FLIPS_KEPT = 10
"""Raw flips remembered for an example; the victim's most certain ones."""


@reads_probabilities
class ValidityAwareEvasion(ClassificationGoalFunction):
    """Untargeted evasion that counts only if the gate passes (VASR, Eq. 5).

    A rewrite succeeds iff the victim's verdict leaves the true label and the claim is
    preserved, with every other column unchanged. Only flips are put to the gate, all
    those of one batch of queries at a time. An unscored flip is no success.

    Skipped are examples that the victim gets wrong unattacked (section 3.1), and
    those of another label than ``attacked_label``; ``texts.notes(original)["skipped"]``
    says which. The initial text's notes hold the raw flips too: "flip_count" counts
    the distinct flipped candidates and "flips" lists the best ``FLIPS_KEPT`` with
    claim, label, score, decision and reason, so one run reports ASR beside VASR.

    The score is the victim's margin, (1 + max of the other labels - p(true)) / 2, from
    0 to 1. For two labels that is 1 - p(true), as in ``UntargetedClassification``; for
    three it ranks every flip above what has not flipped, as 1 - p(true) does not. A
    flip that does not pass the gate loses 1: it ranks last, so that no greedy search
    walks on from a claim that is already lost.

    Texts that no transformation made (a search's probes, such as a text with a word
    left out) keep their plain margin and are not listed as flips.

    Args:
        model_wrapper: the victim.
        policy: "strict" or "paper"; the engine's own, else "strict", when None.
        column: name of the claim's column; None finds it, see ``texts.claim_column``.
        engine: an engine or a handle of one instead of the embedded engine.
        attacked_label: the verdict under attack, in any usual spelling; None attacks
            all. Labels that are no verdicts (sentiment, topics) are always attacked.
        labels: name of each output column; None takes ``model_wrapper.labels``, else
            the data set's label names.
        options: ``query_budget``, ``model_batch_size`` and others of the host.

    Raises:
        InputError: the policy or the attacked label is unknown.
    """

    def __init__(
        self,
        model_wrapper: Any,
        *,
        policy: str | None = None,
        column: str | None = None,
        engine: AtomEval | EngineHandle | None = None,
        attacked_label: Label | None = "REFUTED",
        labels: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        if attacked_label is not None and read_label(attacked_label) is None:
            raise InputError(f"No verdict is spelt {attacked_label!r}; try REFUTED.")
        self.handle = EngineHandle.of(engine, policy)
        self.given_policy = policy
        self.policy = self.handle.policy
        self.column = column
        self.attacked_label = read_label(attacked_label)
        self.labels = labels
        self._judging = False
        self._decided: dict[int, Decision] = {}
        self._seen: set[str] = set()
        super().__init__(model_wrapper, **options)

    def init_attack_example(
        self, attacked_text: AttackedText, ground_truth_output: int
    ) -> Any:
        """Reset the flips and query the victim for the unattacked text.

        Raises:
            InputError: the claim's column cannot be told, the victim would read
                another column as the claim, the label is no column of the victim's,
                or the query budget does not even allow the first query.
        """
        self._check_example(attacked_text, ground_truth_output)
        self._seen = set()
        notes(attacked_text).update(flips=[], flip_count=0)
        notes(attacked_text).pop("skipped", None)
        return super().init_attack_example(attacked_text, ground_truth_output)

    def get_results(
        self, attacked_text_list: Sequence[AttackedText], check_skip: bool = False
    ) -> Any:
        """Query the victim within the budget, then the gate for what has flipped."""
        self._decided = {}
        self._judging = not check_skip
        try:
            return super().get_results(attacked_text_list, check_skip)
        finally:
            self._judging = False

    def _call_model(self, attacked_text_list: Sequence[AttackedText]) -> Any:
        # The host has cut the list to the budget here, and not yet looked at a result.
        outputs = super()._call_model(attacked_text_list)
        if self._judging:
            flips = [
                (text, output)
                for text, output in zip(attacked_text_list, outputs, strict=True)
                if self._flipped(output)
            ]
            self._judge(flips)
        return outputs

    def _judge(self, flips: Sequence[tuple[AttackedText, Any]]) -> None:
        noted = [self._noted(text) for text, _ in flips]
        new = [text for (text, _), d in zip(flips, noted, strict=True) if d is None]
        answers = iter(self.handle.judge(new, self.initial_attacked_text, self.column))
        for (text, output), found in zip(flips, noted, strict=True):
            decision = found or next(answers)
            note_decision(text, decision, self.policy)
            self._decided[id(text)] = decision
            if _is_candidate(text):
                self._remember(text, output, decision)

    def _noted(self, text: AttackedText) -> Decision | None:
        """Return what AtomPreservation found, if it asked the same policy."""
        found = notes(text)
        if found.get("policy") != self.policy or "decision" not in found:
            return None
        return Decision(found["decision"], found["reason"])

    def _remember(self, text: AttackedText, output: Any, decision: Decision) -> None:
        claim = claim_of(text, self.column)
        if claim in self._seen:
            return
        self._seen.add(claim)
        names = self._names()
        flip = {
            "claim": claim,
            "label": names[int(output.argmax())] if names else int(output.argmax()),
            "score": self._margin(output),
            "decision": decision.status,
            "reason": decision.reason,
        }
        start = self.initial_attacked_text
        if not others_unchanged(text, start, self.column):
            flip["evidence"] = evidence_of(text, self.column)
        kept = notes(start)
        best = sorted([*kept["flips"], flip], key=lambda f: f["score"], reverse=True)
        kept["flips"] = best[:FLIPS_KEPT]
        kept["flip_count"] = len(self._seen)

    def _flipped(self, output: Any) -> bool:
        return bool(int(output.argmax()) != self.ground_truth_output)

    def _margin(self, output: Any) -> float:
        scores = output.tolist()
        true = scores.pop(self.ground_truth_output)
        return float(1 + max(scores) - true) / 2

    def _is_goal_complete(self, model_output: Any, attacked_text: AttackedText) -> bool:
        decision = self._decided.get(id(attacked_text))
        return decision is not None and decision.status == "valid"

    def _get_score(self, model_output: Any, attacked_text: AttackedText) -> float:
        decision = self._decided.get(id(attacked_text))
        lost = decision is not None and decision.status != "valid"
        return self._margin(model_output) - (lost and _is_candidate(attacked_text))

    def _should_skip(self, model_output: Any, attacked_text: AttackedText) -> bool:
        reason = skip_reason(
            self._flipped(model_output), self._label(), self.attacked_label
        )
        if reason:
            notes(attacked_text)["skipped"] = reason
        return bool(reason)

    def _names(self) -> Sequence[str] | None:
        """Return the names of the output columns, None if nobody gave any."""
        given = self.labels or getattr(self.model, "labels", None)
        text = self.initial_attacked_text
        return given or text.attack_attrs.get("label_names")

    def _label(self) -> Label | None:
        names = self._names()
        return read_label(str(names[self.ground_truth_output])) if names else None

    def _check_example(self, text: AttackedText, truth: int) -> None:
        name = claim_column(text, self.column)
        if isinstance(self.model, VictimWrapper) and name != text.column_labels[0]:
            raise InputError(
                f"The victim reads the first column as the claim, but it is {name!r} "
                f"of {text.column_labels}: put it first."
            )
        if self.query_budget < 1:
            raise InputError(
                f"Expected a query budget of at least 1, got {self.query_budget}: the "
                "victim's verdict on the unattacked claim is a query."
            )
        self.initial_attacked_text = text
        names = self._names()
        if not isinstance(truth, int) or (names and not 0 <= truth < len(names)):
            raise InputError(
                f"Expected the label to be an index of the victim's outputs "
                f"({', '.join(map(str, names or ['unnamed']))}), got {truth!r}."
            )

    def extra_repr_keys(self) -> list[str]:
        """Return the settings that the host prints."""
        own = ["policy", "column", "attacked_label", "labels"]
        return [*super().extra_repr_keys(), *own]


def skip_reason(wrong: bool, label: Label | None, attacked: Label | None) -> str:
    """Return why an example is no target, empty if it is one.

    Args:
        wrong: whether the victim is wrong before the attack (section 3.1).
        label: the true verdict; None if the labels are no verdicts.
        attacked: the verdict that is attacked; None for every one.
    """
    if wrong:
        return "the victim is wrong before the attack"
    if None not in (label, attacked) and label != attacked:
        return f"the label is {label}, only {attacked} is attacked"
    return ""


def _is_candidate(text: AttackedText) -> bool:
    """Tell whether a transformation made the text, as the host's constraints do."""
    return "last_transformation" in text.attack_attrs
