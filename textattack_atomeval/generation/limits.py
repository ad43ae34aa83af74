"""How many requests and tokens may leave in any minute."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

MINUTE = 60.0


class Admission:
    """One admitted request: when it was, and how many tokens count for it."""

    __slots__ = ("at", "tokens")

    def __init__(self, at: float, tokens: int) -> None:
        self.at = at
        self.tokens = tokens


class Limiter:
    """Lets requests through so that no window of time holds more than is allowed.

    A sliding window over the last ``window`` seconds, so the bound holds for every
    minute, not for each full one. Requests are admitted in the order they came. A
    single request with more tokens than allowed waits until it has a window alone.

    Args:
        requests: requests in a window; None for no limit.
        tokens: prompt and completion tokens in a window; None for no limit.
        window: seconds; a minute unless given.
        clock: seconds that only grow.
        sleep: waits for seconds.
    """

    def __init__(
        self,
        requests: int | None = None,
        tokens: int | None = None,
        *,
        window: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._requests = requests
        self._tokens = tokens
        self._window = MINUTE if window is None else window
        self._clock = clock
        self._sleep = sleep
        self._sent: deque[Admission] = deque()
        self._paused = 0.0
        self._turn = asyncio.Lock()

    async def admit(self, tokens: int) -> Admission:
        """Wait until a request of about ``tokens`` may leave, and count it."""
        async with self._turn:
            while (wait := self._wait(tokens)) > 0:
                await self._sleep(wait)
            admission = Admission(self._clock(), tokens)
            if self._requests is not None or self._tokens is not None:
                self._sent.append(admission)
            return admission

    def pause(self, seconds: float) -> None:
        """Admit nothing for so long: the server asked for a rest."""
        self._paused = max(self._paused, self._clock() + seconds)

    def _wait(self, tokens: int) -> float:
        """Return the seconds until a request of ``tokens`` fits; 0 or less: now."""
        now = self._clock()
        while self._sent and self._sent[0].at + self._window <= now:
            self._sent.popleft()
        wait = self._paused - now
        if self._requests is not None and len(self._sent) >= self._requests:
            oldest = self._sent[len(self._sent) - self._requests]
            wait = max(wait, oldest.at + self._window - now)
        if self._tokens is not None:
            excess = sum(sent.tokens for sent in self._sent) + tokens - self._tokens
            for sent in self._sent:
                if excess <= 0:
                    break
                excess -= sent.tokens
                wait = max(wait, sent.at + self._window - now)
        return wait
