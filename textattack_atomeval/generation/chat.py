"""Any OpenAI-compatible endpoint: OpenAI, vLLM, Ollama, a llama.cpp server, …"""

from __future__ import annotations

import ipaddress
import json
import math
import os
import weakref
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.accounting import estimate_tokens
from textattack_atomeval.generation.base import Completion, Prompt, Setting
from textattack_atomeval.generation.sending import Delivery, Sender, read_key

DEFAULT_KEY = "OPENAI_API_KEY"
_PATH = "/chat/completions"
_OF_DELIVERY = (
    *("concurrency", "requests_per_minute", "tokens_per_minute"),
    *("timeout", "patience", "attempts", "first_wait"),
)


class ChatGenerator:
    """Asks ``POST {url}/chat/completions``, several requests at once.

    Time-outs, cut connections, malformed or empty replies and the statuses 408, 409,
    429 and 5xx are tried again, with growing random waits that honour Retry-After;
    only what failed is sent again. What still fails becomes ``Completion.error``.
    Certificates are always checked and redirects never followed.

    May be used from several threads (the limits hold for all together) and inside a
    running event loop; a pickled one starts with its own connections and limits.

    Args:
        model: the model's name on the server.
        url: the base URL, usually ending in ``/v1``.
        temperature: 0 is greedy.
        top_p: nucleus sampling; 1 is off.
        max_tokens: longest answer, in tokens.
        seed: a prompt's ``sample`` is added to it; None sends no seed, for servers
            that know none. Whether a seed makes answers repeatable is the server's
            affair.
        body: further fields of the request, or other values; None removes a field
            (``{"max_tokens": None, "max_completion_tokens": 256}``).
        concurrency: requests under way at once.
        requests_per_minute: bound on requests, retries included; None for none.
        tokens_per_minute: bound on prompt and completion tokens, estimated before a
            request and corrected by the server's count after it; None for none.
        key_variable: the environment variable that holds the key. By default
            ``OPENAI_API_KEY``, which then is sent over https or to this machine only.
        timeout: seconds for one attempt.
        patience: seconds for all attempts of one prompt, waits included.
        attempts: most requests for one prompt.
        first_wait: seconds before the second attempt; then they double.

    Raises:
        InputError: the URL or a setting cannot be used, or the variable named for the
            key is not set.
    """

    def __init__(
        self,
        model: str,
        url: str,
        *,
        temperature: float = 0.0,
        top_p: float = 1.0,
        max_tokens: int = 256,
        seed: int | None = 0,
        body: Mapping[str, Any] | None = None,
        concurrency: int = 4,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        key_variable: str | None = None,
        timeout: float = 60.0,
        patience: float = 600.0,
        attempts: int = 6,
        first_wait: float = 1.0,
    ) -> None:
        given = {key: value for key, value in locals().items() if key != "self"}
        self._given = {key: given[key] for key in given if key not in ("model", "url")}
        _check_numbers(self._given)
        self.model = model
        self.concurrency = concurrency
        endpoint = _endpoint(url)
        local = _is_local(url)
        self._delivery = Delivery(
            url=endpoint,
            key_variable=_key_variable(key_variable, url, local),
            local=local,
            **{name: given[name] for name in _OF_DELIVERY},
        )
        self._url = url
        self._body = dict(body or {})
        self._sender = Sender(self._delivery)
        self._end = weakref.finalize(self, self._sender.close)

    @property
    def name(self) -> str:
        """``chat:MODEL@URL``, the URL without its query."""
        parts = urlsplit(self._url)
        return f"chat:{self.model}@{parts.scheme}://{parts.netloc}{parts.path}"

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """Sampling parameters and seed, further fields as one line of JSON."""
        names = ("temperature", "top_p", "max_tokens", "seed")
        found: dict[str, Setting] = {name: self._given[name] for name in names}
        if self._body:
            found["body"] = json.dumps(self._body, sort_keys=True)
        return found

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return one completion a prompt, in the same order; outages do not raise."""
        requests = [(self._request(prompt), self._tokens(prompt)) for prompt in prompts]
        return self._sender.send(requests) if requests else []

    def close(self) -> None:
        """Give up what is under way and close the connections."""
        self._sender.close()

    def __repr__(self) -> str:
        return f"ChatGenerator({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the arguments: connections stay, and a key is never held."""
        return _rebuilt, (self.model, self._url, self._given)

    def _request(self, prompt: Prompt) -> bytes:
        seed = self._given["seed"]
        fields = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": self._given["temperature"],
            "top_p": self._given["top_p"],
            "max_tokens": self._given["max_tokens"],
            "seed": None if seed is None else seed + prompt.sample,
        }
        fields |= self._body
        kept = {key: value for key, value in fields.items() if value is not None}
        return json.dumps(kept).encode()  # ASCII: carries even a lone surrogate

    def _tokens(self, prompt: Prompt) -> int:
        return estimate_tokens(prompt) + int(self._given["max_tokens"])


def _rebuilt(model: str, url: str, given: Mapping[str, Any]) -> ChatGenerator:
    return ChatGenerator(model, url, **given)


def _endpoint(url: str) -> str:
    """Return the full address, the query kept at its end.

    Raises:
        InputError: it is no http address, or holds a password.
    """
    import httpx

    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(httpx.URL(url).host)
    except (ValueError, httpx.InvalidURL):
        usable = False
    if not usable:
        raise InputError(f"{url!r} is no http or https URL of a chat server.")
    if parts.username or parts.password:
        raise InputError(
            "The URL of the chat server holds a user name or password; put the key "
            f"into the environment variable {DEFAULT_KEY} instead."
        )
    path = parts.path.rstrip("/").removesuffix(_PATH) + _PATH
    return parts._replace(path=path, fragment="").geturl()


def _is_local(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _key_variable(named: str | None, url: str, local: bool) -> str | None:
    """Return the variable to read the key from, None where none is to be sent.

    Raises:
        InputError: the user's own variable is not set, or holds no key.
    """
    if named is not None and named not in os.environ:
        raise InputError(f"The environment variable {named} for the key is not set.")
    safe = local or urlsplit(url).scheme == "https"
    variable = named or (DEFAULT_KEY if safe else None)
    read_key(variable)
    return variable


def _check_numbers(given: Mapping[str, Any]) -> None:
    """Raise InputError for a setting that no request could have."""
    for name in ("max_tokens", "concurrency", "attempts"):
        if given[name] < 1:
            raise InputError(f"{name} should be 1 or more, but is {given[name]}.")
    for name in ("requests_per_minute", "tokens_per_minute"):
        if given[name] is not None and given[name] < 1:
            raise InputError(f"{given[name]} {name} let nothing through.")
    for name in ("timeout", "patience", "first_wait"):
        if not given[name] > 0:
            raise InputError(f"{name} should be over 0 seconds, but is {given[name]}.")
    if not 0 <= given["temperature"] < math.inf:
        raise InputError(f"temperature {given['temperature']} is negative or infinite.")
    if not 0 < given["top_p"] <= 1:
        raise InputError(f"top_p should be in (0, 1], but is {given['top_p']}.")
