"""Records in, tables out: ``summarize(records, signature).render("markdown")``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, get_args

import msgspec

from textattack_atomeval.data import Record, Signature
from textattack_atomeval.report.explain import render_explanation
from textattack_atomeval.report.formats import (
    to_csv,
    to_json,
    to_latex,
    to_markdown,
    to_text,
)
from textattack_atomeval.report.summary import Problem, Summary, collect

__all__ = ["Format", "Problem", "Report", "Summary", "render_explanation", "summarize"]

Format = Literal["text", "markdown", "json", "csv", "latex"]
_WRITERS: dict[str, Callable[[Summary], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "json": to_json,
    "csv": to_csv,
    "latex": to_latex,
}


class Report(msgspec.Struct, frozen=True):
    """The numbers of a run; ``summary`` holds them, :meth:`render` writes them."""

    summary: Summary

    def render(self, format: Format = "text") -> str:
        """Return the report in the given format, with its signature.

        Raises:
            ValueError: there is no such format.
        """
        if format not in _WRITERS:
            names = ", ".join(get_args(Format))
            raise ValueError(
                f"Expected argument `format` to be one of {names}, but got {format}."
            )
        return _WRITERS[format](self.summary)


def summarize(
    records: Iterable[Record],
    signature: Signature,
    problems: Sequence[Problem] = (),
    seed: int = 0,
) -> Report:
    """Read the records once and return the report about them.

    Args:
        records: may be lazy; what is kept of each is a few small fields.
        signature: what produced the records.
        problems: input rows that could not be used; counted by kind.
        seed: of the intervals that resample claims.
    """
    return Report(collect(records, signature, problems, seed))
