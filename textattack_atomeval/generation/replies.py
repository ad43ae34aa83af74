"""What the body of a chat completion says, strictly read."""

from __future__ import annotations

from typing import Any

import msgspec

from textattack_atomeval.generation.base import Completion, Finish
from textattack_atomeval.generation.retries import (
    RequestFailed,
    is_retried,
    retry_after,
)

_FINISHES: dict[str | None, Finish] = {"length": "length", "content_filter": "filter"}
_DETAIL = 300  # characters of a server's own words that an error repeats
_REMEDIES = {
    400: "check the model's name and the parameters that this server knows",
    401: "set the key of this server in the environment variable {variable}",
    403: "the key in {variable} may not use this model; use another key or model",
    404: "check the model's name and the URL, which usually ends in /v1",
    413: "shorten the evidence",
    422: "check the parameters that this server knows",
}


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


def read_reply(body: bytes | str) -> Completion:
    """Return the first choice of a chat completion; a refusal is its text.

    Raises:
        RequestFailed: the body is no chat completion, or has no choice.
    """
    try:
        reply = msgspec.json.decode(body, type=_Reply)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RequestFailed(f"malformed reply: {error}") from error
    if not reply.choices:
        raise RequestFailed("malformed reply: it has no choices")
    choice, usage = reply.choices[0], reply.usage or _Usage()
    return Completion(
        text=choice.message.content or choice.message.refusal or "",
        finish=_FINISHES.get(choice.finish_reason, "stop"),
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
    )


def read_refusal(
    status: int, body: bytes, asked: str | None, variable: str
) -> Completion:
    """Read the body of an HTTP status other than 200.

    A prompt that the provider's filter stopped is an answer.

    Args:
        status: the HTTP status.
        body: the body.
        asked: the Retry-After header.
        variable: the environment variable of the key, for the remedy.

    Raises:
        RequestFailed: with the server's words and, where asking again is useless, a
            remedy.
    """
    code, said = read_error(body)
    if code == "content_filter":
        return Completion(finish="filter")
    message = f"HTTP {status}: {said}" if said else f"HTTP {status}"
    if code == "insufficient_quota":  # comes as a 429, but no waiting helps
        raise RequestFailed(f"{message}; renew the account's quota", again=False)
    if is_retried(status):
        raise RequestFailed(message, wait=retry_after(asked))
    remedy = _REMEDIES.get(status, "").format(variable=variable)
    if 300 <= status < 400:
        remedy = "it redirects; give the URL that it leads to"
    raise RequestFailed(f"{message}; {remedy}".rstrip("; "), again=False)


def read_error(body: bytes) -> tuple[str, str]:
    """Return the code and the words of an error body, in whatever shape it came."""
    try:
        found: Any = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return "", _short(body.decode(errors="replace"))
    error = found.get("error", found) if isinstance(found, dict) else found
    if not isinstance(error, dict):
        return "", _short(str(error))
    words = error.get("message") or error.get("detail") or ""
    return str(error.get("code") or ""), _short(str(words))


def _short(text: str) -> str:
    """Return the beginning of foreign text, on one line, safe for a terminal."""
    words = " ".join(text.split())
    return "".join(char for char in words if char.isprintable())[:_DETAIL]
