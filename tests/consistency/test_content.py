"""Content that is dropped, denied, only intended, or comes back with a prefix."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.consistency.content import (
    check_alternatives,
    check_class,
    check_denied,
    check_dropped,
    check_intended,
    check_prefixed,
)
from textattack_atomeval.data import Atom


@pytest.mark.parametrize(
    ("claim", "relation", "premise", "lost"),
    [
        ("Ann is a northern weaver.", "is", "Ann is a weaver.", "northern"),
        ("Ann played a nameless queen.", "played", "Ann played a queen.", "nameless"),
        ("Ann won a tin cup.", "won", "Ann got a tin cup.", ""),
        ("Ann won a tin cup.", "won", "Ann took home a cup of tin.", ""),
        ("Ann is a northern weaver.", "is", "Ann weaves up in Norway.", ""),
        ("Ann plays the cook Berta.", "plays", "Ann plays Berta.", ""),
        ("Ann left the United States.", "left", "Ann left the US.", ""),
    ],
)
def test_dropped(claim: str, relation: str, premise: str, lost: str) -> None:
    assert [v.expected for v in check_dropped(claim, relation, premise)] == (
        [lost] if lost else []
    )


@pytest.mark.parametrize(
    ("claim", "premise", "denied"),
    [
        (
            "The newt is a reptile.",
            "The newt is an amphibian rather than a reptile.",
            1,
        ),
        ("Ann owns the mill.", "Ben owns the mill; Ann doesn't own the mill.", 0),
        ("It was made by Corvid.", "It was made by Ostara, not by Corvid.", 1),
        ("The newt is a reptile.", "The newt is not just any reptile.", 0),
        ("The newt is a reptile.", "It is not false that the newt is a reptile.", 0),
        ("The newt is a reptile.", "Not a fish: the newt is a reptile.", 0),
        ("The fair opened in May.", "Not until May did the fair open.", 0),
        ("The fair opened in May.", "The fair was not opened until May.", 0),
        (
            "The newt is a reptile.",
            "Contrary to the claim that the newt is a reptile, it has no scales.",
            1,
        ),
        (
            "The newt is a reptile.",
            "Contrary to the belief that it is a fish, the newt is a reptile.",
            0,
        ),
    ],
)
def test_denied(claim: str, premise: str, denied: int) -> None:
    assert len(check_denied(claim, premise)) == denied


@pytest.mark.parametrize(
    ("relation", "premise", "intended"),
    [
        ("directed", "Ann wanted to direct the play.", 1),
        ("directed", "Ann almost directed the play.", 1),
        ("directed", "Ann was asked to direct the play and directed it.", 0),
        ("directed", "Ann directed the play.", 0),
    ],
)
def test_intended(relation: str, premise: str, intended: int) -> None:
    claim = "Ann directed the play."
    assert len(check_intended(claim, relation, premise)) == intended


@pytest.mark.parametrize(
    ("claim", "premise", "found"),
    [
        ("The song was released in 1999.", "The song was re-released in 1999.", 1),
        ("The song was released in 1999.", "The song was rereleased in 1999.", 1),
        ("The song was released in 1999.", "Released and re-released in 1999.", 0),
        ("The song was released in 1999.", "It came out in 1999.", 0),
        ("It is about an ex-convict.", "It tells of an ex-convict.", 0),
    ],
)
def test_prefixed(claim: str, premise: str, found: int) -> None:
    assert len(check_prefixed(claim, premise)) == found


@given(st.text(max_size=150), st.text(max_size=150))
def test_never_raises(claim: str, premise: str) -> None:
    check_dropped(claim, "", premise)
    check_denied(claim, premise)
    check_intended(claim, claim, premise)
    check_prefixed(claim, premise)


@given(st.text(max_size=150))
def test_nothing_is_dropped_from_itself(text: str) -> None:
    assert check_dropped(text, "", text) == []
    assert check_prefixed(text, text) == []


@pytest.mark.parametrize(
    ("claim", "premise", "alternatives"),
    [
        ("Ann wrote and sang it.", "Ann wrote or sang it.", 1),
        ("Ann wrote and sang it.", "Ann wrote it and sang it.", 0),
        ("Ann wrote it.", "Ann wrote or sang it.", 0),
    ],
)
def test_alternatives(claim: str, premise: str, alternatives: int) -> None:
    assert len(check_alternatives(claim, premise)) == alternatives


@pytest.mark.parametrize(
    ("premise", "elsewhere"),
    [
        ("The song is a poem about a bill.", 1),
        ("The song looks like a bill.", 1),
        ("The song paid a bill.", 1),
        ("The song is a bill about taxes.", 0),
        ("The song belongs to the bills.", 0),
    ],
)
def test_class(premise: str, elsewhere: int) -> None:
    atom = Atom(subject="The song", relation="is", object="bill")
    assert len(check_class(atom, "The song is a bill.", premise)) == elsewhere


@pytest.mark.parametrize(
    ("premise", "denied"),
    [
        ("It is a myth that the newt is a reptile.", 1),
        ("It is not false that the newt is a reptile.", 0),
        ("Nobody can deny that the newt is a reptile.", 0),
    ],
)
def test_what_is_only_mentioned_to_be_denied(premise: str, denied: int) -> None:
    assert len(check_denied("The newt is a reptile.", premise)) == denied
