"""Posting chat requests: together but bounded, retried with patience, never raising.

The key is read from the environment when a request leaves and kept nowhere; what a
server says is cleared of it before anybody sees it.
"""

from __future__ import annotations

import asyncio
import os
import random
import ssl
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.background import BackgroundLoop
from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.limits import Limiter
from textattack_atomeval.generation.replies import read_refusal, read_reply
from textattack_atomeval.generation.retries import RequestFailed, backoff

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


class _Session:
    """What lives on one event loop: client, slots and limits."""

    def __init__(self, delivery: Delivery) -> None:
        self.loop = asyncio.get_running_loop()
        self._to = delivery
        self._slots = asyncio.Semaphore(delivery.concurrency)
        self._limits = Limiter(delivery.requests_per_minute, delivery.tokens_per_minute)
        self._dice = random.Random()
        self._client = _client(delivery)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def complete(self, body: bytes, tokens: int) -> Completion:
        """Return the answer, or why there is none after all allowed attempts."""
        calls, working, waiting = 0, 0.0, 0.0
        async with self._slots:
            while True:
                left = self._to.patience - working - waiting
                admission = await self._limits.admit(tokens)
                calls += 1
                started = time.monotonic()
                answer = await self._attempt(body, min(self._to.timeout, left))
                working += time.monotonic() - started
                if isinstance(answer, Completion):
                    break
                wait = backoff(calls, self._to.first_wait, answer.wait, self._dice)
                given_up = self._given_up(answer, calls, working + waiting, wait)
                if given_up:
                    answer = Completion(error=given_up)
                    break
                if answer.wait is not None:
                    self._limits.pause(answer.wait)
                waiting += wait
                await asyncio.sleep(wait)
        used = (answer.prompt_tokens or 0) + (answer.completion_tokens or 0)
        admission.tokens = used or tokens
        return msgspec.structs.replace(answer, calls=calls, seconds=working)

    def _given_up(
        self, failed: RequestFailed, calls: int, spent: float, wait: float
    ) -> str:
        """Return the final error, empty when another attempt is due."""
        if not failed.again:
            return str(failed)
        tried = f"{failed} (after {calls} attempts)"
        if calls >= self._to.attempts:
            return tried
        if spent + wait >= self._to.patience:
            return f"{tried}; the next would be later than {self._to.patience:g} s"
        return ""

    async def _attempt(self, body: bytes, limit: float) -> Completion | RequestFailed:
        import httpx

        key = ""
        try:
            key = read_key(self._to.key_variable)
            async with asyncio.timeout(limit):
                answer = await self._post(body, key)
            if isinstance(answer, Completion):
                return answer
            failed = answer
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
            return RequestFailed(message, again=failed.again, wait=failed.wait)
        return failed

    async def _post(self, body: bytes, key: str) -> Completion | RequestFailed:
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
