"""Base forms and finite forms by rule."""

from __future__ import annotations

import pytest

from textattack_atomeval.extraction.words import base_forms, past, stem, third_person


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("wrote", "write"),
        ("starring", "star"),
        ("directed", "direct"),
        ("released", "release"),
        ("featuring", "feature"),
        ("studies", "study"),
        ("boxes", "box"),
        ("was", "be"),
        ("grass", "grass"),
        ("played", "play"),
        ("called", "call"),
    ],
)
def test_stem(form: str, base: str) -> None:
    assert stem(form) == base
    assert base in base_forms(form)


def test_finite_forms() -> None:
    assert [third_person(v) for v in ("featuring", "having", "passing")] == [
        "features",
        "has",
        "passes",
    ]
    assert [past(v) for v in ("writing", "starring", "studying", "using")] == [
        "wrote",
        "starred",
        "studied",
        "used",
    ]
