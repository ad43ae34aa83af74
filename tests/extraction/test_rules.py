"""The embedded extractor on sentences of every kind it promises to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textattack_atomeval.data import Extraction
from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.extraction import Extractor, RuleExtractor
from textattack_atomeval.extraction import parser as parser_module


@pytest.fixture(scope="module")
def rules() -> RuleExtractor:
    return RuleExtractor()


def propositions(found: Extraction) -> list[str]:
    return [atom.proposition for atom in found.atoms]


# Text, then the propositions that it asserts, in any order.
ASSERTED: Sequence[tuple[str, list[str]]] = [
    ("Oslo is a city in Norway.", ["Oslo is a city in Norway."]),
    (
        "Gone at Dawn was painted by Ann Berg.",
        ["Gone at Dawn was painted by Ann Berg."],
    ),
    (
        "Ann Berg and Bo Lund are Danish.",
        ["Ann Berg is Danish.", "Bo Lund is Danish."],
    ),
    (
        "Ann Berg is a poet and painter.",
        ["Ann Berg is a poet.", "Ann Berg is a painter."],
    ),
    (
        "The book is called Dusk and was printed in 1901.",
        ["The book is called Dusk.", "The book was printed in 1901."],
    ),
    (
        "Dusk was written and directed by Ann Berg.",
        ["Dusk was written by Ann Berg.", "Dusk was directed by Ann Berg."],
    ),
    (
        "Ann Berg, who was born in Oslo, paints.",
        ["Ann Berg paints.", "Ann Berg was born in Oslo."],
    ),
    (
        "Ann Berg, whose mother sang, lives in Oslo.",
        ["Ann Berg lives in Oslo.", "Ann Berg's mother sang."],
    ),
    (
        "Ann Berg, a Danish painter, lives in Oslo.",
        ["Ann Berg lives in Oslo.", "Ann Berg is a Danish painter."],
    ),
    (
        "A painter from Denmark, Ann Berg lives in Oslo.",
        ["Ann Berg lives in Oslo.", "Ann Berg is a painter from Denmark."],
    ),
    (
        "Born in 1950, Ann Berg lives in Oslo.",
        ["Ann Berg lives in Oslo.", "Ann Berg was born in 1950."],
    ),
    (
        "Dusk, with 300 pages, is a novel.",
        ["Dusk is a novel.", "Dusk has 300 pages."],
    ),
    ("In 1990, Ann Berg left Oslo.", ["Ann Berg left Oslo in 1990."]),
    ("Ann Berg? She left Oslo in 1990.", ["Ann Berg left Oslo in 1990."]),
    ("Dusk, that novel? Ann Berg wrote it.", ["Ann Berg wrote Dusk."]),
    ("Oslo, that's a city.", ["Oslo is a city."]),
    ("It's Ann Berg who wrote Dusk.", ["Ann Berg wrote Dusk."]),
    ("Ann Berg was the one who wrote Dusk.", ["Ann Berg wrote Dusk."]),
    ("The band formed in Oslo in 1990.", ["The band formed in Oslo in 1990."]),
    ("A storm is what sank the boat.", ["A storm sank the boat."]),
    ("Trust me, it turns out that Oslo is a city.", ["Oslo is a city."]),
    ("It is a fact that Oslo is a city.", ["Oslo is a city."]),
    ("Ann Berg's sold two boats.", ["Ann Berg has sold two boats."]),
    ("There's no harbour in Oslo.", ["There is no harbour in Oslo."]),
    ("Ann Berg didn't write Dusk.", ["Ann Berg did not write Dusk."]),
    ("Ann Berg is known to be a painter.", ["Ann Berg is a painter."]),
]


@pytest.mark.parametrize(("text", "expected"), ASSERTED)
def test_asserted(rules: RuleExtractor, text: str, expected: list[str]) -> None:
    (found,) = rules.extract([text])
    assert sorted(propositions(found)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "subject", "relation"),
    [
        ("It was Ann Berg who, in 1990, wrote Dusk.", "Ann Berg", "wrote"),
        ("It is Ann Berg who, as its owner, has the key.", "Ann Berg", "has"),
        ("It is tin that makes up 30 percent.", "tin", "makes up"),
        ("While Bo Lund slept, it was Ann Berg who rose.", "Ann Berg", "rose"),
    ],
)
def test_cleft(rules: RuleExtractor, text: str, subject: str, relation: str) -> None:
    (found,) = rules.extract([text])
    said = [(atom.subject, atom.relation) for atom in found.atoms]
    assert (subject, relation) in said
    assert not {"it", "that"} & {name.lower() for name, _ in said}


@pytest.mark.parametrize(
    "text",
    [
        "Critics claim that Oslo is a city.",
        "Oslo is a city, critics say.",
        "Some ask whether Oslo is a city.",
        "Is Oslo a city?",
        "Oslo might be a city.",
        "Oslo is reportedly a city.",
        "Allegedly, Oslo is a city.",
        "Oslo is said to be a city.",
        "It is a myth that Oslo is a city.",
        "The idea that Oslo is a city is false.",
        "It is not true that Oslo is a city.",
        "Rumor has it that Oslo is a city.",
        "According to critics, Oslo is a city.",
        "Many people think Oslo is a city.",
    ],
)
def test_unasserted(rules: RuleExtractor, text: str) -> None:
    (found,) = rules.extract([text])
    assert found.status == "ok"
    assert found.atoms == ()
    assert any("Oslo" in atom.subject for atom in found.unasserted)


def test_a_named_reporter_is_an_atom(rules: RuleExtractor) -> None:
    (found,) = rules.extract(["Ann Berg denied that Oslo is a city."])
    assert [atom.subject for atom in found.atoms] == ["Ann Berg"]
    assert propositions(found) == ["Ann Berg denied that Oslo is a city."]
    assert [atom.proposition for atom in found.unasserted] == ["Oslo is a city."]


def test_a_condition_is_not_asserted(rules: RuleExtractor) -> None:
    (found,) = rules.extract(["If Oslo is old, Ann Berg is happy."])
    assert [atom.subject for atom in found.atoms] == ["Ann Berg"]
    assert [atom.subject for atom in found.unasserted] == ["Oslo"]


SLOTS: Sequence[tuple[str, str, str, Mapping[str, str]]] = [
    ("Ann Berg was born in Oslo.", "born", "", {"location": "in Oslo"}),
    ("Ann Berg was born in 1950.", "born", "", {"time": "in 1950"}),
    ("Dusk was filmed by Bo Lund.", "filmed by", "Bo Lund", {}),
    ("Ann Berg never sang.", "sang", "", {"negation": "never"}),
    ("Ann Berg only sells boats.", "sells", "boats", {"exclusivity": "only"}),
    ("Oslo is the largest city.", "is", "city", {"comparison": "largest"}),
    ("Ann Berg wrote the second part.", "wrote", "part", {"ordinal": "second"}),
    ("Ann Berg sold at least 3 boats.", "sold", "boats", {"quantity": "at least 3"}),
    ("Ann Berg sold most boats.", "sold", "boats", {"quantifier": "most"}),
    ("Ann Berg can sing.", "sing", "", {"modality": "can"}),
    ("Ann Berg acts as a nurse.", "acts", "", {"role": "as a nurse"}),
    ("Ann Berg is the sister of Bo Lund.", "is sister of", "Bo Lund", {}),
    ("Dusk is Ann Berg's novel.", "is", "novel", {"attribute": "Ann Berg's"}),
]


@pytest.mark.parametrize(("text", "relation", "object_", "modifiers"), SLOTS)
def test_slots(
    rules: RuleExtractor,
    text: str,
    relation: str,
    object_: str,
    modifiers: Mapping[str, str],
) -> None:
    (atom,) = rules.extract([text])[0].atoms
    assert (atom.relation, atom.object) == (relation, object_)
    assert {m.kind: m.text for m in atom.modifiers} == modifiers


def test_spans_are_those_of_the_original(rules: RuleExtractor) -> None:
    text = "Well,\u200b  “Gone at Dawn”  was  painted, and it won a prize."
    (found,) = rules.extract([text])
    first, second = (text[slice(*atom.span)] for atom in found.atoms if atom.span)
    assert first == "“Gone at Dawn”  was  painted"
    assert second.endswith("won a prize")


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("", "empty", "no visible"),
        (" \n\t", "empty", "no visible"),
        ("\x00\u202e\u200b", "empty", "no visible"),
        ("🎉🎉", "failed", "no word"),
        ("Рим пал в 410 году.", "failed", "not in Latin"),
        ("罗马在410年沦陷。", "failed", "not in Latin"),
        ("x" * 100_000, "failed", "too long"),
        ("Oslo is " * 400, "failed", "too long: a sentence"),
        ("Oslo", "failed", "no clause"),
        ("Ann said that " * 90 + "Oslo is old.", "failed", "nested"),
    ],
)
def test_what_cannot_be_read(
    rules: RuleExtractor, text: str, status: str, reason: str
) -> None:
    (found,) = rules.extract([text])
    assert found.status == status
    assert reason in found.reason
    assert found.text == text


FRAGMENTS = (
    *("Oslo", "Ann", "is", "was", "fell", "who", "that", "and", "or", "the", "a", "of"),
    *("?", ".", ",", "'s", "n't", '"', "(", ")", "1999", "$5", "%", "if", "said", "it"),
    *("-", ":", "not", "only", "There", "been", "X-Men:", "\u200b", "\x00", "é", "中"),
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.sampled_from(FRAGMENTS),
        max_size=18,
    )
)
def test_never_raises(rules: RuleExtractor, parts: list[str]) -> None:
    text = " ".join(parts)
    (found,) = rules.extract([text])
    for atom in (*found.atoms, *found.unasserted):
        assert atom.proposition
        assert atom.span is not None
        assert 0 <= atom.span[0] < atom.span[1] <= len(text)


def test_batch_does_not_matter(rules: RuleExtractor) -> None:
    texts = [text for text, _ in ASSERTED]
    together = rules.extract(texts)
    assert together == [rules.extract([text])[0] for text in texts]
    assert together[::-1] == rules.extract(texts[::-1])


def test_is_an_extractor(rules: RuleExtractor) -> None:
    assert isinstance(rules, Extractor)
    assert rules.name.startswith("rules-2+en_core_web_sm")
    assert rules.name in repr(rules)
    assert rules.extract([]) == []


def test_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(parser_module, "import_module", missing)
    with pytest.raises(ModelUnavailableError, match="pip install"):
        RuleExtractor()
