"""Every format carries the signature and the same numbers, whatever the text."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, get_args

import pytest

from tests.records import SIGNATURE, make, paper_row
from textattack_atomeval.data import Diagnosis, Signature
from textattack_atomeval.report import Format, summarize

LINE = "version:0.0|extractor:ex|nli:nli@0|policy:strict|mode:post-hoc"
FORMATS = get_args(Format)


@pytest.fixture(scope="module")
def report() -> Any:
    return summarize(paper_row(), SIGNATURE)


def lines_with(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


@pytest.mark.parametrize("format", FORMATS)
def test_signature_everywhere(report: Any, format: Format) -> None:
    assert LINE in report.render(format)
    assert LINE in summarize([], SIGNATURE).render(format)


def test_text(report: Any) -> None:
    text = report.render("text")
    assert "400 records, 0 rows that could not be used" in text
    wilson, _, resampled, _ = lines_with(text, "331  ")
    assert "12.7 (9.5–16.7)" in wilson  # 42 of 331
    assert "10.3 (7.4–14.0)" in wilson
    assert "+2.4 (+" in resampled
    shares = "42  19.0 (8)  81.0 (34)  50.0 (4)  100.0 (8)  2.9 (1)  20.6 (7)"
    assert shares in lines_with(text, "19.0 (8)")[0]


def test_a_dash_under_five() -> None:
    said = Diagnosis(scope_loss=True, ev_drift=False)
    records = [make("invalid", diagnosis=said) for _ in range(4)]
    assert "4  100.0 (4)  0.0 (0)        –          –" in _text(records)
    records.append(records[0])
    assert "5  100.0 (5)  0.0 (0)  0.0 (0)  100.0 (5)" in _text(records)


def _text(records: Any) -> str:
    return summarize(records, SIGNATURE).render("text")


def test_preservation_instead_of_attack_success() -> None:
    text = _text([make("valid", None, None), make("invalid", None, None)])
    assert "Preservation" in text
    assert "ASR" not in text
    assert "50.0 (9.5–90.5)" in text


def test_markdown_tables_are_whole() -> None:
    records = [make(family="a|b <b>x</b>", generator="[x](y)")]
    text = summarize(records, SIGNATURE).render("markdown")
    assert "| a\\|b &lt;b&gt;x&lt;/b&gt; | \\[x\\](y) |" in text
    assert "<b>" not in text
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        bars = {row.replace("\\|", "").count("|") for row in rows}
        assert len(bars) <= 1


def test_markdown_fence_is_longer_than_what_it_holds() -> None:
    signature = Signature(version="```x", extractor="e", nli="n", policy="p")
    text = summarize([], signature).render("markdown")
    assert text.splitlines()[2] == "````"


def test_csv(report: Any) -> None:
    cell, total = csv.DictReader(io.StringIO(report.render("csv")))
    assert (cell["scope"], total["scope"]) == ("cell", "total")
    assert (cell["asr_hits"], cell["asr_total"]) == ("42", "331")
    assert float(cell["vasr"]) == pytest.approx(34 / 331, abs=1e-6)
    assert (cell["ev_drift_hits"], cell["ev_drift_total"]) == ("4", "8")
    assert cell["signature"] == total["signature"] != ""
    assert cell["asr_minus_vasr"] == f"{8 / 331:.6f}"


def test_csv_runs_nothing() -> None:
    records = [
        make(family='=cmd|"/c calc"!A1', generator="\u200b@x"),
        make(family="a,b\n=c", generator="-"),
    ]
    text = summarize(records, SIGNATURE).render("csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["family"], row["generator"]) for row in rows] == [
        ('\'=cmd|"/c calc"!A1', "'\\u200b@x"),
        ("a,b\\n=c", "'-"),
        ("", ""),
    ]


def test_json(report: Any) -> None:
    data = json.loads(report.render("json"))
    assert data["n"] == sum(data["outcomes"].values()) == 400
    assert data["total"]["asr"]["value"] == pytest.approx(42 / 331)
    assert len(data["total"]["vasr"]["by_claim"]) == 2
    assert [row["family"] for row in data["rows"]] == ["colloquial"]
    assert data["settings"]["policy"] == "strict"
    assert data["mode"] == "attack"


@pytest.mark.parametrize("format", ["text", "markdown", "json", "csv", "latex"])
def test_hostile_names(format: Format) -> None:
    name = "\x00\u202e\u2066\ud800\x1b]8;;x\x07"
    text = summarize([make(family=name, generator=name)], SIGNATURE).render(format)
    text.encode("utf-8")
    assert not set(text) & set("\x00\u202e\u2066\x1b\x07")


def test_latex_is_balanced(report: Any) -> None:
    text = report.render("latex")
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}") > 0
    assert "valid\\_success" in text


def test_unknown_format(report: Any) -> None:
    with pytest.raises(ValueError, match="Expected argument `format` to be one of"):
        report.render("xml")


@pytest.mark.parametrize("format", FORMATS)
def test_same_bytes_whatever_the_order(format: Format) -> None:
    records = paper_row()
    other = summarize(reversed(records), SIGNATURE)
    assert other.render(format) == summarize(records, SIGNATURE).render(format)
