"""Scores against the paper's Table 3 and arithmetic done by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.validation.scores import Judged, by_family, f1, scores


def confusion(tp: int, fp: int, fn: int, tn: int) -> list[Judged]:
    cells = [(True, True)] * tp + [(False, True)] * fp + [(True, False)] * fn
    cells += [(False, False)] * tn
    return [Judged(f"claim {i}", "f", *cell) for i, cell in enumerate(cells)]


def test_the_papers_gate() -> None:
    # Table 3: 52.5 % of 400 called valid, precision 80.95, recall 94.44
    found = scores(confusion(170, 40, 10, 180))
    assert 100 * found["precision"] == pytest.approx(80.95, abs=0.005)
    assert 100 * found["recall"] == pytest.approx(94.44, abs=0.005)
    assert 100 * found["f1"] == pytest.approx(87.18, abs=0.005)
    assert 100 * found["accuracy"] == pytest.approx(87.50, abs=0.005)
    low, high = found["intervals"]["f1"]
    assert low < found["f1"] < high
    assert high - low == pytest.approx(0.07, abs=0.02)


def test_counts() -> None:
    found = scores(confusion(3, 2, 1, 4))
    assert [found[key] for key in ("n", "tp", "fp", "fn", "tn")] == [10, 3, 2, 1, 4]
    assert found["precision"] == 3 / 5
    assert found["recall"] == 3 / 4
    assert found["f1"] == pytest.approx(2 / 3)
    assert found["accuracy"] == 0.7


@pytest.mark.parametrize(
    ("cells", "undefined"),
    [
        ((0, 0, 0, 5), {"precision", "recall", "f1"}),
        ((0, 0, 2, 0), {"precision"}),
        ((0, 2, 0, 0), {"recall"}),
        ((0, 0, 0, 0), {"precision", "recall", "f1", "accuracy"}),
    ],
)
def test_undefined_is_none(
    cells: tuple[int, int, int, int], undefined: set[str]
) -> None:
    found = scores(confusion(*cells))
    names = {"precision", "recall", "f1", "accuracy"}
    assert {name for name in names if found[name] is None} == undefined
    for name in undefined:
        assert found["intervals"][name] is None


def test_families() -> None:
    items = [
        Judged("a", "omission", True, True),
        Judged("b", "advadd", True, False),
        Judged("c", "advadd", True, True),
    ]
    found = by_family(items)
    assert list(found) == ["advadd", "omission"]
    assert [found[name]["accuracy"] for name in found] == [0.5, 1.0]


def test_the_same_claim_many_times_is_one_claim() -> None:
    once = confusion(10, 5, 5, 10)
    one, many = scores(once), scores(once * 4)
    assert one["intervals"]["f1"] == many["intervals"]["f1"]
    assert scores([once[0]] * 9)["intervals"]["f1"] is None


@given(*[st.integers(1, 50)] * 3)
def test_f1_is_the_harmonic_mean(tp: int, fp: int, fn: int) -> None:
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    expected = 2 / (1 / precision + 1 / recall)
    assert f1(tp, fp, fn) == pytest.approx(expected)
