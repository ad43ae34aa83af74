"""Numbers: other values, rounded values, other formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.contrasts.base import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    Claim,
    Context,
    Edit,
    cut,
    fix,
    proper_subject,
)
from benchmarks.contrasts.templates import GIVEN
from benchmarks.contrasts.words import (
    NUMBER_WORDS,
    PLACE_NOUNS,
    SCALES,
    UNITS,
    WORK_NOUNS,
)

_WORDS = "|".join(NUMBER_WORDS)
_NUMBER = re.compile(
    rf"(?<![\w.,$-])(?P<cur>\$)?(?P<num>\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|"
    rf"(?:{_WORDS}))(?: (?P<scale>hundred|thousand|million|billion))?"
    rf"(?P<pct>%| percent| per cent)?(?![\w,-]*\d)(?!\w|-|'|\.\d)"
)
_BOUND = re.compile(
    r"(?:at least|at most|over|under|more than|less than|fewer than|up to|about|around|"
    r"approximately|nearly|almost|roughly|exactly|only|close to|above|below|than|or|to|"
    r"between|and|no|top|number|part|chapter|season|episode|volume|phase|page|of|aged?|"
    r"least|first|last|next|all|just|some|estimated|type)\s*$",
    re.IGNORECASE,
)
_TIME_NOUN = re.compile(r"\s*(?:am|pm|a\.m|p\.m|AD|BC|BCE|CE|[A-Z]|\w+ties)\b")
_NAMES = {"WORK_OF_ART", "PERSON", "ORG", "PRODUCT", "FAC", "EVENT", "LAW"}


@dataclass(frozen=True)
class Number:
    """A counted or measured value in a claim."""

    start: int
    end: int
    currency: str
    digits: str
    scale: str
    percent: str
    value: float

    @property
    def word(self) -> bool:
        """Tell whether the value is spelled out."""
        return not self.digits[0].isdigit()


def numbers(claim: Claim) -> list[Number]:
    """Return the free-standing numbers: no years, no titles, no bounded ones."""
    found = []
    for m in _NUMBER.finditer(claim.body):
        digits, scale = m["num"], m["scale"] or ""
        word = not digits[0].isdigit()
        bare = not (m["cur"] or scale or m["pct"] or "," in digits)
        if bare and not word and 1000 <= float(digits) <= 2100:
            continue
        if m.start() == 0 or _BOUND.search(claim.body[: m.start()]):
            continue
        if _TIME_NOUN.match(claim.body[m.end() :]):
            continue
        if not _counted(claim, m.start(), m.end(), bare):
            continue
        found.append(_read(m))
    return found


def _read(m: re.Match[str]) -> Number:
    digits, scale = m["num"], m["scale"] or ""
    spelled = not digits[0].isdigit()
    value = NUMBER_WORDS[digits] if spelled else float(digits.replace(",", ""))
    value = value * SCALES.get(scale, 1)
    currency, percent = m["cur"] or "", m["pct"] or ""
    return Number(m.start(), m.end(), currency, digits, scale, percent, value)


def _counted(claim: Claim, start: int, end: int, bare: bool) -> bool:
    """Tell whether the number counts something (a noun follows) and is no name's."""
    span = claim.doc.char_span(start, end, alignment_mode="expand")
    if any(t.ent_type_ in _NAMES for t in span) or span.start == 0:
        return False
    before = claim.doc[span.start - 1]
    if before.text[0].isupper() or before.text in {"(", "-", ",", "in", "by", "/"}:
        return False
    if any(m in claim.text for m in _MONTHISH) and any(
        t.ent_type_ == "DATE" for t in span
    ):
        return False
    after = claim.doc[span.end]
    return not bare or (after.pos_ in {"NOUN", "ADJ"} and after.text.islower())


_MONTHISH = ("January", "February", "March", "April", "May ", "June", "July") + (
    "August",
    "September",
    "October",
    "November",
    "December",
)


def _show(number: Number, value: float) -> str:
    """Write another value of the same scale in the number's own format."""
    if number.word and not number.scale and 2 <= value <= 20:
        core = UNITS[int(value)]
    elif number.word:
        core = str(int(value))
    elif "." in number.digits:
        core = f"{value:.{len(number.digits.split('.')[1])}f}".removesuffix(".0")
    else:
        core = f"{int(value):,}"
    scale = f" {number.scale}" if number.scale else ""
    return f"{number.currency}{core}{scale}{number.percent}"


def _shown_value(number: Number) -> float:
    return number.value / SCALES.get(number.scale, 1)


def _other(number: Number, context: Context) -> float:
    value = _shown_value(number)
    rng = context.rng
    if number.percent and value <= 100:
        return rng.choice(
            [
                v
                for v in (value / 2, (value + 100) / 2, value + 7, value - 9)
                if 0 < v <= 100 and abs(v - value) >= 1
            ]
            or [value / 3]
        )
    if value <= 20:
        choices = [v for v in range(2, 21) if v != int(value)]
        near = [v for v in choices if abs(v - value) <= 4]
        return float(rng.choice(near or choices)) + value % 1
    factor = rng.choice([0.3, 0.5, 0.8, 1.1, 1.5, 2.0, 10.0])
    new = value * factor
    return new if "." in number.digits or abs(new - value) >= 1 else value + 3


def number(claim: Claim, context: Context) -> Iterator[Edit]:
    """Put another number, a rounded one, or an approximate one."""
    for site in sites(claim, context):
        n, text = site.number, fix(site.body)
        raw = site.body[n.start : n.end]
        for _ in range(2):
            value = _other(n, context)
            new = _show(n, value)
            # "includes 20" may be held to say "includes 19".
            holds = site.loose and value > _shown_value(n)
            if new != raw and not holds:
                label = NEUTRAL if site.negative else CONTRADICTION
                yield site.put(new), text, label
        if site.negative:
            continue
        about = context.rng.choice(["about", "around", "roughly", "nearly", "almost"])
        yield site.put(f"{about} {raw}"), text, NEUTRAL
        rounded = _rounded(n, _shown_value(n))
        if rounded:
            lead = context.rng.choice(["about ", "", "some "])
            yield site.put(f"{lead}{rounded}"), text, NEUTRAL
        if n.scale and n.scale != "hundred":
            bare = raw.replace(f" {n.scale}", "")
            yield site.put(bare), text, CONTRADICTION


_AT_LEAST = {"include", "involve", "contain", "feature", "cover", "span", "comprise"}


def _rounded(number: Number, value: float) -> str:
    if number.word:
        return ""
    if "." in number.digits:
        whole = 0 if value == round(value) else round(value)
        scale = f" {number.scale}" if number.scale else ""
        return f"{number.currency}{whole}{scale}{number.percent}" if whole else ""
    size = 10 ** (len(str(int(value))) - 1)
    near = round(value / size) * size
    return _show(number, near) if size >= 10 and near != value else ""


def number_format(claim: Claim, context: Context) -> Iterator[Edit]:
    """Write the same number in another way."""
    for site in sites(claim, context):
        n = site.number
        for new in _formats(n):
            if new != site.body[n.start : n.end]:
                text, same = site.put(new), fix(site.body)
                yield text, same, ENTAILMENT
                if context.rng.random() < 0.5:
                    yield same, text, ENTAILMENT


def _formats(n: Number) -> Iterator[str]:
    shown = _shown_value(n)
    whole = shown == int(shown)
    full = f"{n.currency}{int(n.value):,}" if n.value == int(n.value) else ""
    if n.percent:
        for form in ("%", " percent", " per cent"):
            yield f"{n.digits}{form}"
    elif n.scale:
        if full and not n.word:
            yield full
        if whole and 2 <= shown <= 20 and not n.currency:
            yield f"{UNITS[int(shown)] if not n.word else int(shown)} {n.scale}"
        if n.currency:
            yield f"{n.digits} {n.scale} dollars"
    elif n.word and n.value >= 2:
        yield str(int(n.value))
    elif whole and not n.currency and 2 <= shown <= 20:
        yield UNITS[int(shown)]
    elif n.value >= 10**6 and n.value % 10**5 == 0:
        yield f"{n.currency}{n.value / 10**6:g} million"
    elif n.value >= 1000 and "," in n.digits:
        yield f"{n.currency}{int(n.value)}"


@dataclass(frozen=True)
class Site:
    """A number in a sentence: the claim's own, or in one made for its subject."""

    body: str
    number: Number
    negative: bool
    loose: bool

    def put(self, new: str) -> str:
        """Return the sentence with something else in the number's place."""
        return cut(self.body, self.number.start, self.number.end, new)

    @property
    def determined(self) -> bool:
        """Tell whether a determiner stands before the number: 'the three kings'."""
        before = self.body[: self.number.start]
        pattern = r"(?:\b(?:the|his|her|its|their|these|that|an?)|'s) $"
        return re.search(pattern, before) is not None


def sites(claim: Claim, context: Context) -> list[Site]:
    """Return the claim's numbers, and one in a sentence made for its subject."""
    loose = claim.root.lemma_ in _AT_LEAST
    found = [Site(claim.body, n, claim.negative, loose) for n in numbers(claim)]
    made = None if found else _given(claim, context)
    return [made] if made else found


def _given(claim: Claim, context: Context) -> Site | None:
    table = "person" if claim.kind == "person" else ""
    if claim.noun in PLACE_NOUNS or claim.noun in WORK_NOUNS:
        table = "place" if claim.noun in PLACE_NOUNS else "work"
    if not (table and claim.sure and proper_subject(claim)):
        return None
    rng = context.rng
    frame = rng.choice(GIVEN[table])
    text = frame.format(
        s=claim.subj,
        m=rng.choice([f"{rng.randint(11, 899) / 10:g}", str(rng.randint(2, 90))]),
        b=rng.choice([f"{rng.randint(11, 89) / 10:g}", str(rng.randint(2, 20))]),
        c=f"{rng.randint(1001, 999999):,}",
        k=rng.choice([str(rng.randint(3, 20)), UNITS[rng.randint(3, 20)]]),
        p=rng.choice([str(rng.randint(6, 94)), f"{rng.randint(60, 940) / 10:g}"]),
    )
    m = _NUMBER.search(text, len(claim.subj))
    return Site(text[:-1], _read(m), False, False) if m else None
