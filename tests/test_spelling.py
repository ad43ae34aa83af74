"""Misspelt claim words: what is read through, and what must stay as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.spelling import is_slip, is_word, read_through

CLAIM = "The Danish painter Lindqvist finished seven portraits during October."


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Lindqvsit", "Lindqvist"),  # neighbours swapped
        ("Lindqist", "Lindqvist"),  # a letter dropped
        ("Lindqvvist", "Lindqvist"),  # a letter doubled
        ("Lindqcist", "Lindqvist"),  # a letter mistyped
        ("portriats", "portraits"),
        ("finishd", "finished"),
        ("panter", "painter"),
        ("durring", "during"),
    ],
)
def test_a_slip_is_read_through(written: str, meant: str) -> None:
    assert is_slip(written, meant)
    rewrite = CLAIM.replace(meant, written)
    found = read_through(CLAIM, rewrite)
    if is_word(written):  # "panter" and the like: another word stays
        assert found.text == rewrite
    else:
        assert found.text == CLAIM
        assert found.repairs == ((written, meant),)
        assert written in found.note() and meant in found.note()


@pytest.mark.parametrize(
    ("claim", "rewrite"),
    [
        ("The effect is typical.", "The effect is atypical."),  # a prefix
        ("Her name is Petrov.", "Her name is Petrova."),  # an ending
        ("Marla sang it.", "Marlo sang it."),  # another name
        ("Brandel sang it.", "Brundel sang it."),  # a vowel in a name
        ("The ZORQ met.", "The ZORK met."),  # an acronym
        ("The Zorbit failed.", "The Xorbit failed."),  # the first letter
        ("He filed the form.", "He filled the form."),  # a word of its own
        ("It opened in 1925.", "It opened in 1952."),  # numbers are no words
        ("The stones were cut.", "The bricks were cut."),  # far away
        ("Zorbit met Zorbin.", "Zorbiy won."),  # two words may be meant
        ("It is set in Arda.", "It is set in Adra and Arda."),  # the word is there
    ],
)
def test_what_may_be_meant_stays(claim: str, rewrite: str) -> None:
    assert read_through(claim, rewrite).text == rewrite


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text(claim: str, rewrite: str) -> None:
    found = read_through(claim, rewrite)
    if not found.repairs:
        assert found.text == rewrite
    for _, read in found.repairs:
        assert read in claim and read in found.text


@given(st.text("abcdef", max_size=8), st.text("abcdef", max_size=8))
def test_a_slip_is_one_keystroke(written: str, meant: str) -> None:
    """The independent oracle: restricted Damerau-Levenshtein distance."""
    if is_slip(written, meant):
        assert distance(written, meant) == 1


def distance(a: str, b: str) -> int:
    table = {(i, -1): i + 1 for i in range(-1, len(a))}
    table |= {(-1, j): j + 1 for j in range(-1, len(b))}
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i, j] = min(
                table[i - 1, j] + 1,
                table[i, j - 1] + 1,
                table[i - 1, j - 1] + (x != y),
            )
            if i and j and x == b[j - 1] and a[i - 1] == y:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(a) - 1, len(b) - 1]


@pytest.mark.parametrize("policy", ["strict", "paper"])
def test_the_gate_reads_through_under_strict(policy: str) -> None:
    engine = AtomEval.embedded(policy=policy)
    record = engine.check(
        "Lindqvist directed the 1997 film.", "Lindqvsit diretced the 1997 fillm."
    )
    if policy == "strict":
        assert record.decision.status == "valid"
        assert 'read "Lindqvsit" as "Lindqvist"' in record.decision.reason
    else:
        assert "read" not in record.decision.reason
    assert record.case.rewrite.startswith("Lindqvsit")  # kept as it was written


@pytest.mark.parametrize(
    ("rewrite", "read"),
    [
        ("It opened in 19k5.", "It opened in ?."),
        ("It opened in l925.", "It opened in ?."),
        ("It opened in 192s, in 1925.", "It opened in 192s, in 1925."),
        ("It opened in the 1920s.", "It opened in the 1920s."),
        ("The B52 flew in 1999.", "The B52 flew in 1999."),
        ("It is the 19th.", "It is the 19th."),
    ],
)
def test_a_number_with_a_letter_in_it_is_none(rewrite: str, read: str) -> None:
    assert read_through("It opened in 1925.", rewrite).text == read
