"""Write, remove and inspect the start-up hook of a Python environment.

The hook is two files in one of the environment's site-packages: a ``.pth`` file of one
line, which Python runs at start-up, and a copy of ``start.py``, which that line
imports. The copy stands alone: no process breaks when this package is uninstalled
before the hook is.

Where they go: into the virtual environment that runs this program. Outside of one
nothing is written unless the user's own site-packages are asked for (``user=True``),
because there the hook reaches every program of that Python.
"""

from __future__ import annotations

import importlib.util
import os
import site
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from textattack_atomeval import __version__
from textattack_atomeval.errors import InputError

MODULE = "_textattack_atomeval_start"
PTH = "textattack_atomeval_start.pth"
#: One line; it must not fail in a process that can't find the module.
LINE = (
    f'import os; exec("try: import {MODULE} as hook; hook.install()'
    '\\nexcept ImportError: pass")\n'
)

State = Literal["enabled", "stale", "disabled"]


@dataclass(frozen=True, slots=True)
class HookStatus:
    """What was found in one site-packages folder.

    ``stale``: files of another version, or only one of the two. ``reason`` says so in
    words, or that this Python doesn't read the folder.
    """

    state: State
    folder: Path
    reason: str = ""


def enable(*, user: bool = False) -> HookStatus:
    """Write the hook; what is there already, of any version, is replaced.

    Raises ``InputError`` outside a virtual environment (unless ``user``), and when the
    folder cannot be written or is not read by this Python.
    """
    folder = _target(user)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The module first: at no moment does the line name what is not there.
        _write(folder / f"{MODULE}.py", _module_text())
        _write(folder / PTH, LINE)
    except OSError as error:
        hint = "" if user else "; `enable --user` writes to your own site-packages"
        raise InputError(
            f"Cannot write the hook to {folder} ({error}){hint}"
        ) from error
    return inspect(folder)


def disable() -> list[Path]:
    """Remove the hook wherever this Python may read it; return the files removed.

    Raises ``InputError`` when a file is there and cannot be removed.
    """
    removed = []
    for folder in folders():
        module = folder / f"{MODULE}.py"
        compiled = Path(importlib.util.cache_from_source(str(module)))
        for path in (folder / PTH, module, compiled):
            try:
                path.unlink()
            except FileNotFoundError:
                continue
            except NotADirectoryError:
                continue
            except OSError as error:
                raise InputError(f"Cannot remove {path} ({error})") from error
            if path != compiled:
                removed.append(path)
    return removed


def status() -> list[HookStatus]:
    """Return the hooks that are there, at least one entry: ``disabled`` if none is."""
    found = [inspect(folder) for folder in folders()]
    return [hook for hook in found if hook.state != "disabled"] or found[:1]


def inspect(folder: Path) -> HookStatus:
    """Compare what lies in ``folder`` with what ``enable`` would write there now."""
    line = _read(folder / PTH)
    module = _read(folder / f"{MODULE}.py")
    if line is None and module is None:
        return HookStatus("disabled", folder)
    if line is None or module is None:
        missing = PTH if line is None else f"{MODULE}.py"
        return HookStatus("stale", folder, f"{missing} is missing")
    if (line, module) != (LINE, _module_text()):
        first = module.partition("\n")[0].removeprefix("# ")
        return HookStatus("stale", folder, f"not of this version ({first})")
    if folder == _user_folder() and not site.ENABLE_USER_SITE:
        return HookStatus("stale", folder, "this Python doesn't read the user's folder")
    return HookStatus("enabled", folder)


def folders() -> list[Path]:
    """Return the folders a hook can be in: the environment's, then the user's."""
    return [Path(sysconfig.get_path("purelib")), _user_folder()]


def in_environment() -> bool:
    """Whether this Python belongs to a virtual (or conda) environment."""
    conda = Path(sys.prefix, "conda-meta").is_dir()
    return sys.prefix != sys.base_prefix or conda


def _target(user: bool) -> Path:
    environment, own = folders()
    if user and not site.ENABLE_USER_SITE:
        raise InputError(
            "This Python doesn't read the user's site-packages, as is usual in a "
            "virtual environment: run `enable` without --user"
        )
    if user:
        return own
    if not in_environment():
        raise InputError(
            f"{sys.executable} is in no virtual environment, so the hook would reach "
            "every program of this Python: run this inside an environment, or use "
            f"`enable --user` to write it to {own}"
        )
    return environment


def _user_folder() -> Path:
    return Path(site.getusersitepackages())


def _module_text() -> str:
    source = Path(__file__).with_name("start.py").read_text(encoding="utf-8")
    return f"# written by textattack-atomeval {__version__}\n{source}"


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        return f"unreadable: {error}"


def _write(path: Path, text: str) -> None:
    """Write at once or not at all; a reader never sees half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
