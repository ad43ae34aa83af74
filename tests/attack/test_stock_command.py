"""The stock ``textattack`` command runs our attacks: whole processes, no network."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.processes import python
from textattack_atomeval import start
from textattack_atomeval.attack import bootstrap

RECIPES = Path(start.__file__).parents[1] / "recipes"
STOCK = "import runpy, sys; sys.argv[0] = 'textattack'; sys.argv[1:] = {options!r}\n"
RUN = "runpy.run_module('textattack', run_name='__main__')\n"
HOOK = "import hook; hook.install()\n"


def stock(
    options: str, environment: dict[str, str], *path: Path, hook: str = ""
) -> subprocess.CompletedProcess[str]:
    code = STOCK.format(options=options.split()) + hook + RUN
    return python(code, environment, *path, check=False)


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """A home on which TextAttack itself runs: it has NLTK's stop words."""
    words = tmp_path / "nltk" / "corpora" / "stopwords" / "english"
    words.parent.mkdir(parents=True)
    words.write_bytes(bootstrap.STOPWORDS.read_bytes())
    marker = tmp_path / "home" / ".cache" / "textattack" / bootstrap.MARKER
    marker.parent.mkdir(parents=True)
    marker.touch()
    return {"HOME": str(tmp_path / "home"), "NLTK_DATA": str(tmp_path / "nltk")}


def test_attack_from_file_without_any_hook(machine: dict[str, str]) -> None:
    done = stock(
        f"attack --attack-from-file {RECIPES / 'omission.py'} "
        f"--model-from-file {RECIPES / 'models' / 'embedded.py'} "
        f"--dataset-from-file {RECIPES / 'datasets' / 'sample.py'} --num-examples 2",
        machine,
    )
    assert done.returncode == 0, done.stderr
    assert "Number of skipped attacks" in done.stdout
    assert done.stdout.count("[[[[Claim]]]]") >= 2


def test_our_names_with_the_hook(tmp_path: Path) -> None:
    """And on a machine where TextAttack alone would not even start."""
    (tmp_path / "site").mkdir()
    source = Path(start.__file__).read_text(encoding="utf-8")
    (tmp_path / "site" / "hook.py").write_text(source, encoding="utf-8")
    home = {"HOME": str(tmp_path), "ATOMEVAL_HOME": str(tmp_path / "own")}
    options = "attack --model embedded --num-examples 2 "
    asked = "--recipe atomeval-colloquial"
    done = stock(options + asked, home, tmp_path / "site", hook=HOOK)
    assert done.returncode == 0, done.stderr
    assert "Number of skipped attacks" in done.stdout
    parts = (
        "--transformation word-swap-neighboring-char-swap "
        "--constraints atom-preservation --goal-function vasr "
        "--search-method greedy-word-wir --query-budget 8"
    )
    done = stock(options + parts, home, tmp_path / "site", hook=HOOK)
    assert done.returncode == 0, done.stderr
    assert "AtomPreservation" in done.stdout and "ValidityAwareEvasion" in done.stdout
