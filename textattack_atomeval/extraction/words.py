"""Base forms of English words by rule and table, without a model.

Good enough to compare words and to turn a participle into a finite verb; not a
lemmatizer. Table rows read: base, past, participle.
"""

from __future__ import annotations

import re
from functools import lru_cache

from textattack_atomeval.text import word_set

__all__ = ["AUXILIARIES", "PAST_FORMS", "base_forms", "stem", "third_person", "past"]

IRREGULAR = """
be was been|be were been|have had had|do did done|go went gone|become became become
begin began begun|bear bore born|beat beat beaten|bend bent bent|bet bet bet
bite bit bitten|bleed bled bled|blow blew blown|break broke broken
bring brought brought|build built built|burn burnt burnt|buy bought bought
catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut
deal dealt dealt|die died died|dig dug dug|draw drew drawn|dream dreamt dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed
feel felt felt|fight fought fought|find found found|fly flew flown
forget forgot forgotten|freeze froze frozen|get got got|get got gotten
give gave given|grow grew grown|hang hung hung|hear heard heard|hide hid hidden
hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known
lay laid laid|lead led led|lie lay lain|leave left left|lend lent lent|let let let
lose lost lost|make made made|mean meant meant|meet met met|pay paid paid
put put put|read read read|ride rode ridden|rise rose risen|run ran run
say said said|see saw seen|seek sought sought|sell sold sold|send sent sent
set set set|shake shook shaken|shoot shot shot|show showed shown|shut shut shut
sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken
spend spent spent|spin spun spun|split split split|spread spread spread
stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck
swear swore sworn|swim swam swum|take took taken|teach taught taught|tear tore torn
tell told told|think thought thought|throw threw thrown
understand understood understood|undergo underwent undergone|wake woke woken
wear wore worn|win won won|wind wound wound|withdraw withdrew withdrawn
write wrote written|rebuild rebuilt rebuilt|remake remade remade
overcome overcame overcome
"""
SILENT_E = word_set(
    "feature include create use name nickname note write cite hate capture measure "
    "wire hire share care fire retire admire relate rate"
)
ROWS: list[list[str]] = [row.split() for row in re.split(r"[|\n]", IRREGULAR.strip())]
FORMS: dict[str, str] = {form: row[0] for row in ROWS for form in row}
FORMS |= {"is": "be", "are": "be", "am": "be", "has": "have", "does": "do"}
FORMS |= {"lay": "lay", "left": "leave", "found": "find", "wound": "wind"}
FORMS |= {"children": "child", "men": "man", "women": "woman", "people": "person"}
FORMS |= {"lives": "life", "wives": "wife", "series": "series", "dying": "die"}
FORMS |= {
    form: base
    for base in SILENT_E
    for form in (base + "s", base + "d", base[:-1] + "ing")
}
FORMS |= {"lying": "lie", "tying": "tie", "species": "species", "feet": "foot"}
PAST_OF: dict[str, str] = {row[0]: row[1] for row in reversed(ROWS)}
PAST_FORMS = frozenset(row[1] for row in ROWS) - {"put", "let", "read", "cut", "set"}
AUXILIARIES = word_set(
    "be is are am was were been being have has had having do does did done doing will "
    "would shall should can could may might must 's 're 've 'd 'll 'm n't ca wo to "
    "get gets got gotten"
)
VOWELS = "aeiou"
UNDOUBLED = re.compile(r"([bgmnprt])\1$")


@lru_cache(maxsize=65536)
def base_forms(word: str) -> frozenset[str]:
    """Return every base form that the word may have, itself included."""
    word = word.casefold()
    forms = {word}
    if word in FORMS:
        forms.add(FORMS[word])
    for ending in ("ing", "ed", "es", "s", "d"):
        body = word.removesuffix(ending)
        if body == word or len(body) < 2 or word.endswith("ss"):
            continue
        forms.add(body)
        if ending in ("ing", "ed"):
            forms.add(body + "e")
            if UNDOUBLED.search(body):
                forms.add(body[:-1])
    if word.endswith(("ies", "ied")) and len(word) > 4:
        forms.add(word[:-3] + "y")
    return frozenset(forms)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return one base form: the same for most inflections of a word."""
    word = word.casefold()
    if word in FORMS:
        return FORMS[word]
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        body = word.removesuffix(ending)
        if body != word and len(body) > 2 and re.search("[aeiouy]", body):
            return _restore(body)
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _restore(body: str) -> str:
    """Return the verb of which ``body`` is what an -ing or -ed leaves."""
    if UNDOUBLED.search(body):
        return body[:-1]
    if re.search(r"(?:[uvcz]|[^aeioul]l|[aeiou]rs|[nr]g|dg|as|us|os)$", body):
        return body + "e"
    if re.search(r"^[^aeiou]*[aiou][tdkmnpr]$|(?:at|it|ut|id|ir|ur|or|ar)$", body):
        return body + ("e" if _silent(body) else "")
    return body


def _silent(body: str) -> bool:
    """Tell whether a body in vowel + consonant has lost a silent e."""
    if re.search(r"(?:(?<![eo])at|[bcsv]ut|ecid|ovid|uid|uir|ir|[pc]ur)$", body):
        return not re.search(r"[ae]i[rt]$|[eo]at$", body)
    return bool(re.search(r"^[^aeiou]*[aiou][tdkmnpr]$", body))


def third_person(word: str) -> str:
    """Return the third person singular present of the verb form ``word``."""
    base = stem(word)
    if base in ("have", "be", "do"):
        return "has" if base == "have" else "is" if base == "be" else "does"
    if base.endswith("y") and base[-2:-1] not in VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def past(word: str) -> str:
    """Return the past tense of the verb form ``word``."""
    base = stem(word)
    if base in PAST_OF:
        return PAST_OF[base]
    if base.endswith("y") and base[-2:-1] not in VOWELS:
        return base[:-1] + "ied"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", base) or base == "star":
        return base + base[-1] + "ed"
    return base + ("d" if base.endswith("e") else "ed")
