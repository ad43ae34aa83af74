"""Content words and how much of one text another one covers; pure."""

from __future__ import annotations

import functools
import re

_WORD = re.compile(r"\$?\d[\d,.]*\d|\d|[^\W\d_]+(?:['’][^\W\d_]+)?")

# Closed-class words, auxiliaries and conversational filler: they carry no content
# that a rewrite could add or lose (negation and quantifiers are checked apart).
FUNCTION_WORDS = frozenset(
    """a an the this that these those and or but nor so yet if then than as of in on at
    by for from to into onto with within without about above across after again against
    along among around before behind below beneath beside between beyond during except
    inside near off out over past per since through throughout toward towards under
    until up upon via while although though because unless whereas whether is are was
    were be been being am do does did done doing have has had having will would shall
    should can could may might must ought i you he she it we they me him her us them my
    your his its our their mine yours hers ours theirs who whom whose which what when
    where why how there here not no never none nobody nothing neither just only even
    also too very really quite rather pretty well actually basically literally
    honestly simply indeed fact truth course like know mean see say says said tell told
    get gets got guess thing things stuff one ones guy folks folk mate bit kind sort
    way lot lots own such same other another some any each every all both few many
    much more most least less oh hey yeah yep yes nah nope ok okay sure trust believe
    anyway anyhow apparently turns back ever right now still already once it's that's
    what's he's she's there's i'm you're they're we're 's let's got gonna gotta ain't
    isn't wasn't aren't weren't don't doesn't didn't won't can't couldn't hasn't haven't
    hadn't wouldn't shouldn't called named known year years time times own part""".split()
)


@functools.cache
def _stemmer():  # type: ignore[no-untyped-def]
    from nltk.stem.snowball import SnowballStemmer  # heavy: only when needed

    return SnowballStemmer("english")


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the Snowball stem of one word, lower-cased, possessive dropped."""
    word = re.sub(r"['’]s?$", "", word.lower())
    return str(_stemmer().stem(word)).rstrip(".,")


def content_words(text: str) -> list[str]:
    """Return the content words of ``text`` in order, as written."""
    return [
        word
        for word in _WORD.findall(text)
        if word.lower().replace("’", "'") not in FUNCTION_WORDS and len(stem(word)) > 1
        or word.isdigit()
    ]


def content_stems(text: str) -> list[str]:
    """Return the stems of the content words of ``text``, in order."""
    return [stem(word) for word in content_words(text)]


def same_stem(first: str, second: str) -> bool:
    """True for equal stems and for derivations sharing a long prefix."""
    if first == second:
        return True
    shared = min(len(first), len(second))
    return shared >= 5 and first[:5] == second[:5]


def uncovered(text: str, *sources: str) -> list[str]:
    """Return the content words of ``text`` whose stem is in none of ``sources``."""
    known = {s for source in sources for s in content_stems(source)}
    return [
        word
        for word in content_words(text)
        if not any(same_stem(stem(word), other) for other in known)
    ]


def coverage(text: str, *sources: str) -> float:
    """Return the share of the content words of ``text`` found in ``sources``.

    1.0 for a text without content words.
    """
    words = content_words(text)
    return 1 - len(uncovered(text, *sources)) / len(words) if words else 1.0
