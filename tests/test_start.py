"""The watcher goes along with one import, and with nothing else."""

from __future__ import annotations

import importlib.util
import sys
import zipfile
import zipimport
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import python
from textattack_atomeval import start

MODULE = "module_to_watch"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    yield tmp_path / f"{MODULE}.py"
    sys.modules.pop(MODULE, None)


def test_around_the_execution(module: Path) -> None:
    seen: list[object] = []

    def around(execute: start.Step) -> None:
        seen.append(MODULE in sys.modules)
        execute()
        seen.append(sys.modules[MODULE].value)

    module.write_text("value = 7\n")
    start.watch(MODULE, around)
    assert importlib.util.find_spec(MODULE) and seen == []  # a look is no import
    found = importlib.import_module(MODULE)
    assert seen == [True, 7]
    assert type(found.__spec__.loader).__name__ == "SourceFileLoader"
    assert importlib.reload(found).value == 7 and len(seen) == 4


def test_a_loader_of_many_modules_is_left_alone(module: Path) -> None:
    """As that of a zip file is, or of pytest for the test files it rewrites."""
    archive = module.with_suffix(".zip")
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{MODULE}.py", "value = 9\n")
        file.writestr("neighbour_of_it.py", "value = 10\n")
    seen: list[str] = []

    def around(execute: start.Step) -> None:
        seen.append(MODULE)
        execute()

    start.watch(MODULE, around)
    sys.path.insert(0, str(archive))
    try:
        assert importlib.util.find_spec(MODULE)
        found = importlib.import_module(MODULE)
        assert importlib.import_module("neighbour_of_it").value == 10
    finally:
        sys.path.remove(str(archive))
        sys.modules.pop("neighbour_of_it", None)
    assert found.value == 9 and seen == [MODULE]
    assert isinstance(found.__spec__.loader, zipimport.zipimporter)


def test_a_failing_module_fails_as_ever(module: Path) -> None:
    module.write_text("raise RuntimeError('its own')\n")
    start.watch(MODULE, lambda execute: execute())
    with pytest.raises(RuntimeError, match="its own"):
        importlib.import_module(MODULE)
    module.write_text("value = 8\n")
    importlib.invalidate_caches()
    assert importlib.import_module(MODULE).value == 8


def test_an_absent_module_stays_absent(module: Path) -> None:
    start.watch(MODULE, lambda execute: execute())
    with pytest.raises(ModuleNotFoundError, match=MODULE):
        importlib.import_module(MODULE)


def test_watching_once(module: Path) -> None:
    before = len(sys.meta_path)
    for _ in range(2):
        start.watch(MODULE, lambda execute: execute())
    assert len(sys.meta_path) == before + 1 and start.watching(MODULE)
    start.watch("sys", lambda execute: execute())
    assert not start.watching("sys")  # too late


def host(folder: Path, text: str = "name = 'the host'\n") -> Path:
    (folder / "textattack").mkdir(parents=True)
    (folder / "textattack" / "__init__.py").write_text(text)
    return folder


def copy(folder: Path) -> Path:
    """Put the file alone into a folder, as ``enable`` does."""
    folder.mkdir(exist_ok=True)
    (folder / "alone.py").write_text(Path(start.__file__).read_text())
    return folder


CODE = """
import sys
sys.path = [entry for entry in sys.path if entry not in ('', {root!r})]
import alone; alone.install(); alone.install()
import textattack; print(textattack.name)
"""


def run(tmp_path: Path, code: str, *path: Path, flags: str = "") -> tuple[str, str]:
    home = {"HOME": str(tmp_path)}
    done = python(code, home, copy(tmp_path / "site"), *path, flags=flags.split())
    return done.stdout.strip(), done.stderr


def test_alone_without_the_package(tmp_path: Path) -> None:
    root = str(Path(start.__file__).parent.parent)
    code = CODE.format(root=root) + "assert 'textattack_atomeval' not in sys.modules\n"
    # -S: however the package is installed, nothing of site-packages is seen.
    out, err = run(tmp_path, code, host(tmp_path / "host"), flags="-S")
    assert (out, err) == ("the host", "")


def test_a_fault_of_ours_is_told_and_not_the_hosts(tmp_path: Path) -> None:
    broken = tmp_path / "broken" / "textattack_atomeval"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ValueError('torn file')\n")
    code = CODE.format(root=None)
    out, err = run(tmp_path, code, broken.parent, host(tmp_path / "host"))
    assert out == "the host"
    assert "no names were added to TextAttack (torn file)" in err and "disable" in err


def test_a_fault_of_the_host_is_its_own(tmp_path: Path) -> None:
    """Preparation goes through; then a host that isn't TextAttack can't be added to."""
    out, err = run(tmp_path, CODE.format(root=None), host(tmp_path / "host"))
    assert out == "the host" and "no names were added" in err


def test_start_up_costs_next_to_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, time\n"
        "known = set(sys.modules)\n"
        "before = time.process_time()\n"
        "import alone; alone.install()\n"
        "spent = time.process_time() - before\n"
        "import json, decimal\n"
        "new = set(sys.modules) - known\n"
        "assert 'typing' not in known or 'typing' not in new\n"
        "print(spent, sorted(n for n in new if n.startswith(('typing', 'text'))))\n"
    )
    best = float("inf")
    for _ in range(5):  # a busy machine has its moments: the best run is the cost
        out, _ = run(tmp_path, code)
        spent, rest = out.split(" ", 1)
        assert rest == "[]"
        best = min(best, float(spent))
        if best < 0.005:
            break
    assert best < 0.005
