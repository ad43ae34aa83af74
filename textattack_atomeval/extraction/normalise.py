"""Take the talk out of a text: fillers, tags, loose topics; find what only asks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textattack_atomeval.text import Aligned, sentences

__all__ = ["Sentence", "split_and_clean"]

# Openers and fillers that neither add to nor take back what is asserted.
FILLER = (
    r"(?:so|well|look|listen|hey|oh|ah|um|uh|er|yeah|yep|yes|yup|nah|nope|no|okay|ok|"
    r"right|honestly|basically|actually|literally|seriously|frankly|really|indeed|anyway|"
    r"naturally|obviously|clearly|of course|sure|surely|certainly|man|dude|folks|guys|"
    r"friends?|everyone|like|i mean|you know|you see|mind you|trust me|believe me|"
    r"believe it or not|to be fair|to be honest|in fact|as a matter of fact|in truth|"
    r"in reality|needless to say|make no mistake|no doubt|without a doubt|for sure|"
    r"for real|no kidding|no joke|i swear|let me tell you|i tell you|mark my words|"
    r"as it happens|as it turns out|funnily enough|interestingly|interestingly enough|"
    r"notably|remarkably|surprisingly|fun fact|fact|true story|fyi|psa|btw|"
    r"by the way|long story short|point is|fact is|truth is|the fact is|the truth is|"
    r"thing is|the thing is|turns out|it turns out|as you know|as we know|"
    r"as everyone knows|everyone knows|everybody knows|guess what|get this|wow|"
    r"however|moreover|furthermore|in addition|besides|nonetheless|nevertheless|"
    r"therefore|thus|hence|after all|in short|in other words|remember|spoiler|"
    r"spoiler alert|quick reminder|reminder|note|did you know|lol|haha|smh|tbh|imo)"
)
OPENING = re.compile(
    rf"^(?:and\s|but\s)?{FILLER}(?:\s*(?:,|:|!|\.\.\.|--?|—|\.)+\s+)(?:that\s)?", re.I
)
# Those that open a sentence without a comma.
LOOSE_OPENING = re.compile(
    r"^(?:so|well|basically|honestly|actually|indeed|in fact|turns out(?: that)?|"
    r"it turns out(?: that)?|i mean|you know|fact is(?: that)?|"
    r"(?:the\s)?(?:truth|fact|thing|point) is(?: that)?|trust me|"
    r"did you know(?: that)?|"
    r"yeah|nah|oh|and|but|as it turns out)\s+"
    r"(?=[A-Z'\"]|the\s|a\s|an\s|he\s|she\s|it\s|they\s)",
    re.I,
)
MEDIAL = re.compile(
    rf",\s(?:{FILLER}|um|uh|get this|mind|they tell me)(?:,(?=\s)|(?=[.!?]*$))", re.I
)
BARE_MEDIAL = re.compile(
    r"\s(?:basically|literally|honestly|simply put|you know)(?=\s[a-z])", re.I
)
TAG = re.compile(
    r",?\s(?:(?:is|are|was|were|do|does|did|has|have|had|wo|ca|could|would|should)"
    r"(?:n't)?\s(?:he|she|it|they|we|you|not)|right|yeah|eh|huh|no|ok|okay|innit)\?+$",
    re.I,
)
ENDING = re.compile(rf"(?:,|\s--?|\s—)\s?{FILLER}(?=[.!?]*$)", re.I)
EMOJI = re.compile("[\u2190-\u2bff\u3000-\u303f\ufe0f\U0001f000-\U0001faff]+")
HASH = re.compile(r"(?<!\w)[#@](?=[A-Za-z])")
PRONOUN_NEXT = re.compile(
    rf"^(?:{FILLER}(?:,|!|\.|\s-|\s—)?\s)*"
    r"(?:(?:he|she|it|they|that|this|those|these)(?:'\w+)?\b|(?:the|that|this)\s\w+\b|"
    r"(?:his|her|its|their)\b|[a-z])",
    re.I,
)
COMMA_TOPIC = re.compile(
    r"^(?P<topic>[^,?!;:—]{2,70}?(?:,\s[A-Z]\w+)?)(?:,|\s[-—]+|:|\.\.\.)\s+(?=(?:yeah,?\s|well,?\s|now\s|"
    r"oh,?\s)?(?:that(?:'s|\sis|\swas)|he(?:'s|\s)|she(?:'s|\s)|it(?:'s|\s)|"
    r"they(?:'re|\s))\s?)"
)
NOT_TOPIC = re.compile(
    r"^(?:in|on|at|when|while|after|before|if|as|since|although|though|because|during|"
    r"by|for|from|with|once|until|unless|to|of|despite|like|unlike|according|"
    r"there|he|she|it|they|we|i|you)\b|"
    r"\b(?:is|are|was|were|has|have|had|did|does|do|will|would|can|could|said|says|"
    r"wasn't|isn't|didn't)\b",
    re.I,
)
IS = re.compile(
    r"(?<=\w)'s(?=\s(?:a|an|the|not|one|just|only|really|actually|never|always|still|no|"
    r"in|from|on|by|definitely|totally|currently|also|nothing|more|less|called|titled)\s)"
)
HAS = re.compile(r"(?<=\w)'s(?=\s(?:been|got|had|(?:only|never|always)\s\w+ed)\s)")
AMONG = re.compile(
    r"\b[Aa]mong\s(?P<who>[A-Z][a-z]+an)s,\s(?P<part>[^,.]{1,40}?\sof\s)(?=[a-z])"
)
# What a loose topic is not: a participle phrase, a verb before its object.
VERBAL = re.compile(
    r"^\w+(?:ed|ing)\b|^(?:nobody|everyone|everybody|somebody|someone|people)\b"
    r"|(?<=\s)(?-i:[a-z]+(?:s|ed)\s(?:[A-Z]|the\s|an?\s))",
    re.I,
)
RIGHT_NOW = re.compile(r"^Right now\b")
ADVERB = re.compile(
    r"^(?:[A-Z][a-z]+ly|Now|These days|Back then|Nowadays|Today|At present|"
    r"To this day|Once again|Over time)(?=\s[A-Z])"
)
WH = re.compile(r"^(?:who|what|when|where|why|how|which|whose|whom)\b", re.I)
AUX_FIRST = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|"
    r"might|isn't|wasn't|didn't|doesn't|don't|aren't)\s",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One cleaned sentence.

    ``topic`` was set before it ("Rome? It burned."); ``asks`` marks a question.
    """

    aligned: Aligned
    topic: Aligned | None = None
    asks: bool = False


def split_and_clean(text: Aligned) -> list[Sentence]:
    """Return the sentences of a folded text without the talk around them."""
    text = _unquote(text)
    spans = sentences(text.text)
    parts = [text[start:end] for start, end in spans]
    found: list[Sentence] = []
    topic: Aligned | None = None
    for index, part in enumerate(parts):
        clean, asks = _clean(part)
        following = parts[index + 1].text if index + 1 < len(parts) else ""
        if not any(char.isalnum() for char in clean.text):
            continue
        if _sets_topic(clean.text, asks or part.text.endswith("!"), following):
            topic = _bare(clean)
            continue
        if topic is None:
            inner, rest = _comma_topic(clean)
            found.append(Sentence(rest, inner, asks))
        else:
            found.append(Sentence(clean, topic, asks))
    return found


def _unquote(text: Aligned) -> Aligned:
    """Undo quotation marks doubled by CSV and those around the whole text."""
    text = text.replace((*m.span(), '"') for m in re.finditer('""+', text.text))
    whole = text.text
    if whole[:1] == '"' and whole.count('"') % 2 and whole.count('"') > 1:
        return text[1:]
    if (
        len(whole) > 2
        and whole[0] == whole[-1] == '"'
        and (
            whole.count('"') == 2
            and whole.rstrip('"')[-1:] in ".!?"
            or whole.count('"') > 3
        )
    ):
        return text[1:-1]
    return text


def _bare(part: Aligned) -> Aligned:
    """Return the part without the punctuation at its end."""
    end = len(part.text.rstrip(" ?!.,;:"))
    return part[:end]


def _clean(part: Aligned) -> tuple[Aligned, bool]:
    """Strip fillers and tags; tell whether what is left asks."""
    part = part.replace((*m.span(), "") for m in EMOJI.finditer(part.text))
    part = part.replace((*m.span(), "") for m in HASH.finditer(part.text))
    tag = TAG.search(part.text)
    if tag and tag.start() > 8 and not AUX_FIRST.match(part.text):
        part = part.replace([(tag.start(), len(part.text), ".")])
    part = _strip_opening(part)
    part = part.replace((*m.span(), "") for m in MEDIAL.finditer(part.text))
    part = part.replace((*m.span(), "") for m in ENDING.finditer(part.text))
    part = part.replace((*m.span(), "") for m in BARE_MEDIAL.finditer(part.text))
    part = part.replace((*m.span(), " is") for m in IS.finditer(part.text))
    part = part.replace((*m.span(), " has") for m in HAS.finditer(part.text))
    part = part.replace((*m.span(), "Now") for m in RIGHT_NOW.finditer(part.text))
    part = part.replace((m.end(), m.end(), ",") for m in ADVERB.finditer(part.text))
    part = _population(part)
    asks = part.text.rstrip(" \"')").endswith("?")
    return part, asks


def _population(part: Aligned) -> Aligned:
    """Turn "among Americans, 44% of adults" into "44% of American adults"."""
    match = AMONG.search(part.text)
    if match is None:
        return part
    end = match.end("part")
    edits = [(match.start(), match.start("part"), ""), (end, end, match["who"] + " ")]
    return part.replace(edits)


def _strip_opening(part: Aligned) -> Aligned:
    """Take openers off until none is left."""
    while True:
        match = OPENING.match(part.text) or LOOSE_OPENING.match(part.text)
        if match is None or match.end() >= len(part.text):
            return part
        part = part[match.end() :]


def _sets_topic(text: str, loose: bool, following: str) -> bool:
    """Tell whether a fragment only names what the next sentence is about."""
    bare = text.rstrip(" ?!.,;:")
    if not loose or not following or len(bare.split()) > 9:
        return False
    if NOT_TOPIC.search(bare) and not bare[:1].isupper() or AUX_FIRST.match(bare):
        return False
    if WH.match(bare) or re.search(r"\b(?:is|was|did|does|has)\b", bare[1:]):
        return False
    return PRONOUN_NEXT.match(following) is not None or not following[0].isupper()


def _comma_topic(part: Aligned) -> tuple[Aligned | None, Aligned]:
    """Split "X, that's a Y" into the topic and the sentence."""
    match = COMMA_TOPIC.match(part.text)
    if match is None or NOT_TOPIC.search(match["topic"]):
        return None, part
    if VERBAL.search(match["topic"]):
        return None, part
    return part[: match.end("topic")], part[match.end() :]
