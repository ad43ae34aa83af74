"""Two atoms side by side, built by hand."""

from __future__ import annotations

import pytest

from textattack_atomeval.consistency import frames
from textattack_atomeval.data import Atom, Modifier

NOT = (Modifier(kind="negation", text="not"),)


def atom(subject: str, relation: str, object_: str = "", *more: Modifier) -> Atom:
    words = [subject, relation, object_, *(m.text for m in more)]
    return Atom(
        subject=subject,
        relation=relation,
        object=object_,
        modifiers=more,
        proposition=" ".join(word for word in words if word),
    )


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("wrote", "written by", True),
        ("is", "became", True),
        ("lies", "is", True),  # both only place
        ("is located", "stands", True),
        ("wrote", "sold", False),
        ("wrote", "is", False),
    ],
)
def test_relation_of(one: str, two: str, same: bool) -> None:
    found = [frames.relation_of(atom("Tide", relation)) for relation in (one, two)]
    assert (found[0] == found[1]) is same


def test_no_relation() -> None:
    assert frames.relation_of(atom("Tide", "")) == ""


@pytest.mark.parametrize(
    ("phrase", "generic"),
    [("it", True), ("the film", True), ("this town", True), ("the otter", False)],
)
def test_what_may_be_anything(phrase: str, generic: bool) -> None:
    assert frames.is_generic(phrase) is generic
    assert frames.may_name(phrase, "Tide") is generic


def test_what_may_name_the_same() -> None:
    assert frames.may_name("the singer Ann Moe", "Moe")
    assert not frames.may_name("Ben Odd", "Ann Moe")


def test_sides_in_either_voice() -> None:
    active, passive = atom("Ann", "wrote", "Tide"), atom("Tide", "written by", "Ann")
    assert frames.sides_of(active) == frames.sides_of(passive) == ("Ann", "Tide")
    assert frames.sides_of(atom("Ann", "slept")) == ("Ann", "")


def test_news_are_all_but_the_subject() -> None:
    year = Modifier(kind="time", text="in 1990")
    assert frames.news_of(atom("Ann", "wrote", "Tide", year)) == "Tide in 1990"


@pytest.mark.parametrize(
    ("one", "two", "flipped"),
    [
        (atom("Ann", "won", "a cup"), atom("Ann", "won", "a cup", *NOT), True),
        (atom("Ann", "won", "a cup", *NOT), atom("Ann", "won", "a big cup"), True),
        (atom("Ann", "won", "a cup"), atom("Ann", "won", "a cup"), False),
        (atom("Ann", "won", "a cup"), atom("Ben", "won", "a cup", *NOT), False),
        (atom("Ann", "won", "a cup"), atom("Ann", "sold", "a cup", *NOT), False),
        # What is denied is more than what was said.
        (atom("Ann", "won", "a cup"), atom("Ann", "won", "a big cup", *NOT), False),
        (atom("Ann", "won", "a cup"), atom("Ann", "won", "only a cup", *NOT), False),
    ],
)
def test_flipped(one: Atom, two: Atom, flipped: bool) -> None:
    assert frames.is_flipped(one, two) is flipped
