"""Claims to attack, as TextAttack data sets with the columns claim and evidence."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from textattack.datasets import Dataset
from textattack.shared import AttackedText

from textattack_atomeval.attack.rows import (
    Row,
    fever_rows,
    file_rows,
    hub_rows,
    sample_rows,
)
from textattack_atomeval.attack.texts import example_hash
from textattack_atomeval.errors import InputError
from textattack_atomeval.io import is_blank, parse_case
from textattack_atomeval.reading import RowProblem
from textattack_atomeval.verdicts import VERDICTS, Label, read_label

COLUMNS = ("claim", "evidence")

_SUFFIXES = (".jsonl", ".csv", ".tsv")
_SHOWN = 3

Filters = Mapping[str, str | Collection[str]]


class Example(msgspec.Struct, frozen=True):
    """One claim to attack: its row's id, the pair, and the true verdict."""

    id: str
    claim: str
    evidence: str
    label: Label


class ClaimDataset(Dataset):
    """Claims with their evidence; a label is a position in ``label_names``.

    The host's rows carry columns and a label, nothing else: :meth:`row_id` finds the
    row that an attacked text came from. ``problems`` lists the rows that were left
    out, each with the reason; ``source`` is the specification that was read.
    """

    def __init__(
        self,
        examples: Sequence[Example],
        labels: Sequence[Label] = VERDICTS,
        *,
        source: str = "",
        problems: Sequence[RowProblem] = (),
    ) -> None:
        rows = [((e.claim, e.evidence), labels.index(e.label)) for e in examples]
        super().__init__(rows, input_columns=list(COLUMNS), label_names=list(labels))
        self.source = source
        self.problems = tuple(problems)
        self._row_ids = [e.id for e in examples]
        self._rows = list(rows)  # the host shuffles and filters its own list
        self._by_hash: dict[str, str] = {}

    def row_id(self, case_id: str) -> str | None:
        """Return the id of the row whose ``texts.example_hash`` is ``case_id``."""
        if not self._by_hash:
            pairs = (self._format_as_dict(row) for row in self._rows)
            hashes = [example_hash(AttackedText(text), label) for text, label in pairs]
            self._by_hash = dict(zip(hashes, self._row_ids, strict=True))
        return self._by_hash.get(case_id)


def is_our_dataset(name: str) -> bool:
    """Tell whether :func:`load_dataset` reads ``name`` (else it is TextAttack's)."""
    kind = name.partition(":")[0]
    known = name == "sample" or kind in ("fever", "fever-hub")
    return known or name.lower().endswith(_SUFFIXES)


def load_dataset(
    spec: str,
    *,
    labels: Sequence[Label] = VERDICTS,
    only: str | None = None,
    where: Filters | None = None,
    limit: int | None = None,
    seed: int | None = None,
    sentences: str | Path | None = None,
    allow_download: bool = False,
    label_map: Mapping[str, str] | None = None,
) -> ClaimDataset:
    """Return claims, evidence and verdicts from where ``spec`` says.

    Args:
        spec: ``sample`` (the hand-written claims of the package, all REFUTED);
            ``fever:CLAIMS.jsonl`` (FEVER's shared-task rows; needs ``sentences``);
            ``fever-hub`` or ``fever-hub:SPLIT`` (FEVER with gold evidence from the
            Hugging Face hub, split ``test`` unless named); or a ``.jsonl``, ``.csv``
            or ``.tsv`` file with the columns claim, evidence and label.
        labels: the victim's verdicts in its order; a row's label is a position in it.
        only: keep rows of this verdict. The paper attacks REFUTED claims (section 4.1).
        where: keep rows whose columns hold these values, such as
            ``{"split": "dev"}``; a collection means any of its values.
        limit: keep at most so many rows, after shuffling.
        seed: shuffle with this seed; None keeps the order of the source.
        sentences: FEVER's wiki-pages directory, or a JSONL file with the fields
            page, line and text.
        allow_download: lets ``fever-hub`` reach the network.
        label_map: verdicts of labels that spell none: ``{"0": "SUPPORTED", …}``,
            ``{"DISPUTED": "NOT ENOUGH INFO"}``.

    Raises:
        InputError: the spec, an option or the whole source cannot be used, or no row
            is left. Single bad rows end in ``problems`` instead.
    """
    if limit is not None and limit < 1:
        raise InputError(f"Expected limit to be at least 1, but got {limit}.")
    wanted = read_label(only)
    if only is not None and wanted is None:
        raise InputError(f"Expected only to be one of {VERDICTS}, but got {only!r}.")
    examples: list[Example] = []
    problems: list[RowProblem] = []
    rows = _mapped(_open(spec, sentences, allow_download), label_map or {})
    for found in _examples(rows, spec, where or {}, labels):
        if isinstance(found, RowProblem):
            problems.append(found)
        elif wanted in (None, found.label):
            examples.append(found)
    if not examples:
        raise InputError(_nothing_left(spec, problems))
    if seed is not None:
        random.Random(seed).shuffle(examples)
    return ClaimDataset(examples[:limit], labels, source=spec, problems=problems)


def _mapped(rows: Iterator[Row], labels: Mapping[str, str]) -> Iterator[Row]:
    """Put the verdicts of a label map in the place of its labels.

    Raises:
        InputError: the map names what is no verdict.
    """
    wrong = [name for name in labels.values() if read_label(name) is None]
    if wrong:
        raise InputError(
            f"Expected the label map to name verdicts ({', '.join(VERDICTS)}), but got "
            f"{wrong[0]!r}."
        )
    for line, row in rows:
        if isinstance(row, dict) and str(row.get("label")) in labels:
            row = {**row, "label": labels[str(row["label"])]}
        yield line, row


def _open(
    spec: str, sentences: str | Path | None, allow_download: bool
) -> Iterator[Row]:
    kind, _, rest = spec.partition(":")
    if spec == "sample":
        return sample_rows()
    if kind == "fever-hub":
        return hub_rows(rest or "test", allow_download)
    if kind == "fever":
        return fever_rows(Path(rest), sentences)
    if spec.lower().endswith(_SUFFIXES):
        return file_rows(Path(spec))
    raise InputError(
        f"Cannot tell what data set {spec!r} is; use sample, fever-hub, "
        "fever:CLAIMS.jsonl, or a .jsonl, .csv or .tsv file."
    )


def _examples(
    rows: Iterator[Row], name: str, where: Filters, labels: Sequence[Label]
) -> Iterator[Example | RowProblem]:
    """Yield usable rows that pass the filters, and what is wrong with the others."""
    seen: dict[tuple[str, str, Label], str] = {}
    for line, row in rows:
        if isinstance(row, RowProblem):
            yield row
        elif all(_holds(row.get(key), value) for key, value in where.items()):
            example = _example(row, name, line, labels)
            if isinstance(example, RowProblem):
                yield example
                continue
            key = (example.claim, example.evidence, example.label)
            if key in seen:
                message = f"repeats row {seen[key]}"
                yield _problem(name, line, example.id, None, message)
            else:
                seen[key] = example.id
                yield example


def _holds(value: Any, wanted: str | Collection[str]) -> bool:
    return str(value) in ((wanted,) if isinstance(wanted, str) else wanted)


def _example(
    row: dict[str, Any], name: str, line: int, labels: Sequence[Label]
) -> Example | RowProblem:
    fields = {"id": str(line)}  # for rows without one
    fields |= {key: row[key] for key in ("id", *COLUMNS) if row.get(key) is not None}
    known = str(fields["id"])
    for column in COLUMNS:
        if column not in fields:
            return _problem(name, line, known, column, "is missing")
    # A claim still to be rewritten stands for its own rewrite: the same field checks.
    case = parse_case({**fields, "rewrite": fields["claim"]}, name, line)
    if isinstance(case, RowProblem):
        return case
    if is_blank(case.evidence):
        return _problem(name, line, known, "evidence", "is empty; a verifier needs it")
    label = row.get("label")
    verdict = read_label(label) if isinstance(label, str) else None
    if verdict is None:
        message = (
            f"should be one of {', '.join(VERDICTS)}, but is {label!r:.60}; a label "
            "map can say which it stands for"
        )
        return _problem(name, line, known, "label", message)
    if verdict not in labels:
        message = f"is {verdict}, which the victim never answers"
        return _problem(name, line, known, "label", message)
    return Example(case.id, case.claim, case.evidence, verdict)


def _problem(
    name: str, line: int, row_id: str, field: str | None, message: str
) -> RowProblem:
    return RowProblem(file=name, line=line, id=row_id, field=field, message=message)


def _nothing_left(spec: str, problems: Sequence[RowProblem]) -> str:
    if not problems:
        return f"No row of {spec} passes the filters; check where and only."
    shown = "; ".join(str(problem) for problem in problems[:_SHOWN])
    return f"{spec} has no usable row ({len(problems)} refused): {shown}"
