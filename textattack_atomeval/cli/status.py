"""``status``: is there a start-up hook, where, and is it this version's?"""

from __future__ import annotations

import argparse

from textattack_atomeval import starthook

REMEDY = "run `textattack-atomeval enable` to renew it, `disable` to remove it"


def run(args: argparse.Namespace) -> int:
    """Print one line a hook; 1 when one is stale, else 0. Reads no argument."""
    hooks = starthook.status()
    for hook in hooks:
        reason = f" ({hook.reason}; {REMEDY})" if hook.reason else ""
        print(f"{hook.state}: {hook.folder}{reason}")
    return int(any(hook.state == "stale" for hook in hooks))
