"""The gate as constraint in single-column attacks: word swaps labelled by hand.

``word_swaps.txt`` holds pairs as word-level attacks on sentiment, inference and topic
texts make them. Each is put to ``AtomPreservation`` as a search would. Printed are the
false accepts (of swaps that change what is said) and false rejects (of those that keep
it), with Wilson intervals, whole and by kind, and every pair that was judged wrongly.

    python -m benchmarks.word_swaps [--policy paper] [--on-unscored keep] [--wrong]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.tables import markdown
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.texts import notes
from textattack_atomeval.metrics import Rate

# isort: split
from textattack.shared import AttackedText

PAIRS = Path(__file__).with_name("word_swaps.txt")
_SWAP = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")


class Swap(NamedTuple):
    """One text and what an attack made of it; ``kept`` is the label."""

    kept: bool
    kind: str
    text: str
    swapped: str


def read_swaps(path: Path = PAIRS) -> Iterator[Swap]:
    """Yield the pairs of the file.

    Raises:
        ValueError: a line has another form; names it.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        label, _, rest = line.partition(" ")
        kind, _, form = rest.partition(" ")
        if label not in ("kept", "changed") or len(_SWAP.findall(form)) != 1:
            raise ValueError(f"{path}:{number}: expected LABEL KIND a text {{old|new}}")
        yield Swap(
            label == "kept", kind, _SWAP.sub(r"\1", form), _SWAP.sub(r"\2", form)
        )


def accepted(swap: Swap, gate: AtomPreservation) -> tuple[bool, str]:
    """Return whether a search may go on with the swap, and the gate's words."""
    original, new = AttackedText(swap.text), AttackedText(swap.swapped)
    new.attack_attrs["last_transformation"] = None
    kept = gate.call_many([new], original)
    return bool(kept), f"{notes(new)['decision']}: {notes(new)['reason']}"


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--policy", default="strict")
    parser.add_argument("--on-unscored", default="reject")
    parser.add_argument("--wrong", action="store_true", help="list the wrong ones")
    args = parser.parse_args()
    gate = AtomPreservation(policy=args.policy, on_unscored=args.on_unscored)
    swaps = list(read_swaps())
    answers = [accepted(swap, gate) for swap in swaps]
    judged = [(swap, taken) for swap, (taken, _) in zip(swaps, answers, strict=True)]
    print(gate.handle.signature(mode="constrained"), "\n")
    rows = []
    for kept, name in ((False, "false accepts"), (True, "false rejects")):
        found = [(swap, taken) for swap, taken in judged if swap.kept is kept]
        kinds = dict.fromkeys(swap.kind for swap, _ in found)
        for kind in (None, *kinds):
            of = [taken for swap, taken in found if kind in (None, swap.kind)]
            rate = Rate(sum(taken is not kept for taken in of), len(of))
            low, high = rate.interval or (0.0, 0.0)
            interval = f"{100 * low:.1f}–{100 * high:.1f}"
            rows.append([name, kind or "all", len(of), rate.percent(), interval])
    print(markdown(["", "kind", "pairs", "%", "95 %"], rows))
    for swap, (taken, words) in zip(swaps, answers, strict=True):
        if args.wrong and taken is not swap.kept:
            print(f"{swap.text} -> {swap.swapped}\n    {words}")


if __name__ == "__main__":
    main()
