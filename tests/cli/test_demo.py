"""``demo`` attacks the bundled sample: families first, then classic attacks."""

from __future__ import annotations

import json

import pytest

from textattack_atomeval.cli import main

CLAIMS = 6


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--claims", str(CLAIMS), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == CLAIMS * 5 * 2 == sum(found["outcomes"].values())
    assert found["settings"]["generator"] == "replay:sample"
    cells = {(row["family"], row["generator"]) for row in found["rows"]}
    families = ("advadd", "colloquial", "deseption", "factmix", "omission")
    assert cells == {(f, g) for f in families for g in ("careful", "loose")}
    plain, constrained = found["attacks"][:2]
    assert (plain["mode"], constrained["mode"]) == ("post-hoc", "constrained")
    assert plain["name"] == constrained["name"] == "deepwordbug"
    assert plain["asr"]["total"] == constrained["asr"]["total"]
    assert constrained["asr"] == constrained["vasr"]


@pytest.mark.usefixtures("fake_engine")
def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--claims", "2"]) == 0
    out = capsys.readouterr()
    assert "version:0|extractor:fake" in out.out
    assert "Classic attacks on the same claims" in out.out
    # What is left out is said, with the remedy.
    assert out.err == "" or "install-wordnet" in out.err
