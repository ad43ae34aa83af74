"""An exception on an item costs that item; what ends a run ends it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.errors import (
    InputError,
    ModelRefusedError,
    ModelUnavailableError,
    StoreError,
)
from textattack_atomeval.guard import Answers, Failure, Guard, ItemError, sound, where

LOOSE = Guard(strict=False)


def doubled(items: list[int]) -> list[int]:
    if 13 in items:
        raise KeyError("13")
    return [2 * item for item in items]


@given(st.lists(st.integers(0, 20), max_size=40))
def test_only_the_bad_items_of_a_batch_fail(items: list[int]) -> None:
    found = LOOSE.batch(doubled, items)
    expected = [Failure("KeyError: '13'") if i == 13 else 2 * i for i in items]
    assert found == expected


def test_a_good_batch_is_one_call() -> None:
    calls: list[int] = []

    def work(items: list[int]) -> list[int]:
        calls.append(len(items))
        return items

    assert LOOSE.batch(work, range(100)) == list(range(100))
    assert calls == [100]
    assert LOOSE.batch(work, []) == [] and calls == [100]


def test_each_takes_columns_and_passes_failures_on() -> None:
    first = LOOSE.each(lambda n: 12 // n, [3, 0, 4])
    second = LOOSE.each(lambda a, b: sound(a) + b, first, [1, 1, 1])
    assert [first[0], second[0], second[2]] == [4, 5, 4]
    assert second[1] == first[1] and "ZeroDivisionError" in str(second[1])


def test_answers_pass_a_failure_on_even_one_of_a_key() -> None:
    known = Answers({"a": 1, "b": Failure("KeyError: 'b'")})
    assert (known["a"], known.get("a"), known.get("x"), known.get("x", 2)) == (
        *(1, 1),
        *(None, 2),
    )
    found = LOOSE.each(lambda key: known.get(key, 0), ["a", "b", "c"])
    assert found == [1, Failure("KeyError: 'b'"), 0]
    assert LOOSE.each(lambda key: known[key], ["b"]) == [Failure("KeyError: 'b'")]


@pytest.mark.parametrize("kind", [InputError, ModelUnavailableError, StoreError])
def test_what_no_later_item_survives_ends_the_run(kind: type[Exception]) -> None:
    def work(_: object) -> list[int]:
        raise kind("the disk is full")

    with pytest.raises(kind):
        LOOSE.batch(work, [1, 2])
    with pytest.raises(kind):
        LOOSE.each(work, [1])


def test_a_model_may_refuse_one_text() -> None:
    def work(items: list[int]) -> list[int]:
        if 2 in items:
            raise ModelRefusedError("nan")
        return items

    assert LOOSE.batch(work, [1, 2, 3]) == [1, Failure("ModelRefusedError: nan"), 3]


def test_strict_stops_and_names_the_item() -> None:
    with pytest.raises(ItemError, match="KeyError: '13', on 13"):
        Guard(strict=True).batch(doubled, [1, 13])
    with pytest.raises(ItemError, match="ZeroDivisionError.*on 0"):
        Guard(strict=True).each(lambda n: 1 // n, [1, 0])


def test_the_environment_decides_for_a_guard_without_a_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Guard().strict  # these tests run without the guard
    monkeypatch.delenv("ATOMEVAL_STRICT_ERRORS")
    assert not Guard().strict


def test_where_names_the_place_in_the_package() -> None:
    from textattack_atomeval.values.units import to_base

    try:
        to_base(None, [])  # type: ignore[arg-type]
    except TypeError as error:
        assert where(error).startswith("TypeError at values/units.py:")


def test_interrupts_are_not_caught() -> None:
    def work(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LOOSE.each(work, [1])
