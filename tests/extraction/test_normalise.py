"""Talk around a statement goes; what only asks is known as such."""

from __future__ import annotations

import pytest

from textattack_atomeval.extraction.normalise import split_and_clean
from textattack_atomeval.text import align


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So, trust me, Oslo is big.", ["Oslo is big."]),
        ("It turns out that the fox sleeps.", ["the fox sleeps."]),
        ("Oslo is, you know, big.", ["Oslo is big."]),
        ("Oslo's a city.", ["Oslo is a city."]),
        ("Ann sang it, didn't she?", ["Ann sang it."]),
        ("Among Danes, half of adults ski.", ["Among Danes, half of adults ski."]),
        ("Among Germans, 4% of adults ski.", ["4% of German adults ski."]),
        ('"Ann sang ""Dawn"" well."', ['Ann sang "Dawn" well.']),
        ("🎉 Oslo is big 🎉", ["Oslo is big "]),
    ],
)
def test_clean(text: str, expected: list[str]) -> None:
    found = split_and_clean(align(text))
    assert [s.aligned.text.strip() for s in found] == [e.strip() for e in expected]


@pytest.mark.parametrize(
    ("text", "topic", "rest"),
    [
        ("Oslo? It is big.", "Oslo", "It is big."),
        ("Ann Berg? Nah, the woman never sang.", "Ann Berg", "the woman never sang."),
        ("Oslo, that's a city.", "Oslo", "that's a city."),
    ],
)
def test_topics(text: str, topic: str, rest: str) -> None:
    (found,) = split_and_clean(align(text))
    assert found.topic is not None
    assert found.topic.text == topic
    assert found.aligned.text.replace(" is", "'s", rest.count("'s")) == rest


def test_questions() -> None:
    assert [s.asks for s in split_and_clean(align("Is Oslo big? It is."))] == [
        True,
        False,
    ]
