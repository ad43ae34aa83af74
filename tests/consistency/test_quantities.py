"""Cons(a, p) for quantities: what a rewrite keeps and what it loses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.consistency.sides import sides
from textattack_atomeval.consistency.quantities import check_quantities

KEPT = [
    ("It sold 3 million copies.", "Sales came to 3,000,000 units."),
    ("It made $20.3 million.", "It earned $20,300,000."),
    ("She made three films.", "Three movies are hers."),
    ("It seats more than 41,000.", "It seats 41,287."),
    ("He has zero children.", "He has no children."),
    ("He has two sons.", "Both of his sons came."),
    ("He has one sister.", "He has a sister."),
    ("It lasted ten years.", "It lasted a decade."),
    ("She was nine years old.", "She was just nine when it began."),
    ("85.19 % voted.", "85.19 percent voted."),
    ("All 100 % voted.", "Everyone voted, all of them."),
    ("It scored 44 %.", "It scored 44 out of 100."),
    ("It has at least one host.", "It is hosted by a comedian."),
    ("It has more than one host.", "It has several hosts."),
    ("It took eight hours.", "It took eight hours rather than eight minutes."),
    ("It took 8 hours, not 8 days.", "It took 8 hours, not 8 days."),
    ("Nothing counted here.", "It sold 3 million copies."),
]
LOST = [
    ("It sold 3 million copies.", "It sold well.", "3 million is missing"),
    ("It won at least 3 cups.", "It won at most 3 cups.", "at least 3 → at most 3"),
    ("It won 3 cups.", "It won at least 3 cups.", "3 → at least 3"),
    ("85.19 % voted.", "85 % voted.", "85.19 % → 85 %"),
    ("It took 8 hours.", "It took 8 days, not 8 hours.", "8 hour → 8 day"),
    ("It took 8 hours.", "It took 8 days instead of 8 hours.", "8 hour → 8 day"),
    ("It cost $50 million.", "It cost $50.", "$50 million → $50"),
    ("It cost $50.", "It cost £50.", "$50 → £50"),
    ("It has 85 rooms.", "85 % of it is rooms.", "85 → 85 %"),
    (
        "It has at least one host.",
        "It has at most one host.",
        "at least one → at most one",
    ),
    ("It sold 3 million.", "It didn't even manage 3 million.", None),
    ("She was nine years old.", "She came nine times.", "nine age → nine time"),
]


@pytest.mark.parametrize(("claim", "premise"), KEPT)
def test_kept(claim: str, premise: str) -> None:
    assert check_quantities(sides(claim, premise)) == []


@pytest.mark.parametrize(("claim", "premise", "reason"), LOST)
def test_lost(claim: str, premise: str, reason: str | None) -> None:
    (violation,) = check_quantities(sides(claim, premise))
    assert violation.kind == "quantity"
    assert reason is None or violation.reason == reason


def test_a_negated_claim_turns_the_direction() -> None:
    claim = "It did not win more than 5 cups."
    assert check_quantities(sides(claim, "It won at most 2 cups."))
    (lost,) = check_quantities(sides(claim, "It did not win more than 9 cups."))
    assert lost.found == "more than 9"
    assert check_quantities(sides(claim, "It never won more than 3 cups.")) == []


def test_protected_titles_ask_for_nothing() -> None:
    claim = "He saw Ocean's Eleven."
    assert check_quantities(sides(claim, "He saw that heist film.")) == []


@given(st.text(), st.text())
def test_never_raises(claim: str, premise: str) -> None:
    check_quantities(sides(claim, premise))


@given(st.text())
def test_reflexive(text: str) -> None:
    assert check_quantities(sides(text, text)) == []
