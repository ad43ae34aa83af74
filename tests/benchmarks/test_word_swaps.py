"""The word swaps: their form, their two halves, and that the gate is really asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import textattack_atomeval.attack  # noqa: F401  (before textattack)
from benchmarks.word_swaps import Swap, accepted, read_swaps
from textattack_atomeval.attack import AtomPreservation


def test_two_halves_of_distinct_pairs() -> None:
    swaps = list(read_swaps())
    assert len({(swap.text, swap.swapped) for swap in swaps}) == len(swaps) >= 200
    count = Counter(swap.kept for swap in swaps)
    assert abs(count[True] - count[False]) <= 20
    changed = {swap.kind for swap in swaps if not swap.kept}
    assert {"opposite", "name", "number", "negation"} <= changed
    for swap in swaps:
        assert swap.text != swap.swapped
        assert "{" not in swap.text + swap.swapped and swap.text[-1] == "."


@pytest.mark.parametrize("line", ["kept x no swap.", "maybe x A {b|c}.", "kept x {a|b"])
def test_a_line_of_another_form_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "swaps.txt"
    path.write_text(f"# a comment\n{line}\n")
    with pytest.raises(ValueError, match="swaps.txt:2"):
        list(read_swaps(path))


def test_the_gate_is_asked() -> None:
    gate = AtomPreservation()
    text = "It was founded in 1902."
    assert accepted(Swap(True, "x", text, text), gate)[0]
    taken, words = accepted(Swap(False, "x", text, "It was founded in 1920."), gate)
    assert not taken and words.startswith("invalid")
