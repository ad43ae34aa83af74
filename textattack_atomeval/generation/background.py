"""An event loop on a thread of its own, for callers that know nothing of loops.

Works from any thread, inside a running loop (Jupyter) as well, and again after a fork.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 5.0  # seconds to wait for cancelled work


class BackgroundLoop:
    """Starts with the first work and ends with :meth:`close`; may start again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._process = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the coroutine to its end and return its result.

        Raises:
            CancelledError: the loop was closed meanwhile.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result()
        except BaseException:
            future.cancel()  # the caller leaves, for instance by Ctrl-C
            raise

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancel what runs and end the thread; closing twice does nothing.

        ``last`` is what still has to be done on the loop.
        """
        with self._lock:
            loop, thread, self._loop = self._loop, self._thread, None
        if loop is None or thread is None or self._process != os.getpid():
            return
        asyncio.run_coroutine_threadsafe(_finish(last), loop)
        thread.join(_PATIENCE)

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._process != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._process = os.getpid()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), name="atomeval-chat", daemon=True
                )
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()


async def _finish(last: Callable[[], Awaitable[None]] | None) -> None:
    """Cancel every other task, let them end, then stop the loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    if last is not None:
        await last()
    asyncio.get_running_loop().stop()
