"""Content words and how much of one text another one covers; pure."""

from __future__ import annotations

import functools
import re

from textattack_atomeval.wordlists import FUNCTION_WORDS, IRREGULAR, LIGHT_WORDS

_WORD = re.compile(
    r"\d+(?:st|nd|rd|th)\b|\$?\d[\d,.]*\d|\d|[^\W\d_]+(?:['’][^\W\d_]+)?"
)


@functools.cache
def _stemmer():  # type: ignore[no-untyped-def]
    from nltk.stem.snowball import SnowballStemmer  # heavy: only when needed

    return SnowballStemmer("english")


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the Snowball stem of one word, lower-cased, possessive dropped."""
    word = re.sub(r"['’]s?$", "", word.lower())
    if word[:1].isdigit():
        return re.sub(r"(?:st|nd|rd|th)$|,", "", word)
    return str(_stemmer().stem(IRREGULAR.get(word, word))).rstrip(".,")


@functools.lru_cache(maxsize=65536)
def _content(text: str) -> tuple[tuple[str, str], ...]:
    """Return (word, stem) of the content words; the checks ask often for few texts."""
    pairs = ((word, stem(word)) for word in _WORD.findall(text))
    return tuple(
        (word, root)
        for word, root in pairs
        if word.isdigit()
        or word.lower().replace("’", "'") not in FUNCTION_WORDS
        and len(root) > 1
    )


def content_words(text: str) -> list[str]:
    """Return the content words of ``text`` in order, as written."""
    return [word for word, _ in _content(text)]


def content_stems(text: str) -> list[str]:
    """Return the stems of the content words of ``text``, in order."""
    return [root for _, root in _content(text)]


@functools.cache
def _light_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in LIGHT_WORDS)


def weighty(words: list[str]) -> list[str]:
    """Return the words that are not light: those that can carry a new fact."""
    return [word for word in words if stem(word) not in _light_stems()]


def same_stem(first: str, second: str) -> bool:
    """True for equal stems and for derivations sharing a long prefix."""
    if first == second:
        return True
    shared = min(len(first), len(second))
    return shared >= 5 and first[:5] == second[:5]


def uncovered(text: str, *sources: str) -> list[str]:
    """Return the content words of ``text`` whose stem is in none of ``sources``."""
    known = {root for source in sources for root in content_stems(source)}
    return [
        word
        for word, root in _content(text)
        if root not in known and not any(same_stem(root, other) for other in known)
    ]


def coverage(text: str, *sources: str) -> float:
    """Return the share of the content words of ``text`` found in ``sources``.

    1.0 for a text without content words.
    """
    words = content_words(text)
    return 1 - len(uncovered(text, *sources)) / len(words) if words else 1.0
