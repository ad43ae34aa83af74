"""Claims from every source arrive as pairs with verdicts; bad rows are reported."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from textattack_atomeval.attack.datasets import (
    ClaimDataset,
    Example,
    is_our_dataset,
    load_dataset,
)
from textattack_atomeval.attack.texts import example_hash
from textattack_atomeval.errors import InputError
from textattack_atomeval.verdicts import VERDICTS

CLAIMS = [
    {"id": "a", "claim": "Mount Tello is in Peru.", "label": "REFUTES", "split": "dev"},
    {"id": "b", "claim": "Mount Tello is high.", "label": "SUPPORTS", "split": "dev"},
    {"id": "c", "claim": "Mount Tello is old.", "label": "NEI", "split": "train"},
    {"id": "d", "claim": "Mount Tello is in Asia.", "label": "REFUTED", "split": "dev"},
]
EVIDENCE = "Mount Tello is a peak of 5,100 metres in Chile."


def write(path: Path, rows: Sequence[Any]) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def claims(tmp_path: Path) -> str:
    rows = [{**row, "evidence": EVIDENCE} for row in CLAIMS]
    return str(write(tmp_path / "claims.jsonl", rows))


def texts(dataset: ClaimDataset) -> list[str]:
    return [columns["claim"] for columns, _ in dataset]


def test_rows_are_what_the_host_reads(claims: str) -> None:
    dataset = load_dataset(claims)
    columns, label = dataset[0]
    assert dict(columns) == {"claim": CLAIMS[0]["claim"], "evidence": EVIDENCE}
    assert list(columns) == dataset.input_columns == ["claim", "evidence"]
    assert type(label) is int and dataset.label_names[label] == "REFUTED"
    assert [dataset.label_names[label] for _, label in dataset] == [
        *("REFUTED", "SUPPORTED", "NOT ENOUGH INFO", "REFUTED")
    ]
    assert dataset.problems == () and dataset.source == claims


def test_labels_follow_the_victims_order(claims: str) -> None:
    dataset = load_dataset(claims, labels=("REFUTED", "SUPPORTED"))
    assert [label for _, label in dataset] == [0, 1, 0]
    (problem,) = dataset.problems
    assert (problem.line, problem.id, problem.field) == (3, "c", "label")
    assert "never answers" in problem.message


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"only": "REFUTED"}, "ad"),
        ({"only": "refutes"}, "ad"),
        ({"where": {"split": "dev"}}, "abd"),
        ({"where": {"split": ["dev", "train"], "id": "c"}}, "c"),
        ({"where": {"split": "dev"}, "only": "REFUTED", "limit": 1}, "a"),
        ({"limit": 9}, "abcd"),
    ],
)
def test_filters(claims: str, options: dict[str, Any], kept: str) -> None:
    by_id = {row["id"]: row["claim"] for row in CLAIMS}
    assert texts(load_dataset(claims, **options)) == [by_id[name] for name in kept]


def test_a_seed_shuffles_before_the_limit(claims: str) -> None:
    whole = texts(load_dataset(claims, seed=5))
    assert whole != texts(load_dataset(claims)) and len(whole) == 4
    assert texts(load_dataset(claims, seed=5, limit=2)) == whole[:2]


def test_the_hosts_own_shuffle_and_filter_work(claims: str) -> None:
    dataset = load_dataset(claims)
    random.seed(1)
    dataset.shuffle()
    assert sorted(texts(dataset)) == sorted(texts(load_dataset(claims)))
    dataset.filter_by_labels_([VERDICTS.index("REFUTED")])
    assert len(dataset) == 2
    assert found_ids(dataset) == {"a", "d"}


def found_ids(dataset: ClaimDataset) -> set[str | None]:
    from textattack.shared import AttackedText

    rows = [(AttackedText(columns), label) for columns, label in dataset]
    return {dataset.row_id(example_hash(text, label)) for text, label in rows}


def test_an_attacked_text_leads_back_to_its_row(claims: str) -> None:
    dataset = load_dataset(claims)
    assert found_ids(dataset) == {"a", "b", "c", "d"}
    assert dataset.row_id("0" * 16) is None


BAD_ROWS = [
    ('{"claim": "cut', None, None, "is not JSON"),
    ("[1]", None, None, "not a JSON object"),
    ({"id": "x", "label": "REFUTES", "evidence": "E."}, "x", "claim", "missing"),
    ({"id": "x", "claim": "C.", "label": "REFUTES"}, "x", "evidence", "missing"),
    (
        {"id": 7, "claim": "C.", "label": "REFUTES", "evidence": " "},
        *("7", "evidence", "empty"),
    ),
    (
        {"id": "x", "claim": " ", "label": "REFUTES", "evidence": "E."},
        *("x", "claim", "empty"),
    ),
    (
        {"id": "x", "claim": 3, "label": "REFUTES", "evidence": "E."},
        *("x", "claim", "a number"),
    ),
    (
        {"id": "x", "claim": "C.", "label": "maybe", "evidence": "E."},
        *("x", "label", "'maybe'"),
    ),
    ({"id": "x", "claim": "C.", "label": 1, "evidence": "E."}, "x", "label", "1"),
    (
        {"id": "x", "claim": "C.", "label": "REFUTES", "evidence": [["p", 1]]},
        *("x", "evidence", "an array"),
    ),
    (
        {"id": "x", "claim": "A\u0000", "label": "REFUTES", "evidence": "E."},
        *("x", "claim", "NUL"),
    ),
    (
        {"id": "x", "claim": "\ud800", "label": "REFUTES", "evidence": "E."},
        *("x", "claim", "unpaired surrogate"),
    ),
    (
        {**CLAIMS[0], "id": "x", "evidence": EVIDENCE},
        *("x", None, "repeats row a"),
    ),
]


@pytest.mark.parametrize(("row", "known", "field", "message"), BAD_ROWS)
def test_a_bad_row_is_reported_and_the_rest_goes_on(
    tmp_path: Path, row: Any, known: str | None, field: str | None, message: str
) -> None:
    good = [{**claim, "evidence": EVIDENCE} for claim in CLAIMS[:2]]
    path = write(tmp_path / "c.jsonl", [good[0], row, good[1]])
    dataset = load_dataset(str(path))
    assert texts(dataset) == [claim["claim"] for claim in good]
    (problem,) = dataset.problems
    assert (problem.line, problem.id, problem.field) == (2, known, field)
    assert message in problem.message and problem.file == str(path)


def test_tables_and_evidence_in_parts(tmp_path: Path) -> None:
    table = tmp_path / "c.csv"
    table.write_text(
        "\ufeffclaim,label,evidence\n"
        '"One, two.",REFUTES,"Three\nfour."\n'
        "Five.,REFUTES,Six.,Seven\n"
        "Eight.,supported,Nine.\n",
        encoding="utf-8",
    )
    dataset = load_dataset(str(table))
    assert texts(dataset) == ["One, two.", "Eight."]
    assert dataset[0][0]["evidence"] == "Three\nfour."
    assert [problem.line for problem in dataset.problems] == [4]
    table.rename(tmp_path / "c.tsv")
    with pytest.raises(InputError, match="has no column"):
        load_dataset(str(tmp_path / "c.tsv"))
    parts = [["Page", 1, "A sentence ."], ["Page", 2, "Another -LRB- one -RRB- ."]]
    rows = [{"claim": "C.", "label": "REFUTES", "evidence": parts}]
    dataset = load_dataset(str(write(tmp_path / "p.jsonl", rows)))
    assert dataset[0][0]["evidence"] == "A sentence. Another (one)."
    assert found_ids(dataset) == {"1"}


def test_the_sample() -> None:
    dataset = load_dataset("sample")
    assert len(dataset) == len(set(texts(dataset))) == 66
    assert {dataset.label_names[label] for _, label in dataset} == {"REFUTED"}
    assert "s001" in found_ids(dataset) and None not in found_ids(dataset)


FEVER = [
    {
        "id": 1,
        "label": "REFUTES",
        "claim": "Zoë Vann is a cook.",
        "evidence": [
            [[10, 20, "Nowhere", 3]],
            [[11, 21, "Zoë_Vann_-LRB-actor-RRB-", 0], [11, 22, "Ulm", 2]],
        ],
    },
    {
        "id": 2,
        "label": "NOT ENOUGH INFO",
        "claim": "Z.",
        "evidence": [[[1, 2, None, None]]],
    },
    {"id": 3, "label": "SUPPORTS", "claim": "Y.", "evidence": [[[1, 2, "Nowhere", 0]]]},
    {"id": 4, "label": "SUPPORTS", "claim": "X.", "evidence": "text"},
    {
        "id": 5,
        "label": "SUPPORTS",
        "claim": "Ulm is a town.",
        "evidence": [[[1, 2, "Ulm", 0]]],
    },
]
# The dump spells the title in another Unicode normal form (Zoe + diaeresis).
PAGES = [
    {"id": "", "text": "", "lines": ""},
    {
        "id": "Zoe\u0308_Vann_-LRB-actor-RRB-",
        "lines": "0\tZoe Vann -LRB- born 1970 -RRB- is an actor .\tactor\tactor\n1\t",
    },
    {
        "id": "Ulm",
        "lines": "0\tUlm is a town .\n1\t\n2\tVann lives in ``Ulm'' , too .\tx",
    },
]
SENTENCES = [
    {"page": "Ulm", "line": 0, "text": "Ulm is a town ."},
    {"page": "Ulm", "line": 2, "text": "Vann lives in ``Ulm'' , too ."},
    {
        "page": "Zoë_Vann_-LRB-actor-RRB-",
        "line": 0,
        "text": "Zoe Vann -LRB- born 1970 -RRB- is an actor .",
    },
]


@pytest.mark.parametrize("dump", [True, False], ids=["wiki-pages", "sentences"])
def test_fever_rows_find_their_sentences(tmp_path: Path, dump: bool) -> None:
    claims = write(tmp_path / "shared_task_dev.jsonl", FEVER)
    if dump:
        source = tmp_path / "wiki-pages"
        source.mkdir()
        write(source / "wiki-001.jsonl", PAGES[:2])
        write(source / "wiki-002.jsonl", PAGES[2:])
    else:
        source = write(tmp_path / "sentences.jsonl", SENTENCES)
    dataset = load_dataset(f"fever:{claims}", sentences=source)
    assert [(c["claim"], c["evidence"]) for c, _ in dataset] == [
        (
            "Zoë Vann is a cook.",
            'Zoe Vann (born 1970) is an actor. Vann lives in "Ulm", too.',
        ),
        ("Ulm is a town.", "Ulm is a town."),
    ]
    assert [(p.line, p.id, p.field) for p in dataset.problems] == [
        (line, str(line), "evidence") for line in (2, 3, 4)
    ]
    assert found_ids(dataset) == {"1", "5"}


def test_sentences_must_be_given_and_readable(tmp_path: Path) -> None:
    claims = write(tmp_path / "dev.jsonl", FEVER)
    with pytest.raises(InputError, match="sentences="):
        load_dataset(f"fever:{claims}")
    with pytest.raises(InputError, match="wiki-"):
        load_dataset(f"fever:{claims}", sentences=tmp_path)
    with pytest.raises(InputError, match="none.jsonl"):
        load_dataset(f"fever:{claims}", sentences=tmp_path / "none.jsonl")
    broken = write(tmp_path / "s.jsonl", [SENTENCES[0], {"page": "P"}])
    with pytest.raises(InputError, match=r"s.jsonl:2: .*page, line and text"):
        load_dataset(f"fever:{claims}", sentences=broken)


def test_the_hub_is_reached_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def fake(name: str, split: str) -> list[dict[str, Any]]:
        asked.append((name, split))
        return [
            {
                "id": 9,
                "claim": "Ulm is a lake.",
                "label": "REFUTES",
                "evidence": [["Ulm", "0", "Ulm is a town ."]],
            }
        ]

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=fake))
    with pytest.raises(InputError, match="allow_download"):
        load_dataset("fever-hub")
    assert asked == []
    dataset = load_dataset("fever-hub:validation", allow_download=True)
    assert asked == [("copenlu/fever_gold_evidence", "validation")]
    assert dataset[0][0]["evidence"] == "Ulm is a town."


def test_a_hub_that_fails_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str, split: str) -> None:
        raise ConnectionError("no route")

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=fail))
    with pytest.raises(InputError, match="no route; check the connection"):
        load_dataset("fever-hub", allow_download=True)


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("imdb", {}, "'imdb'"),
        ("none.jsonl", {}, "Cannot read none.jsonl"),
        ("none.csv", {}, "Cannot read none.csv"),
        ("sample", {"limit": 0}, "limit"),
        ("sample", {"only": "perhaps"}, "'perhaps'"),
        ("sample", {"only": "SUPPORTED"}, "passes the filters"),
        ("sample", {"labels": ("SUPPORTED",)}, "66 refused"),
        ("fever:none.jsonl", {"sentences": "x"}, "Cannot read none.jsonl"),
    ],
)
def test_what_cannot_be_used_at_all(
    spec: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        load_dataset(spec, **options)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("sample", True),
        ("fever-hub", True),
        ("fever-hub:train", True),
        ("fever:x/dev.jsonl", True),
        ("x.CSV", True),
        ("rotten_tomatoes", False),
        ("glue^sst2", False),
        ("fever", True),
    ],
)
def test_names(name: str, ours: bool) -> None:
    assert is_our_dataset(name) is ours


def test_examples_can_be_given_directly() -> None:
    dataset = ClaimDataset([Example("e1", "C.", "E.", "REFUTED")], ("REFUTED",))
    assert len(dataset) == 1 and found_ids(dataset) == {"e1"}


def test_a_label_map_reads_numbers_and_other_names(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    row = {"claim": "Rome is big.", "evidence": "It is small."}
    labels = [0, "1", "DISPUTED", "CONTRADICT", "SUPPORT", "NOINFO", 7]
    lines = [json.dumps({**row, "claim": f"Rome {n}.", "label": label})
             for n, label in enumerate(labels)]  # fmt: skip
    path.write_text("\n".join(lines))
    names = {"0": "SUPPORTED", "1": "REFUTED", "DISPUTED": "NOT ENOUGH INFO"}
    found = load_dataset(str(path), label_map=names)
    verdicts = [found.label_names[found[n][1]] for n in range(len(found))]
    assert verdicts == [
        *("SUPPORTED", "REFUTED", "NOT ENOUGH INFO"),
        *("REFUTED", "SUPPORTED", "NOT ENOUGH INFO"),
    ]
    assert "label map" in str(found.problems[0]) and len(found.problems) == 1
    with pytest.raises(InputError, match="label map"):
        load_dataset(str(path), label_map={"0": "maybe"})
