"""An OpenAI-compatible server on this machine that answers as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """One request that arrived."""

    at: float
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])


class Answer(NamedTuple):
    """What to send: a status with a body, late, or only the beginning of it."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = {}
    after: float = 0.0
    cut: bool = False


Script = Callable[[Asked, int], Answer]


def reply(text: str | None, finish: str = "stop", **answer: Any) -> Answer:
    """Return a chat completion."""
    message = {"role": "assistant", "content": text}
    body = {
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Answer(body=json.dumps(body).encode(), **answer)


def failure(status: int, message: str = "no", code: str = "", **headers: str) -> Answer:
    """Return an error with OpenAI's body; ``retry_after`` becomes Retry-After."""
    body = json.dumps({"error": {"message": message, "code": code}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, body, named)


def echo(asked: Asked, _: int) -> Answer:
    return reply(f"answer to {asked.user}")


def scripted(*answers: Answer) -> Script:
    """Give these answers to the first requests, then echo."""

    def script(asked: Asked, number: int) -> Answer:
        return answers[number] if number < len(answers) else echo(asked, number)

    return script


class FakeServer:
    """Serves until the ``with`` block ends; remembers what it was asked."""

    def __init__(self, script: Script = echo) -> None:
        self.script = script
        self.asked: list[Asked] = []
        self.peak = 0
        self._busy = 0
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def users(self) -> list[str]:
        return [asked.user for asked in self.asked]

    def __enter__(self) -> FakeServer:
        serve = threading.Thread(
            target=self._http.serve_forever, args=(0.01,), daemon=True
        )
        serve.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        asked = Asked(time.monotonic(), path, headers, json.loads(body))
        with self._lock:
            number = len(self.asked)
            self.asked.append(asked)
            self._busy += 1
            self.peak = max(self.peak, self._busy)
        found = self.script(asked, number)
        time.sleep(found.after)
        with self._lock:
            self._busy -= 1
        return found

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                found = server.answer(self.path, dict(self.headers), body)
                try:
                    self._send(found)
                except OSError:  # the client left
                    self.close_connection = True

            def _send(self, found: Answer) -> None:
                self.send_response(found.status)
                for name, value in found.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(found.body)))
                self.end_headers()
                half = len(found.body) // 2
                self.wfile.write(found.body[:half] if found.cut else found.body)
                if found.cut:
                    self.wfile.flush()
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def in_any_window(times: Sequence[float], window: float) -> int:
    """Return the most moments that lie within one window."""
    ordered = sorted(times)
    return max(
        sum(start <= moment < start + window for moment in ordered) for start in ordered
    )
