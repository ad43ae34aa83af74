"""``enable``: a stock ``textattack`` of this environment learns our names."""

from __future__ import annotations

import argparse

from textattack_atomeval import starthook

HINT = """\
TextAttack's own command line now knows our names in this environment, for example:
  textattack attack --recipe atomeval-colloquial --model embedded --dataset sample
To undo it, and before uninstalling: textattack-atomeval disable"""


def run(args: argparse.Namespace) -> int:
    """Write the start-up hook. Reads ``args.user`` (bool): the user's site-packages."""
    hook = starthook.enable(user=args.user)
    print(f"{hook.state}: {hook.folder / starthook.PTH}")
    print(HINT)
    return 0
