"""From nodes back to words: phrases and plain declarative sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textattack_atomeval.extraction.tree import Node

__all__ = ["expand", "join", "lower_first", "sentence", "tidy"]

CLITICS = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}
STEMS = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
TRAILING = re.compile(r"[\s,;:\-–—(]+$")
LEADING = re.compile(r"^[\s,;:\-–—)]+")


def expand(node: Node) -> str:
    """Return the word, a contraction in full."""
    low = node.low
    if low in CLITICS:
        return CLITICS[low]
    if low == "'s" and node.tag != "POS":
        return _is_or_has(node)
    if low == "'d" and node.tag != "POS":
        return "had" if _governs(node, "VBN") else "would"
    if low in STEMS and node.dep in ("aux", "auxpass", "ROOT"):
        return STEMS[low]
    return node.text


def _governs(node: Node, tag: str) -> bool:
    return node.head is not None and node.head.tag == tag and node.dep == "aux"


def _is_or_has(node: Node) -> str:
    return "has" if _governs(node, "VBN") else "is"


def join(nodes: Sequence[Node], *, expanded: bool = True) -> str:
    """Return the words of the nodes with the spaces that they need."""
    out = ""
    last: Node | None = None
    for node in _uncut(nodes):
        word = expand(node) if expanded else node.text
        together = last is not None and last.index + 1 == node.index
        if last is not None and _spaced(last, node, word, together):
            out += " "
        out += word
        last = node
    return out


def _uncut(nodes: Sequence[Node]) -> list[Node]:
    """Leave out commas that had closed or opened something that is gone."""
    kept = []
    for place, node in enumerate(nodes):
        if node.tag == "," and not node.masked:
            before = nodes[place - 1].index if place else -1
            after = nodes[place + 1].index if place + 1 < len(nodes) else -1
            if before + 1 != node.index or node.index + 1 != after:
                continue
        kept.append(node)
    return kept


def _spaced(last: Node, node: Node, word: str, together: bool) -> bool:
    if word != node.text:
        return True
    if together:
        return last.space
    return node.tag not in (",", ".", ":", "POS") and node.text not in ("%", ")", "'s")


def tidy(text: str) -> str:
    """Remove punctuation that a cut left at the ends or doubled."""
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    text = re.sub(r"([,;:])(?:\s*[,;:])+", r"\1", text)
    text = re.sub(r"\(\s*\)|\s+", lambda m: " " if m[0].isspace() else "", text)
    text = LEADING.sub("", TRAILING.sub("", text))
    if text.count('"') == 1:
        text = text.replace('"', "")
    if text.count("(") != text.count(")"):
        text = text.replace("(", "").replace(")", "")
    return text.strip()


def lower_first(node: Node, text: str) -> str:
    """Return the phrase as it reads inside a sentence.

    ``node`` is its first word: a capital that only marks the sentence's beginning
    goes, that of a name stays.
    """
    proper = node.name or node.masked or node.tag.startswith("NNP") or node.low == "i"
    if proper or len(node.text) > 1 and node.text[1:].upper() == node.text[1:]:
        return text
    return text[:1].lower() + text[1:]


def sentence(*parts: str) -> str:
    """Return the parts as one sentence with a capital and a full stop."""
    text = tidy(" ".join(part for part in parts if part))
    if not text:
        return ""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!")) else text.rstrip("?") + "."
