"""Runs of capitalised words that are one name, told by what stands around them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textattack_atomeval.extraction.lexicon import HEDGES, PERSON_TITLES, WORK_TITLES
from textattack_atomeval.extraction.words import PAST_FORMS
from textattack_atomeval.text import word_set

__all__ = ["AUX", "MONTHS", "runs_of", "shouting"]

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
# What may follow a subject in commas: an apposition, a relative clause, a participle.
APART = re.compile(r",\s(?:an?|the|who|which|whose|with|from|in|that|\w+ed|born)\s")
OWNER = re.compile(r"'s\s(?:\w+\s){1,4}?(?:is|was|are|were|has|had|\w+ed|\w+s)\b")
PLACE_END = re.compile(r",?$|[.,;!?]|\s(?:in|on|and|at|by)\b")
ARTICLES = ("the", "a", "an")
BRACKETED = re.compile(r"\s\([^()]{1,40}\)")
# A fronted phrase after which the subject is to be expected.
FRONT = re.compile(
    r"(?:Back\s)?(?:In|On|By|Since|During|Until|From|After|Before)\s(?:in\s)?"
    r"(?:\w+\s){0,2}\d{4},?\s|[^,]{3,80},\s"
)
PARTICIPLE = re.compile(r"[A-Z][a-z]+(?:ed|ing)\s(?:by|in|on|at|to|as|from|with|for)\s")
TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|No|Vol|vs|Inc|Ltd|Co|Ft|Mt)\."
    r"|[A-Z]\.(?=\s[A-Z])|[^\W_][\w&/+]*(?:(?:[.\-]|'(?!s\b|re\b|ve\b|ll\b|d\b|m\b))[\w&/+]+)*|&|#\d+"
)
LINKS = word_set(
    "of the a an de da di do du del della der den des la le van von bin ibn al el y "
    "et und & n vs vs. v."
)
WIDE_LINKS = LINKS | word_set("in on at for to with from by and or as into my")
AUX = word_set(
    "is are was were has have had does do did will would can could may might must "
    "shall should isn aren wasn weren hasn haven hadn doesn don didn won wouldn "
    "couldn cannot ain"
)
SINGULAR = word_set("is was has does isn wasn hasn doesn")
ADVERBS = word_set(
    "never also only currently exclusively not really basically officially actually "
    "always often first just recently originally solely still now once later "
    "completely famously initially supposedly allegedly apparently reportedly rarely "
    "barely hardly eventually ultimately simply merely definitely"
)
NUMERALS = word_set(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty "
    "seventy eighty ninety hundreds thousands millions"
)
# Words that open a sentence with a capital without being part of a name.
OPENERS = (
    word_set(
        "in on at to for from by with of during after before when while although "
        "though because since if as until unless despite besides like unlike among "
        "between under over about around near following given based born having being "
        "there it he she they we i you this that these those his her their its our my "
        "your who what which where why how is are was were did does do has have had "
        "can could will would so and but or not no some many most all every each any "
        "both few several only even "
        "just nearly almost today yesterday now then later still also yes nah well "
        "actually another other such neither either everyone everybody somebody "
        "someone people critics fans because whether according officially technically "
        "historically eventually recently initially ultimately"
    )
    | HEDGES
    | NUMERALS
)
PRONOUNS = word_set("his her its their my our your the")
QUANTIFYING = NUMERALS | word_set(
    "all some no many most every each any both few several only"
)
SUBORDINATORS = word_set(
    "after before when while although though because since if as until unless there "
    "is are was were did does do has have had who what which where"
)
CONTRACTED = re.compile(r"'(?:s|re|ve|d|ll)\b")


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of the sentence and where it stands."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital, or is one after digits: "3D"."""
        return (
            self.text[0].isupper() or self.text[0].isdigit() and self.text[-1].isupper()
        )

    @property
    def link(self) -> bool:
        """Whether it may join the words of a name: "of", "&"."""
        return self.text.islower() or self.text == "&"


def shouting(text: str) -> bool:
    """Tell whether capitals say nothing because nearly all words have them."""
    words = [token for token in _tokens(text) if not token.text[0].isdigit()]
    capitals = sum(token.capital for token in words)
    longer = [token for token in words if len(token.text) > 3]
    return (
        len(words) > 6
        and capitals > 0.6 * len(words)
        and all(token.capital for token in longer)
    )


def _tokens(text: str) -> list[_Token]:
    return [_Token(m[0], m.start(), m.end()) for m in TOKEN.finditer(text)]


def runs_of(
    text: str, dates: list[tuple[int, int, str]], level: int
) -> list[tuple[int, int]]:
    """Return the ranges of the names of the sentence."""
    tokens = [
        token
        for token in _tokens(text)
        if not any(a < token.end and token.start < b for a, b, _ in dates)
    ]
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(tokens):
        last = _run_end(text, tokens, index, level)
        if last is None:
            index += 1
            continue
        end = _with_parenthesis(text, tokens[last].end)
        found.append((tokens[index].start, end))
        while index < len(tokens) and tokens[index].start < end:
            index += 1
    return found


def _with_parenthesis(text: str, end: int) -> int:
    """Take in a bracketed tag that belongs to the name: "Heat (1995 film)"."""
    match = re.match(r"\s\([^()]{1,40}\)(?=\s(?:[a-z]|$)|'s|\.?$)", text[end:])
    return end + match.end() if match else end


def _run_end(text: str, tokens: list[_Token], first: int, level: int) -> int | None:
    """Return the last token of the name that begins at ``first``, None if none."""
    opening = first == 0 or FRONT.fullmatch(text[: tokens[first].start]) is not None
    if not tokens[first].capital and not _dated(text, tokens, first):
        return None
    if first == 0 and tokens[0].low in PERSON_TITLES and _capital(tokens, 1):
        return None
    if first and tokens[first - 1].text in WORK_TITLES:
        last = _grow(text, tokens, first, WIDE_LINKS)
        if last + 1 < len(tokens) and tokens[last + 1].low in AUX:
            return last
    if opening:
        last = _grow(text, tokens, first, WIDE_LINKS)
        if _is_subject(text, tokens, first, last, level):
            return last
        if tokens[first].low in OPENERS:
            return None
    last = _grow(text, tokens, first, LINKS)
    if opening and _is_subject(text, tokens, first, last, level):
        return last
    run = tokens[first : last + 1]
    if len(run) == 1:
        tagged = BRACKETED.match(text, tokens[last].end) is not None
        return last if tagged else None
    functional = all(token.low in OPENERS for token in run if token.capital)
    return None if functional or len(run) == 2 and run[0].low in ARTICLES else last


def _capital(tokens: list[_Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].capital


def _dated(text: str, tokens: list[_Token], first: int) -> bool:
    """Tell whether a year begins a name: "the 2016 Tour de France"."""
    if re.fullmatch(r"(?:19|20)\d\d", tokens[first].text) is None:
        return False
    follower = tokens[first + 1 : first + 3]
    if first > 0 or len(follower) < 2 or not follower[0].capital:
        return False
    adjacent = text[tokens[first].end : follower[0].start] == " "
    return adjacent and all(t.capital or t.link for t in follower)


def _grow(text: str, tokens: list[_Token], first: int, links: frozenset[str]) -> int:
    """Extend a run of capitalised words over links, numbers and colons."""
    last = index = first
    while index + 1 < len(tokens):
        gap = text[tokens[index].end : tokens[index + 1].start]
        token = tokens[index + 1]
        wide = links is WIDE_LINKS
        joined = gap in (" ", "-", "/")
        joined = joined or wide and gap in (" - ", "! ", "... ", ". ")
        joined = joined or gap == ": " and tokens[index].capital and token.capital
        if gap == ", ":
            joined = _place(text, tokens, (first, index), wide)
        if not joined:
            break
        numeral = token.text.isdigit() and index == last and not token.link
        if token.capital or numeral and gap == " ":
            last = index + 1
        elif not (token.low in links and token.link and gap == " "):
            break
        index += 1
    return last


def _place(
    text: str, tokens: list[_Token], run: tuple[int, int], subject: bool
) -> bool:
    """Tell whether a comma joins a place to its region: "Salem, Oregon"."""
    first, index = run
    before, region = tokens[index], tokens[index + 1]
    if not (before.capital and region.capital) or {before.low, region.low} & OPENERS:
        return False
    end, following = region.end, index + 2
    while following < len(tokens) and text[end : tokens[following].start] == " ":
        token = tokens[following]
        if not (token.capital or token.low == "of"):
            break
        end, following = token.end, following + 1
    after = tokens[following] if following < len(tokens) else None
    tail = text[end:]
    if subject:
        plain = all(t.capital or t.low == "of" for t in tokens[:index])
        if not plain or tokens[first].low in OPENERS - set(ARTICLES):
            return False
        if OWNER.match(tail) or APART.match(tail):
            return True
        return after is not None and (
            tail.startswith((" ", ", ")) and _finite(after) and after.low not in ADVERBS
        )
    position = tokens[first].start
    start = text[:position].rstrip().rsplit(" ", 1)[-1] if position else ""
    if start not in ("in", "at", "from", "near", "of", "to"):
        return start.isalpha() and start.islower() and tail in ("", ".")
    listed = re.match(r",\s(?:and\s)?[A-Z]", tail)
    return PLACE_END.match(tail) is not None and listed is None


def _finite(token: _Token) -> bool:
    """Tell whether a lower-case word may be the verb after a subject."""
    low = token.low.split("'")[0]
    return token.text.islower() and (
        low in AUX
        or low in ADVERBS
        or low in PAST_FORMS
        or low.endswith("ed")
        or low.endswith("s")
        and not low.endswith(("ss", "us"))
    )


def _parenthetic(rest: str) -> bool:
    """Tell whether a pair of commas stands between a name and its verb."""
    match = re.match(r",\s(?:an?|the|which|who|directed|released)\s[^,]+,\s(\w+)", rest)
    return match is not None and match[1] in AUX


def _joined(run: list[_Token]) -> bool:
    """Tell whether "and" joins two names: not in "Two and a Half Men"."""
    return any(
        one.low == "and" and one.link and not (two.link or two.low in PRONOUNS)
        for one, two in zip(run, run[1:], strict=False)
    )


def _date_word(token: _Token) -> bool:
    return token.text[0].isdigit() or token.text in MONTHS


def _is_subject(
    text: str, tokens: list[_Token], first: int, last: int, level: int
) -> bool:
    """Tell whether the run is a name at the subject position, before its verb."""
    run = tokens[first : last + 1]
    capitals = [token for token in run if token.capital]
    proper = [token for token in capitals if token.low not in OPENERS]
    rest = BRACKETED.sub("", text[tokens[last].end :], count=1)
    at = len(text) - len(rest.lstrip(", "))
    after = next((t for t in tokens[last + 1 :] if t.start >= at), None)
    if after is None or not (proper or level and len(capitals) > 1):
        return False
    if CONTRACTED.match(rest):
        return len(run) > 1 and _may_open(text, run, rest, level)
    if APART.match(rest):
        plain = run[0].low not in OPENERS
        if plain or _parenthetic(rest) and len(run) > 2:
            return not _joined(run)
    if rest[:1] not in (" ", ",") or not _finite(after):
        return level > 0 and len(run) > 1 and rest[:1] == " " and proper == capitals
    if not _may_open(text, run, rest, level):
        return False
    return not _joined(run) or after.low in SINGULAR or level > 0


def _may_open(text: str, run: list[_Token], rest: str, level: int) -> bool:
    """Tell whether the first word can belong to a name: not in "In Rome was"."""
    first = run[0].low
    if PARTICIPLE.match(text[run[0].start :]):
        return False
    if first not in OPENERS:
        return True
    if len(run) > 1 and _date_word(run[1]):
        return False
    if first in QUANTIFYING and not any(token.link for token in run):
        return False
    if first in SUBORDINATORS and ("," in rest or len(run) < 4):
        return False
    if rest.startswith(",") and not _parenthetic(rest):
        return False
    return len(run) > 2 or level > 0 or first in ("i", "no", "my", "his", "her")
