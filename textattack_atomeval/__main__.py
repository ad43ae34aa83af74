"""``python -m textattack_atomeval`` is the same as ``textattack-atomeval``."""

from __future__ import annotations

import sys

from textattack_atomeval.cli import main

if __name__ == "__main__":
    sys.exit(main())
