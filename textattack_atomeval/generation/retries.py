"""Which failures of a server pass, and how long to wait before asking again."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

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


def backoff(
    attempt: int, first: float, asked: float | None, dice: random.Random
) -> float:
    """Return the seconds to wait after the failed attempt number ``attempt`` (from 1).

    They double from ``first`` up to :data:`LONGEST`, times 0.5 to 1 by chance, so that
    clients do not return together. What the server asked for is never undercut.
    """
    own = min(LONGEST, first * 2.0 ** min(attempt - 1, 30)) * dice.uniform(0.5, 1.0)
    return own if asked is None else asked + first * dice.random()
