"""training/nli/natural.py and frames.py: the texts that are there, and bad ones."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "training" / "nli"
sys.path.insert(0, str(FOLDER))

import frames  # noqa: E402
import natural  # noqa: E402

BLOCK = "C A mill stood here.\nE No mill did.\n=cu Yes, a mill, a big one.\n!oe None.\n"


def test_the_texts_are_as_the_readme_says() -> None:
    rows = natural.read_natural(FOLDER / "natural")
    claims = {row.claim for row in rows}
    assert len(claims) >= 400
    for family in natural.FAMILIES.values():
        valid = [row.valid for row in rows if row.family == family]
        assert 0.25 < sum(valid) / len(valid) < 0.75
    kept = {row.claim for row in rows if natural.kept_claim(row.claim)}
    assert 0.2 < len(kept) / len(claims) < 0.3


def test_no_kept_claim_trains() -> None:
    rows = [r for r in natural.read_natural(FOLDER / "natural") if not r.kept]
    pairs = list(natural.pairs(rows, seed=1))
    assert not any(natural.kept_claim(pair["hypothesis"]) for pair in pairs)
    assert len(pairs) > len(rows)


def test_a_block_is_read(tmp_path: Path) -> None:
    (tmp_path / "set.ann.txt").write_text(BLOCK, encoding="utf-8")
    yes, no = natural.read_natural(tmp_path)
    assert (yes.label, yes.family, yes.writer) == ("entailment", "colloquial", "ann")
    assert yes.evidence == no.evidence == "No mill did."
    assert yes.diagnostics() == {
        "ev_ent": False,
        "unver_add": True,
        "ev_drift": None,
        "scope_loss": None,
    }
    assert no.diagnostics()["ev_drift"] is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C A.\nE B.\n?c x\n", "set.ann.txt:3: expected"),
        ("C A.\nE B.\n=q x\n", "set.ann.txt:3: expected"),
        ("C A.\nE B.\n=ce x\n", "= takes the flags n, u"),
        ("C A.\n=c x\n", "no evidence for 'A.'"),
        ("=c x\n", "set.ann.txt:1: expected"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "set.ann.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        natural.read_natural(tmp_path)


def test_a_slip_changes_one_long_word() -> None:
    for seed in range(50):
        text = "The miller sold twelve barrels in Oslo."
        changed = natural.slip(text, random.Random(seed))
        words = zip(text.split(), changed.split(), strict=True)
        different = [(a, b) for a, b in words if a != b]
        assert len(different) <= 1
        assert all(len(a) >= 6 and a.islower() for a, _ in different)


def test_a_claim_in_a_frame() -> None:
    assert frames.framed("{C} No.", "The mill burned") == "The mill burned. No."
    assert frames.framed("they say {c}.", "The mill burned.") == (
        "They say the mill burned."
    )
    assert frames.framed("they say {c}.", "Rome fell.") == "They say Rome fell."


def test_the_frames_are_read() -> None:
    found = frames.read_frames(FOLDER / "frames.txt")
    assert {label for label, _ in found} == {"entailment", "neutral", "contradiction"}
    assert len({frame for _, frame in found}) == len(found) >= 100
