"""The contrast generator: what each edit does, and that it is repeatable."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("spacy")

from benchmarks.contrasts import KINDS, Contrast, make_contrasts
from benchmarks.contrasts.__main__ import main
from benchmarks.contrasts.base import Claim, article, fix, infinitive
from benchmarks.contrasts.make import load_parser, parse_claims

CLAIMS = [
    "Marta Holm was born in 1961.",
    "Marta Holm is a Swedish painter.",
    "Marta Holm directed The Winter Road.",
    "Peter Stone was born on March 14, 1950.",
    "Peter Stone is an American actor.",
    "Peter Stone married a lawyer in 1979.",
    "Peter Stone has won five awards.",
    "Peter Stone only works in Germany.",
    "Peter Stone is older than Marta Holm.",
    "The Winter Road is a Canadian film from 1999.",
    "The Winter Road was directed by Marta Holm.",
    "The Winter Road was released in Norway in 1999.",
    "The Winter Road was the second film by Marta Holm.",
    "The Winter Road earned $3.5 million in Europe.",
    "Glass Harbour is a large city in Brazil.",
    "Glass Harbour was founded in 1880.",
    "Glass Harbour is the largest city in Brazil.",
    "Glass Harbour has at least 40 museums.",
    "Peter Stone did not attend Yale University.",
    "Marta Holm is a writer and an engineer.",
    "Many birds eat small insects.",
    "Dogs eat meat.",
    "Peter Stone starred in Night Train.",
]
PRESERVED = {kind for kind, (preserved, _) in KINDS.items() if preserved}


@pytest.fixture(scope="module")
def pairs() -> list[Contrast]:
    return list(make_contrasts(CLAIMS, seed=3, compose=0.0))


@pytest.fixture(scope="module")
def parsed() -> dict[str, Claim]:
    return {claim.text: claim for claim in parse_claims(CLAIMS)}


def test_every_kind_is_made(pairs: list[Contrast]) -> None:
    made = Counter(pair.kind for pair in pairs)
    missing = set(KINDS) - set(made)
    assert not missing


def test_labels_agree_with_preservation(pairs: list[Contrast]) -> None:
    for pair in pairs:
        assert pair.preserved == (pair.kind in PRESERVED)
        assert pair.preserved == (pair.label == "entailment")
        assert pair.label in {"entailment", "neutral", "contradiction"}


def test_texts_differ_and_are_sentences(pairs: list[Contrast]) -> None:
    for pair in pairs:
        assert pair.premise != pair.hypothesis
        for text in (pair.premise, pair.hypothesis):
            assert "  " not in text and " ." not in text and ",," not in text
        assert pair.hypothesis[-1] in ".?!"


def _premises(pairs: list[Contrast], kind: str, hypothesis: str) -> list[str]:
    return [p.premise for p in pairs if (p.kind, p.hypothesis) == (kind, hypothesis)]


@pytest.mark.parametrize(
    ("kind", "hypothesis", "pattern"),
    [
        ("date", "Glass Harbour was founded in 1880.", r"(?!.*founded in 1880)"),
        ("place", "The Winter Road was released in Norway in 1999.", r".*"),
        ("negation", "Marta Holm is a Swedish painter.", r".*(not|myth|false|Nobody|"
         r"denied|doubt|proof|Few|wrong|untrue)"),
        ("exclusivity", "Peter Stone only works in Germany.", r"(?!.*\bonly\b)"),
        ("ordinal", "The Winter Road was the second film by Marta Holm.",
         r"(?!.*second)"),
        ("comparison", "Peter Stone is older than Marta Holm.",
         r".*(younger|same age)"),
        ("comparison", "Glass Harbour is the largest city in Brazil.",
         r".*(smallest|-largest)"),
        ("quantifier", "Glass Harbour has at least 40 museums.", r"(?!.*at least)"),
        ("number", "Peter Stone has won five awards.", r"(?!.*won five)"),
        ("role_swap", "The Winter Road was directed by Marta Holm.", r".*"),
        ("relation", "Peter Stone starred in Night Train.", r"(?!.*starred)"),
        ("active_passive", "The Winter Road was directed by Marta Holm.",
         r"Marta Holm directed The Winter Road\.$"),
        ("date_format", "Peter Stone was born on March 14, 1950.", r".*1950"),
        ("number_format", "Peter Stone has won five awards.", r".*won 5 awards"),
        ("fronting", "Glass Harbour was founded in 1880.", r"(In|It was in) 1880"),
    ],
)  # fmt: skip
def test_edit_of_a_claim(
    pairs: list[Contrast], kind: str, hypothesis: str, pattern: str
) -> None:
    premises = _premises(pairs, kind, hypothesis)
    assert premises
    for premise in premises:
        assert re.match(pattern, premise), premise


def test_negative_claims_are_not_weakened(pairs: list[Contrast]) -> None:
    claim = "Peter Stone did not attend Yale University."
    for kind in ("drop_modifier", "conjunct_drop", "hedge", "one_way", "relation"):
        assert not _premises(pairs, kind, claim)


def test_definite_phrases_are_not_cut_in_one_way(pairs: list[Contrast]) -> None:
    hypotheses = {p.hypothesis for p in pairs if p.kind == "one_way"}
    assert "Glass Harbour is the largest city." not in hypotheses


def test_same_seed_same_pairs_and_bounds(pairs: list[Contrast]) -> None:
    assert list(make_contrasts(CLAIMS, seed=3, compose=0.0)) == pairs
    assert list(make_contrasts(CLAIMS, seed=4, compose=0.0)) != pairs
    few = Counter(p.kind for p in make_contrasts(CLAIMS, seed=3, per_kind=2))
    assert max(few.values()) <= 2


def test_composed_pairs_hold_the_edit_and_more() -> None:
    composed = [p for p in make_contrasts(CLAIMS, seed=5, compose=1.0) if p.composed]
    plain = {
        (p.kind, p.hypothesis, p.label)
        for p in make_contrasts(CLAIMS, seed=5, compose=0.0)
    }
    assert len(composed) > 50
    for pair in composed:
        assert (pair.kind, pair.hypothesis, pair.label) in plain


def test_templates_are_many() -> None:
    from benchmarks.contrasts import added

    groups = (added.WHICH, added.PARTICIPLES, added.TAILS, added.BEFORE, added.AFTER)
    assert len({t for group in groups for t in group}) >= 60


def test_no_claims_no_pairs() -> None:
    assert list(make_contrasts([], seed=1)) == []
    assert list(make_contrasts(["Hm.", "Go away!", ""], seed=1)) == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [("actor", "an"), ("European", "a"), ("hour", "an"), ("union", "a"), ("film", "a")],
)
def test_article(word: str, expected: str) -> None:
    assert article(word) == expected


@pytest.mark.parametrize(
    ("raw", "mended"),
    [
        ("X is a  actor", "X is an actor."),
        ("X is an film .", "X is a film."),
        ("X is a American actor.", "X is an American actor."),
        ("Easy A is a film.", "Easy A is a film."),
    ],
)
def test_fix(raw: str, mended: str) -> None:
    assert fix(raw) == mended


def test_infinitive(parsed: dict[str, Claim]) -> None:
    assert infinitive(parsed["Glass Harbour was founded in 1880."]) == (
        "have been founded in 1880"
    )
    assert infinitive(parsed["Peter Stone is an American actor."]) == (
        "be an American actor"
    )


def test_parser_loads() -> None:
    assert load_parser()("Birds sing.")[0].text == "Birds"


def test_command_writes_json_lines(tmp_path: Path) -> None:
    source, out = tmp_path / "claims.jsonl", tmp_path / "pairs.jsonl"
    rows = [json.dumps({"claim": claim}) for claim in CLAIMS]
    source.write_text("\n".join(rows), encoding="utf-8")
    assert main([str(source), "--out", str(out), "--per-kind", "3"]) == 0
    made = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {"kind", "premise", "hypothesis", "preserved", "label"} <= set(made[0])


def test_command_names_the_line_without_the_field(tmp_path: Path) -> None:
    source = tmp_path / "claims.jsonl"
    source.write_text('{"claim": "Birds sing."}\n{"text": "x"}\n', encoding="utf-8")
    with pytest.raises(SystemExit, match=":2: no text in field 'claim'"):
        main([str(source), "--out", str(tmp_path / "out.jsonl")])


def test_hedges_get_no_factive_tail() -> None:
    from benchmarks.contrasts import added

    starts = tuple(f", {t.split('{')[0]}" for t in added.TAILS)
    for pair in make_contrasts(CLAIMS, seed=7, compose=1.0):
        if pair.composed and pair.kind == "hedge":
            assert not any(s in pair.premise for s in starts if len(s) > 8)
