"""Each ablated variant does what its name says and no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.validation.engine import Overlap, Words, Written
from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.validation import ablation as module
from textattack_atomeval.validation.ablation import ablations, atom_match, plain_nli
from textattack_atomeval.validation.rows import LabelledRow


def row(rewrite: str, claim: str = "Oslo adjoins Lima.", valid: bool = True) -> Any:
    return LabelledRow(
        id=rewrite,
        line=1,
        claim=claim,
        rewrite=rewrite,
        evidence="",
        family="f",
        valid=valid,
        claim_atoms=None,
        diagnostics={},
    )


@pytest.mark.parametrize(
    ("rewrite", "accepted"),
    [
        ("Oslo adjoins Lima.", True),  # at the threshold exactly
        ("Nobody says that Oslo adjoins Lima.", True),  # no consistency check
        ("Oslo adjoins Quito.", False),
        ("Oslo adjoins Lima " + "x " * 100, False),  # cut: no verdict
    ],
)
def test_plain_nli(rewrite: str, accepted: bool) -> None:
    assert plain_nli([row(rewrite)], Overlap()) == [accepted]


@pytest.mark.parametrize(
    ("claim", "rewrite", "accepted"),
    [
        ("Oslo adjoins Lima.", "Oslo adjoins Lima.", True),
        ("Oslo adjoins Lima.", "Rain fell yesterday. Oslo adjoins Lima.", True),
        ("Oslo adjoins Lima.", "Lima adjoins Oslo.", False),
        ("Oslo adjoins Lima.", "Nobody says that Oslo adjoins Lima.", False),
        ("Oslo adjoins Lima. Oslo adjoins Quito.", "Oslo adjoins Lima.", False),
        ("Hm.", "Hm.", False),  # no atom proves nothing
    ],
)
def test_atom_match(claim: str, rewrite: str, accepted: bool) -> None:
    assert atom_match([row(rewrite, claim)], Words()) == [accepted]


def test_table(monkeypatch: pytest.MonkeyPatch) -> None:
    class Similar:
        def score(self, pairs: Any) -> list[float | str]:
            return [0.65, 0.64, "empty text"][: len(pairs)]

    monkeypatch.setattr(module, "Sbert", Similar)
    rows = [
        row("Oslo adjoins Lima."),
        row("Nobody says that Oslo adjoins Lima.", valid=False),
        row("Oslo adjoins Quito.", valid=False),
    ]
    table = ablations(rows, [True, False, False], Written({}))
    assert [line["variant"] for line in table] == [
        "full",
        "without extractor",
        "without gate/NLI",
        "SBERT >= 0.65",
    ]
    accuracy = [line["accuracy"] for line in table]
    assert accuracy == pytest.approx([1.0, 2 / 3, 1.0, 1.0])
    shares = [line["valid_percent"] for line in table]
    assert shares == pytest.approx([100 / 3, 200 / 3, 100 / 3, 100 / 3])


def test_absent_sbert_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise ModelUnavailableError("SBERT: not here.")

    monkeypatch.setattr(module, "Sbert", absent)
    last = ablations([row("Oslo adjoins Lima.")], [True], Written({}))[-1]
    assert last == {"variant": "SBERT >= 0.65", "not_computed": "SBERT: not here."}
