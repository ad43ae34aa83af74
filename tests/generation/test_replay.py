"""Saved rewrites by claim, evidence, family and sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.families import FAMILIES, load_family
from textattack_atomeval.generation.replay import SAMPLE, ReplayGenerator
from textattack_atomeval.generation.rewriting import NOT_SAVED, Rewriter

CLAIM, EVIDENCE = "A cat is a plant.", "A cat is an animal."


def row(rewrite: str = "Cats are plants.", **more: Any) -> dict[str, Any]:
    return {"claim": CLAIM, "family": "omission", "rewrite": rewrite, **more}


def saved(path: Path, *rows: dict[str, Any], **options: Any) -> ReplayGenerator:
    file = path / "saved.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    return ReplayGenerator(file, **options)


def answer(
    generator: ReplayGenerator, evidence: str = EVIDENCE, sample: int = 0
) -> str:
    prompt = load_family("omission").prompt(CLAIM, evidence, sample)
    (completion,) = generator.generate([prompt])
    assert completion.calls == 0 and not completion.error
    return completion.text


def test_a_saved_rewrite_comes_back(tmp_path: Path) -> None:
    assert answer(saved(tmp_path, row())) == "Cats are plants."


def test_only_its_family_answers(tmp_path: Path) -> None:
    assert answer(saved(tmp_path, row(family="advadd"))) == ""


def test_evidence_chooses_where_it_is_given(tmp_path: Path) -> None:
    rows = row("Any."), row("This.", evidence=EVIDENCE), row("That.", evidence="")
    generator = saved(tmp_path, *rows)
    assert answer(generator) == "This."
    assert answer(generator, "") == "That."
    assert answer(generator, "Something else.") == "Any."


def test_white_space_does_not_matter(tmp_path: Path) -> None:
    claim = {"claim": " A cat  is a\nplant. ", "evidence": EVIDENCE + "\n"}
    assert answer(saved(tmp_path, row(**claim))) == "Cats are plants."


def test_the_sample_picks_by_place(tmp_path: Path) -> None:
    generator = saved(tmp_path, row("One."), row(""), row("Two."), row("One."))
    found = [answer(generator, sample=index) for index in range(4)]
    assert found == ["One.", "Two.", "One.", ""]


def test_the_sample_picks_by_number(tmp_path: Path) -> None:
    generator = saved(tmp_path, row("Five.", sample=5), row("Zero.", sample=0))
    found = [answer(generator, sample=index) for index in (0, 1, 5)]
    assert found == ["Zero.", "", "Five."]


def test_the_same_row_twice_is_one(tmp_path: Path) -> None:
    assert answer(saved(tmp_path, row(sample=0), row(sample=0))) == "Cats are plants."


def test_one_generator_of_several(tmp_path: Path) -> None:
    rows = row("Small.", generator="small"), row("Large.", generator="large")
    assert answer(saved(tmp_path, *rows, generator="large")) == "Large."
    assert answer(saved(tmp_path, *rows), sample=1) == "Large."


def test_names_tell_files_and_generators_apart(tmp_path: Path) -> None:
    rows = row("Small.", generator="small"), row("Large.", generator="large")
    names = {saved(tmp_path, *rows, generator=one).name for one in ("small", "large")}
    names |= {saved(tmp_path, *rows).name, saved(tmp_path, *rows[:1]).name}
    assert len(names) == 4 and all(name.startswith("replay:saved") for name in names)


def test_nothing_saved_is_an_abstention(tmp_path: Path) -> None:
    rewriter = Rewriter(saved(tmp_path, row()), "omission")
    (here,), (gone,) = rewriter.rewrite([(CLAIM, EVIDENCE), ("Tea is blue.", "")])
    assert (here.status, here.calls) == ("ok", 0)
    assert (gone.status, gone.reason) == ("abstained", NOT_SAVED)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "saved.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(row()).encode() + b"\r\n")
    assert answer(ReplayGenerator(file)) == "Cats are plants."


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([json.dumps(row()), "{"], r"saved\.jsonl:2: not a saved rewrite"),
        (["", '{"claim": "A", "rewrite": "B"}'], r"jsonl:2: .*`family`"),
        (['{"claim": 1, "family": "a", "rewrite": "B"}'], r"jsonl:1: .*claim"),
        (["\udcff"], r"jsonl:1: "),
        (
            [json.dumps(row("One.", sample=1)), json.dumps(row("Two.", sample=1))],
            ":2: a",
        ),
        ([], "has no rewrite"),
        ([json.dumps(row(""))], "has no rewrite"),
    ],
)
def test_a_bad_file(tmp_path: Path, lines: list[str], words: str) -> None:
    file = tmp_path / "saved.jsonl"
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=words):
        ReplayGenerator(file)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.jsonl: No such file"):
        ReplayGenerator(tmp_path / "gone.jsonl")


def test_an_unknown_generator_names_the_known_ones(tmp_path: Path) -> None:
    rows = row(generator="small"), row(generator="large")
    with pytest.raises(InputError, match="by the generator 'huge'.*: large, small"):
        saved(tmp_path, *rows, generator="huge")
    with pytest.raises(InputError, match="'wild'.*: careful, loose"):
        ReplayGenerator("sample/wild")


@pytest.mark.parametrize("who", ["careful", "loose"])
def test_the_bundled_sample_comes_back_whole(who: str) -> None:
    rows = [json.loads(line) for line in SAMPLE.read_bytes().splitlines()]
    generator = ReplayGenerator(f"sample/{who}")
    for family in FAMILIES:
        mine = [r for r in rows if (r["family"], r["generator"]) == (family, who)]
        pairs = [(r["claim"], r["evidence"]) for r in mine]
        found = Rewriter(generator, family).rewrite(pairs)
        assert [one.text for (one,) in found] == [r["rewrite"] for r in mine]
        assert len(mine) == 66


def test_the_bundled_sample_has_two_rewrites_a_claim() -> None:
    rows = [json.loads(line) for line in SAMPLE.read_bytes().splitlines()][:2]
    rewriter = Rewriter(ReplayGenerator("sample"), "colloquial")
    (found,) = rewriter.rewrite([(rows[0]["claim"], rows[0]["evidence"])], samples=2)
    assert [one.text for one in found] == [r["rewrite"] for r in rows]
