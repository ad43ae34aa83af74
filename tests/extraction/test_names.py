"""What the parser is shown in the place of names, titles and dates."""

from __future__ import annotations

import pytest

from textattack_atomeval.extraction.names import mask
from textattack_atomeval.text import align


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Gone at Dawn was a hit.", ["Gone at Dawn"]),
        ("Moth-Men: Rising is a film.", ["Moth-Men: Rising"]),
        ("In a Quiet Room was filmed.", ["In a Quiet Room"]),
        ("In Norway, Ann Berg sang.", ["Ann Berg"]),
        ("Two and a Half Cats aired.", ["Two and a Half Cats"]),
        ("Salem, Oregon is a city.", ["Salem, Oregon"]),
        ("It was shot in Salem, Oregon.", ["Salem, Oregon"]),
        ("Lost Keys (1999 film) was made.", ["Lost Keys (1999 film)"]),
        ("Ann Berg and Bo Lund are poets.", ["Ann Berg", "Bo Lund"]),
        ("After Ann Berg left, it rained.", ["Ann Berg"]),
        ('Her song "the end" is old.', ['"the end"']),
        ("Directed by Ann Berg, Moth Night is long.", ["Ann Berg", "Moth Night"]),
        ("Cats sleep.", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    masked = mask(align(text))
    found = [masked.surfaces[at] for at in sorted(masked.names)]
    assert found == names


def test_dates_are_not_names() -> None:
    masked = mask(align("Ann Berg died on 3 May 1901 or in June 1902."))
    assert masked.aligned.text == "Mary died on Monday or in June."
    assert len(masked.names) == 1


def test_offsets_lead_back() -> None:
    text = "Gone at Dawn was made by Ann Berg."
    masked = mask(align(text))
    for at in masked.names:
        span = masked.aligned.span(at, at + 1)
        assert span is not None
        assert text[span[0] : span[1]] == masked.surfaces[at]
