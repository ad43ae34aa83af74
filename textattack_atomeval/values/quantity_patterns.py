"""The words around a number that make it a quantity: comparators, units, ages."""

from __future__ import annotations

import re
from typing import Final

from textattack_atomeval.values.numerals import SCALES
from textattack_atomeval.values.quantity import Comparator

_MORE = r"(?:more|greater|higher|longer|older|larger|bigger|taller|better|further)"
_LESS = r"(?:less|fewer|lower|shorter|younger|smaller|worse)"
_NOT = (
    r"(?:\w{1,6}n['’]t|(?:did|could|was|ca|wo)nt|not|never)\s+(?:yet\s+)?(?:even\s+)?"
)
_NOT_EVEN = r"(?:\w{1,6}n['’]t|(?:did|could)nt|not|never)\s+even(?:\s+\w+){0,3}?"
_LEAD: Final[tuple[tuple[str, Comparator, bool], ...]] = (
    (
        r"(?:just|slightly|a\s+little|little)\s+(?:over|more\s+than|above)",
        "more_than",
        True,
    ),
    (
        r"almost|nearly|not\s+quite|(?:just|slightly)\s+(?:under|below|less\s+than)"
        r"|approaching|just\s+(?:short|shy)\s+of",
        "less_than",
        True,
    ),
    (rf"at\s+least|(?:no|not)\s+{_LESS}\s+than|minimum\s+of", "at_least", False),
    (
        rf"at\s+(?:the\s+)?most|(?:no|{_NOT})\s*{_MORE}\s+than|up\s+to|maximum\s+of"
        rf"|as\s+many\s+as|{_NOT}(?:over|above|exceed|surpass|top)|capped\s+at",
        "at_most",
        False,
    ),
    (
        rf"{_NOT_EVEN}|{_NOT}(?:reach(?:ed)?|hit|crack(?:ed)?|attain(?:ed)?|get\s+to|managed?)"
        r"|fail(?:ed|s|ing)?\s+to\s+(?:\w+\s+)?(?:reach|hit|crack|sell|shift|make)"
        rf"|{_LESS}\s+than|under|below|short\s+of|shy\s+of",
        "less_than",
        False,
    ),
    (
        rf"{_MORE}\s+than|over|above|exceed(?:ed|s|ing)?|in\s+excess\s+of"
        r"|upwards?\s+of|north\s+of|surpass(?:ed|es|ing)?|beyond|topped|topping",
        "more_than",
        False,
    ),
    (
        r"about|around|roughly|some|approximately|approx\.?|circa|c\.|ca\.|~|perhaps"
        r"|estimated|close\s+to|something\s+like|in\s+the\s+region\s+of",
        "exact",
        True,
    ),
)
# In this order: "just over" before "over", "not more than" before "more than".
LEADS: Final = tuple(
    (
        re.compile(
            rf"(?<![\w'’])(?:{pattern})\s*(?:a\s+total\s+of\s+|the\s+)?\Z", re.I
        ),
        comparator,
        approx,
    )
    for pattern, comparator, approx in _LEAD
)
TRAIL: Final[tuple[tuple[re.Pattern[str], Comparator, bool], ...]] = (
    (
        re.compile(
            r"\s+or\s+(?:more|above|greater|older|longer|higher)\b|\s+and\s+up\b"
            r"|-plus\b|\+(?!\w)|\s+(?:at\s+least|minimum)\b",
            re.I,
        ),
        "at_least",
        False,
    ),
    (
        re.compile(
            r"\s+or\s+(?:fewer|less|under|younger|lower)\b|\s+(?:at\s+most|tops)\b",
            re.I,
        ),
        "at_most",
        False,
    ),
    (re.compile(r"\s+or\s+(?:so|thereabouts)\b|-odd\b|-?ish\b", re.I), "exact", True),
)
CURRENCY_BEFORE: Final = re.compile(
    r"(?<!\w)(?:(?P<sign>(?:US|C|A)?[$£€¥₹])\s?|(?P<code>USD|GBP|EUR)\s)\Z"
)
AGE_BEFORE: Final = re.compile(
    r"(?<!\w)(?:aged?|ages|at\s+(?:the\s+)?(?:tender\s+)?age\s+of|turn(?:ed|s|ing)"
    r"|the\s+age\s+of)\s+(?:just\s+|only\s+|of\s+)?\Z",
    re.I,
)
WAS_BEFORE: Final = re.compile(
    r"(?<!\w)(?:was|is|be|were|when)\s+(?:just|only|barely|still)?\s*\Z", re.I
)
WHEN_AFTER: Final = re.compile(r",?\s+(?:when|at\s+the\s+time)\b", re.I)
AGE_AFTER: Final = re.compile(
    r"[-\s]+years?[-\s]+(?:old|of\s+age)\b|[-\s]years?-olds?\b", re.I
)
SPEED: Final = re.compile(
    r"\s+(?:(?P<mph>miles\s+(?:per|an)\s+hour|mph)"
    r"|(?:kilomet(?:re|er)s\s+(?:per|an)\s+hour|km/h|kph))\b",
    re.I,
)
SQUARE: Final = re.compile(r"[\s-](?:square|sq\.?|cubic)\s+(?P<unit>[A-Za-z]+)", re.I)
GLUED: Final = re.compile(
    r"\s?(?P<unit>km|cm|mm|kg|kW|MW|mg|ml|kph|mph|ft|lbs?|oz|yd|mi|hrs?|mins?|secs?)"
    r"\b|(?P<glued>[mg])\b|\s(?P<metre>m)(?=[\s.,;)]|\Z)"
)
NEXT_WORD: Final = re.compile(r"(?:\s{1,2}|-)([A-Za-z][A-Za-z'’]*)")
PART_OF: Final = re.compile(r"\s+(?:of\s+)?an?(?=\s)", re.I)
OF_THE: Final = re.compile(r"\s+of\s+(?:(?:the|his|her|its|their|these|all)\s+)?", re.I)
_STOP_WORDS = (
    "of in on at by to from for with and or but as is was are were be been has have "
    "had than that which who when while after before the a an his her its their per "
    "not "
    "over under between during into out up it he she they this these those does did "
    "also plus because since until despite unless if then via"
)
STOP: Final = frozenset(_STOP_WORDS.split())
LABEL_BEFORE: Final = re.compile(
    r"(?<!\w)(?:part|chapter|season|episode|volume|vol\.|act|book|series|phase|round"
    r"|stage|game|level|type|route|highway|interstate|number|no\.|nos\.|formula"
    r"|world\s+war|section|article|channel|division|ligue|grade|class|figure|page|lap"
    r"|version|step|tier|title|day|week|room|bbc|itv)\s+(?:the\s+)?\Z|#\s?\Z",
    re.I,
)
PRONOUN_BEFORE: Final = re.compile(
    r"(?<!\w)(?:no|the|this|that|any|every|each|which|another|some|last|next|first)"
    r"[\s-]+\Z",
    re.I,
)
PRONOUN_AFTER: Final = re.compile(
    r"\s+of\b|\s+another\b|['’]s\b|\s+(?:day|who|whose|that|which|and\s+only|time\s+or)\b"
    r"|-(?:off|on|to|sided|way)\b|\s*[.,;:!?)]|\s*\Z",
    re.I,
)
VAGUE: Final = re.compile(
    r"(?<!\w)(?:(?P<few>several|many|a\s+few|a\s+couple(?:\s+of)?)\s+"
    r"(?P<one>dozen|hundred|thousand|million|billion)"
    r"|(?:(?P<outer>tens|dozens|scores|hundreds|thousands)\s+of\s+)?"
    r"(?P<inner>dozens|scores|hundreds|thousands|millions|billions))(?!\w)",
    re.I,
)
VAGUE_VALUES: Final = {**SCALES, "hundred": 100, "ten": 10, "score": 20}
WORDS: Final = re.compile(
    r"(?<!\w)(?:(?P<times>twice|thrice)|(?P<two>(?:a\s+)?(?:couple|pair)\s+of)"
    r"|(?:a|one|an\s+only|only\s+a|the\s+only)\s+(?P<single>single|sole)"
    r"(?=\s+(?!by\b|from|on\b|off\b|in\b|released|recorded|written|that|which|and\b"
    r"|for|with|of\b|was|is\b|to\b)[a-z])"
    r"|(?:only|just|exactly|at\s+least|more\s+than)\s+(?P<once>once))(?!\w)",
    re.I,
)
RATIO_GAPS: Final = ("out of", "out of every", "in", "in every", "of every")
WINDOW: Final = 48
LIST_MARK: Final = re.compile(r"(?:[)/])(?=\s|\Z)|\.(?=\s+[A-Z#])")
