"""Twice the text takes at most two and a half times the time, whatever it holds."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tests.timing import best_seconds
from textattack_atomeval import consistency
from textattack_atomeval.data import Atom
from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.postprocess import LONGEST_REPLY, clean
from textattack_atomeval.lexical import coverage, uncovered
from textattack_atomeval.reading import decode_json, printable
from textattack_atomeval.report.escape import cell
from textattack_atomeval.spelling import read_through
from textattack_atomeval.text import fold, sentences
from textattack_atomeval.values.dates import find_dates
from textattack_atomeval.values.numerals import find_numerals
from textattack_atomeval.values.quantities import find_quantities

CLAIM = "The mill opened in 1902 and won two medals."
ATOM = Atom(subject="The mill", relation="opened", object="", proposition=CLAIM)
LONGEST = 40_000
#: Below this, the clock says little about a function.
ENOUGH = 0.02
FACTOR = 2.5


def checker(name: str) -> Callable[[str], object]:
    return lambda text: consistency.check(
        consistency.Sides(atom=ATOM, proposition=CLAIM, premise=text), (name,)
    )


FUNCTIONS: dict[str, Callable[[str], object]] = {
    **{f"check {name}": checker(name) for name in consistency.ALL_CHECKS},
    "find_dates": find_dates,
    "find_quantities": find_quantities,
    "find_numerals": find_numerals,
    "fold": fold,
    "sentences": sentences,
    "uncovered": lambda text: uncovered(text, CLAIM),
    "coverage": lambda text: coverage(text, CLAIM),
    "read_through": lambda text: read_through(CLAIM, text),
    "clean": lambda text: clean(Completion(text=text), CLAIM),
    "decode_json": lambda text: decode_json(text.encode(), "f", 1),
    "printable": printable,
    "cell": cell,
}
UNITS = [
    *("a", "A", "7", "é", "ab ", "Ab ", "7 ", "a'", "a-", "a.", "a, ", "(a) ", '"a" '),
    *("not ", "only ", "the ", "of the ", "1902 ", "May ", "more than ", "<claim>"),
    *("**x", "I can't ", "biggest ", "a\t", "a\n", "{", "- x\n", "[[a]] ", "`"),
]


_NUMBERS = itertools.count(3000)


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """What is loaded once must not count."""
    for work in FUNCTIONS.values():
        work("The mill opened in May 1902, the first of two.")


def ratio(work: Callable[[str], object], unit: str) -> float:
    """Return how much longer twice the text takes."""
    size = 1000
    longest = LONGEST_REPLY // 2 if work is FUNCTIONS["clean"] else LONGEST

    def seconds(size: int) -> float:
        head = f"It opened in {next(_NUMBERS)}. "  # another text, or a cache answers
        return best_seconds(work, head + unit * ((size - len(head)) // len(unit)))

    while size < longest // 2 and seconds(size) < ENOUGH:
        size *= 2
    first = seconds(size)
    return seconds(2 * size) / max(first, ENOUGH / 4)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_doubling(name: str) -> None:
    for unit in UNITS:
        # A neighbour on the machine can disturb one measurement, not three.
        found = ratio(FUNCTIONS[name], unit)
        for _ in range(2):
            if found > FACTOR:
                found = min(found, ratio(FUNCTIONS[name], unit))
        assert found <= FACTOR, unit


def test_the_measure_can_fail() -> None:
    def quadratic(text: str) -> int:
        return sum(text.count("a") for _ in range(len(text) // 8))

    assert ratio(quadratic, "a") > FACTOR


def test_a_reply_of_any_length_is_answered_at_once() -> None:
    for unit in ("7", " ", "a ", "<claim>", '{"', "<think>", "\n"):
        text = "It opened. " + unit * (4_000_000 // len(unit)) + "x"
        assert best_seconds(lambda t: clean(Completion(text=t), CLAIM), text, 1) < 3
