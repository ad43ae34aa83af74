"""Records reduced, in one pass, to every number that a report shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal, Protocol

import msgspec

from textattack_atomeval.data import Record, Signature
from textattack_atomeval.metrics import (
    OUTCOMES,
    Comparison,
    Facts,
    Rate,
    asr,
    compare,
    diagnostic_rates,
    facts,
    gap,
    p_asr,
    preservation,
    rate_interval,
    s_asr,
    vasr,
)

Mode = Literal["attack", "preservation"]
Interval = tuple[float, float]
MAX_PAIRS = 20  # generators are compared pairwise; more pairs than this help nobody
MAX_REASONS = 5
STATUSES = ("valid", "invalid", "unscored")


class Problem(Protocol):
    """A bad input row, as far as a report cares."""

    @property
    def field(self) -> str | None:
        """The field that is wrong, None for the whole row."""

    @property
    def message(self) -> str:
        """What is wrong with it."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A rate with its Wilson interval and the one that resamples claims."""

    hits: int
    total: int
    value: float | None
    wilson: Interval | None
    by_claim: Interval | None = None

    @property
    def rate(self) -> Rate:
        """Return the bare rate."""
        return Rate(self.hits, self.total)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """All numbers of one family and generator, or of all records (both None).

    ``n`` counts records, ``claims`` distinct claims; ``invalid`` and ``valid`` are
    the sides that diagnostics are computed over.
    """

    family: str | None
    generator: str | None
    n: int
    claims: int
    outcomes: dict[str, int]
    decisions: dict[str, int]
    invalid: int
    valid: int
    preservation: Estimate
    asr: Estimate | None
    s_asr: Estimate | None
    p_asr: Estimate | None
    vasr: Estimate | None
    gap: Comparison | None
    diagnostics: dict[str, Estimate]


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """Two generators compared on the claims that both rewrote."""

    metric: str
    first: str
    second: str
    comparison: Comparison


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What :func:`collect` found; ``rows`` ends with the total."""

    signature: Signature
    mode: Mode
    n: int
    rows: tuple[Row, ...]
    pairings: tuple[Pairing, ...]
    problems: dict[str, int]
    violations: dict[str, int]
    not_computed: dict[str, int]

    @property
    def total(self) -> Row:
        """Return the row over all records."""
        return self.rows[-1]


def collect(
    records: Iterable[Record],
    signature: Signature,
    problems: Sequence[Problem] = (),
    seed: int = 0,
) -> Summary:
    """Read the records once and compute every number of the report."""
    known: list[Facts] = []
    violations: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for record in records:
        known.append(facts(record))
        violations.update(_violations(record))
        missing.update(_missing(record))
    mode: Mode = "preservation"
    if any(item.outcome for item in known):
        mode = "attack"
    cells: dict[tuple[str, str], list[Facts]] = {}
    for item in known:
        cells.setdefault((item.family, item.generator), []).append(item)
    rows = [_row(*key, cells[key], mode, seed) for key in sorted(cells)]
    rows.append(_row(None, None, known, mode, seed))
    if signature.seed is None:
        signature = msgspec.structs.replace(signature, seed=seed)
    return Summary(
        signature=signature,
        mode=mode,
        n=len(known),
        rows=tuple(rows),
        pairings=_pairings(known, mode, seed),
        problems=_ranked(Counter(map(_kind, problems))),
        violations=_ranked(violations),
        not_computed=dict(list(_ranked(missing).items())[:MAX_REASONS]),
    )


def _row(
    family: str | None,
    generator: str | None,
    items: Sequence[Facts],
    mode: Mode,
    seed: int,
) -> Row:
    attack = mode == "attack"
    right = [item for item in items if item.right]
    sides = [item for item in items if item.success] if attack else items

    def screened(rate: Rate | None) -> Estimate | None:
        return _estimate(rate) if attack and rate is not None else None

    def attacked(rate: Rate, hit: Callable[[Facts], bool]) -> Estimate | None:
        return _estimate(rate, rate_interval(right, hit, seed)) if attack else None

    return Row(
        family=family,
        generator=generator,
        n=len(items),
        claims=len({item.claim for item in items}),
        outcomes=_counts(OUTCOMES if attack else (), map(_ended, items)),
        decisions=_counts(STATUSES, (item.status for item in items)),
        invalid=sum(item.status == "invalid" for item in sides),
        valid=sum(item.status == "valid" for item in sides),
        preservation=_estimate(
            preservation(items),
            rate_interval(items, lambda item: item.status == "valid", seed),
        ),
        asr=attacked(asr(right), lambda item: item.success),
        s_asr=screened(s_asr(items)),
        p_asr=screened(p_asr(items)),
        vasr=attacked(vasr(right), lambda item: item.outcome == "valid_success"),
        gap=gap(items, seed) if attack else None,
        diagnostics={
            name: _estimate(rate)
            for name, rate in diagnostic_rates(items, attack).items()
        },
    )


def _ended(item: Facts) -> str:
    # Among records with victim labels, one without them has lost them.
    return item.outcome or "error"


def _counts(names: Iterable[str], found: Iterable[str]) -> dict[str, int]:
    counts = Counter(found)
    return {name: counts[name] for name in names}


def _estimate(rate: Rate, by_claim: Interval | None = None) -> Estimate:
    return Estimate(
        hits=rate.hits,
        total=rate.total,
        value=rate.value,
        wilson=rate.interval,
        by_claim=by_claim,
    )


def _pairings(items: Sequence[Facts], mode: Mode, seed: int) -> tuple[Pairing, ...]:
    metrics = {"ASR": asr, "VASR": vasr}
    if mode == "preservation":
        metrics = {"Preserved": preservation}
    sides: dict[str, list[Facts]] = {}
    for item in items:
        sides.setdefault(item.generator, []).append(item)
    pairs = list(combinations(sorted(sides), 2))[:MAX_PAIRS]
    return tuple(
        Pairing(
            metric=name,
            first=one,
            second=two,
            comparison=compare(sides[one], sides[two], metric, seed),
        )
        for one, two in pairs
        for name, metric in metrics.items()
    )


def _violations(record: Record) -> set[str]:
    if record.decision.status != "invalid":
        return set()
    lost = [check for check in record.checks if not check.preserved]
    return {violation.kind for check in lost for violation in check.violations}


def _missing(record: Record) -> list[str]:
    if record.surface is None:
        return ["surface: not asked for"]
    return [f"{key}: {why}" for key, why in record.surface.not_computed.items()]


def _kind(problem: Problem) -> str:
    # A message's first clause is its kind; what follows names values and remedies.
    clause = re.split(r"[;:]|\s\d", problem.message, maxsplit=1)[0].strip()
    return f"{problem.field or 'row'} {clause}"


def _ranked(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
