"""Containment in this process; what it does in a fresh one: ``test_bootstrap.py``."""

from __future__ import annotations

import logging.config
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from textattack_atomeval.attack import containment
from textattack_atomeval.start import watching


def test_our_folder_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user, ours = tmp_path / "user", tmp_path / "ours"
    user.mkdir()
    ours.mkdir()
    loaded = SimpleNamespace(path=[str(user), str(tmp_path / "absent")])
    monkeypatch.setitem(sys.modules, "nltk", loaded)
    monkeypatch.setitem(sys.modules, "nltk.data", loaded)
    monkeypatch.setenv("NLTK_DATA", "")
    for _ in range(2):
        containment.append_nltk_data(ours)
        assert loaded.path == [str(user), str(tmp_path / "absent"), str(ours)]
        assert os.environ["NLTK_DATA"] == f"{user}{os.pathsep}{ours}"


def test_before_nltk_nothing_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "nltk", raising=False)
    monkeypatch.setattr(sys, "meta_path", [])
    monkeypatch.delenv("NLTK_DATA", raising=False)
    containment.append_nltk_data(tmp_path)
    assert watching("nltk") and "NLTK_DATA" not in os.environ


def test_logging_takes_levels_only() -> None:
    mine = logging.getLogger("test_containment.mine")
    handler = logging.NullHandler()
    mine.addHandler(handler)
    configure = logging.config.dictConfig
    config = {
        "version": 1,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "loggers": {
            "test_containment.host": {"handlers": ["console"], "level": "ERROR"}
        },
    }
    with pytest.raises(KeyError, match="stop"), containment._quiet_logging():
        logging.config.dictConfig(config)
        raise KeyError("stop")
    host = logging.getLogger("test_containment.host")
    assert host.level == logging.ERROR and host.handlers == []
    assert not mine.disabled and mine.handlers == [handler]
    assert logging.config.dictConfig is configure
