"""Posting chat requests: together but bounded, retried with patience, never raising.

The key is read from the environment when a request leaves and kept nowhere; what a
server says is cleared of it before anybody sees it.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
)

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.background import BackgroundLoop
from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.limits import Admission, Limiter
from textattack_atomeval.generation.replies import read_refusal, read_reply
from textattack_atomeval.generation.retries import (
    RequestFailed,
    failure_of,
    wait_of,
)

if TYPE_CHECKING:
    import httpx

#: Bytes of a reply; a completion has some hundred.
MAX_REPLY = 4 * 1024 * 1024


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """Where requests go and how hard to try.

    ``timeout`` bounds one attempt and ``patience`` all attempts of one request with
    the waits between them, in seconds; ``first_wait`` is the first such wait.
    ``key_variable`` names the environment variable of the key, None for no key.
    """

    url: str
    key_variable: str | None
    local: bool
    concurrency: int
    requests_per_minute: int | None
    tokens_per_minute: int | None
    timeout: float
    patience: float
    attempts: int
    first_wait: float


class Sender:
    """Sends the requests of all threads over one client and one set of limits."""

    def __init__(self, delivery: Delivery) -> None:
        self._to = delivery
        self._background = BackgroundLoop()
        self._session: _Session | None = None

    def send(self, bodies: Sequence[tuple[bytes, int]]) -> list[Completion]:
        """Post each (body, estimated tokens) and return the answers in order."""
        return self._background.run(self._send(bodies))

    def close(self) -> None:
        """Give up what is under way and close the connections."""
        session = self._session
        self._background.close(session.aclose if session else None)

    async def _send(self, bodies: Sequence[tuple[bytes, int]]) -> list[Completion]:
        # A client and its locks belong to one loop; a new loop needs new ones.
        if (
            self._session is None
            or self._session.loop is not asyncio.get_running_loop()
        ):
            self._session = _Session(self._to)
        complete = self._session.complete
        return await asyncio.gather(*(complete(*body) for body in bodies))


@dataclass(slots=True)
class _Spent:
    """What one request has taken so far: calls, and seconds at work and between."""

    calls: int = 0
    working: float = 0.0
    waiting: float = 0.0
    admission: Admission | None = None


class _Session:
    """What lives on one event loop: client, slots and limits."""

    def __init__(self, delivery: Delivery) -> None:
        self.loop = asyncio.get_running_loop()
        self._to = delivery
        self._slots = asyncio.Semaphore(delivery.concurrency)
        self._limits = Limiter(delivery.requests_per_minute, delivery.tokens_per_minute)
        self._client = _client(delivery)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def complete(self, body: bytes, tokens: int) -> Completion:
        """Return the answer, or why there is none after all allowed attempts."""
        spent = _Spent()
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: getattr(error, "again", False)),
            stop=lambda state: self._is_last(state, spent),
            wait=wait_of(self._to.first_wait),
            before_sleep=lambda state: self._before_sleep(state, spent),
            retry_error_callback=self._given_up,
            sleep=asyncio.sleep,
        )
        async with self._slots:
            try:
                answer: Completion = await retrying(self._attempt, body, tokens, spent)
            except RequestFailed as failed:
                answer = Completion(error=str(failed))
        if spent.admission is not None:
            used = (answer.prompt_tokens or 0) + (answer.completion_tokens or 0)
            spent.admission.tokens = used or tokens
        return msgspec.structs.replace(answer, calls=spent.calls, seconds=spent.working)

    def _is_last(self, state: RetryCallState, spent: _Spent) -> bool:
        """Tell whether attempts or patience end before the next attempt."""
        # tenacity's own clock would count the waits for the limits as well.
        next_at = spent.working + spent.waiting + state.upcoming_sleep
        return state.attempt_number >= self._to.attempts or next_at >= self._to.patience

    def _before_sleep(self, state: RetryCallState, spent: _Spent) -> None:
        asked = failure_of(state).wait
        if asked is not None:
            self._limits.pause(asked)
        spent.waiting += state.upcoming_sleep

    def _given_up(self, state: RetryCallState) -> Completion:
        calls = state.attempt_number
        tried = f"{failure_of(state)} (after {calls} attempts)"
        if calls < self._to.attempts:
            tried += f"; the next would be later than {self._to.patience:g} s"
        return Completion(error=tried)

    async def _attempt(self, body: bytes, tokens: int, spent: _Spent) -> Completion:
        """Ask once, when the limits allow it; raise ``RequestFailed`` otherwise."""
        limit = min(self._to.timeout, self._to.patience - spent.working - spent.waiting)
        spent.admission = await self._limits.admit(tokens)
        spent.calls += 1
        started = time.monotonic()
        try:
            return await self._ask(body, limit)
        finally:
            spent.working += time.monotonic() - started

    async def _ask(self, body: bytes, limit: float) -> Completion:
        import httpx

        key = ""
        try:
            key = read_key(self._to.key_variable)
            async with asyncio.timeout(limit):
                return await self._post(body, key)
        except RequestFailed as error:
            failed = error
        except InputError as error:
            failed = RequestFailed(str(error), again=False)
        except (TimeoutError, httpx.TimeoutException):
            failed = RequestFailed(f"time-out: no answer in {limit:.3g} s")
        except httpx.HTTPError as error:
            words = str(error) or type(error).__name__
            failed = RequestFailed(f"connection: {words}")
        if key and key in str(failed):
            message = str(failed).replace(key, "***")
            failed = RequestFailed(message, again=failed.again, wait=failed.wait)
        # The cause may hold the key.
        raise failed from None

    async def _post(self, body: bytes, key: str) -> Completion:
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        request = self._client.stream(
            "POST", self._to.url, content=body, headers=headers
        )
        async with request as response:
            content = bytearray()
            async for part in response.aiter_bytes():
                content += part
                if len(content) > MAX_REPLY:
                    message = f"the reply is over {MAX_REPLY:,} bytes long"
                    raise RequestFailed(message, again=False)
            if response.status_code == 200:
                return read_reply(bytes(content))
            return read_refusal(
                response.status_code,
                bytes(content),
                response.headers.get("retry-after"),
                self._to.key_variable or "that key_variable names",
            )


def read_key(variable: str | None) -> str:
    """Return the key in the environment variable, empty when there is none.

    Raises:
        InputError: it holds what no HTTP header can carry.
    """
    key = os.environ.get(variable, "").strip() if variable else ""
    if not all("!" <= char <= "~" for char in key):
        raise InputError(
            f"The key in {variable} holds spaces or characters that no key has; "
            "set it again."
        )
    return key


def _client(delivery: Delivery) -> httpx.AsyncClient:
    """Return a client that checks certificates and follows no redirect.

    A local server is never asked through a proxy.
    """
    import httpx

    # Over plain http the certificates need not be read, which takes a moment; a
    # context without any trusts nobody.
    plain = delivery.url.startswith("http:")
    return httpx.AsyncClient(
        verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True,
        timeout=httpx.Timeout(delivery.timeout),
        limits=httpx.Limits(max_connections=delivery.concurrency),
        trust_env=not delivery.local,
        follow_redirects=False,
    )
