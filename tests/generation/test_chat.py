"""The chat backend against a server that misbehaves in every way we know."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from tests.generation.fake_server import (
    Answer,
    Asked,
    FakeServer,
    failure,
    in_any_window,
    reply,
    scripted,
)
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import limits, sending
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.chat import ChatGenerator

KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as found:
        yield found


def prompt(user: str = "hello", sample: int = 0) -> Prompt:
    return Prompt(
        claim="c",
        evidence="e",
        family="f",
        system="be brief",
        user=user,
        version="v",
        sample=sample,
    )


def generator(server: FakeServer, **options: Any) -> ChatGenerator:
    defaults = {"first_wait": 0.01, "timeout": 5.0, "attempts": 4}
    return ChatGenerator("m", server.url, **{**defaults, **options})


def one(server: FakeServer, **options: Any) -> Any:
    (completion,) = generator(server, **options).generate([prompt()])
    return completion


def test_the_request_and_the_answer(server: FakeServer) -> None:
    found = generator(server, seed=7, max_tokens=30).generate([prompt("hi", sample=2)])
    (completion,) = found
    assert (completion.text, completion.error) == ("answer to hi", "")
    assert (completion.finish, completion.calls) == ("stop", 1)
    assert (completion.prompt_tokens, completion.completion_tokens) == (10, 5)
    assert completion.seconds > 0
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "hi"},
        ],
        "temperature": 0.0,
        "top_p": 1.0,
        "max_tokens": 30,
        "seed": 9,
    }


def test_answers_come_in_the_order_of_the_prompts(server: FakeServer) -> None:
    server.script = lambda asked, _: reply(
        asked.user, after=0.05 if asked.user.endswith("0") else 0.0
    )
    names = [f"p{n}" for n in range(31)]
    found = generator(server).generate([prompt(name) for name in names])
    assert [completion.text for completion in found] == names
    assert sorted(server.users()) == sorted(names)
    assert generator(server).generate([]) == []


NOW = datetime.now(UTC)
PASSING = {
    "429": failure(429),
    "429 wait": failure(429, Retry_After="0"),
    "429 odd wait": failure(429, Retry_After="soon"),
    "429 date": failure(429, Retry_After=format_datetime(NOW, usegmt=True)),
    "408": failure(408),
    "409": failure(409),
    "500": failure(500),
    "503": failure(503),
    "529": failure(529),
    "time-out": reply("late", after=1.0),
    "cut": reply("half", cut=True),
    "no choices": Answer(body=b'{"choices": []}'),
    "no JSON": Answer(body=b"<html>busy</html>"),
    "half JSON": Answer(body=b'{"choices": [{"mess'),
    "another shape": Answer(body=b'{"choices": [{"text": "x"}]}'),
    "not UTF-8": Answer(body=b'{"choices": "\xff"}'),
    "empty": Answer(body=b""),
}


@pytest.mark.parametrize("kind", PASSING)
def test_what_passes_is_tried_again(server: FakeServer, kind: str) -> None:
    server.script = scripted(PASSING[kind], PASSING[kind])
    completion = one(server, timeout=0.3 if kind == "time-out" else 5.0)
    assert (completion.text, completion.error) == ("answer to hello", "")
    assert completion.calls == len(server.asked) == 3


@pytest.mark.parametrize("kind", PASSING)
def test_what_stays_is_an_error_after_bounded_attempts(
    server: FakeServer, kind: str
) -> None:
    server.script = lambda *_: PASSING[kind]
    completion = one(server, timeout=0.2, attempts=3)
    assert completion.text == "" and "(after 3 attempts)" in completion.error
    assert completion.calls == len(server.asked) == 3


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (400, "check the model's name"),
        (401, "OPENAI_API_KEY"),
        (403, "may not use this model"),
        (404, "ends in /v1"),
        (413, "shorten the evidence"),
        (302, "give the URL that it leads to"),
        (418, "HTTP 418: no"),
    ],
)
def test_what_cannot_pass_is_not_tried_again(
    server: FakeServer, status: int, remedy: str
) -> None:
    server.script = lambda *_: failure(status, Location="http://127.0.0.1:9/v1")
    completion = one(server)
    assert remedy in completion.error and completion.text == ""
    assert len(server.asked) == 1


def test_an_empty_account_is_not_waited_for(server: FakeServer) -> None:
    server.script = lambda *_: failure(429, "pay", "insufficient_quota")
    assert "quota" in one(server).error
    assert len(server.asked) == 1


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_honoured_by_everybody(server: FakeServer, form: str) -> None:
    def script(asked: Asked, number: int) -> Answer:
        if number:
            return reply("ok")
        later = datetime.now(UTC) + timedelta(seconds=2)
        value = "1" if form == "seconds" else format_datetime(later, usegmt=True)
        return failure(429, Retry_After=value)

    server.script = script
    found = generator(server, concurrency=1).generate([prompt("a")])
    assert found[0].text == "ok"
    first, second = (asked.at for asked in server.asked)
    assert second - first >= 0.99


def test_others_rest_too_while_the_server_wants_rest(server: FakeServer) -> None:
    server.script = scripted(failure(429, Retry_After="1.2"))
    chat = generator(server, concurrency=2)
    threads = [
        threading.Thread(target=chat.generate, args=([prompt(name)],)) for name in "ab"
    ]
    threads[0].start()
    while not server.asked:
        time.sleep(0.01)
    time.sleep(0.4)  # the refusal arrives
    threads[1].start()
    for thread in threads:
        thread.join()
    first, *later = (asked.at for asked in server.asked)
    assert len(later) == 2 and min(later) - first >= 1.1


def test_a_wait_longer_than_our_patience_is_given_up(server: FakeServer) -> None:
    server.script = lambda *_: failure(429, Retry_After="3600")
    started = time.monotonic()
    assert "later than 2 s" in one(server, patience=2.0).error
    assert time.monotonic() - started < 2 and len(server.asked) == 1


def test_patience_bounds_all_attempts_together(server: FakeServer) -> None:
    server.script = lambda *_: reply("late", after=5.0)
    started = time.monotonic()
    completion = one(server, timeout=0.5, patience=1.2, attempts=100)
    assert "time-out" in completion.error
    assert time.monotonic() - started < 3


def test_only_what_failed_is_sent_again(server: FakeServer) -> None:
    failed: set[str] = set()

    def script(asked: Asked, _: int) -> Answer:
        if asked.user in ("p1", "p4") and asked.user not in failed:
            failed.add(asked.user)
            return failure(503)
        return reply(asked.user)

    server.script = script
    found = generator(server).generate([prompt(f"p{n}") for n in range(6)])
    assert [completion.text for completion in found] == [f"p{n}" for n in range(6)]
    assert [completion.calls for completion in found] == [1, 2, 1, 1, 2, 1]
    assert len(server.asked) == 8


def test_no_server_at_all() -> None:
    with FakeServer() as gone:
        pass
    completion = one(gone, attempts=2)
    assert completion.error.startswith("connection: ") and completion.calls == 2


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (reply("I cannot help.", "stop"), "I cannot help.", "stop"),
        (reply("half a sen", "length"), "half a sen", "length"),
        (reply(None, "content_filter"), "", "filter"),
        (reply("hello", "stop"), "hello", "stop"),
        (reply("", "stop"), "", "stop"),
        (failure(400, "policy", "content_filter"), "", "filter"),
        (
            Answer(body=b'{"choices":[{"message":{"content":null,"refusal":"No."}}]}'),
            "No.",
            "stop",
        ),
    ],
)
def test_answers_that_are_no_rewrites_are_still_answers(
    server: FakeServer, answer: Answer, text: str, finish: str
) -> None:
    server.script = lambda *_: answer
    completion = one(server)
    assert (completion.text, completion.finish) == (text, finish)
    assert completion.error == "" and len(server.asked) == 1


def test_a_flood_is_cut_off(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_REPLY", 1000)
    server.script = lambda *_: reply("x" * 5000)
    assert "over 1,000 bytes" in one(server).error
    assert len(server.asked) == 1


def test_concurrency_is_bounded_over_all_threads(server: FakeServer) -> None:
    server.script = lambda asked, _: reply(asked.user, after=0.03)
    chat = generator(server, concurrency=3)
    threads = [
        threading.Thread(
            target=chat.generate, args=([prompt(f"{t}{n}") for n in "ab"],)
        )
        for t in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.asked) == 12 and server.peak == 3


@pytest.fixture
def admissions(monkeypatch: pytest.MonkeyPatch) -> list[limits.Admission]:
    """Record what is let through; a busy machine sends it a little later."""
    found: list[limits.Admission] = []
    admit = limits.Limiter.admit

    async def recorded(self: limits.Limiter, tokens: int) -> limits.Admission:
        found.append(await admit(self, tokens))
        return found[-1]

    monkeypatch.setattr(limits.Limiter, "admit", recorded)
    return found


def test_requests_per_minute(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    admissions: list[limits.Admission],
) -> None:
    minute = 0.5
    monkeypatch.setattr(limits, "MINUTE", minute)
    server.script = scripted(failure(500), failure(500))
    chat = generator(server, requests_per_minute=4, concurrency=8)
    started = time.monotonic()
    chat.generate([prompt(str(n)) for n in range(10)])
    assert time.monotonic() - started >= 2 * minute
    times = [one.at for one in admissions]
    assert len(times) == len(server.asked) == 12, "a retry counts, too"
    assert in_any_window(times, minute) == 4


def test_tokens_per_minute(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    admissions: list[limits.Admission],
) -> None:
    minute = 0.5
    monkeypatch.setattr(limits, "MINUTE", minute)
    # A request is taken for 4 + 26 tokens before it is sent, and was 15 after it.
    chat = generator(server, tokens_per_minute=60, max_tokens=26, concurrency=1)
    chat.generate([prompt(str(n)) for n in range(7)])
    times = [one.at for one in admissions]
    assert len(times) == len(server.asked) == 7 and in_any_window(times, minute) <= 3


def test_inside_a_running_loop(server: FakeServer) -> None:
    async def cell() -> Any:
        return generator(server).generate([prompt()])

    assert asyncio.run(cell())[0].text == "answer to hello"


def test_again_after_closing(server: FakeServer) -> None:
    chat = generator(server)
    assert chat.generate([prompt("a")])[0].text == "answer to a"
    chat.close()
    chat.close()
    assert chat.generate([prompt("b")])[0].text == "answer to b"


def test_closing_gives_up_what_is_under_way(server: FakeServer) -> None:
    server.script = lambda *_: reply("late", after=3.0)
    chat = generator(server)
    ended: list[type] = []

    def ask() -> None:
        try:
            chat.generate([prompt()])
        except BaseException as error:
            ended.append(type(error))

    thread = threading.Thread(target=ask)
    thread.start()
    while not server.asked:
        time.sleep(0.01)
    started = time.monotonic()
    chat.close()
    thread.join()
    assert time.monotonic() - started < 2
    assert [kind.__name__ for kind in ended] == ["CancelledError"]


def test_pickled_it_starts_anew(server: FakeServer) -> None:
    chat = generator(server, body={"user": "u"}, seed=None)
    assert chat.generate([prompt()])[0].text
    data = pickle.dumps(chat)
    assert KEY.encode() not in data
    twin = pickle.loads(data)
    assert (twin.name, twin.parameters) == (chat.name, chat.parameters)
    assert twin.generate([prompt()])[0].text == "answer to hello"


def test_the_key_is_nowhere(server: FakeServer, caplog: Any, capfd: Any) -> None:
    caplog.set_level("DEBUG")
    server.script = scripted(
        failure(500, f"you sent {KEY}"),
        Answer(200, f"key {KEY}".encode()),
        failure(401, f"Incorrect API key provided: {KEY}"),
    )
    chat = generator(server)
    (completion,) = chat.generate([prompt()])
    assert "Incorrect API key provided: ***" in completion.error
    seen = [repr(chat), str(vars(chat)), chat.name, str(chat.parameters), caplog.text]
    assert KEY not in "".join([*seen, *capfd.readouterr(), repr(completion)])


def test_the_key_of_another_variable(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="MY_KEY for the key is not set"):
        generator(server, key_variable="MY_KEY")
    monkeypatch.setenv("MY_KEY", " secret \n")
    chat = generator(server, key_variable="MY_KEY")
    chat.generate([prompt()])
    assert server.asked[0].headers["Authorization"] == "Bearer secret"
    monkeypatch.setenv("MY_KEY", "two words")
    assert "MY_KEY" in chat.generate([prompt()])[0].error
    monkeypatch.delenv("MY_KEY")
    chat.generate([prompt()])
    assert "Authorization" not in server.asked[1].headers


def test_the_default_key_does_not_travel_in_the_clear() -> None:
    far = ChatGenerator("m", "http://gpu.example/v1")
    assert far._delivery.key_variable is None
    for url in ("https://gpu.example/v1", "http://localhost:1/v1", "http://[::1]:1"):
        assert ChatGenerator("m", url)._delivery.key_variable == "OPENAI_API_KEY"


def test_a_local_server_is_not_asked_through_a_proxy(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert one(server).text == "answer to hello"


def test_further_fields(server: FakeServer) -> None:
    body = {"max_tokens": None, "max_completion_tokens": 99, "temperature": 0.3}
    chat = generator(server, body=body, seed=None)
    chat.generate([prompt()])
    assert set(server.asked[0].body) == {
        *("model", "messages", "temperature", "top_p", "max_completion_tokens")
    }
    assert server.asked[0].body["temperature"] == 0.3
    assert "max_completion_tokens" in str(chat.parameters["body"])


def test_name_and_parameters() -> None:
    chat = ChatGenerator("org/m@1", "https://h.example:8/v1/?version=2", top_p=0.9)
    assert chat.name == "chat:org/m@1@https://h.example:8/v1/"
    assert chat._delivery.url == "https://h.example:8/v1/chat/completions?version=2"
    assert chat.parameters == {
        "temperature": 0.0,
        "top_p": 0.9,
        "max_tokens": 256,
        "seed": 0,
    }


def test_odd_text_is_sent_as_it_is(server: FakeServer) -> None:
    text = "é\u202e\ud800 {x} \"'\n<|im_end|>"
    generator(server).generate([prompt(text)])
    assert server.asked[0].user == text


@pytest.mark.parametrize(
    ("url", "options", "message"),
    [
        ("ftp://h/v1", {}, "no http or https URL"),
        ("http://", {}, "no http or https URL"),
        ("http://[h/v1", {}, "no http or https URL"),
        ("http://h:x/v1", {}, "no http or https URL"),
        ("https://me:secret@h/v1", {}, "holds a user name or password"),
        ("http://h/v1", {"temperature": -1}, "temperature"),
        ("http://h/v1", {"temperature": float("nan")}, "temperature"),
        ("http://h/v1", {"top_p": 0}, "top_p"),
        ("http://h/v1", {"max_tokens": 0}, "max_tokens"),
        ("http://h/v1", {"concurrency": 0}, "concurrency"),
        ("http://h/v1", {"attempts": 0}, "attempts"),
        ("http://h/v1", {"timeout": 0}, "timeout"),
        ("http://h/v1", {"requests_per_minute": 0}, "let nothing through"),
    ],
)
def test_unusable_settings(url: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        ChatGenerator("m", url, **options)
    assert "secret" not in str(caught.value)


def test_a_key_that_no_header_can_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a\u00e9 b")
    with pytest.raises(InputError, match="The key in OPENAI_API_KEY holds spaces") as e:
        ChatGenerator("m", "https://h.example/v1")
    assert "\u00e9" not in str(e.value)
