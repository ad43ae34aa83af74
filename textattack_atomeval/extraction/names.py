"""Names: which words are one, and placeholders that a parser cannot misread.

A title may hold verbs, prepositions or a colon ("Gone with the Wind was ..."), and a
parser reads a clause into it. Such a run of capitalised words is shown to the parser
as one ordinary first name; full dates are shown as a weekday or a month.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from textattack_atomeval.extraction.lexicon import HEDGES
from textattack_atomeval.extraction.words import PAST_FORMS
from textattack_atomeval.text import Aligned

__all__ = ["Masked", "mask"]

MONTHS = (
    "January February March April May June July August September October November "
    "December"
).split()
SHORT = "Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec".split()
MONTH = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(SHORT)})\.?)"
ORDINAL_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# Verbs that a parser takes for plural nouns before a name, and a safe stand-in.
ALIASES = {"stars": "features", "starred": "featured"}
ALIAS = re.compile(r"\b(?:co-?)?(stars|starred)\b(?=\s(?:only\s)?[A-Z])")
DAY = re.compile(
    rf"\b(?:the\s)?{ORDINAL_DAY}(?:\sof)?\s{MONTH}(?:,?\s\d{{4}})?\b"
    rf"|\b{MONTH}\s(?:the\s)?{ORDINAL_DAY}\b(?:,?\s\d{{4}}\b)?"
)
MONTH_YEAR = re.compile(rf"\b{MONTH},?\s(?:of\s)?\d{{4}}\b")
# What may follow a subject in commas: an apposition, a relative clause, a participle.
APART = re.compile(r",\s(?:an?|the|who|which|whose|with|from|that|\w+ed|born)\s")
# A fronted phrase after which the subject is to be expected.
FRONT = re.compile(
    r"(?:Back\s)?(?:In|On|By|Since|During|Until|From|After|Before)\s(?:in\s)?"
    r"(?:\w+\s){0,2}\d{4},?\s|[^,]{3,80},\s"
)
PARTICIPLE = re.compile(r"[A-Z][a-z]+(?:ed|ing)\s(?:by|in|on|at|to|as|from|with|for)\s")
TITLED = re.compile(
    r"(?:The|A|An)\s[a-z]+(?:\s(?:[A-Z0-9][\w.'\-]*|of|the|a|in|to|and|for))*"
    r"\s[A-Z0-9][\w.'\-]*(?=\s[a-z])"
)
VERB = re.compile(r"\s([a-z]+(s|ed))\b(?=(\s(?:on|in|at|with|from|around|upon)\b)?)")
QUOTED = re.compile(r'"([^"]{1,80})"|(?<!\w)\'([A-Z][^\']{1,60})\'(?!\w)')
TOKEN = re.compile(
    r"(?:[A-Z]\.){2,}|(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|No|Vol|vs|Inc|Ltd|Co|Ft|Mt)\."
    r"|[A-Z]\.(?=\s[A-Z])|[^\W_][\w&/+]*(?:(?:[.\-]|'(?!s\b|re\b|ve\b|ll\b|d\b|m\b))[\w&/+]+)*|&|#\d+"
)
LINKS = frozenset(
    "of the a an de da di do du del della der den des la le van von bin ibn al el y et "
    "und & n vs vs. v.".split()
)
WIDE_LINKS = LINKS | frozenset("in on at for to with from by and or as into my".split())
AUX = frozenset(
    "is are was were has have had does do did will would can could may might must shall "
    "should isn aren wasn weren hasn haven hadn doesn don didn won wouldn couldn cannot "
    "ain".split()
)
SINGULAR = frozenset("is was has does isn wasn hasn doesn".split())
ADVERBS = frozenset(
    "never also only currently exclusively not really basically officially actually "
    "always often first just recently originally solely still now once later "
    "completely famously initially supposedly allegedly apparently reportedly rarely "
    "barely hardly eventually ultimately simply merely definitely".split()
)
# Words that open a sentence with a capital without being part of a name.
OPENERS = frozenset(
    "in on at to for from by with of during after before when while although though "
    "because since if as until unless despite besides like unlike among between under "
    "over about around near following given based born having being there it he she "
    "they we i you this that these those his her their its our my your who what which "
    "where why how is are was were did does do has have had can could will would so and "
    "but or not no some many most all every each any both few several one two three "
    "four five six seven eight nine ten only even just nearly almost today yesterday "
    "now then later still also yes nah well actually another other such neither either "
    "everyone everybody somebody someone people critics fans because whether according "
    "officially technically historically eventually recently initially ultimately".split()
) | HEDGES
PRONOUNS = frozenset("his her its their my our your the".split())
QUANTIFYING = frozenset(
    "all some no many most every each any both few several only one two three four five "
    "six seven eight nine ten".split()
)
SUBORDINATORS = frozenset(
    "after before when while although though because since if as until unless "
    "there is are was were did does do has have had who what which where".split()
)
PLACEHOLDERS = ("Mary", "Paul", "Peter", "Anna", "Helen", "Robert", "Susan", "Henry")


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence as the parser is to see it.

    ``surfaces`` maps the offset of each placeholder to the words it stands for;
    ``names`` the offsets of those placeholders that are names.
    """

    aligned: Aligned
    surfaces: dict[int, str]
    names: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        return self.text[0].isupper() or self.text[0].isdigit() and self.text[-1].isupper()

    @property
    def link(self) -> bool:
        return self.text.islower() or self.text == "&"


def mask(sentence: Aligned, level: int = 0) -> Masked:
    """Return the sentence with names, titles and dates behind placeholders.

    Higher levels are for sentences that did not parse: 1 takes the longest possible
    name at the subject position, 2 masks only dates and quotations.
    """
    text = sentence.text
    spans = [(m.start(), m.end(), "Monday") for m in DAY.finditer(text)]
    _extend(spans, [(m.start(), m.end(), "June") for m in MONTH_YEAR.finditer(text)])
    dates = len(spans)
    _extend(spans, [(a, b, "") for a, b in _quotations(text)])
    titled = TITLED.match(text) if level == 1 else None
    if titled:
        _extend(spans, [(*titled.span(), "")])
    if level < 2 and not _shouting(text):
        _extend(spans, [(a, b, "") for a, b in _runs(text, spans[:dates], level)])
    _extend(spans, [(*m.span(), ALIASES[m[1]]) for m in ALIAS.finditer(text)])
    if level == 1 and spans:
        _extend(spans, _verb_after(text, min(spans)))
    return _apply(sentence, sorted(spans))


def _verb_after(
    text: str, subject: tuple[int, int, str]
) -> list[tuple[int, int, str]]:
    """Show the word after a name at the beginning as an ordinary verb."""
    match = VERB.match(text, subject[1])
    if match is None or subject[2] or subject[0] > 0 or match[1] in AUX:
        return []
    toward = match[3] is not None
    shown = ("focuses" if toward else "likes", "focused" if toward else "liked")
    return [(*match.span(1), shown[match[2] == "ed"])]


def _extend(
    spans: list[tuple[int, int, str]], new: list[tuple[int, int, str]]
) -> None:
    """Add the new spans that touch none of the old ones."""
    for start, end, shown in new:
        if all(end <= a or b <= start for a, b, _ in spans):
            spans.append((start, end, shown))


def _apply(sentence: Aligned, spans: list[tuple[int, int, str]]) -> Masked:
    """Put a placeholder in the place of each span."""
    edits: list[tuple[int, int, str]] = []
    surfaces: dict[int, str] = {}
    names: set[int] = set()
    shift = 0
    for index, (start, end, shown) in enumerate(spans):
        surface = sentence.text[start:end]
        new = shown or PLACEHOLDERS[index % len(PLACEHOLDERS)]
        surfaces[start + shift] = surface
        if not shown:
            names.add(start + shift)
        edits.append((start, end, new))
        shift += len(new) - (end - start)
    return Masked(sentence.replace(edits), surfaces, frozenset(names))


def _shouting(text: str) -> bool:
    """Tell whether capitals say nothing because nearly all words have them."""
    words = [token for token in _tokens(text) if not token.text[0].isdigit()]
    capitals = sum(token.capital for token in words)
    longer = [token for token in words if len(token.text) > 3]
    return len(words) > 6 and capitals > 0.6 * len(words) and all(
        token.capital for token in longer
    )


def _quotations(text: str) -> list[tuple[int, int]]:
    """Return the quoted names: a short quotation that begins with a capital."""
    found = []
    for match in QUOTED.finditer(text):
        inner = match[1] or match[2]
        whole = match.start() == 0 and match.end() >= len(text.rstrip(".!?"))
        short = len(inner.split()) <= (9 if inner[0].isupper() else 3)
        if short and not whole:
            found.append(match.span())
    return found


def _tokens(text: str) -> list[_Token]:
    return [_Token(m[0], m.start(), m.end()) for m in TOKEN.finditer(text)]


def _runs(
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


def _run_end(
    text: str, tokens: list[_Token], first: int, level: int
) -> int | None:
    """Return the last token of the name that begins at ``first``, None if none."""
    opening = first == 0 or FRONT.fullmatch(text[: tokens[first].start]) is not None
    if not tokens[first].capital and not _dated(text, tokens, first):
        return None
    if opening:
        last = _grow(text, tokens, first, WIDE_LINKS)
        if _is_subject(text, tokens, first, last, level):
            return last
        if tokens[first].low in OPENERS:
            return None
    last = _grow(text, tokens, first, LINKS)
    if last == first and not (opening and _is_subject(text, tokens, first, last, level)):
        return last if re.match(r"\s\([^()]{1,40}\)\s[a-z]", text[tokens[last].end :]) else None
    run = tokens[first : last + 1]
    if all(token.low in OPENERS for token in run if token.capital):
        return None
    if len(run) == 2 and run[0].low in ("the", "a", "an"):
        return None
    return last


def _dated(text: str, tokens: list[_Token], first: int) -> bool:
    """Tell whether a year begins a name: "the 2016 Tour de France"."""
    if re.fullmatch(r"(?:19|20)\d\d", tokens[first].text) is None:
        return False
    follower = tokens[first + 1 : first + 3]
    return len(follower) > 1 and all(t.capital or t.link for t in follower) and (
        follower[0].capital and text[tokens[first].end : follower[0].start] == " "
        and first == 0
    )


def _grow(
    text: str, tokens: list[_Token], first: int, links: frozenset[str]
) -> int:
    """Extend a run of capitalised words over links, numbers and colons."""
    last = index = first
    while index + 1 < len(tokens):
        gap = text[tokens[index].end : tokens[index + 1].start]
        token = tokens[index + 1]
        wide = links is WIDE_LINKS
        joined = gap in (" ", "-", "/", ": ") and (
            gap != ": " or tokens[index].capital and token.capital
        )
        joined = joined or wide and gap in (" - ", "! ", "... ", ". ")
        if not joined and not (gap == ", " and _place(text, tokens, (first, index), wide)):
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
    if not (before.capital and region.capital) or region.low in OPENERS:
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
        if not all(t.capital for t in tokens[:index]):
            return False
        if tail.startswith("'s ") or APART.match(tail):
            return True
        return after is not None and (
            tail.startswith((" ", ", ")) and _finite(after) and after.low not in ADVERBS
        )
    position = tokens[first].start
    start = text[:position].rstrip().rsplit(" ", 1)[-1] if position else ""
    return start.isalpha() and start.islower() and (
        re.match(r"(?:,?$|[.,;!?]|\s(?:in|on|and|at|by)\b)", tail) is not None
        and not re.match(r",\s(?:and\s)?[A-Z]", tail)
    )


def _finite(token: _Token) -> bool:
    """Tell whether a lower-case word may be the verb after a subject."""
    low = token.low.split("'")[0]
    return token.text.islower() and (
        low in AUX
        or low in ADVERBS
        or low in PAST_FORMS
        or low.endswith("ed")
        or low.endswith("s") and not low.endswith(("ss", "us"))
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
    rest = text[tokens[last].end :]
    rest = re.sub(r"^\s\([^()]{1,40}\)", "", rest)
    if last + 1 >= len(tokens) or not (proper or level and len(capitals) > 1):
        return False
    after = next(t for t in tokens if t.start >= len(text) - len(rest.lstrip(", ")))
    contracted = re.match(r"'(?:s|re|ve|d|ll)\b", rest) is not None
    if contracted and len(run) == 1:
        return False
    if not contracted and APART.match(rest) and (
        run[0].low not in OPENERS or _parenthetic(rest) and len(run) > 2
    ):
        return not _joined(run)
    if not contracted and not (rest[:1] in " ," and _finite(after)):
        return level > 0 and len(run) > 1 and rest[:1] == " " and proper == capitals
    if run[0].low in OPENERS and len(run) > 1 and _date_word(run[1]):
        return False
    if PARTICIPLE.match(text[run[0].start :]):
        return False
    if run[0].low in QUANTIFYING and not any(t.link for t in run):
        return False
    if run[0].low in SUBORDINATORS and ("," in rest or len(run) < 4):
        return False
    if run[0].low in OPENERS and rest.startswith(",") and not _parenthetic(rest):
        return False
    if run[0].low in OPENERS and len(run) < 3 and level == 0 and (
        run[0].low not in ("i", "no", "my", "his", "her")
    ):
        return False
    if _joined(run) and not contracted:
        return after.low in SINGULAR or level > 0
    return True
