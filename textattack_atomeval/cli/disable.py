"""``disable``: take the start-up hook away."""

from __future__ import annotations

import argparse

from textattack_atomeval import starthook


def run(args: argparse.Namespace) -> int:
    """Remove the start-up hook wherever this Python may find it. Reads no argument."""
    removed = starthook.disable()
    for path in removed:
        print(f"removed {path}")
    if not removed:
        print("nothing to remove")
    return 0
