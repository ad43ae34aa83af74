"""Content words and how much of one text another one covers; pure."""

from __future__ import annotations

import functools
import re

_WORD = re.compile(r"\d+(?:st|nd|rd|th)\b|\$?\d[\d,.]*\d|\d|[^\W\d_]+(?:['’][^\W\d_]+)?")

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

# Words so general that a paraphrase may bring any of them in: alone they add no fact.
LIGHT_WORDS = frozenset(
    """
    about absolutely according account achieve achieved add added afterwards again
    almost alone always amount answer anybody anyone appear appeared area around ask
    asked asks bad bear bears became become beforehand began begin beginning begun
    belong belonged belongs besides best big body born boy bring brought bunch came
    career carried carry case certain certainly chap chief city classified classify come
    complete completed condition consider considered continue continued count counted
    country counts course date day days definitely described died different done earlier
    early end ended ending enjoyed enter entered entire event events eventually ever
    everybody everyone exactly eye fact facts famous famously fellow figure final
    finally find finish finished first follow followed form found four full gain gained
    gave girl give given giving go goes gone good great group groups guys half hand
    hands happen happened head held help helped hence herself high himself history hold
    however hundred instead item itself job keep kept kind known lad land last late
    later leave left level life line list listed little live lived lives long look
    looked looks low made main make making man mark marked matter maybe mean means meant
    meanwhile meet member members men met moment name names nearly nevertheless new next
    nonetheless number numbers often old order overall part parts people perhaps person
    persons piece place places point position precisely previous public put puts
    question ran rank ranking reach reached really reason reasons receive received
    record records referred regarded remain remained rest result role roughly run see
    seem seems seen serve served set setting several short show showed shown side side's
    similar single situation small somebody someone sometimes soon sort stage stand
    start started state status stay stayed stood story subject sum take taken tell term
    termed terms themselves thereafter therefore thing's three thus time times title
    titles together took topic total tribal truly turn turned two type usually various
    voice watch watched way went whatever whenever who's whoever whole whose widely win
    winner woman women won word words work worked works world worst written wrote year
    year's years
    """.split()
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
