"""``attack-resume``: go on with an attack from its last checkpoint."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from textattack_atomeval.cli.attack import start

_DESCRIPTION = """\
Go on with an attack. A checkpoint is plain JSON and may come from anybody, so options
that name files, code or servers must be given again; the message says which.
"""


def run(args: argparse.Namespace) -> int:
    """Build the attack that the checkpoint belongs to and attack what is left."""
    known, again = _parser().parse_known_args(args.rest)
    changes: dict[str, Any] = {
        "parallel": known.parallel,
        "trust_checkpoint": known.trust_checkpoint,
    }
    if known.checkpoint_dir is not None:
        changes["checkpoint_dir"] = str(known.checkpoint_dir)
    if known.checkpoint_interval is not None:
        changes["checkpoint_interval"] = known.checkpoint_interval
    return start(again, resume=known.checkpoint_file, **changes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="textattack-atomeval attack-resume",
        description=_DESCRIPTION,
        allow_abbrev=False,
    )
    parser.add_argument(
        "-f",
        "--checkpoint-file",
        type=Path,
        required=True,
        help="checkpoint, its folder, or FOLDER/latest",
    )
    parser.add_argument("-d", "--checkpoint-dir", type=Path, help="for new checkpoints")
    parser.add_argument(
        "-i", "--checkpoint-interval", type=int, help="examples between checkpoints"
    )
    parser.add_argument("--parallel", action="store_true", help="use several GPUs")
    parser.add_argument(
        "--trust-checkpoint",
        action="store_true",
        help="read a checkpoint of TextAttack's own (*.ta.chkpt): a pickle, which runs "
        "whatever it holds; give all options of the attack with it",
    )
    return parser
