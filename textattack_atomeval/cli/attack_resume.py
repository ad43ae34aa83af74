"""``attack-resume``: go on with an attack from its last checkpoint."""

from __future__ import annotations

import argparse
from typing import Any

from textattack_atomeval.cli.attack import start


def run(args: argparse.Namespace) -> int:
    """Build the attack that the checkpoint belongs to and attack what is left.

    A checkpoint is a pickle: resume only what you wrote yourself.
    """
    from textattack_atomeval.attack.command import read_command

    checkpoint, argv = read_command(args.checkpoint_file)
    changes: dict[str, Any] = {"parallel": args.parallel}
    if args.checkpoint_dir is not None:
        changes["checkpoint_dir"] = str(args.checkpoint_dir)
    if args.checkpoint_interval is not None:
        changes["checkpoint_interval"] = args.checkpoint_interval
    return start(argv, resume=checkpoint, **changes)
