"""When two lists of atoms are the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from textattack_atomeval.data import Atom, Modifier
from textattack_atomeval.extraction import RuleExtractor
from textattack_atomeval.extraction.agreement import atoms_agree, content_words

HERE = Path(__file__).parent


def atom(subject: str, relation: str, object_: str = "", *modifiers: str) -> Atom:
    return Atom(
        subject=subject,
        relation=relation,
        object=object_,
        modifiers=tuple(Modifier("attribute", text) for text in modifiers),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (atom("The Nile", "is", "river"), atom("Nile", "was", "a river")),
        (atom("Ann", "was directed by", "Bo"), atom("ann", "directed", "Bo")),
        (atom("Ann", "wrote", "book", "two"), atom("Ann", "writes", "two books")),
        (atom("Ann", "born", "", "in Rome"), atom("Ann", "was born in", "Rome")),
        (atom("Ann", "sing", "", "n't"), atom("Ann", "sings", "", "not")),
    ],
)
def test_same(one: Atom, other: Atom) -> None:
    assert atoms_agree([one], [other])
    assert atoms_agree([other], [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (atom("Ann", "is", "poet"), atom("Bo", "is", "poet")),
        (atom("Ann", "is", "poet"), atom("Ann", "has", "poet")),
        (atom("Ann", "wrote", "book"), atom("Ann", "read", "book")),
        (atom("Ann", "wrote", "book"), atom("Ann", "wrote", "book", "not")),
        (atom("Ann", "sold", "", "$5"), atom("Ann", "sold", "", "5")),
    ],
)
def test_different(one: Atom, other: Atom) -> None:
    assert not atoms_agree([one], [other])


def test_one_to_one_in_any_order() -> None:
    one, two = atom("Ann", "sings"), atom("Bo", "sings")
    assert atoms_agree([one, two], [two, one])
    assert not atoms_agree([one, one], [one, two])
    assert not atoms_agree([one], [one, two])
    assert atoms_agree([], [])


def test_content_words() -> None:
    assert content_words("in the first of two books") == {"first", "two", "book"}


def gold_atoms(row: dict[str, list[dict[str, str]]]) -> list[Atom]:
    return [
        atom(
            said["subject"],
            said["relation"],
            said["object"],
            *(modifier.partition(": ")[2] for modifier in said["modifiers"]),
        )
        for said in row["claim_atoms"]
    ]


@pytest.mark.parametrize(
    ("name", "least"),
    # The rules were developed on the first file; the second was written afterwards.
    [("claims.jsonl", 0.95), ("claims_kept.jsonl", 0.87)],
)
def test_agreement_with_gold_atoms(name: str, least: float) -> None:
    """Quantity and scope as modifiers, a title beside its name, "than" in the object.

    Atoms in the conventions of the paper's tables, written before the rules saw them.
    """
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = RuleExtractor().extract([row["claim"] for row in rows])
    wrong = [
        row["claim"]
        for row, one in zip(rows, found, strict=True)
        if not atoms_agree(one.atoms or one.unasserted, gold_atoms(row))
    ]
    assert len(wrong) <= (1 - least) * len(rows), wrong
