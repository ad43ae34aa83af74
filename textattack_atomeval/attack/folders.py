"""Where the few files that TextAttack needs are put."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import platformdirs

NAME = "textattack-atomeval"


def ensure_home() -> None:
    """Give the process a home when it has none at all.

    An account without an entry in the system's list and without ``HOME`` (as in some
    containers) makes flair fail and TextAttack write to a folder named ``~``. Only
    then ``HOME`` is set, to a temporary folder.
    """
    if os.path.expanduser("~").startswith("~"):
        os.environ["HOME"] = str(temporary())


def cache() -> Path:
    """Return our folder in the user's cache, where the platform has it.

    An ``XDG_CACHE_HOME`` that TextAttack itself derived from ``TA_CACHE_DIR`` is not
    the user's, and would move our files in mid-process.
    """
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if xdg and xdg == os.environ.get("TA_CACHE_DIR"):
        return Path("~/.cache", NAME).expanduser()
    return platformdirs.user_cache_path(NAME, appauthor=False)


def temporary() -> Path:
    """Return a temporary folder that only this user can write to, kept if possible."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir(), f"{NAME}-{owner}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == owner and writable(folder):
            return folder
    except OSError:
        pass  # somebody else's file or folder of that name: take another
    return Path(tempfile.mkdtemp(prefix=f"{NAME}-"))


def writable(folder: Path) -> bool:
    """Whether ``folder`` is there, or can be made, and takes a new file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def put(path: Path, content: bytes) -> None:
    """Make ``path`` hold ``content``, at once; no write when it does already."""
    try:
        if path.read_bytes() == content:
            return
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
