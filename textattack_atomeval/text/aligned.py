"""A text whose characters know what they stand for in their source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Aligned", "align"]


@dataclass(frozen=True, slots=True)
class Aligned:
    """A text whose every character knows the source range that it stands for."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __getitem__(self, key: slice) -> Aligned:
        """Return the part of the text that ``key`` selects."""
        return Aligned(self.text[key], self.starts[key], self.ends[key])

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the source range of the characters [start, end), None if empty."""
        end = min(end, len(self.text))
        if start >= end:
            return None
        return min(self.starts[start:end]), max(self.ends[start:end])

    def replace(self, edits: Iterable[tuple[int, int, str]]) -> Aligned:
        """Replace each [start, end) by its string; edits must not overlap."""
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        last = 0
        for start, end, new in sorted(edits):
            if start < last:
                raise ValueError(f"edits overlap at {start}: expected disjoint ranges")
            text.append(self.text[last:start] + new)
            starts += self.starts[last:start]
            ends += self.ends[last:start]
            source = self.span(start, end) or self._point(start)
            starts += [source[0]] * len(new)
            ends += [source[1]] * len(new)
            last = end
        text.append(self.text[last:])
        return Aligned(
            "".join(text),
            (*starts, *self.starts[last:]),
            (*ends, *self.ends[last:]),
        )

    def _point(self, index: int) -> tuple[int, int]:
        """Return an empty source range for something inserted at ``index``."""
        if index < len(self.starts):
            return self.starts[index], self.starts[index]
        here = self.ends[-1] if self.ends else 0
        return here, here


def align(text: str) -> Aligned:
    """Return ``text`` aligned to itself."""
    return Aligned(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))
