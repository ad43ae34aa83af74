"""``demo`` scores the bundled sample."""

from __future__ import annotations

import json

import pytest

from textattack_atomeval.cli import main

pytestmark = pytest.mark.usefixtures("fake_engine")


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    out = capsys.readouterr()
    assert "version:0|extractor:fake" in out.out
    for family in ("advadd", "colloquial", "deseption", "factmix", "omission"):
        assert family in out.out
    assert out.err == "", "the sample has neither problems nor notes"


def test_the_sample_is_as_large_as_promised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["demo", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] >= 600
