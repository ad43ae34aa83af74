"""The hook's two files: written, found stale, removed; and what they do."""

from __future__ import annotations

import site
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.processes import NO_SOCKETS, python
from textattack_atomeval import starthook
from textattack_atomeval.errors import InputError


class Places:
    """An environment's and a user's site-packages, of this test alone."""

    def __init__(self, root: Path) -> None:
        self.environment = root / "environment"
        self.user = root / "user"

    def files(self) -> set[str]:
        folders = [self.environment, self.user]
        found = [path for folder in folders for path in folder.rglob("*")]
        return {str(path.relative_to(self.user.parent)) for path in found}


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    found = Places(tmp_path)
    found.environment.mkdir()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(found.environment))
    monkeypatch.setattr(site, "getusersitepackages", lambda: str(found.user))
    monkeypatch.setattr(site, "ENABLE_USER_SITE", True)
    monkeypatch.setattr(sys, "prefix", "/venv")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    return found


NAMES = {starthook.PTH, f"{starthook.MODULE}.py"}


def test_there_and_back(places: Places) -> None:
    assert [hook.state for hook in starthook.status()] == ["disabled"]
    for _ in range(2):
        hook = starthook.enable()
        assert (hook.state, hook.folder) == ("enabled", places.environment)
        assert places.files() == {f"environment/{name}" for name in NAMES}
    assert starthook.status() == [hook]
    assert {path.name for path in starthook.disable()} == NAMES
    assert places.files() == set()
    assert starthook.disable() == []


def test_the_users_own(places: Places) -> None:
    assert starthook.enable(user=True).folder == places.user
    assert [hook.folder for hook in starthook.status()] == [places.user]
    starthook.enable()
    assert len(starthook.status()) == 2
    assert len(starthook.disable()) == 4 and not places.files() - {"user"}


def test_outside_of_an_environment(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", "/usr")
    with pytest.raises(InputError, match=r"in no virtual environment.*enable --user"):
        starthook.enable()
    assert places.files() == set()
    assert starthook.enable(user=True).state == "enabled"


def test_conda_is_an_environment(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert not starthook.in_environment()
    (tmp_path / "conda-meta").mkdir()
    assert starthook.in_environment()


def test_a_users_folder_that_is_not_read(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    starthook.enable(user=True)
    monkeypatch.setattr(site, "ENABLE_USER_SITE", False)
    (hook,) = starthook.status()
    assert (hook.state, "doesn't read" in hook.reason) == ("stale", True)
    with pytest.raises(InputError, match="without --user"):
        starthook.enable(user=True)


def test_a_folder_that_cannot_be_written(places: Places) -> None:
    places.environment.rmdir()
    places.environment.touch()
    with pytest.raises(InputError, match=r"Cannot write the hook to .*enable --user"):
        starthook.enable()
    assert [hook.state for hook in starthook.status()] == ["disabled"]
    assert starthook.disable() == []


@pytest.mark.parametrize("name", sorted(NAMES))
def test_half_a_hook(places: Places, name: str) -> None:
    starthook.enable()
    (places.environment / name).unlink()
    (hook,) = starthook.status()
    assert (hook.state, hook.reason) == ("stale", f"{name} is missing")
    assert starthook.enable().state == "enabled"
    (places.environment / name).unlink()
    starthook.disable()
    assert places.files() == set()


def test_another_version(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starthook, "__version__", "0.0.1")
    starthook.enable()
    monkeypatch.undo()
    hook = starthook.inspect(places.environment)
    assert hook.state == "stale" and "textattack-atomeval 0.0.1" in hook.reason


def test_files_that_are_no_text(places: Places) -> None:
    for name in NAMES:
        (places.environment / name).write_bytes(b"\xff\xfe")
    (hook,) = starthook.status()
    assert hook.state == "stale"


def test_compiled_code_goes_too(places: Places) -> None:
    starthook.enable()
    cache = places.environment / "__pycache__"
    cache.mkdir()
    (cache / f"{starthook.MODULE}.{sys.implementation.cache_tag}.pyc").touch()
    (cache / "other.pyc").touch()
    starthook.disable()
    assert places.files() == {
        "environment/__pycache__",
        "environment/__pycache__/other.pyc",
    }


def test_the_line_is_one_line_and_safe(places: Places) -> None:
    assert starthook.LINE.count("\n") == 1 and starthook.LINE.startswith("import ")
    python(starthook.LINE, {})  # no such module here: no fault


COMMAND = """
import site, sys
site.addsitedir({folder!r})  # as Python does with site-packages at start-up
assert 'textattack_atomeval' not in sys.modules
from textattack.commands.attack_command import AttackCommand
from textattack.commands.textattack_cli import main
AttackCommand.run = lambda self, args: print(vars(args))
for line in (
    '--recipe atomeval-colloquial --model embedded --dataset sample',
    '--goal-function vasr --model embedded --dataset sample '
    '--search-method best-of-n --constraints atom-preservation',
):
    sys.argv = ['textattack', 'attack', *line.split()]
    main()
"""


def test_the_stock_command_line(places: Places, tmp_path: Path) -> None:
    """The real host, an empty home, no network: as literally as in the README."""
    folder = str(starthook.enable().folder)
    code = NO_SOCKETS + COMMAND.format(folder=folder)
    done = python(code, {"HOME": str(tmp_path / "home")})
    first, second = done.stdout.splitlines()[-2:]
    assert "'attack_recipe': 'atomeval-colloquial'" in first
    assert "'model': 'embedded'" in first
    assert "'constraints': ['atom-preservation']" in second
    assert "no names were added" not in done.stderr
