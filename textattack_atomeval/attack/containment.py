"""Keep what TextAttack does at import from the rest of the process.

Two modules configure ``logging`` when they are imported, TextAttack's ``install.py``
and flair: that switches every logger off that was there before, and closes the files of
existing handlers. ``install.py`` also overwrites environment variables. Both modules
are watched: neither configures more than levels, and variables get their values back.
NLTK is watched too, to add a folder to its data path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textattack_atomeval.start import watch

INSTALL = "textattack.shared.utils.install"
FLAIR = "flair"
NLTK = "nltk"

#: What ``install.py`` overwrites, the last four only when ``TA_CACHE_DIR`` is set.
OVERWRITTEN = (
    "TOKENIZERS_PARALLELISM",
    "HF_HOME",
    "XDG_CACHE_HOME",
    "TFHUB_CACHE_DIR",
    "PYTORCH_TRANSFORMERS_CACHE",
)
#: What Hugging Face keeps in its home, and the variable that names each by itself.
HUB = {"HF_HUB_CACHE": "hub", "HF_DATASETS_CACHE": "datasets", "HF_TOKEN_PATH": "token"}


def contain(cache: Path | None = None) -> None:
    """Watch the two modules; ``cache``: where TextAttack is to keep its files.

    ``None`` leaves that to TextAttack: ``TA_CACHE_DIR`` if the user has set it, else
    ``~/.cache/textattack``. With a user's ``TA_CACHE_DIR``, TextAttack moves the caches
    of Hugging Face there too. So it stays, but: a variable that the user has set
    keeps its value, and models, data sets and the token that are there in the usual
    place, and not in the new one, are found where they are.
    """
    if "TA_CACHE_DIR" in os.environ:
        _keep_hub_in_sight(os.environ["TA_CACHE_DIR"])

    def install(execute: Callable[[], None]) -> None:
        with _quiet_logging(), _kept_environment(cache):
            execute()

    def flair(execute: Callable[[], None]) -> None:
        with _quiet_logging():
            execute()

    watch(INSTALL, install)
    watch(FLAIR, flair)


def append_nltk_data(data: Path) -> None:
    """Put ``data`` behind all other folders of NLTK's, as soon as NLTK is imported.

    Not by ``NLTK_DATA`` before that: NLTK would put it first, and download into it.
    Afterwards that variable hands the whole list on to processes started from here.
    """

    def append() -> None:
        path: list[str] = sys.modules["nltk.data"].path
        if str(data) not in path:
            path.append(str(data))
        there = [entry for entry in dict.fromkeys(path) if os.path.exists(entry)]
        os.environ["NLTK_DATA"] = os.pathsep.join(there)

    def nltk(execute: Callable[[], None]) -> None:
        execute()
        append()

    if NLTK in sys.modules:
        append()
    else:
        watch(NLTK, nltk)


def _keep_hub_in_sight(moved: str) -> None:
    explicit = os.environ.get("HF_HOME", moved)
    if explicit != moved:
        return  # it keeps its value
    base = os.environ.get("XDG_CACHE_HOME", moved)
    base = os.path.expanduser("~/.cache") if base == moved else base
    for variable, name in HUB.items():
        usual = Path(base, "huggingface", name)
        if usual.exists() and not Path(moved, name).exists():
            os.environ.setdefault(variable, str(usual))


@contextmanager
def _kept_environment(cache: Path | None) -> Iterator[None]:
    """Undo what is overwritten; ``cache`` is ``TA_CACHE_DIR`` in here only."""
    before = {name: os.environ.get(name) for name in OVERWRITTEN}
    if cache is not None:
        os.environ["TA_CACHE_DIR"] = str(cache)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is not None:
                os.environ[name] = value
            elif cache is not None and name != "TOKENIZERS_PARALLELISM":
                os.environ.pop(name, None)
        if cache is not None:
            del os.environ["TA_CACHE_DIR"]


@contextmanager
def _quiet_logging() -> Iterator[None]:
    """Let a configuration of ``logging`` set levels, and nothing else."""
    import logging.config

    configure = logging.config.dictConfig

    def only_levels(config: Any) -> None:
        loggers = config.get("loggers", {})
        levels = {name: {"level": entry["level"]} for name, entry in loggers.items()}
        configure({"version": 1, "incremental": True, "loggers": levels})

    logging.config.dictConfig = only_levels
    try:
        yield
    finally:
        logging.config.dictConfig = configure
