"""Which failures of a server pass, and how long to wait before asking again."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, wait_random, wait_random_exponential

#: Time-out, conflict, too many requests; every 5xx is retried as well.
RETRIED = frozenset({408, 409, 429})
LONGEST = 60.0  # seconds between two attempts that the server did not ask for


class RequestFailed(Exception):
    """One attempt gave no answer.

    ``again`` tells whether another attempt may succeed; ``wait`` is how many seconds
    the server asked to wait first.
    """

    def __init__(
        self, message: str, *, again: bool = True, wait: float | None = None
    ) -> None:
        super().__init__(message)
        self.again = again
        self.wait = wait


def is_retried(status: int) -> bool:
    """Tell whether an HTTP status may be another one next time."""
    return status in RETRIED or status >= 500


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for (RFC 9110, 10.2.3).

    Seconds or an HTTP date; None for no header or one that says neither.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except ValueError:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def failure_of(state: RetryCallState) -> RequestFailed:
    """Return the failure of the attempt that tenacity asks about."""
    failed = state.outcome.exception() if state.outcome else None
    assert isinstance(failed, RequestFailed)
    return failed


def wait_of(first: float) -> Callable[[RetryCallState], float]:
    """Return tenacity's waits: random, longer each time, as the server asks.

    They lie between half of ``first`` and a bound that doubles from ``first`` up to
    :data:`LONGEST`, by chance, so that clients do not return together. What the server
    asked for is never undercut.
    """
    own = wait_random_exponential(multiplier=first, max=LONGEST, min=first / 2)
    apart = wait_random(0, first)

    def wait(state: RetryCallState) -> float:
        asked = failure_of(state).wait
        return own(state) if asked is None else asked + apart(state)

    return wait
