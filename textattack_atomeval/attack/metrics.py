"""Metrics for TextAttack's summary: ASR beside VASR, outcomes, diagnostics.

Pass ``AttackArgs(metrics=summary_metrics(recorder, mode))``, or give them to the log
manager. Each is one row of the summary; W&B and the JSON summary get them too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from textattack.attack_results import (
    AttackResult,
    SkippedAttackResult,
    SuccessfulAttackResult,
)
from textattack.metrics import Metric
from textattack.metrics.quality_metrics import Perplexity, USEMetric

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.records import Engine, Recorder
from textattack_atomeval.attack.texts import notes
from textattack_atomeval.metrics import (
    DIAGNOSTICS,
    OUTCOMES,
    Facts,
    Rate,
    asr,
    diagnostic_rates,
    facts,
    p_asr,
    preservation,
    s_asr,
    vasr,
)
from textattack_atomeval.report.tables import FEWEST

_LOG = logging.getLogger(__name__)
Rates = Callable[[Sequence[Facts]], Rate | None]
_RATES: dict[str, Rates] = {"ASR": asr, "VASR": vasr, "S-ASR": s_asr, "P-ASR": p_asr}
_TITLES = dict(
    zip(DIAGNOSTICS, ("EvDrift", "ScopeLoss", "EvEnt", "UnverAdd"), strict=True)
)


class RecordMetric(Metric):
    """A number about the records of the results; subclasses say which.

    ``recorder`` makes the records, or returns those that the loggers made.
    """

    def __init__(self, recorder: Recorder, name: str) -> None:
        # The host's constructor only raises.
        self.recorder = recorder
        self.name = name

    def calculate(self, results: Sequence[AttackResult]) -> float | int | None:
        """Return the number; None, not zero or NaN, where it is undefined."""
        return self.of([facts(self.recorder(result)) for result in results])

    def of(self, items: Sequence[Facts]) -> float | int | None:
        """Return the number for the facts of all results."""
        raise NotImplementedError


class RateMetric(RecordMetric):
    """ASR, VASR, S-ASR or P-ASR, in percent of the examples not skipped (Eq. 4, 5)."""

    def of(self, items: Sequence[Facts]) -> float | None:
        """Return the rate in percent."""
        return _percent(_RATES[self.name](items))


class DiagnosticMetric(RecordMetric):
    """One diagnostic of Appendix B, in percent of its side of the raw successes."""

    def of(self, items: Sequence[Facts]) -> float | None:
        """Return the rate in percent."""
        return _percent(diagnostic_rates(items, attack=True)[self.name], FEWEST)


class OutcomeCount(RecordMetric):
    """How many examples ended in one outcome."""

    def of(self, items: Sequence[Facts]) -> int:
        """Return the count; an example without any victim label is an error."""
        return sum((item.outcome or "error") == self.name for item in items)


class Vasr(RateMetric):
    """VASR in percent, as a metric of any plain ``Attacker``.

    ``AttackArgs(metrics={"VASR:": Vasr()})``: no manager, logger or runner of this
    package is needed. Rewrites are judged when the summary is made.

    Args:
        engine: judges the rewrites; the embedded engine when None.
        given: further options of :class:`~textattack_atomeval.attack.records.
            Recorder` (``victim_labels``, ``column``, …).
    """

    def __init__(self, engine: Engine | None = None, **given: Any) -> None:
        super().__init__(Recorder(engine or EngineHandle(), **given), "VASR")


class PreservationRate(RecordMetric):
    """The share of valid rewrites among those of attacked claims, in percent.

    Used like :class:`Vasr`. It needs no victim labels, so it suits any data; failed
    attacks count with the rewrite that came closest.
    """

    def __init__(self, engine: Engine | None = None, **given: Any) -> None:
        super().__init__(Recorder(engine or EngineHandle(), **given), "Preserved")

    def calculate(self, results: Sequence[AttackResult]) -> float | None:
        """Return the rate in percent, None without any rewrite."""
        tried = [r for r in results if not isinstance(r, SkippedAttackResult)]
        records = [self.recorder(result) for result in tried]
        written = [record for record in records if record.case.rewrite]
        return _percent(preservation(written))

    def of(self, items: Sequence[Facts]) -> float | None:
        """Return the rate in percent over the facts given."""
        return _percent(preservation(items))


def summary_metrics(
    recorder: Recorder, mode: str, *, surface: bool = False
) -> dict[str, Metric]:
    """Return the rows that go into TextAttack's summary, in reading order.

    Args:
        recorder: makes the records.
        mode: how validity entered the search; stands with VASR, since the three
            kinds must not be compared.
        surface: add S-ASR and P-ASR (the recorder has a scorer).
    """
    rows: dict[str, Metric] = {
        "ASR, %:": RateMetric(recorder, "ASR"),
        f"VASR ({mode}), %:": RateMetric(recorder, "VASR"),
    }
    for name in ("S-ASR", "P-ASR") if surface else ():
        rows[f"{name}, %:"] = RateMetric(recorder, name)
    for outcome in OUTCOMES:
        rows[f"Outcome {outcome}:"] = OutcomeCount(recorder, outcome)
    for diagnostic, title in _TITLES.items():
        rows[f"{title}, %:"] = DiagnosticMetric(recorder, diagnostic)
    return rows


class AdvancedMetric(Metric):
    """One of the host's metrics that load a model: a dash where that fails."""

    def __init__(self, make: Callable[[], Metric], key: str) -> None:
        self._make = make
        self._key = key

    def calculate(self, results: Sequence[AttackResult]) -> float | None:
        """Return the number; None, with a warning, where the model cannot be had."""
        try:
            value: float = self._make().calculate(list(results))[self._key]
        except Exception as error:  # hub, pip, tensorflow: the report must go on
            words = " ".join(str(error).split())
            _LOG.warning("--enable-advance-metrics: no %s (%.200s)", self._key, words)
            return None
        return value


def advanced_metrics() -> dict[str, Metric]:
    """Return what ``--enable-advance-metrics`` adds to the host's summary."""
    return {
        "Average Original Perplexity:": AdvancedMetric(
            Perplexity, "avg_original_perplexity"
        ),
        "Average Attack Perplexity:": AdvancedMetric(
            Perplexity, "avg_attack_perplexity"
        ),
        "Average Attack USE Score:": AdvancedMetric(USEMetric, "avg_attack_use_score"),
    }


def validity_line(results: Sequence[AttackResult]) -> str:
    """Return what a plain run of the host knows of its rewrites' validity, in a line.

    Constraint and goal leave their decisions with the texts; without them nobody has
    looked, and the line says how to have it done.
    """
    attacked = [r for r in results if not isinstance(r, SkippedAttackResult)]
    flips = [r for r in attacked if isinstance(r, SuccessfulAttackResult)]
    said = [notes(r.perturbed_result.attacked_text).get("decision") for r in flips]
    if None in said or (not said and not any(map(_searched, attacked))):
        return (
            "AtomEval: VASR was not measured. Log with --log-to-csv FILE.csv "
            "--csv-coloring-style plain, then run `textattack-atomeval rescore "
            "FILE.csv`; or attack with `textattack-atomeval attack`."
        )
    valid = sum(decision == "valid" for decision in said)
    rate = Rate(valid, len(attacked)).percent()
    return f"AtomEval: VASR {rate}% ({valid} of {len(attacked)} attacked claims)"


def _searched(result: AttackResult) -> bool:
    """Tell whether a validity-aware goal saw the example."""
    return "flip_count" in notes(result.original_result.attacked_text)


def _percent(rate: Rate | None, fewest: int = 1) -> float | None:
    if rate is None or rate.value is None or rate.total < fewest:
        return None
    return round(100 * rate.value, 2)
