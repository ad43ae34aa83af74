"""The verdicts of fact verification and the ways in which data sets spell them."""

from __future__ import annotations

import re
from typing import Literal, get_args

Label = Literal["SUPPORTED", "REFUTED", "NOT ENOUGH INFO"]
VERDICTS: tuple[Label, ...] = get_args(Label)

_SPELLINGS: dict[str, Label] = {
    "support": "SUPPORTED",
    "supports": "SUPPORTED",
    "supported": "SUPPORTED",
    "entailment": "SUPPORTED",
    "refute": "REFUTED",
    "refutes": "REFUTED",
    "refuted": "REFUTED",
    "contradiction": "REFUTED",
    "contradict": "REFUTED",
    "contradicts": "REFUTED",
    "contradicted": "REFUTED",
    "nei": "NOT ENOUGH INFO",
    "not enough info": "NOT ENOUGH INFO",
    "not enough information": "NOT ENOUGH INFO",
    "notenoughinfo": "NOT ENOUGH INFO",
    "neutral": "NOT ENOUGH INFO",
    "noinfo": "NOT ENOUGH INFO",
    "no info": "NOT ENOUGH INFO",
}


def read_label(label: str | None) -> Label | None:
    """Return the verdict that ``label`` spells, None when it spells none."""
    if label is None:
        return None
    return _SPELLINGS.get(re.sub(r"[\s_-]+", " ", label.strip().casefold()))
