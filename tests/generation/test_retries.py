from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenacity import AsyncRetrying, RetryCallState

from textattack_atomeval.generation.retries import (
    LONGEST,
    RequestFailed,
    is_retried,
    retry_after,
    wait_of,
)

NOW = datetime(2030, 5, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", 0.0),
        ("120", 120.0),
        (" 1.5 ", 1.5),
        ("-3", 0.0),
        ("Wed, 01 May 2030 12:00:30 GMT", 30.0),
        ("Wed, 01 May 2030 12:00:30 -0000", 30.0),
        ("Wed, 01 May 2030 14:00:30 +0200", 30.0),
        ("Wed, 01 May 2030 11:59:00 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("inf", None),
    ],
)
def test_retry_after(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


@given(st.text())
def test_any_header_is_survived(value: str) -> None:
    found = retry_after(value, NOW)
    assert found is None or found >= 0


def test_retried() -> None:
    retried = {status for status in range(100, 600) if is_retried(status)}
    assert retried == {408, 409, 429, *range(500, 600)}


def state(attempt: int, asked: float | None) -> RetryCallState:
    """What tenacity knows after the failed attempt number ``attempt``."""
    call = RetryCallState(AsyncRetrying(), None, (), {})
    call.attempt_number = attempt
    failed = RequestFailed("busy", wait=asked)
    call.set_exception((RequestFailed, failed, None))
    return call


@given(st.integers(1, 2000), st.floats(0.001, 10))
def test_own_waits_grow_and_are_bounded(attempt: int, first: float) -> None:
    wait = wait_of(first)(state(attempt, None))
    assert first / 2 <= wait <= min(LONGEST, first * 2.0 ** min(attempt - 1, 30))


@given(st.integers(1, 20), st.floats(0, 1e6))
def test_what_the_server_asked_for_is_not_undercut(attempt: int, asked: float) -> None:
    assert asked <= wait_of(1.0)(state(attempt, asked)) <= asked + 1


@pytest.mark.parametrize("asked", [None, 5.0])
def test_clients_do_not_return_together(asked: float | None) -> None:
    assert len({wait_of(1.0)(state(3, asked)) for _ in range(50)}) > 40
