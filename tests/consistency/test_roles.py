"""Roles and comparisons on atoms of the real extractor."""

from __future__ import annotations

import pytest

from textattack_atomeval.consistency.roles import (
    check_comparison,
    check_holder,
    check_kin,
    check_roles,
)
from textattack_atomeval.extraction.rules import RuleExtractor


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    """Load the parser once."""
    return RuleExtractor()


@pytest.mark.parametrize(
    ("claim", "rewrite", "swapped"),
    [
        ("Ann Moe sued Ben Odd.", "Ben Odd sued Ann Moe.", True),
        ("Ann Moe sued Ben Odd.", "Ann Moe was sued by Ben Odd.", True),
        ("Ann Moe sued Ben Odd.", "Ben Odd was sued by Ann Moe.", False),
        ("Ann Moe sued Ben Odd.", "Ann Moe, a baker, sued Ben Odd.", False),
        ("Ann Moe married Ben Odd.", "Ben Odd married Ann Moe.", False),
        ("Ann Moe chose Ben Odd.", "Ann Moe was chosen by Ben Odd.", True),
    ],
)
def test_roles(
    extractor: RuleExtractor, claim: str, rewrite: str, swapped: bool
) -> None:
    first, second = extractor.extract([claim, rewrite])
    assert bool(check_roles(first.atoms[0], second.atoms)) is swapped


@pytest.mark.parametrize(
    ("rewrite", "turned"),
    [
        ("Ben Odd is older than Ann Moe.", True),
        ("Ann Moe is younger than Ben Odd.", True),
        ("Ben Odd is younger than Ann Moe.", False),
        ("Ann Moe is older than Ben Odd.", False),
        ("Ann Moe likes Ben Odd.", False),
    ],
)
def test_comparison(extractor: RuleExtractor, rewrite: str, turned: bool) -> None:
    claim = "Ann Moe is older than Ben Odd."
    atom = extractor.extract([claim])[0].atoms[0]
    assert bool(check_comparison(atom, claim, rewrite)) is turned


def test_opposite_in_the_same_frame(extractor: RuleExtractor) -> None:
    claim = "Ann Moe is the younger sister of Ben Odd."
    atom = extractor.extract([claim])[0].atoms[0]
    other = "Ann Moe is the older sister of Ben Odd."
    assert [v.found for v in check_comparison(atom, claim, other)] == ["older"]
    assert check_comparison(atom, claim, "Ann Moe has an older brother, Ben Odd.") == []


@pytest.mark.parametrize(
    ("premise", "hits"),
    [
        ("It was written by a close friend of Ann Moe.", 1),
        ("It was written by Ann Moe's sister.", 1),
        ("It was written by Ann Moe, a friend of Ben Odd.", 0),
        ("Ann Moe, whose work it is, wrote it.", 0),
    ],
)
def test_kin(premise: str, hits: int) -> None:
    claim = "It was written by Ann Moe."
    assert len(check_kin(claim, "Ann Moe", premise)) == hits


@pytest.mark.parametrize(
    ("claim", "rewrite", "other"),
    [
        ("Odin is the god of storms.", "Thor is the god of storms, unlike Odin.", 1),
        (
            "Argon makes up 78 percent of it.",
            "Nitrogen makes up 78 percent of it, and argon makes up most of the rest.",
            1,
        ),
        (
            "Larn is the largest city in Orma.",
            "Larn is smaller than Kelso, the largest city in Orma.",
            1,
        ),
        (
            "Tide was directed by Ben Odd.",
            "Ann Moe directed Tide and Ben Odd liked it.",
            1,
        ),
        (
            "Nils Aho is the drummer of Tide.",
            "Petra Lund is the drummer of Tide, with Nils Aho on guitar.",
            1,
        ),
        (
            "Vera was born from the sea.",
            "Vera ruled the woods, but it was Lorna who, they say, rose from the sea.",
            1,
        ),
        (
            "Iron has the number 30.",
            "Iron is heavier; it is zinc that has the number 30.",
            1,
        ),
        (
            "Ann Moe painted the mural in Larn.",
            "While Ann Moe lived in Larn, the mural was painted by Ben Odd.",
            1,
        ),
        (
            "Ben Odd was the fifth mayor of Larn.",
            "After Ann Moe, who was the fifth mayor, Ben Odd became mayor of Larn.",
            1,
        ),
        (
            "Vera was born from the sea.",
            "It was from the sea that Vera was born, while Lorna rose from the woods.",
            0,
        ),
        (
            "Vera was born from the sea.",
            "It was Vera who was born from the sea, and Lorna from the woods.",
            0,
        ),
        (
            "Ann Moe painted the mural in Larn.",
            "Ben Odd watched while Ann Moe painted the mural in Larn.",
            0,
        ),
        (
            "Ann Moe sold the mill in 1990.",
            "Ann Moe sold it in 1990, and Ben Odd sold the mill again in 2000.",
            0,
        ),
        (
            "Ben Odd was the fifth mayor of Larn.",
            "After Ann Moe, the fourth mayor, Ben Odd became the fifth mayor of Larn.",
            0,
        ),
        ("Odin is the god of storms.", "The god of storms is Odin.", 0),
        ("Ann Moe and Ben Odd were bakers.", "Ben Odd was a baker; so was Ann.", 0),
        ("Odin is the god of storms.", "Thor is the god of war; Odin of storms.", 0),
        ("Odin is the god of storms.", "Thor and Odin are the gods of storms.", 0),
        ("Odin is the god of storms.", "Wodan is Odin. Wodan is the god of storms.", 0),
        ("Tide was sold in 1999.", "Kelso Records sold Tide in 1999.", 0),
        ("Tide was directed by Ben Odd.", "Ann Moe, with Ben Odd, directed Tide.", 0),
        (
            "Tide was directed by Ben Odd.",
            "Ann Moe directed Tide, which Ben Odd co-directed.",
            0,
        ),
        ("The Larks met in Leeds.", "The Larks began there: the band met in Leeds.", 0),
    ],
)
def test_holder(extractor: RuleExtractor, claim: str, rewrite: str, other: int) -> None:
    first, second = extractor.extract([claim, rewrite])
    assert len(check_holder(first.atoms[0], claim, second)) == other
