"""Markdown tables for the benchmark programs."""

from __future__ import annotations

from collections.abc import Sequence


def percent(hits: int, total: int) -> str:
    """Return the share as a percentage with one decimal, a dash for no cases."""
    return f"{100 * hits / total:.1f}" if total else "–"


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
