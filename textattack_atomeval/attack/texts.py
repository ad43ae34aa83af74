"""TextAttack's texts: which column is the claim, what was noted, whole-claim rewrites.

An ``AttackedText`` holds named columns. One of them is the claim under attack; the
others are its evidence and never change (section 3.2: the attack is claim-only).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np
from textattack.shared import AttackedText

from textattack_atomeval.attack.columns import case_id
from textattack_atomeval.errors import InputError

CLAIM_COLUMNS = ("claim", "hypothesis")
_NOTES = "atomeval"


def columns(text: AttackedText) -> dict[str, str]:
    """Return the text's columns by name, in order."""
    values = text.tokenizer_input
    if isinstance(values, str):  # the host unwraps a single column
        values = (values,)
    return dict(zip(text.column_labels, values, strict=True))


def claim_column(text: AttackedText, column: str | None = None) -> str:
    """Return the name of the claim's column.

    It is ``column`` if given, else "claim", else "hypothesis", else the only column.

    Raises:
        InputError: there is no such column, or several could be meant.
    """
    names = text.column_labels
    listed = ", ".join(repr(name) for name in names) or "none"
    if column is not None:
        if column in names:
            return column
        raise InputError(f"The text has no column {column!r}; its columns: {listed}.")
    for name in CLAIM_COLUMNS:
        if name in names:
            return name
    if len(names) == 1:
        return str(names[0])
    raise InputError(
        f"Cannot tell which column is the claim ({listed}): name it with column=…, or "
        "call it 'claim'."
    )


def claim_of(text: AttackedText, column: str | None = None) -> str:
    """Return the claim.

    Raises:
        InputError: see :func:`claim_column`.
    """
    return columns(text)[claim_column(text, column)]


def evidence_of(text: AttackedText, column: str | None = None) -> str:
    """Return all columns other than the claim, joined by newlines; "" without any.

    Raises:
        InputError: see :func:`claim_column`.
    """
    name = claim_column(text, column)
    return "\n".join(value for key, value in columns(text).items() if key != name)


def others_unchanged(
    new: AttackedText, original: AttackedText, column: str | None = None
) -> bool:
    """Tell whether both have the same columns, equal but for the claim's.

    Raises:
        InputError: ``original`` has no such column, see :func:`claim_column`.
    """
    name = claim_column(original, column)
    before, after = columns(original), columns(new)
    return list(after) == list(before) and all(
        after[key] == value for key, value in before.items() if key != name
    )


def example_hash(
    text: AttackedText, label: int | str, column: str | None = None
) -> str:
    """Return 16 hex digits of (claim, evidence, label): the example's id.

    TextAttack's results carry no id of their own.
    """
    return case_id(claim_of(text, column), evidence_of(text, column), label)


def notes(text: AttackedText) -> dict[str, Any]:
    """Return what this package noted about the text: plain JSON values, mutable.

    TextAttack compares texts by their number of attributes, so the dictionary stays
    and only its content changes. It travels with the text to loggers and metrics; a
    text that is made from this one starts without it.
    """
    found: dict[str, Any] = text.attack_attrs.setdefault(_NOTES, {})
    return found


def with_claim(
    text: AttackedText, claim: str, column: str | None = None
) -> AttackedText:
    """Return ``text`` with another claim, and with the word maps that the host needs.

    Words that a diff finds in both texts are mapped, and words replaced one for one;
    all other words of the original count as deleted (-1). ``newly_modified_indices``
    are the words that are not in ``text``; a mere deletion marks its neighbour, since
    constraints expect at least one. They are empty only if the new text has no word.

    Raises:
        InputError: see :func:`claim_column`; or the claim holds the host's own mark
            between columns, which would cut the text in the wrong place.
    """
    if AttackedText.SPLIT_TOKEN in claim:
        raise InputError(f"A claim may not hold {AttackedText.SPLIT_TOKEN!r}.")
    values = OrderedDict(columns(text))
    values[claim_column(text, column)] = claim
    attrs: dict[str, Any] = {_NOTES: {}, "previous_attacked_text": text}
    if "label_names" in text.attack_attrs:
        attrs["label_names"] = text.attack_attrs["label_names"]
    new = AttackedText(values, attack_attrs=attrs)
    moved, fresh = _word_map(text.words, new.words)
    # Entry k of the host's map is where the k-th word of the very first text is now.
    old_map = text.attack_attrs["original_index_map"]
    attrs["original_index_map"] = np.array(
        [moved[i] if i >= 0 else -1 for i in old_map], dtype=int
    )
    kept = {moved[i] for i in text.attack_attrs["modified_indices"]} - {-1}
    attrs["newly_modified_indices"] = fresh
    attrs["modified_indices"] = kept | fresh
    return new


def _word_map(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], set[int]]:
    """Return where each old word went (-1: nowhere) and which new words are new."""
    moved = [-1] * len(old)
    fresh: set[int] = set()
    changes: list[int] = []
    for tag, start, stop, at, end in _opcodes(old, new):
        if tag == "equal" or stop - start == end - at:
            moved[start:stop] = range(at, end)
        if tag != "equal":
            fresh.update(range(at, end))
            changes.append(at)
    if not fresh and new:
        at = changes[0] if changes else 0
        fresh = {min(at, len(new) - 1)}
    return moved, fresh


def _opcodes(
    old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[str, int, int, int, int]]:
    """Diff two word lists; the common head and tail never enter the slow matcher."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old_end, new_end = len(old) - tail, len(new) - tail
    yield "equal", 0, head, 0, head
    matcher = SequenceMatcher(None, old[head:old_end], new[head:new_end])
    for tag, start, stop, at, end in matcher.get_opcodes():
        yield tag, start + head, stop + head, at + head, end + head
    yield "equal", old_end, len(old), new_end, len(new)
