"""How the texts of a stock log are written: columns, marks, line breaks.

A log holds one text a side: all columns under each other as ``Name: text``, line
breaks written as ``<SPLIT>``, changed words marked ``[[so]]`` in the style "file".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import msgspec

from textattack_atomeval.attack.ownlog import is_own
from textattack_atomeval.errors import InputError
from textattack_atomeval.reading import RowProblem, open_source, raw_rows

SPLIT = "<SPLIT>"
OLD_SPLIT = ">>>>"  # of TextAttack before 0.3
TEXTS = ("original_text", "perturbed_text")
OUTPUTS = ("original_output", "perturbed_output", "ground_truth_output")
NEEDED = (*TEXTS, *OUTPUTS, "result_type")
_HTML = "<font color ="
_KEY = re.compile(r"((?:\[\[)*)(\w[^:\[\]]{0,60}?)(?:\]\])*: ")
#: What a character-level attack can make of the mark: the columns are lost then.
_TAG = re.compile(r"<\W{0,3}([A-Za-z0-9]{3,7})\W{0,3}>")
_TORN = re.compile(r"<SPLIT(?!>)|(?<![<\w])SPLIT>|&lt;SPLIT&gt;")
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"\[\[([^\[\]]*)\]\]")


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """How the texts of a log are written.

    ``columns`` are the input's columns in the log's spelling, empty for a single one.
    ``claim`` is the position of the claim's. ``marked`` says that changed words stand
    in double brackets, ``split`` is the mark between lines and columns.
    """

    columns: tuple[str, ...]
    claim: int
    marked: bool
    split: str = SPLIT


def read_layout(path: str | Path, claim_column: str | None = None) -> Layout:
    """Find out how the log writes its texts, from all of its rows.

    Raises:
        InputError: as for :func:`read_log`.
    """
    columns: list[str] | None = None
    keyed = unmarked = marked = 0
    split = _split_of(path)
    for line, cells in log_rows(path):
        if isinstance(cells, RowProblem) or is_own(cells) or not cells[TEXTS[0]]:
            continue
        texts = [cells[name] for name in TEXTS]
        if any(_HTML in text for text in texts):
            raise InputError(
                f"{path}:{line} is coloured as HTML, which cannot be undone safely; "
                "write the log with --csv-coloring-style plain (or file)."
            )
        for text in texts:
            keys = [match for part in text.split(split) if (match := _KEY.match(part))]
            names = [match[2] for match in keys]
            columns = names if columns is None else _common(columns, names)
            keyed += bool(keys and keys[0][1])
        # Of a row in which only punctuation changed, the host marks nothing.
        if any("[[" in text for text in texts):
            marked += texts[0] != texts[1]
        elif _WORD.findall(texts[0]) != _WORD.findall(texts[1]):
            unmarked += 1
    names = columns if columns and len(columns) > 1 else []
    style = marked > unmarked or bool(names and keyed)
    claim = _claim_index(names, claim_column, path)
    return Layout(columns=tuple(names), claim=claim, marked=style, split=split)


def _split_of(path: str | Path) -> str:
    """Return the mark between lines and columns: the old one where all rows have it."""
    old = False
    for _, cells in log_rows(path):
        if isinstance(cells, RowProblem) or is_own(cells) or not cells[TEXTS[0]]:
            continue
        if any(SPLIT in cells[name] for name in TEXTS):
            return SPLIT
        if not all(OLD_SPLIT in cells[name] for name in TEXTS):
            return SPLIT
        old = True
    return OLD_SPLIT if old else SPLIT


def _common(one: list[str], two: list[str]) -> list[str]:
    """Return what of ``one`` comes back in ``two``, in its order."""
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return [name for b in blocks for name in one[b.a : b.a + b.size]]


def _claim_index(names: list[str], wanted: str | None, path: str | Path) -> int:
    if wanted is None:
        if not names:
            return 0
        known = [name for name in ("Claim", "Hypothesis") if name in names]
        if known:
            return names.index(known[0])
    elif wanted.isdecimal() and 1 <= int(wanted) <= max(1, len(names)):
        return int(wanted) - 1
    elif wanted.capitalize() in names:
        return names.index(wanted.capitalize())
    shown = ", ".join(names) or "only one, without a name"
    raise InputError(
        f"{path} has no claim column {wanted or 'claim or hypothesis'}; its columns "
        f"are {shown}: name one, or give its position from 1."
    )


def log_rows(path: str | Path) -> Iterator[tuple[int, dict[str, str] | RowProblem]]:
    """Yield each row's line and cells, or what is wrong with the row as a whole.

    Raises:
        InputError: the file cannot be read, or is no such log.
    """
    if Path(path).suffix.lower() != ".csv":
        raise InputError(f"{path} is no CSV log; give a file that --log-to-csv wrote.")
    with open_source(path) as (stream, name):
        for line, row in raw_rows(stream, name, NEEDED):
            if not isinstance(row, RowProblem) and NEEDED[-1] not in row:
                row = RowProblem(file=name, line=line, message="is cut short")
            yield line, row


def column_values(text: str, layout: Layout) -> list[str] | None:
    """Return the text of each column, None when they cannot be told apart."""
    parts = text.split(layout.split)
    if not layout.columns:
        return [_unmarked("\n".join(parts), layout.marked)]
    form = "[[[[{}]]]]: " if parts[0].startswith("[[[[") else "{}: "
    heads = [form.format(name) for name in layout.columns]
    found = [
        (index, head)
        for index, part in enumerate(parts)
        for head in heads
        if part.startswith(head)
    ]
    if [head for _, head in found] != heads or found[0][0] != 0:
        return None
    ends = [index for index, _ in found[1:]] + [len(parts)]
    return [
        _unmarked("\n".join(parts[start:end])[len(head) :], layout.marked)
        for (start, head), end in zip(found, ends, strict=True)
    ]


def is_damaged(text: str, layout: Layout) -> bool:
    """Tell whether a mark between columns is there that something has changed."""
    if layout.split != SPLIT:
        return False
    tags = (tag for tag in _TAG.finditer(text) if tag[0] != SPLIT)
    return bool(_TORN.search(text)) or any(
        SequenceMatcher(None, tag[1].upper(), "SPLIT").ratio() >= 0.8 for tag in tags
    )


def _unmarked(text: str, marked: bool) -> str:
    return _MARK.sub(r"\1", text) if marked else text
