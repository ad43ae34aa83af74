"""The paper's Table 4: what the gate is worth without one of its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from textattack_atomeval.data import Extraction
from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.extraction.agreement import atoms_agree
from textattack_atomeval.extraction.base import Extractor
from textattack_atomeval.metrics import SBERT_THRESHOLD
from textattack_atomeval.nli.base import NLI
from textattack_atomeval.surface import Sbert
from textattack_atomeval.validation.rows import LabelledRow
from textattack_atomeval.validation.scores import Judged, scores

PLAIN_THRESHOLD = 0.5


class Parts(Protocol):
    """What an ablation takes from an engine."""

    @property
    def extractor(self) -> Extractor:
        """Texts to atoms."""

    @property
    def nli(self) -> NLI:
        """Pairs to judgements."""


def ablations(
    rows: Sequence[LabelledRow], full: Sequence[bool], engine: Parts, seed: int = 0
) -> list[dict[str, Any]]:
    """Return Table 4's rows, and SBERT's as a surface proxy.

    Args:
        rows: labelled pairs.
        full: the gate's own answers for them.
        engine: whose parts are used alone.
        seed: of the intervals.
    """
    variants: list[tuple[str, Callable[[], Sequence[bool]]]] = [
        ("full", lambda: full),
        ("without extractor", lambda: plain_nli(rows, engine.nli)),
        ("without gate/NLI", lambda: atom_match(rows, engine.extractor)),
        (f"SBERT >= {SBERT_THRESHOLD}", lambda: sbert(rows)),
    ]
    return [_variant(name, predict, rows, seed) for name, predict in variants]


def _variant(
    name: str,
    predict: Callable[[], Sequence[bool]],
    rows: Sequence[LabelledRow],
    seed: int,
) -> dict[str, Any]:
    try:
        predicted = predict()
    except ModelUnavailableError as error:
        return {"variant": name, "not_computed": str(error)}
    judged = [
        Judged(row.claim, row.family, row.valid, answer)
        for row, answer in zip(rows, predicted, strict=True)
    ]
    share = 100 * sum(predicted) / len(predicted)
    return {"variant": name, "valid_percent": share, **scores(judged, seed)}


def plain_nli(rows: Sequence[LabelledRow], nli: NLI) -> list[bool]:
    """Judge the whole rewrite against the whole claim: no atoms, no consistency."""
    judgements = nli.judge([(row.rewrite, row.claim) for row in rows])
    return [
        judgement.entailment >= PLAIN_THRESHOLD and not judgement.truncated
        for judgement in judgements
    ]


def atom_match(rows: Sequence[LabelledRow], extractor: Extractor) -> list[bool]:
    """Look for every claim atom among the rewrite's, word for word."""
    texts = list(dict.fromkeys(t for row in rows for t in (row.claim, row.rewrite)))
    found = dict(zip(texts, extractor.extract(texts), strict=True))
    return [_matched(found[row.claim], found[row.rewrite]) for row in rows]


def _matched(claim: Extraction, rewrite: Extraction) -> bool:
    return bool(claim.atoms) and all(
        any(atoms_agree([other], [atom]) for other in rewrite.atoms)
        for atom in claim.atoms
    )


def sbert(rows: Sequence[LabelledRow]) -> list[bool]:
    """Ask the packaged SBERT for similarity, the paper's surface screen."""
    cosines = Sbert().score([(row.claim, row.rewrite) for row in rows])
    return [not isinstance(c, str) and c >= SBERT_THRESHOLD for c in cosines]
