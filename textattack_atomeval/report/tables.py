"""The tables of a report as plain cells, before any format; pure."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from textattack_atomeval.metrics import DASH, OUTCOMES, Comparison
from textattack_atomeval.report.summary import Estimate, Row, Summary

DIAGNOSTIC_TITLES = {
    "ev_drift": "EvDrift",
    "scope_loss": "ScopeLoss",
    "ev_ent": "EvEnt",
    "unver_add": "UnverAdd",
}
FEWEST = 5  # Table 6 shows a dash for fewer rewrites in the subset
MAX_VIOLATIONS = 10


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A title, a header and rows of text; ``labels`` columns hold foreign text."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int = 2
    note: str = ""


def tables(summary: Summary) -> list[Table]:
    """Return the tables that apply to the summary, in reading order."""
    attack = summary.mode == "attack"
    found = [_counts(summary)]
    found += [_attack(summary), _resampled(summary)] if attack else [_kept(summary)]
    found += [_pairings(summary)] if summary.pairings else []
    found.append(_diagnostics(summary))
    if summary.violations:
        found.append(_tally("Violations among invalid rewrites", summary.violations))
    if summary.problems:
        found.append(_tally("Rows that could not be used", summary.problems))
    if summary.not_computed:
        found.append(_tally("Surface scores not computed", summary.not_computed))
    return found


def _name(row: Row) -> tuple[str, str]:
    if row.family is None:
        return "total", ""
    return row.family or DASH, row.generator or DASH


def _rows(
    summary: Summary, cells: Callable[[Row], tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    return tuple((*_name(row), *cells(row)) for row in summary.rows)


def _counts(summary: Summary) -> Table:
    total = summary.total
    if summary.mode == "attack":
        keys, title = OUTCOMES, "Outcomes"
        return Table(
            title=title,
            header=("Family", "Generator", "N", *keys),
            rows=_rows(
                summary, lambda row: _ints(row.n, *(row.outcomes[k] for k in keys))
            ),
            note=f"Outcomes sum to N = {total.n}; unscored is a flip that the gate "
            "could not judge and counts against VASR.",
        )
    return Table(
        title="Decisions",
        header=("Family", "Generator", "N", *total.decisions),
        rows=_rows(summary, lambda row: _ints(row.n, *row.decisions.values())),
        note="No victim labels: preservation is reported, not attack success.",
    )


def _attack(summary: Summary) -> Table:
    return Table(
        title="Attack success, % (Wilson 95 % interval)",
        header=("Family", "Generator", "Right", "ASR", "S-ASR", "P-ASR", "VASR"),
        rows=_rows(
            summary,
            lambda row: (
                str(row.asr.total if row.asr else 0),
                *map(_wilson, (row.asr, row.s_asr, row.p_asr, row.vasr)),
            ),
        ),
        note="Over the examples that the victim got right before. S-ASR: SBERT at "
        "least 0.65. P-ASR: perplexity at most 100.",
    )


def _resampled(summary: Summary) -> Table:
    return Table(
        title="Attack success, % (95 % interval, claims resampled)",
        header=("Family", "Generator", "Claims", "ASR", "VASR", "ASR − VASR"),
        rows=_rows(
            summary,
            lambda row: (
                str(row.gap.claims if row.gap else 0),
                _by_claim(row.asr),
                _by_claim(row.vasr),
                _difference(row.gap),
            ),
        ),
    )


def _kept(summary: Summary) -> Table:
    return Table(
        title="Preservation, % of rewrites (95 % intervals)",
        header=("Family", "Generator", "N", "Preserved (Wilson)", "(by claim)"),
        rows=_rows(
            summary,
            lambda row: (
                str(row.n),
                _wilson(row.preservation),
                _by_claim(row.preservation),
            ),
        ),
        note="An unscored rewrite does not count as preserved.",
    )


def _pairings(summary: Summary) -> Table:
    return Table(
        title="Generators compared on the same claims, %",
        header=("First", "Second", "Metric", "Claims", "Of first", "Of second")
        + ("Difference (95 %)", "p"),
        rows=tuple(
            (
                pairing.first or DASH,
                pairing.second or DASH,
                pairing.metric,
                str(pairing.comparison.claims),
                pairing.comparison.first.percent(),
                pairing.comparison.second.percent(),
                _difference(pairing.comparison),
                _p_value(pairing.comparison.p_value),
            )
            for pairing in summary.pairings
        ),
        note="p: two-sided exact sign test over the claims.",
    )


def _diagnostics(summary: Summary) -> Table:
    attack = summary.mode == "attack"
    base = "raw successes" if attack else "rewrites"
    return Table(
        title=f"Diagnostics of {base}, % (count)",
        header=("Family", "Generator", "N", "Invalid", "Valid")
        + tuple(DIAGNOSTIC_TITLES.values()),
        rows=_rows(summary, lambda row: _diagnosed(row, attack)),
        note=f"EvDrift and ScopeLoss over invalid, EvEnt and UnverAdd over valid "
        f"{base}; {DASH} for fewer than five.",
    )


def _diagnosed(row: Row, attack: bool) -> tuple[str, ...]:
    n = row.asr.hits if attack and row.asr else row.n
    return (
        str(n),
        _share(row.invalid, n),
        _share(row.valid, n),
        *(_counted(row.diagnostics[name], FEWEST) for name in DIAGNOSTIC_TITLES),
    )


def _tally(title: str, counts: dict[str, int]) -> Table:
    shown = list(counts.items())[:MAX_VIOLATIONS]
    rest = sum(counts.values()) - sum(count for _, count in shown)
    rows = [(kind, str(count)) for kind, count in shown]
    if rest:
        rows.append(("others", str(rest)))
    return Table(title=title, header=("Kind", "Count"), rows=tuple(rows), labels=1)


def _ints(*values: int) -> tuple[str, ...]:
    return tuple(map(str, values))


def _wilson(estimate: Estimate | None) -> str:
    return _bracketed(estimate, estimate.wilson if estimate else None)


def _by_claim(estimate: Estimate | None) -> str:
    return _bracketed(estimate, estimate.by_claim if estimate else None)


def _bracketed(estimate: Estimate | None, interval: tuple[float, float] | None) -> str:
    if estimate is None:
        return DASH
    value = estimate.rate.percent()
    if interval is None:
        return value
    return f"{value} ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def _counted(estimate: Estimate, fewest: int) -> str:
    shown = estimate.rate.percent(minimum=fewest)
    return shown if shown == DASH else f"{shown} ({estimate.hits})"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} ({part})" if whole else DASH


def _difference(comparison: Comparison | None) -> str:
    if comparison is None or comparison.difference is None:
        return DASH
    shown = _signed(comparison.difference)
    if comparison.interval is None:
        return shown
    low, high = map(_signed, comparison.interval)
    return f"{shown} ({low} to {high})"


def _signed(value: float) -> str:
    text = f"{100 * value:+.1f}"
    return "0.0" if float(text) == 0 else text.replace("-", "−")


def _p_value(value: float | None) -> str:
    if value is None:
        return DASH
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
