"""What an atom of the rewrite says in place of the claim's atom of the same frame.

Both have the same subject, relation and object, so that their slots can be compared one
by one: "died in Rome" beside "died in Oslo". Additions keep a statement, but not one
that denies or bounds: "had never won before 1998" leaves 1999 open.
"""

from __future__ import annotations

import re

from textattack_atomeval.consistency.dates import check_dates
from textattack_atomeval.consistency.names import name_kept, name_spans
from textattack_atomeval.consistency.quantities import check_quantities
from textattack_atomeval.data import Atom, Violation
from textattack_atomeval.lexical import content_stems

__all__ = ["check_aligned"]

_UNIT = r"(?:second|minute|hour|day|week|month|season|year|decade|centur(?:y|ie))s?"
_UPPER_BOUND = re.compile(
    r"\b(?:only|solely|just|fewer than|less than|at most|no more than|under|up to)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"^\W*(?:(?:even|ever|just|long|right|shortly|soon|up|well)\s+)?"
    r"(?:before|until|till|prior to|up to|as of|at first|at the (?:time|start|beginning"
    r"|outset)|in the beginning|initially|originally|so far|yet|again|any ?more"
    r"|(?:no|any) longer|by (?:then|now|(?:the )?(?:age|time|end|start|beginning|close"
    r"|early|late|mid\w*|\d)|\d|[A-Z]\w+ \d)"
    r"|(?:in|within|during) (?:its|his|her|their|the) (?:first|early|opening)"
    rf"(?: \w+)? {_UNIT})\b",
    re.IGNORECASE,
)
# Up to somebody's death, or for good: no limit on what is said of a life.
_WHOLE = re.compile(
    r"\b(?:death|died|dies|dying|die|ever|life|lives|this day|or (?:after|since)"
    r"|and (?:after|since))\b",
    re.IGNORECASE,
)
_OFFSET = re.compile(
    r"^\W*(?:(?:about|almost|exactly|just|nearly|only|over|roughly|some)\s+)?"
    rf"(?:an?|a few|several|many|\d+|[a-z]+(?:-[a-z]+)?)\s+{_UNIT}\s+"
    r"(?:after|afterwards|ahead of|before|beforehand|earlier|later|prior to)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"^\W*(?:in|at|on)\s+(?:the\s+)?(?=[A-ZÀ-Þ])")


def check_aligned(atom: Atom, proposition: str, said: Atom) -> list[Violation]:
    """Return what ``said`` has in place of what ``atom``, the claim's, has.

    ``proposition`` is the rendered ``atom``. Values that are only missing from ``said``
    may stand elsewhere in the text: they are no violation here.
    """
    protected, negated = name_spans(proposition), atom.negated
    values = check_dates(proposition, said.proposition, protected, negated)
    values += check_quantities(proposition, said.proposition, protected, negated)
    other = [violation for violation in values if violation.found]
    return [*other, *_narrowed(atom, said), *_moved(atom, said), *_placed(atom, said)]


def _narrowed(atom: Atom, said: Atom) -> list[Violation]:
    """ "Never won" → "had never won before 1998": denied, but only up to a time."""
    bounded = atom.negated or _UPPER_BOUND.search(atom.proposition)
    if not bounded or atom.negated != said.negated:
        return []
    if any(_LIMIT.match(modifier.text) for modifier in atom.modifiers):
        return []
    limits = (m.text for m in said.modifiers if _LIMIT.match(m.text))
    limit = next((text for text in limits if not _WHOLE.search(text)), "")
    if not limit:
        return []
    return [Violation("time", f"only said with a limit: {limit}", found=limit)]


def _moved(atom: Atom, said: Atom) -> list[Violation]:
    """ "In 1980" → "four years before the Games of 1980": counted from the date."""
    offset = next((m.text for m in said.modifiers if _OFFSET.match(m.text)), "")
    if not offset or any(_OFFSET.match(m.text) for m in atom.modifiers):
        return []
    lost = check_dates(atom.proposition, said.proposition.replace(offset, " "))
    return [
        Violation("date", f"{gone.expected} → {offset}", gone.expected, offset)
        for gone in lost
    ]


def _placed(atom: Atom, said: Atom) -> list[Violation]:
    """ "Died in Rome" → "died in Oslo", whatever else the text says of Rome."""
    if atom.negated:
        return []
    has = set(content_stems(said.proposition))
    places = [m.text for m in said.modifiers if _PLACE.match(m.text)]
    for modifier in atom.modifiers:
        wanted = set(content_stems(modifier.text))
        if modifier.kind != "location" or not _PLACE.match(modifier.text):
            continue
        name = _PLACE.sub("", modifier.text)
        if places and not wanted & has and not name_kept(name, said.proposition):
            reason = f"{modifier.text} → {places[0]}"
            return [Violation("place", reason, modifier.text, places[0])]
    return []
