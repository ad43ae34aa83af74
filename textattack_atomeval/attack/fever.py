"""FEVER's evidence: the sentences that a claim's annotation points at.

A shared-task row holds evidence *groups*; each group is a sufficient set of
(annotation id, evidence id, page, line) entries. The sentences themselves lie in the
wiki-pages dump, or in a small file of just the sentences that are needed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.errors import InputError

#: (page, line): the address of one Wikipedia sentence.
Address = tuple[str, int]
Group = tuple[Address, ...]

_BRACKETS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
}


class _Sentence(msgspec.Struct):
    page: str
    line: int
    text: str


class _Page(msgspec.Struct):
    """A page of the dump; ``lines`` is "number TAB sentence TAB links", one a line."""

    id: str
    lines: str


def read_groups(cell: Any) -> list[Group]:
    """Return the evidence groups of a shared-task row's ``evidence`` field.

    Entries without a page are left out: FEVER fills NOT ENOUGH INFO rows with them.

    Raises:
        ValueError: the field has another shape; the message says which one is needed.
    """
    needed = "should be a list of groups of [annotation, evidence id, page, line]"
    if not isinstance(cell, list):
        raise ValueError(needed)
    groups: list[Group] = []
    for entries in cell:
        if not isinstance(entries, list):
            raise ValueError(needed)
        group: list[Address] = []
        for entry in entries:
            if not isinstance(entry, list) or len(entry) != 4:
                raise ValueError(needed)
            page, line = entry[2:]
            if page is None or line is None:
                continue
            if not isinstance(page, str) or type(line) is not int:
                raise ValueError(needed)
            group.append((_page_key(page), line))
        if group:
            groups.append(tuple(dict.fromkeys(group)))
    return groups


def evidence_text(
    groups: Collection[Group], sentences: dict[Address, str]
) -> str | None:
    """Return the first complete group as one text, None when no group is complete.

    One group is a sufficient set: a verifier needs no second one, and short evidence
    is not cut by the victim's window.
    """
    for group in groups:
        found = [sentences.get(address, "") for address in group]
        if all(found):
            return " ".join(found)
    return None


def read_sentences(
    source: str | Path, wanted: Collection[Address]
) -> dict[Address, str]:
    """Return the wanted sentences, Penn Treebank brackets and quotes restored.

    Args:
        source: the directory of the wiki-pages dump (files ``wiki-*.jsonl`` with the
            fields ``id`` and ``lines``), or one JSONL file with the fields ``page``,
            ``line`` and ``text``. The dump is read in one pass, which ends as soon
            as everything is found.
        wanted: the addresses to look for; those that are not there are left out.

    Raises:
        InputError: the source cannot be read or holds something else.
    """
    missing, found = set(wanted), {}
    for address, text in _all_sentences(Path(source), {page for page, _ in wanted}):
        if address in missing:
            found[address] = restore(text)
            missing.discard(address)
            if not missing:
                break
    return found


def restore(text: str) -> str:
    """Undo FEVER's tokenization marks: brackets, quotes and the space before stops."""
    for mark, bracket in _BRACKETS.items():
        text = text.replace(mark, bracket)
    text = text.replace("``", '"').replace("''", '"')
    for before, after in ((" ,", ","), (" .", "."), ("( ", "("), (" )", ")")):
        text = text.replace(before, after)
    return " ".join(text.split())


def _page_key(page: str) -> str:
    # Claims and dump spell accented titles in different normal forms.
    return unicodedata.normalize("NFC", page)


def _all_sentences(source: Path, pages: set[str]) -> Iterator[tuple[Address, str]]:
    if not source.is_dir():
        for row in _decoded(source, _Sentence, "page, line and text"):
            yield (_page_key(row.page), row.line), row.text
        return
    files = sorted(source.glob("wiki-*.jsonl"))
    if not files:
        raise InputError(
            f"{source} holds no wiki-*.jsonl; give the directory of FEVER's wiki-pages "
            "dump, or a JSONL file with page, line and text."
        )
    for path in files:
        for row in _decoded(path, _Page, "id and lines"):
            page = _page_key(row.id)
            if page in pages:
                yield from _page_sentences(page, row.lines)


def _page_sentences(page: str, lines: str) -> Iterator[tuple[Address, str]]:
    for line in lines.split("\n"):
        number, _, rest = line.partition("\t")
        if number.isdecimal():
            yield (page, int(number)), rest.split("\t")[0]


def _decoded(path: Path, kind: type[Any], fields: str) -> Iterator[Any]:
    decoder = msgspec.json.Decoder(kind)
    number = 0
    try:
        with path.open("rb") as stream:
            for line in stream:
                number += 1
                if line.strip():
                    yield decoder.decode(line)
    except OSError as error:
        raise InputError(
            f"Cannot read the sentences of {path}: {error.strerror}; check the path."
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}:{number}: {error}; every line needs the fields {fields}."
        ) from error
