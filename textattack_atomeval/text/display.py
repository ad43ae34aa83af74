"""The order in which characters are shown where bidi controls change it.

Only what the explicit controls do to text that is written from left to right: an
override shows it backwards, isolates inside one change places as blocks. Arabic or
Hebrew is stored in the order in which it is read and stays so.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

__all__ = ["CONTROLS", "shown_order"]

MARKS = frozenset("\u061c\u200e\u200f")
OVERRIDES = frozenset("\u202d\u202e")
EMBEDDINGS = frozenset("\u202a\u202b")
ISOLATES = frozenset("\u2066\u2067\u2068")
END, END_ISOLATE = "\u202c", "\u2069"
BACKWARDS = frozenset("\u202e\u202b\u2067")
OPENING = OVERRIDES | EMBEDDINGS | ISOLATES
CONTROLS = MARKS | OPENING | {END, END_ISOLATE}
BREAKS = frozenset("\n\r\x1c\x1d\x1e\x85\u2029")
MIRRORED = str.maketrans("()[]{}<>", ")(][}{><")

# A shown character: what is seen, and the range of the source that it stands for.
Shown = tuple[str, int, int]


@dataclass(slots=True)
class _Span:
    """An open span: its control, and blocks of characters that stay together."""

    control: str = ""
    blocks: list[list[Shown]] = field(default_factory=list)

    def close(self) -> list[Shown]:
        """Return the characters of the span in the order in which they are shown."""
        blocks = self.blocks
        if self.control in BACKWARDS and not any(map(_right_to_left, blocks)):
            if self.control not in OVERRIDES:
                blocks = _joined(blocks)
            blocks = blocks[::-1]
            if self.control in OVERRIDES:
                blocks = [_mirrored(block) for block in blocks]
        return [shown for block in blocks for shown in block]


def shown_order(clusters: list[Shown]) -> list[Shown]:
    """Return the clusters of a text as they stand on a line; controls are kept."""
    if not any(text[:1] in OPENING for text, _, _ in clusters):
        return clusters
    stack = [_Span()]
    for shown in clusters:
        char = shown[0][:1]
        if char in BREAKS:
            _close_down_to(stack, 1)
            stack[0].blocks.append([shown])
        elif char in OPENING:
            stack[-1].blocks.append([shown])
            stack.append(_Span(char))
        elif char == END:
            stack[-1].blocks.append([shown])
            if stack[-1].control in OVERRIDES | EMBEDDINGS:
                _close_down_to(stack, len(stack) - 1)
        elif char == END_ISOLATE:
            open_ = [i for i, span in enumerate(stack) if span.control in ISOLATES]
            if open_:
                _close_down_to(stack, open_[-1])
            stack[-1].blocks.append([shown])
        else:
            stack[-1].blocks.append([shown])
    _close_down_to(stack, 1)
    return stack[0].close()


def _close_down_to(stack: list[_Span], depth: int) -> None:
    """Close the innermost spans until ``depth`` are open."""
    while len(stack) > depth:
        closed = stack.pop().close()
        if closed:
            stack[-1].blocks.append(closed)


def _joined(blocks: list[list[Shown]]) -> list[list[Shown]]:
    """Make one block of characters in a row: a word in a span is not turned round."""
    found: list[list[Shown]] = []
    loose = False
    for block in blocks:
        single = len(block) == 1
        if single and loose:
            found[-1] = found[-1] + block
        else:
            found.append(block)
        loose = single
    return found


def _mirrored(block: list[Shown]) -> list[Shown]:
    if len(block) > 1:
        return block
    return [(text.translate(MIRRORED), start, end) for text, start, end in block]


def _right_to_left(block: list[Shown]) -> bool:
    return any(
        unicodedata.bidirectional(char) in ("R", "AL")
        for text, _, _ in block
        for char in text
    )
