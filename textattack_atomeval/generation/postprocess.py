"""What a generator answered, as a rewrite or as the reason why it is none.

Refusals, remarks, verdicts and cut or malformed replies are abstentions with a reason:
a text that makes no claim must never be counted as an attack.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.refusals import is_refusal
from textattack_atomeval.generation.unwrap import strip_thinking, unwrap
from textattack_atomeval.text import fold, sentences
from textattack_atomeval.verdicts import read_label

__all__ = ["Cleaned", "Status", "clean", "same_text"]

Status = Literal["ok", "abstained", "error"]

_I = re.IGNORECASE
_REMARK = re.compile(
    r"(?:the|this|that|your) (?:original |given |rewritten |provided )?"
    r"(claim|statement|rewrite|evidence|strategy|input|task|verifier)\b"
    r"|(?:there is|no) (?:no )?(?:need|way) to re-?(?:write|phrase)"
    r"|no (?:re-?write|changes?) (?:is |are )?(?:needed|required|possible)",
    _I,
)
_VERDICT_TITLE = re.compile(r"(?:label|verdict|prediction)\W+")
_ANSWER_WORDS = frozenset("true false yes no none correct incorrect unknown".split())
_FILLER = r"(?:(?:hey|so|well|and|but|now|ok|okay|wait|oh),? )*"
_INTERROGATIVE = re.compile(
    rf"{_FILLER}(?!did you know|do you know that|didn't you know)"
    r"(?:who|what|when|where|why|which|whose|how|(?:is|are|was|were|do|does|did|has|"
    r"have|had|can|could|will|would|should|might)(?:n't)?)\b",
    _I,
)
_SHORTEST_ECHO = 40
_WORD = re.compile(r"\w+")
_LETTER = re.compile(r"[^\W\d_]")
#: Characters of a reply, its thinking aside: no rewrite of a claim is longer.
LONGEST_REPLY = 20_000


class Cleaned(NamedTuple):
    """A rewrite, or why there is none.

    ``reason`` is empty for "ok", the error's text for "error", and for "abstained" one
    of: ``filtered`` (withheld by the provider), ``truncated`` (cut by the token limit),
    ``too-long`` (over :data:`LONGEST_REPLY` characters), ``empty``, ``refusal``,
    ``echo`` (the prompt or the evidence repeated), ``format``
    (several rewrites, or explanations that cannot be told apart), ``identical`` (the
    claim repeated), ``label`` (a verdict), ``remark`` (about the claim), ``question``
    (asks, and asserts nothing), ``no-claim`` (no letters, or a single word).
    """

    text: str
    status: Status
    reason: str = ""


def clean(
    completion: Completion, claim: str, evidence: str = "", request: str = ""
) -> Cleaned:
    """Return the one rewrite that a completion holds, or why it holds none.

    ``request`` is the prompt's text; a line of it in the reply makes an echo.
    """
    if completion.error:
        return Cleaned("", "error", completion.error)
    if completion.finish == "filter":
        return Cleaned("", "abstained", "filtered")
    reply = strip_thinking(completion.text)
    if reply is None or completion.finish == "length":
        return Cleaned("", "abstained", "truncated")
    if len(reply) > LONGEST_REPLY:
        return Cleaned("", "abstained", "too-long")
    reason = _reply_fault(reply, claim, request)
    text = "" if reason else unwrap(reply, claim)
    if text is None:
        reason = "format"
    reason = reason or _text_fault(text or "", claim, evidence)
    return Cleaned("", "abstained", reason) if reason else Cleaned(text or "", "ok")


def same_text(first: str, second: str) -> bool:
    """Tell whether a reader sees the same text, case and end punctuation aside."""
    return _plain(first) == _plain(second)


def _plain(text: str) -> str:
    return fold(text).text.casefold().strip(" .!?;,\"'")


def _reply_fault(reply: str, claim: str, request: str) -> str:
    """Return why a whole reply holds no rewrite at all."""
    if not reply.strip():
        return "empty"
    if any(len(line) >= _SHORTEST_ECHO and line in reply for line in _lines(request)):
        return "echo"
    if is_refusal(reply, claim):
        return "refusal"
    return ""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def _text_fault(text: str, claim: str, evidence: str) -> str:
    """Return why an unwrapped text is no rewrite of ``claim``."""
    plain = _plain(text)
    words = [word for word in _WORD.findall(plain) if _LETTER.search(word)]
    if not plain:
        return "empty"
    verdict = _VERDICT_TITLE.sub("", plain)
    if read_label(verdict) or verdict in _ANSWER_WORDS:
        return "label"
    if len(words) < 2:
        return "no-claim"
    if plain == _plain(claim):
        return "identical"
    both = _plain(f"{claim} {evidence}"), _plain(f"{evidence} {claim}")
    if evidence and plain in (_plain(evidence), *both):
        return "echo"
    remark = _REMARK.match(plain)
    if remark and (remark[1] or remark[0]) not in claim.casefold():
        return "remark"
    return "question" if _only_asks(text) else ""


def _only_asks(text: str) -> bool:
    """Tell whether every sentence is a question that asserts nothing.

    "It was Oslo, wasn't it?" asserts, and "Did you know that ..." takes for granted.
    """
    seen = fold(text).text
    parts = [seen[start:end] for start, end in sentences(seen)]
    return all(
        part.endswith("?") and bool(_INTERROGATIVE.match(part)) for part in parts
    )
