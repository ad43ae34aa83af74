"""``import textattack`` works on a bare machine, and harms nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import textattack_atomeval.attack as package
from tests.processes import NO_SOCKETS, mini_host, python
from textattack_atomeval.attack import bootstrap

NOWHERE = "/dev/null/home"  # can't be made, whoever asks
IMPORT = """
import json, os, sys
from textattack_atomeval.attack import prepare
before = dict(os.environ)
import textattack
from textattack.shared.utils import install
changed = {name: os.environ.get(name) for name in {*before, *os.environ}
           if before.get(name) != os.environ.get(name)}
print(json.dumps({"data": str(prepare()), "cache": install.TEXTATTACK_CACHE_DIR,
                  "changed": changed, "env": dict(os.environ)}))
"""

Start = Callable[..., dict[str, Any]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Return a function that imports the miniature host in a process of its own."""
    host = mini_host(tmp_path / "host")
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "tmp").mkdir()
    usual = {"HOME": str(home), "TMPDIR": str(tmp_path / "tmp")}

    def run(**environment: str) -> dict[str, Any]:
        done = python(NO_SOCKETS + IMPORT, {**usual, **environment}, host)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    return run


def test_the_real_one_with_an_empty_home_and_no_network(tmp_path: Path) -> None:
    code = NO_SOCKETS + (
        "import logging, sys\n"
        f"file = logging.FileHandler({str(tmp_path / 'log')!r}, mode='w')\n"
        "mine = logging.getLogger('mine'); mine.addHandler(file); mine.error('one')\n"
        "off = logging.getLogger('off'); off.disabled = True\n"
        "from textattack_atomeval.attack import prepare\n"
        "import textattack, nltk\n"
        "assert nltk.corpus.stopwords.words('english')[0] == 'a'\n"
        "assert nltk.data.path[-1] == str(prepare()), nltk.data.path\n"
        "mine.error('two'); assert off.disabled and not mine.disabled\n"
        "sys.argv = ['textattack', '--help']\n"
        "from textattack.commands.textattack_cli import main\n"
        "main()\n"
    )
    home = tmp_path / "home"
    done = python(code, {"HOME": str(home)})
    assert "attack-resume" in done.stdout
    assert "nltk_data]" not in done.stdout + done.stderr  # NLTK's downloader is silent
    assert (tmp_path / "log").read_text().split() == ["one", "two"]
    assert (home / ".cache" / "textattack" / bootstrap.MARKER).exists()


def test_an_empty_home(start: Start, tmp_path: Path) -> None:
    found = start()
    cache = tmp_path / "home" / ".cache"
    assert found["cache"] == str(cache / "textattack")
    data = cache / "textattack-atomeval" / "nltk_data"
    assert found["data"] == str(data)
    words = (data / "corpora" / "stopwords" / "english").read_bytes()
    assert words == bootstrap.STOPWORDS.read_bytes()
    assert found["changed"] == {"TOKENIZERS_PARALLELISM": "True"}
    assert not {"TA_CACHE_DIR", "HF_HOME", "XDG_CACHE_HOME"} & set(found["env"])


def test_a_value_that_the_user_has_set_stays(start: Start) -> None:
    assert start(TOKENIZERS_PARALLELISM="false")["changed"] == {}


def test_a_home_that_cannot_be_written(start: Start, tmp_path: Path) -> None:
    found = start(HOME=NOWHERE, HF_HOME="/models")
    assert found["cache"].startswith(str(tmp_path / "tmp"))
    assert found["data"].startswith(str(tmp_path / "tmp"))
    assert Path(found["cache"], bootstrap.MARKER).exists()
    assert found["changed"] == {"TOKENIZERS_PARALLELISM": "True"}
    assert "TA_CACHE_DIR" not in found["env"]


def test_the_folders_that_the_user_names(start: Start, tmp_path: Path) -> None:
    xdg, own = tmp_path / "xdg", tmp_path / "own"
    found = start(XDG_CACHE_HOME=str(xdg))
    assert found["data"] == str(xdg / "textattack-atomeval" / "nltk_data")
    found = start(XDG_CACHE_HOME=str(xdg), ATOMEVAL_HOME=str(own))
    assert found["data"] == str(own / "nltk_data")


def test_ta_cache_dir_is_respected(start: Start, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    usual = tmp_path / "home" / ".cache" / "huggingface"
    (usual / "hub").mkdir(parents=True)
    (moved / "datasets").mkdir(parents=True)
    (usual / "datasets").mkdir()
    found = start(TA_CACHE_DIR=str(moved))
    assert found["cache"] == found["env"]["HF_HOME"] == str(moved)
    # Models are only in the usual place, data sets also in the new one.
    assert found["env"]["HF_HUB_CACHE"] == str(usual / "hub")
    assert "HF_DATASETS_CACHE" not in found["env"]
    assert "HF_TOKEN_PATH" not in found["env"]


def test_ta_cache_dir_does_not_replace_hf_home(start: Start, tmp_path: Path) -> None:
    found = start(TA_CACHE_DIR=str(tmp_path / "moved"), HF_HOME="/models")
    assert found["cache"] == str(tmp_path / "moved")
    assert found["env"]["HF_HOME"] == "/models"
    assert "HF_HUB_CACHE" not in found["env"]


def test_a_second_process_finds_the_same_places(start: Start, tmp_path: Path) -> None:
    """What TextAttack writes to the environment is inherited, and is nobody's wish."""
    first = start(TA_CACHE_DIR=str(tmp_path / "moved"))
    names = ("TA_CACHE_DIR", "HF_HOME", "XDG_CACHE_HOME")
    second = start(**{name: first["env"][name] for name in names})
    assert second["data"] == first["data"] and "HF_HUB_CACHE" not in second["env"]


@pytest.mark.parametrize("variable", ["ATOMEVAL_HOME", "TA_CACHE_DIR"])
def test_a_named_folder_that_cannot_be_used(variable: str, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), variable: NOWHERE}
    done = python("import textattack_atomeval.attack", environment, check=False)
    assert f"InputError: {variable}={NOWHERE} cannot be" in done.stderr
    assert "unset it" in done.stderr


def test_nothing_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys, textattack_atomeval.attack\n"
        "heavy = {'nltk', 'torch', 'textattack', 'transformers', 'numpy', 'requests'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    python(code, {"HOME": str(tmp_path)})


def test_threads_and_processes_at_once(tmp_path: Path) -> None:
    code = "import textattack_atomeval.attack as a; print(a.prepare())"
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(python, code, {"HOME": str(tmp_path)}) for _ in range(4)]
    folders = {run.result().stdout for run in runs}
    assert len(folders) == 1
    stopwords = Path(folders.pop().strip(), "corpora", "stopwords")
    assert [path.name for path in stopwords.iterdir()] == ["english"]  # no left-overs
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: bootstrap.prepare(), range(8)))) == 1


def test_a_second_call_writes_nothing() -> None:
    words = bootstrap.prepare() / "corpora" / "stopwords" / "english"
    before = words.stat()
    assert bootstrap._place_data() == bootstrap.prepare()
    after = words.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_the_stop_words() -> None:
    words = bootstrap.STOPWORDS.read_text(encoding="utf-8").split("\n")
    assert words.pop() == "" and words == sorted(set(words))
    assert all(word == word.lower() == word.strip() for word in words)
    assert {"the", "not", "of", "couldn't", "herself", "between"} <= set(words)
    assert not {"man", "year", "say", "good", "two", "first"} & set(words)


def test_public_names() -> None:
    names = package.__all__
    assert names == sorted(names)
    assert set(package._HOME) == set(names) - {"prepare"}
    assert set(names) <= set(dir(package))
    for name in names:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = package.nothing
