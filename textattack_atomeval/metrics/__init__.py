"""What the numbers are made of: rates, outcomes, ASR and VASR, intervals by claim.

Pure functions over records. A record is reduced once to the few :class:`Facts` that
every statistic needs; intervals resample those and recompute nothing else.
"""

from __future__ import annotations

from textattack_atomeval.metrics.attack import (
    DIAGNOSTICS,
    Items,
    asr,
    diagnostic_rates,
    p_asr,
    preservation,
    s_asr,
    to_facts,
    vasr,
)
from textattack_atomeval.metrics.intervals import (
    compare,
    gap,
    percentile_interval,
    rate_interval,
    resampled_totals,
)
from textattack_atomeval.metrics.outcomes import (
    ANY,
    OUTCOMES,
    PERPLEXITY_THRESHOLD,
    SBERT_THRESHOLD,
    Facts,
    Outcome,
    facts,
    has_victim,
    is_attacked,
    outcome,
)
from textattack_atomeval.metrics.rates import (
    DASH,
    Comparison,
    Rate,
)

__all__ = [
    "ANY",
    "Comparison",
    "DASH",
    "DIAGNOSTICS",
    "Facts",
    "Items",
    "OUTCOMES",
    "Outcome",
    "PERPLEXITY_THRESHOLD",
    "Rate",
    "SBERT_THRESHOLD",
    "asr",
    "compare",
    "diagnostic_rates",
    "facts",
    "gap",
    "has_victim",
    "is_attacked",
    "outcome",
    "p_asr",
    "percentile_interval",
    "preservation",
    "rate_interval",
    "resampled_totals",
    "s_asr",
    "to_facts",
    "vasr",
]
