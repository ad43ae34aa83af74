"""The corpus of the embedded NLI model: well formed, filled alike in a block."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "training" / "nli"
sys.path.insert(0, str(FOLDER))

from corpus import SLOT, Block, Filler, expand, fill, read_blocks  # noqa: E402

BLOCKS = read_blocks(FOLDER / "corpus")


def test_every_block_has_all_labels() -> None:
    assert len(BLOCKS) > 1000
    for block in BLOCKS:
        labels = {label for label, _ in block.rewrites}
        assert labels == {"entailment", "neutral", "contradiction"}, block.claim


def test_every_slot_can_be_filled() -> None:
    for block in BLOCKS:
        filler = Filler(random.Random(1))
        for text in (block.claim, *(rewrite for _, rewrite in block.rewrites)):
            assert not SLOT.search(fill(text, filler)), text


def test_a_slot_is_filled_alike_in_a_block() -> None:
    filler = Filler(random.Random(2))
    first = fill("[PERSON1] left in [YEAR1].", filler)
    again = fill("[PERSON1] left in [YEAR1].", filler)
    assert first == again
    assert fill("[YEAR1]", filler) < fill("[YEAR2]", filler)


@pytest.mark.parametrize(
    ("form", "shown"),
    [("N1.w", "words"), ("N1.digth", "digits"), ("YEAR1.decade", "the ")],
)
def test_forms_show_the_same_value(form: str, shown: str) -> None:
    filler = Filler(random.Random(3))
    value, text = fill(f"[{form.split('.')[0]}]", filler), fill(f"[{form}]", filler)
    if shown == "words":
        assert not any(char.isdigit() for char in text)
    elif shown == "digits":
        assert text.startswith(value)
    else:
        assert text.lower() == f"the {value[:3]}0s"


def test_held_out_blocks_never_train() -> None:
    blocks = [Block(f"C{i}", "x", [("neutral", f"r{i}")]) for i in range(200)]
    train = {row["hypothesis"] for row in expand(blocks, 1, 0, held_out=False)}
    held = {row["hypothesis"] for row in expand(blocks, 1, 0, held_out=True)}
    assert not train & held
    assert len(train | held) == 200


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("C [PERSON1] ran.\n? who\n")
    with pytest.raises(ValueError, match="x.txt:2"):
        read_blocks(tmp_path)
