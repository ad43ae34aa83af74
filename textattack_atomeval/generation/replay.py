"""Saved rewrites: how the output of any other generator enters an attack."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Completion, Prompt, Setting

__all__ = ["ReplayGenerator"]

SAMPLE = Path(__file__).parent.parent / "resources" / "sample.jsonl"

Key = tuple[str, str | None, str]


class _Saved(msgspec.Struct, frozen=True):
    """One line of the file; further fields are ignored."""

    claim: str
    family: str
    rewrite: str
    evidence: str | None = None
    generator: str | None = None
    sample: int | None = None


class ReplayGenerator:
    """Answers from a JSONL file, matched by claim, evidence and family.

    A line has ``claim``, ``family`` and ``rewrite``, and optionally ``evidence`` (a
    row without it answers under any), ``generator`` and ``sample``. A prompt's
    ``sample`` picks among several rewrites of one claim: the row with that number,
    in a file without numbers the row at that place. Lines with an empty rewrite are
    skipped: nothing was generated there.

    No call is made, so a completion has ``calls=0``; its text is the saved rewrite as
    it stands, or empty when none is saved (see :mod:`.rewriting`).

    Args:
        path: The file; ``"sample"`` is the bundled sample, ``"sample/careful"`` and
            ``"sample/loose"`` are its two generators apart.
        generator: Use only the rows of this generator.

    Raises:
        InputError: the file cannot be read, a line is no saved rewrite, two lines
            claim the same place, or no line is left; names the line.
    """

    def __init__(self, path: str | Path, generator: str | None = None) -> None:
        spec = str(path)
        bundled = spec == "sample" or spec.startswith("sample/")
        if bundled:
            generator = spec.partition("/")[2] or generator
        self._path = SAMPLE if bundled else Path(path)
        self._generator = generator
        try:
            content = self._path.read_bytes()
        except OSError as error:
            raise InputError(
                f"Cannot read the saved rewrites {path}: {error.strerror}. Give the "
                "path of a JSON Lines file, or `sample` for the bundled ones."
            ) from error
        self._saved: dict[Key, dict[int, str]] = {}
        others = self._load(content)
        if not self._saved:
            asked = f" by the generator {generator!r}" if generator else ""
            hint = f" Generators in it: {', '.join(sorted(others))}." if others else ""
            raise InputError(f"{self._path} has no rewrite{asked}.{hint}")
        title = "sample" if bundled else self._path.name
        whose = f"/{generator}" if generator else ""
        digest = hashlib.sha256(content).hexdigest()[:12]
        self.name = f"replay:{title}{whose}@{digest}"

    @property
    def families(self) -> frozenset[str]:
        """The families of which rewrites are saved."""
        return frozenset(family for _, _, family in self._saved)

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """Nothing: the name says it all."""
        return {}

    def generate(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return one completion a prompt, with empty text where none is saved."""
        return [Completion(text=self._find(prompt), calls=0) for prompt in prompts]

    def _find(self, prompt: Prompt) -> str:
        for evidence in (prompt.evidence, None):
            saved = self._saved.get(_key(prompt.claim, evidence, prompt.family))
            if saved and prompt.sample in saved:
                return saved[prompt.sample]
        return ""

    def _load(self, content: bytes) -> set[str]:
        """Fill the table; return the names of the generators that were left out."""
        others: set[str] = set()
        decoder = msgspec.json.Decoder(_Saved)
        lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise InputError(
                    f"{self._path}:{number}: not a saved rewrite: {error}. Each line "
                    "is a JSON object with `claim`, `family` and `rewrite`."
                ) from error
            if self._generator and row.generator != self._generator:
                others.add(row.generator or "(none)")
            elif row.rewrite.strip():
                self._add(row, number)
        return others

    def _add(self, row: _Saved, number: int) -> None:
        saved = self._saved.setdefault(_key(row.claim, row.evidence, row.family), {})
        place = len(saved) if row.sample is None else row.sample
        if saved.setdefault(place, row.rewrite) != row.rewrite:
            raise InputError(
                f"{self._path}:{number}: another {row.family} rewrite of "
                f"{row.claim[:60]!r} has the sample number {place}. Give each its own "
                "number, or name the `generator` to use."
            )


def _key(claim: str, evidence: str | None, family: str) -> Key:
    """Match texts whatever their white space."""
    texts = [" ".join(text.split()) for text in (claim, evidence or "")]
    return texts[0], None if evidence is None else texts[1], family
