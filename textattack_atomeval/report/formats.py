"""A summary written as text, Markdown, LaTeX, JSON or CSV; pure."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from textattack_atomeval.metrics import OUTCOMES
from textattack_atomeval.report.escape import cell, latex, markdown, visible, width
from textattack_atomeval.report.summary import Estimate, Row, Summary
from textattack_atomeval.report.tables import DIAGNOSTIC_TITLES, Table, tables


def to_text(summary: Summary) -> str:
    """Return aligned tables for a terminal."""
    parts = [visible(str(summary.signature)), _size(summary)]
    parts += map(text_table, tables(summary))
    return "\n\n".join(parts) + "\n"


def _size(summary: Summary) -> str:
    unusable = sum(summary.problems.values())
    return f"{summary.n} records, {unusable} rows that could not be used"


def text_table(table: Table) -> str:
    """Return an aligned table with its title and note."""
    grid = [[visible(text) for text in row] for row in (table.header, *table.rows)]
    widths = [max(map(width, column)) for column in zip(*grid, strict=True)]
    lines = []
    for row in grid:
        cells = [
            _pad(text, size, left=index < table.labels)
            for index, (text, size) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * size for size in widths))
    return "\n".join([table.title, *lines, *([table.note] if table.note else [])])


def _pad(text: str, size: int, left: bool) -> str:
    blanks = " " * (size - width(text))
    return text + blanks if left else blanks + text


def to_markdown(summary: Summary) -> str:
    """Return Markdown with one pipe table a section."""
    line = visible(str(summary.signature))
    fence = "`" * (max([2, *map(len, re.findall("`+", line))]) + 1)
    parts = ["# AtomEval report", f"{fence}\n{line}\n{fence}"]
    parts.append(_size(summary))
    parts += map(markdown_table, tables(summary))
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table) -> str:
    """Return a pipe table with its title as a heading, and its note."""
    parts = [f"## {markdown(table.title)}", "\n".join(_markdown_rows(table))]
    parts += [markdown(table.note)] if table.note else []
    return "\n\n".join(parts)


def _markdown_rows(table: Table) -> Iterator[str]:
    yield _piped(table.header)
    yield _piped(
        [":--" if i < table.labels else "--:" for i in range(len(table.header))]
    )
    for row in table.rows:
        yield _piped([markdown(text) for text in row])


def _piped(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def to_latex(summary: Summary) -> str:
    """Return one ``tabular`` a table; the signature is a comment and a first line."""
    line = visible(str(summary.signature))
    parts = [f"% {line}", f"\\noindent\\texttt{{{latex(line)}}}", _size(summary)]
    parts += map(latex_table, tables(summary))
    return "\n\n".join(parts) + "\n"


def latex_table(table: Table) -> str:
    """Return a ``tabular`` with its title as a paragraph heading, and its note."""
    columns = "".join(
        "l" if i < table.labels else "r" for i in range(len(table.header))
    )
    rows = [" & ".join(map(latex, row)) + r" \\" for row in (table.header, *table.rows)]
    rows.insert(1, r"\hline")
    return (
        f"\\paragraph{{{latex(table.title)}}}\n\\begin{{tabular}}{{{columns}}}\n"
        + "\n".join(rows)
        + f"\n\\end{{tabular}}\n\n{latex(table.note)}".rstrip()
    )


def to_json(summary: Summary) -> str:
    """Return all numbers, shares between 0 and 1, undefined ones null."""
    data: dict[str, Any] = msgspec.to_builtins(summary)
    data = {"signature": str(summary.signature), **_without(data, "signature")}
    data["settings"] = msgspec.to_builtins(summary.signature)
    *data["rows"], data["total"] = data["rows"]
    data["outcomes"] = summary.total.outcomes
    data["decisions"] = summary.total.decisions
    return json.dumps(data, ensure_ascii=True, allow_nan=False, indent=2) + "\n"


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def to_csv(summary: Summary) -> str:
    """Return one line a family and generator and one for the total, shares in [0, 1].

    The total's ``problems`` and ``violations`` are ``kind=count`` joined by ``;``.
    """
    lines = [_csv_row(summary, row) for row in summary.rows]
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def _csv_row(summary: Summary, row: Row) -> dict[str, Any]:
    total = row is summary.total
    line: dict[str, Any] = {
        "scope": "total" if total else "cell",
        "family": cell(row.family or ""),
        "generator": cell(row.generator or ""),
        "n": row.n,
        "claims": row.claims,
    }
    line |= {key: row.outcomes.get(key, "") for key in OUTCOMES}
    line |= {f"decision_{key}": count for key, count in row.decisions.items()}
    for key in ("asr", "s_asr", "p_asr", "vasr", "preservation"):
        line |= _estimate_cells(key, getattr(row, key))
    line["asr_minus_vasr"] = _number(row.gap.difference if row.gap else None)
    low, high = row.gap.interval if row.gap and row.gap.interval else (None, None)
    line["asr_minus_vasr_low"], line["asr_minus_vasr_high"] = _number(low), _number(
        high
    )
    line |= {"invalid": row.invalid, "valid": row.valid}
    for name in DIAGNOSTIC_TITLES:
        found = row.diagnostics[name]
        line |= {f"{name}_hits": found.hits, f"{name}_total": found.total}
    line["problems"] = cell(_joined(summary.problems)) if total else ""
    line["violations"] = cell(_joined(summary.violations)) if total else ""
    line["signature"] = cell(str(summary.signature))
    return line


def _estimate_cells(key: str, estimate: Estimate | None) -> dict[str, Any]:
    wilson = estimate.wilson if estimate and estimate.wilson else (None, None)
    claims = estimate.by_claim if estimate and estimate.by_claim else (None, None)
    return {
        key: _number(estimate.value if estimate else None),
        f"{key}_hits": estimate.hits if estimate else "",
        f"{key}_total": estimate.total if estimate else "",
        f"{key}_wilson_low": _number(wilson[0]),
        f"{key}_wilson_high": _number(wilson[1]),
        f"{key}_claim_low": _number(claims[0]),
        f"{key}_claim_high": _number(claims[1]),
    }


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"


def _joined(counts: dict[str, int]) -> str:
    return ";".join(f"{kind}={count}" for kind, count in counts.items())
