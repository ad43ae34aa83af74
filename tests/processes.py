"""Run a piece of Python in a process of its own, in an environment of its own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ("PATH", "LANG", "SYSTEMROOT", "PYTHONDONTWRITEBYTECODE")

#: Any attempt to reach a network ends the process with a traceback.
NO_SOCKETS = """
import socket
class Blocked(socket.socket):
    def __init__(self, *args, **kwargs):
        raise RuntimeError("a socket was asked for")
socket.socket = Blocked
socket.create_connection = socket.getaddrinfo = Blocked
"""


def python(
    code: str,
    environment: Mapping[str, str],
    *path: Path,
    check: bool = True,
    flags: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run ``code``; only ``environment`` and what a process can't do without is set."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    search = os.pathsep.join(map(str, [*path, ROOT]))
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        env={**kept, "PYTHONPATH": search, "HF_HUB_OFFLINE": "1", **environment},
        capture_output=True,
        text=True,
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def mini_host(folder: Path) -> Path:
    """Make a ``textattack`` that holds the real ``install.py`` and nothing else.

    Importing it takes a moment, where the whole takes many seconds.
    """
    spec = importlib.util.find_spec("textattack")
    assert spec is not None and spec.submodule_search_locations
    real = Path(spec.submodule_search_locations[0])
    target = folder / "textattack" / "shared" / "utils"
    target.mkdir(parents=True)
    shutil.copy(real / "shared" / "utils" / "install.py", target)
    for package in (target, target.parent):
        (package / "__init__.py").write_text("")
    start = "from textattack.shared.utils import install\n"
    (folder / "textattack" / "__init__.py").write_text(start)
    return folder
