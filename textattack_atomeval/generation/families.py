"""The five rewrite families of AtomEval section 4.2, as texts that a user can edit.

The texts are data files in ``resources/prompts``: ``system.txt`` (rules shared by all,
appendix D), ``task.txt`` (the message around one strategy and one input),
``reminder.txt`` (added when an answer had the wrong form) and one strategy a family:
``colloquial.txt`` (after Kim et al. 2021), ``deseption.txt`` (Hidey et al. 2020),
``factmix.txt`` (GEM, Niewinski et al. 2019), ``omission.txt`` (Atanasova et al. 2022)
and ``advadd.txt`` (Du et al. 2022), besides ``repair.txt`` (appendix E). A directory
with files of these names overrides them one by one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.base import Prompt
from textattack_atomeval.generation.templates import encode, render, slot_problem

__all__ = ["FAMILIES", "PROMPTS", "Family", "load_family"]

FAMILIES = ("colloquial", "deseption", "factmix", "omission", "advadd")
#: The packaged texts; copy this directory to edit them.
PROMPTS = Path(__file__).parent.parent / "resources" / "prompts"

_SHARED = ("system", "task", "reminder")
_NAMES = (*_SHARED, *FAMILIES, "repair")
_SLOTS = {"task": ("strategy", "input")}


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """The texts that ask for one kind of rewrite.

    ``task`` has the slots ``{{strategy}}`` and ``{{input}}``; the others have none.
    """

    name: str
    system: str
    task: str
    reminder: str
    strategy: str

    @property
    def version(self) -> str:
        """12 hex digits of the texts' SHA-256: another text is another version."""
        texts = json.dumps(msgspec.structs.astuple(self))
        return hashlib.sha256(texts.encode()).hexdigest()[:12]

    def prompt(
        self,
        claim: str,
        evidence: str,
        sample: int = 0,
        **more: str | Sequence[str],
    ) -> Prompt:
        """Return the request to rewrite ``claim``; ``more`` joins the input's data."""
        data = encode({"claim": claim, "evidence": evidence, **more})
        return Prompt(
            claim=claim,
            evidence=evidence,
            family=self.name,
            system=self.system,
            user=render(self.task, {"strategy": self.strategy, "input": data}),
            version=self.version,
            sample=sample,
        )


def load_family(name: str, directory: str | Path | None = None) -> Family:
    """Return a family, or "repair", with the texts of ``directory`` where it has some.

    Raises:
        InputError: the name is unknown; the directory is missing, has none of the
            texts, or has a text file of another name; a text cannot be read, is empty
            or lacks a slot.
    """
    if name not in (*FAMILIES, "repair"):
        raise InputError(
            f"Unknown rewrite family {name!r}. Choose one of {', '.join(FAMILIES)}."
        )
    own = _own_texts(Path(directory)) if directory is not None else {}
    texts = {key: _read(key, own) for key in (*_SHARED, name)}
    return Family(name=name, strategy=texts.pop(name), **texts)


def _own_texts(directory: Path) -> dict[str, Path]:
    """Return the user's text files by name; a misspelled one must not be ignored."""
    if not directory.is_dir():
        raise InputError(
            f"The prompt directory {directory} does not exist. Make it, and copy the "
            f"texts that you want to edit from {PROMPTS}."
        )
    found = {path.stem: path for path in sorted(directory.glob("*.txt"))}
    known = ", ".join(f"{name}.txt" for name in _NAMES)
    for name, path in found.items():
        if name not in _NAMES:
            raise InputError(f"{path}: no prompt has this name. Use one of {known}.")
    if not found:
        raise InputError(f"{directory} has no prompt texts. Put any of {known} there.")
    return found


def _read(name: str, own: dict[str, Path]) -> str:
    path = own.get(name, PROMPTS / f"{name}.txt")
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except OSError as error:
        raise InputError(
            f"Cannot read the prompt text {path}: {error.strerror}. Make it readable "
            "or remove it."
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start} is not UTF-8. Save the text as UTF-8."
        ) from error
    problem = slot_problem(text, _SLOTS.get(name, ())) if text else "it is empty"
    if problem:
        raise InputError(
            f"{path}: {problem}. Compare it with the packaged {PROMPTS / path.name}."
        )
    return text
