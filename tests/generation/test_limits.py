"""No window of time holds more than is allowed, on a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.generation.limits import Admission, Limiter


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.1

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def admitted(sizes: list[int], pauses: list[float], **limits: Any) -> list[Admission]:
    """Admit requests of these sizes with pauses between them."""
    clock = Clock()
    limiter = Limiter(**limits, clock=clock, sleep=clock.sleep)

    async def all_of_them() -> list[Admission]:
        found = []
        for size, pause in zip(sizes, pauses, strict=True):
            clock.now += pause
            found.append(await limiter.admit(size))
        return found

    return list(run(all_of_them()))


SIZES = st.lists(
    st.tuples(st.integers(0, 50), st.sampled_from([0.0, 0.3, 7.0, 59.9, 61.0])),
    max_size=40,
)


@given(SIZES, st.integers(1, 5))
def test_requests_in_any_minute(rows: list[tuple[int, float]], most: int) -> None:
    sizes, pauses = [row[0] for row in rows], [row[1] for row in rows]
    found = admitted(sizes, pauses, requests=most)
    for first, beyond in zip(found, found[most:], strict=False):
        assert beyond.at >= first.at + 60


@given(SIZES, st.integers(50, 120))
def test_tokens_in_any_minute(rows: list[tuple[int, float]], most: int) -> None:
    sizes, pauses = [row[0] for row in rows], [row[1] for row in rows]
    found = admitted(sizes, pauses, tokens=most)
    for first in found:
        window = [one for one in found if first.at <= one.at < first.at + 60]
        assert sum(one.tokens for one in window) <= most


def test_nothing_is_held_back_without_need() -> None:
    found = admitted([10] * 4, [0.0] * 4, requests=2, tokens=1000)
    assert [round(one.at - found[0].at) for one in found] == [0, 0, 60, 60]
    found = admitted([10] * 4, [0.0] * 4, tokens=30)
    assert [round(one.at - found[0].at) for one in found] == [0, 0, 0, 60]
    assert len({one.at for one in admitted([10] * 99, [0.0] * 99)}) == 1


def test_what_is_larger_than_the_limit_goes_alone() -> None:
    found = admitted([10, 500, 10], [0.0] * 3, tokens=100)
    assert [round(one.at - found[0].at) for one in found] == [0, 60, 120]


def test_the_true_number_of_tokens_counts_afterwards() -> None:
    clock = Clock()
    limiter = Limiter(tokens=100, clock=clock, sleep=clock.sleep)

    async def work() -> float:
        (await limiter.admit(90)).tokens = 20
        await limiter.admit(80)
        return clock.now

    assert run(work()) == 1000.1


def test_a_pause_holds_everybody_and_is_never_shortened() -> None:
    clock = Clock()
    limiter = Limiter(clock=clock, sleep=clock.sleep)

    async def work() -> float:
        limiter.pause(30)
        limiter.pause(1)
        return (await limiter.admit(1)).at

    assert run(work()) == pytest.approx(1030.1)


def test_first_come_first_served() -> None:
    async def work() -> list[int]:
        limiter = Limiter(requests=1, window=0.01)
        order: list[int] = []

        async def one(number: int) -> None:
            await limiter.admit(0)
            order.append(number)

        await asyncio.gather(*(one(number) for number in range(5)))
        return order

    assert run(work()) == [0, 1, 2, 3, 4]
