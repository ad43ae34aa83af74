"""Saved judgements, so that any other NLI model's answers enter by the same door."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.data import Judgement
from textattack_atomeval.encoders.batches import shorten
from textattack_atomeval.errors import AtomEvalError, InputError
from textattack_atomeval.nli.base import Pair


class _Saved(msgspec.Struct, frozen=True):
    """One line of the file; further fields are ignored."""

    premise: str
    hypothesis: str
    entailment: float
    neutral: float
    contradiction: float
    truncated: bool = False


class ReplayNLI:
    """Answers from a JSON Lines file.

    A line has ``premise``, ``hypothesis``, the three probabilities ``entailment``,
    ``neutral`` and ``contradiction`` (they must sum to 1, within 0.001) and
    optionally ``truncated``. Empty lines are skipped.

    Raises:
        InputError: the file cannot be read; names the line and the field.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        try:
            content = self._path.read_bytes()
        except OSError as error:
            raise InputError(
                f"Cannot read the saved judgements {path}: {error.strerror}. Give the "
                "path of a JSON Lines file."
            ) from error
        self._answers: dict[Pair, Judgement] = {}
        lines: dict[Pair, int] = {}
        for number, pair, answer in self._read(content):
            if self._answers.setdefault(pair, answer) != answer:
                raise InputError(
                    f"{path}, line {number}: other probabilities than in line "
                    f"{lines[pair]} for the same premise and hypothesis; keep one."
                )
            lines.setdefault(pair, number)
        self.name = f"replay@{hashlib.sha256(content).hexdigest()[:12]}"

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one saved judgement a pair, in the same order.

        Raises:
            AtomEvalError: a pair is not in the file.
        """
        return [self._find(pair) for pair in pairs]

    def _find(self, pair: Pair) -> Judgement:
        try:
            return self._answers[pair]
        except KeyError:
            raise AtomEvalError(
                f"{self._path} has no judgement for the premise "
                f"{shorten(pair[0], 200)} and the hypothesis {shorten(pair[1], 200)}: "
                "judge this pair too and add it to the file."
            ) from None

    def _read(self, content: bytes) -> Iterator[tuple[int, Pair, Judgement]]:
        decoder = msgspec.json.Decoder(_Saved)
        lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                saved = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise InputError(
                    f"{self._path}, line {number}: {error}. Expected a JSON object "
                    "with premise, hypothesis, entailment, neutral, contradiction."
                ) from error
            answer = self._checked(saved, number)
            yield number, (saved.premise, saved.hypothesis), answer

    def _checked(self, saved: _Saved, number: int) -> Judgement:
        shares = (saved.entailment, saved.neutral, saved.contradiction)
        for field, share in zip(_Saved.__struct_fields__[2:5], shares, strict=True):
            if not 0 <= share <= 1:
                raise InputError(
                    f"{self._path}, line {number}: Expected `{field}` to be a "
                    f"probability, but got {share}."
                )
        if abs(sum(shares) - 1) > 1e-3:
            raise InputError(
                f"{self._path}, line {number}: entailment, neutral and contradiction "
                f"sum to {sum(shares):.4f}, not to 1."
            )
        return Judgement(*shares, truncated=saved.truncated)
