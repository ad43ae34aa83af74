"""The start-up hook: a stock TextAttack learns our names when it is imported.

``textattack-atomeval enable`` copies this file into an environment, where every Python
process imports it at start-up. So it imports nothing but ``sys``, stands alone, and
``install()`` changes nothing but ``sys.meta_path``: the rest waits until somebody
imports ``textattack``. It never breaks its host: when this package is gone or fails,
TextAttack is imported as ever.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # ``typing`` itself would cost every process some milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    Step = Callable[[], None]


class Watcher:
    """A finder that lets the others find one module and goes along when it runs.

    ``around`` is called in place of the module's execution, which it is given.
    """

    def __init__(self, name: str, around: Callable[[Step], None]) -> None:
        self.watched = name
        self._around = around

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the module's own spec, ``around`` put around its execution."""
        if name != self.watched:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec: ModuleSpec | None = find(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Loader(spec.loader, self._around)  # type: ignore[assignment]
                return spec
        return None


class _Loader:
    """Stands for a module's loader until the module is executed.

    In its place, not on it: one loader may serve many modules.
    """

    def __init__(self, loader: Loader, around: Callable[[Step], None]) -> None:
        self._loader = loader
        self._around = around

    def __getattr__(self, name: str) -> object:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._around(lambda: self._loader.exec_module(module))


def watch(name: str, around: Callable[[Step], None]) -> None:
    """Go along with the import of ``name``; nothing if that is done or too late."""
    if name not in sys.modules and not watching(name):
        sys.meta_path.insert(0, Watcher(name, around))


def watching(name: str) -> bool:
    """Whether this process watches ``name``, by this module or by a copy of it."""
    return any(getattr(finder, "watched", None) == name for finder in sys.meta_path)


def install() -> None:
    """Let TextAttack, once imported, know our recipes and components."""
    watch("textattack", _with_our_names)


def _with_our_names(execute: Step) -> None:
    ready = _attempt("bootstrap", "prepare")
    execute()
    if ready:
        _attempt("register", "register")


def _attempt(module: str, function: str) -> bool:
    """Whether the call went through; a failure is told, and is not the host's."""
    import importlib

    try:
        # By name, as an entry point: this file belongs to no layer above its own.
        home = importlib.import_module(f"textattack_atomeval.attack.{module}")
        getattr(home, function)()
    except Exception as error:  # whatever it is, ``import textattack`` must go on
        gone = isinstance(error, ModuleNotFoundError) and error.name
        if gone != "textattack_atomeval":  # uninstalled: its user knows
            print(
                f"textattack-atomeval: no names were added to TextAttack ({error}); "
                "`textattack-atomeval disable` takes the start-up hook away",
                file=sys.stderr,
            )
        return False
    return True
