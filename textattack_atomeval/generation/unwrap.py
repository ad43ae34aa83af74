"""Take the one rewrite out of a reply: fences, JSON, labels, chatter, quotation marks.

Only what certainly is no part of the claim goes; words that stand in the original
claim are never taken for a label. A reply that holds several rewrites, or text of
which nobody can say whether it belongs to the claim, is a format failure.
"""

from __future__ import annotations

import json
import re

__all__ = ["strip_thinking", "unwrap"]

_I = re.IGNORECASE
_TAG = r"(?:think|thinking|thought|reasoning|reflection)"
_THOUGHT_START = re.compile(rf"<{_TAG}>", _I)
_THOUGHT_END = re.compile(rf"</{_TAG}>", _I)
# Control tokens that a server left in: "<|im_end|>", "</s>", "<end_of_turn>".
_CONTROL = re.compile(r"<\|[^|>\n]{1,30}\|>|</?s>|<(?:start|end)_of_turn>|<eos>", _I)
_FENCE = re.compile(r"```[\w-]*\n?(.*?)```", re.DOTALL)
_OPENING = re.compile(
    r"<(\w{0,40}(?:claim|rewrite)\w{0,40}|answer|output|response)>", _I
)
_JSON_START = re.compile(r"[\[{]\s*[\"{]")
# A comma outside of a text, before what closes; texts are passed over whole.
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])()', re.DOTALL)
_KEYS = ("rewritten_claim", "rewrite", "rewritten", "claim", "text", "answer", "output")
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)__)(?=\S)([^*\n]+?)(?<=\S)\1")

_ADJECTIVE = (
    r"(?:re-?written|re-?phrased|revised|modified|adversarial|new|final|updated|edited|"
    r"repaired|paraphrased|colloquial|conversational|casual|false)"
)
_NOUN = r"(?:claim|rewrite|version|statement|sentence|answer|output|response|result)"
_LABEL = (
    rf"(?:(?:my|the|your)\s+)?(?:{_ADJECTIVE}[\s_-]+){{0,3}}{_NOUN}(?:\s+is)?"
    r"|rewritten|assistant"
)
_OPENER = r"(?:sure|certainly|of course|okay|ok|absolutely|great|alright|understood)"
_TASK_WORD = r"(?:re-?writ\w+|rewrote|re-?phras\w+|paraphras\w+)"
_PREFIXES = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"(?:{_LABEL})\s*(?:[:=]|\s[-–—]\s)\s*",
        rf"(?:{_OPENER}\b[^:\n]{{0,40}})?(?:here(?:'s|’s| is)|below is|this is)\b"
        rf"[^:\n]{{0,160}}\b(?:{_NOUN}|{_TASK_WORD})\b[^:\n]{{0,160}}:\s*",
        rf"[^:\n]{{0,120}}\b{_TASK_WORD}\b[^:\n]{{0,120}}:\s*",
    )
)
_CHATTER = re.compile(rf"{_OPENER}\b[^.!:\n]{{0,30}}[.!:,]*|(?:{_LABEL})[:.]?", _I)
_MARGIN = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+", re.MULTILINE)
_ITEM = re.compile(
    r"(?:\(?\d{1,2}[.)]|[-*•–]|\(?[a-h][.)]|(?:option|version|rewrite|alternative|"
    r"variant|claim)\s+(?:\d+|[a-h])\s*[:.)-])\s+(?=(\S+))",
    _I,
)
_INLINE_LIST = re.compile(r"\(?1[.)]\s.+\s\(?2[.)]\s", re.DOTALL)
_WRAPPED = re.compile(r"(?<=[\w,;])[ \t]*\n[ \t]*(?=[a-z])")
_HEADED = (
    r"(?:explanation|notes?|reasoning|rationale|reason|justification|analysis|changes|"
    r"strategy|label|verdict|comment)\s*:"
)
_EXPLANATION = re.compile(
    rf"\W*{_HEADED}|\(|-{{3}}|\W*(?:this|the|in this|my) (?:re-?writ|rewrite|revis|"
    r"new |modified |version|claim|sentence|statement)"
    r"|I(?: have|'ve|’ve)? (?:changed|used|added|replaced|rewrote|kept|removed|made|"
    r"tried|rephrased|preserved)|(?:please |just )?let me know|feel free",
    _I,
)
_TRAILING = re.compile(
    rf"(?<=[.!?\"”'’])\s+[(\[]?{_HEADED}.*$"
    r"|(?<!\s)\s+\((?:note|this (?:rewrite|version|claim)|explanation)\b[^()]*\)$",
    _I | re.DOTALL,
)
_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "`": "`", "„": "“"}


def strip_thinking(text: str) -> str | None:
    """Return ``text`` without its thinking, None if that was never finished.

    The answer stands after the last block; a lone closing tag ends one too.
    """
    ends = list(_THOUGHT_END.finditer(text))
    answer = text[ends[-1].end() :] if ends else text
    if _THOUGHT_START.search(answer):
        return None
    start = _THOUGHT_START.search(text)
    return text[: start.start()] if start and not answer.strip() else answer


def unwrap(text: str, claim: str) -> str | None:
    """Return the only rewrite in a reply, None if its form does not tell which."""
    inner = _body(_CONTROL.sub("", text).strip())
    if inner is None or _INLINE_LIST.match(inner):
        return None
    if "*" not in claim:
        inner = _EMPHASIS.sub(r"\2", inner)
    line = _line(_MARGIN.sub("", inner), claim)
    if line is None:
        return None
    if (trailing := _TRAILING.search(line)) and trailing[0].strip() not in claim:
        line = line[: trailing.start()]
    return _bare(line, claim)


def _body(text: str) -> str | None:
    """Return what a code fence, an element or a JSON object holds, else the text.

    A reply that is JSON is read as JSON: a tag inside one of its texts is text.
    """
    found = _FENCE.findall(text)
    if len(found) > 1:
        return None
    text = found[0].strip() if found else text
    if "```" in text:
        return None
    if not _JSON_START.match(text):
        found = _elements(text)
        if len(found) > 1:
            return None
        text = found[0].strip() if found else text
    start = _JSON_START.search(text)
    return _from_json(text[start.start() :]) if start else text


def _elements(text: str) -> list[str]:
    """Return what stands between an opening tag and its closing one, from the left."""
    low, end = text.lower(), 0
    if len(low) != len(text):  # a letter that is two in lower case: tags are ASCII
        low = text
    found: list[str] = []
    unclosed: set[str] = set()
    for tag in _OPENING.finditer(text):
        name = tag[1].lower()
        if tag.start() < end or name in unclosed:
            continue
        close = low.find(f"</{name}>", tag.end())
        if close < 0:
            unclosed.add(name)
            continue
        found.append(text[tag.end() : close])
        end = close + len(name) + 3
    return found


def _from_json(text: str) -> str | None:
    """Return the one text that a JSON object holds as its rewrite.

    A comma before a closing brace is forgiven. A key that comes twice is not: nobody
    can say which of its texts is meant.
    """
    try:
        value, end = _DECODER.raw_decode(_TRAILING_COMMA.sub(r"\1\2", text))
    except (ValueError, RecursionError):
        return None
    rest = _TRAILING_COMMA.sub(r"\1\2", text)[end:]
    if not isinstance(value, dict) or "{" in rest:
        return None
    found = next((value[key] for key in _KEYS if key in value), None)
    return found.strip() if isinstance(found, str) else None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the members of a JSON object; a key that comes twice is an error."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key comes twice")
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_once)


def _line(text: str, claim: str) -> str | None:
    """Return the one line that is left without introduction and explanation."""
    text = _without_prefix(text, claim)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    while len(lines) > 1 and _CHATTER.fullmatch(lines[0]):
        lines = lines[1:]
    text = _without_prefix("\n".join(lines), claim)
    lines = _WRAPPED.sub(" ", text).splitlines()
    if sum(bool(_ITEM.match(line)) for line in lines) > 1:
        return None
    for index, line in enumerate(lines[1:], 1):
        if _EXPLANATION.match(line):
            lines = lines[:index]
            break
    return lines[0] if len(lines) == 1 else None if lines else ""


def _without_prefix(text: str, claim: str) -> str:
    """Cut one label or introduction off, unless the claim itself has it."""
    for pattern in _PREFIXES:
        match = pattern.match(text)
        if match and match[0].strip(" :=-–—\n").casefold() not in claim.casefold():
            return text[match.end() :]
    return text


def _bare(line: str, claim: str) -> str:
    """Strip bullets, labels and quotation marks from the outside in."""
    while True:
        item = _ITEM.match(line)
        if item and item[0] + item[1] not in claim:
            line, before = line[item.end() :], line
        else:
            line, before = _unquoted(_without_prefix(line, claim)), line
        if line == before:
            return " ".join(line.split())


def _unquoted(text: str) -> str:
    """Take off quotation marks that hold the whole text, and only those.

    In ``"A" is by "B"`` the marks belong to the claim: the first inner mark closes.
    """
    text = text.strip()
    core = text[:-1] if text[-1:] == "." else text
    close = _QUOTES.get(core[:1])
    if close is None or len(core) < 3 or core[-1] != close:
        return text
    inner = core[1:-1]
    for index, char in enumerate(inner):
        if char not in (core[0], close):
            continue
        before, after = inner[index - 1 : index], inner[index + 1 : index + 2]
        if before.isalnum() and after.isalnum():
            continue  # an apostrophe
        if not before.isalnum() and before != "." and after.isalnum():
            break  # an inner mark opens: the outer ones hold it
        return text
    return inner if inner.endswith((".", "!", "?")) else inner + text[len(core) :]
