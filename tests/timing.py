"""How long a computation takes, whatever else the machine does."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best_seconds(work: Callable[[str], object], text: str, runs: int = 2) -> float:
    """Return the least processor time of some runs, collection of garbage held back.

    The text ends in another blank each time, so that no cache answers.
    """
    taken = []
    for run in range(runs):
        gc.disable()
        try:
            start = time.process_time()
            work(text + " " * run)
            taken.append(time.process_time() - start)
        finally:
            gc.enable()
    return min(taken)
