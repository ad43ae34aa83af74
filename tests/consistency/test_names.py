"""Names: what is left of them, and what makes them another name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.names import check_names, find_names, name_kept


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mara Quill wrote The Glass Orchard.", ["Mara Quill", "The Glass Orchard"]),
        ("In 1995 the Duke of Larn left Oslo.", ["Duke of Larn", "Oslo"]),
        ("It opened on November 29, 1986 in Turin.", ["Turin"]),
        ("Night Harbor 2 is a film.", ["Night Harbor 2"]),
        ("otters live in rivers", []),
        ("The otter is a mammal.", []),
    ],
)
def test_find_names(text: str, names: list[str]) -> None:
    assert [name.removeprefix("The ") for name in find_names(text)] == [
        name.removeprefix("The ") for name in names
    ]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Johanna van der Lind is a poet.", "Lind writes poems for a living."),
        ("The United Kingdom won.", "The UK won it."),
        ("Ola Brand is Irish.", "Ola Brand comes from Ireland."),
        ("Ola Brand is Dutch.", "Ola Brand was born in the Netherlands."),
        ("The World Health Board met.", "The WHB met."),
        ("The WHB met.", "The World Health Board met."),
        ("Dr. Mara Quill died.", "Mara Quill died."),
        ("Karl Voss II reigned.", "Karl Voss reigned."),
        ("It is a TV show.", "It is a television series."),
        ("Night Harbor 2 is a film.", "Night Harbor Two, that's a film."),
        ("Rolf sang for The Who.", "He, Rolf, was the Who's singer."),
        ("Rolf sang for The Who.", "rolf sang lead for the who"),
        ("Rolf founded The The.", "The The were founded by Rolf."),
        ("Rolf directed Us.", "Us was directed by Rolf."),
    ],
)
def test_kept(claim: str, premise: str) -> None:
    assert check_names(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise", "found"),
    [
        ("Mara Quill wrote it.", "Some novelist wrote it.", ""),
        ("It lies in Suffolk County.", "It lies in Essex County.", ""),
        ("Night Harbor 2 is a film.", "Night Harbor 3 is a film.", ""),
        ("Night Harbor 2 is a film.", "Night Harbor is a film.", ""),
        ("Mara Quill wrote it.", "Peter Quill wrote it.", "Peter Quill"),
        ("Rolf sang for The Who.", "Rolf, who sang, was in the Larks.", ""),
        ("Rolf founded The The.", "Rolf founded the Larks and the Owls.", ""),
        ("Rolf directed Us.", "Rolf told us that he directed Nope.", ""),
    ],
)
def test_lost(claim: str, premise: str, found: str) -> None:
    violations = check_names(claim, premise)
    assert [v.kind for v in violations] == ["name"]
    assert violations[0].found == found
    assert violations[0].expected in claim


@given(st.text(max_size=200), st.text(max_size=200))
def test_never_raises(claim: str, premise: str) -> None:
    check_names(claim, premise)


@given(st.text(max_size=100))
def test_a_text_keeps_its_own_names(text: str) -> None:
    assert all(name_kept(name, text) for name in find_names(text))


@pytest.mark.parametrize(
    ("claim", "premise", "lost"),
    [
        ("Ola won the Larn Poetry Prize.", "Ola won the Larn Prize.", True),
        ("Ola won the Larn Poetry Prize.", "Ola won the Larn Prize in poetry.", False),
        ("Ola won the Larn Junior Cup.", "Ola won the Larn Cup.", True),
        ("Ola won the Larn Poetry Prize.", "Ola won the Poetry Prize.", False),
        ("Ola won the Larn Poetry Prize.", "The Larn Poetry Prize is Ola's.", False),
        ("Ola won the Larn Poetry Prize.", "Ola won Larn's prize in poetry.", False),
        ("Karl Emil Voss won.", "Karl Voss won.", False),
    ],
)
def test_awards_are_told_apart(claim: str, premise: str, lost: bool) -> None:
    assert bool(check_names(claim, premise)) is lost


@pytest.mark.parametrize(
    ("premise", "other"),
    [
        ("Ola wrote the single Tide.", True),
        ("Ola wrote the novel Tide.", True),
        ("Ola wrote the record Tide.", False),
        ("Ola wrote the single Tide for the album of that name.", False),
        ("Ola wrote Tide.", False),
        ("Ola wrote the lovely Tide.", False),
    ],
)
def test_a_title_of_another_kind(premise: str, other: bool) -> None:
    assert bool(check_names("Ola wrote the album Tide.", premise)) is other
