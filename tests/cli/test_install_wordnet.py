"""``install-wordnet`` on a folder that is none; the copying has tests of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from textattack_atomeval.cli import main


def test_a_folder_without_wordnet_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install-wordnet", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
