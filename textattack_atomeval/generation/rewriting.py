"""Ask a generator for rewrites and account for what that took.

A completion without calls was saved earlier (see :mod:`.replay`): its text is taken as
it stands, so that a file is judged the same offline and in an attack, and an empty one
means that no rewrite is saved. Every other completion is cleaned; an answer of the
wrong form is asked for once more, with a reminder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from textattack_atomeval.errors import AtomEvalError
from textattack_atomeval.generation.base import Completion, Generator, Prompt, Setting
from textattack_atomeval.generation.families import Family, load_family
from textattack_atomeval.generation.postprocess import Cleaned, Status, clean

__all__ = ["NOT_SAVED", "Rewrite", "Rewriter", "ask"]

#: The reason of an abstention for which a file of rewrites has none.
NOT_SAVED = "not-saved"
#: A repeated request counts its samples from here, so that its seed is a new one.
_RETRY = 1000


class Rewrite(msgspec.Struct, frozen=True, kw_only=True):
    """One rewrite, or why there is none, with what it took to get it.

    ``text`` is the rewrite, empty unless ``status`` is "ok"; ``reason`` is one of the
    codes of :class:`.postprocess.Cleaned` or :data:`NOT_SAVED`, or the error's text;
    ``raw`` is the last reply, unprocessed. ``calls`` are requests made, ``seconds``
    their time; tokens are None where the backend does not count them.
    """

    claim: str
    evidence: str
    family: str
    text: str = ""
    status: Status = "ok"
    reason: str = ""
    raw: str = ""
    calls: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float = 0.0


class Rewriter:
    """Rewrites claims by one family's strategy.

    Args:
        generator: Who answers.
        family: A family or its name.
        directory: The user's own prompt texts, where ``family`` is a name.

    Raises:
        InputError: the name or the directory cannot be used.
    """

    def __init__(
        self,
        generator: Generator,
        family: Family | str,
        directory: str | Path | None = None,
    ) -> None:
        self.generator = generator
        self.family = (
            load_family(family, directory) if isinstance(family, str) else family
        )

    @property
    def name(self) -> str:
        """The generator's name, for signatures and keys."""
        return self.generator.name

    @property
    def version(self) -> str:
        """The version of the prompt texts, for signatures and keys."""
        return self.family.version

    @property
    def parameters(self) -> Mapping[str, Setting]:
        """The generator's sampling parameters, for signatures and keys."""
        return self.generator.parameters

    def rewrite(
        self, pairs: Sequence[tuple[str, str]], samples: int = 1
    ) -> list[list[Rewrite]]:
        """Return ``samples`` rewrites of each (claim, evidence), in the same order.

        All are asked for in one call of the generator; outages do not raise.

        Raises:
            AtomEvalError: the generator returned another number of completions.
        """
        prompts = [
            self.family.prompt(claim, evidence, sample)
            for claim, evidence in pairs
            for sample in range(samples)
        ]
        flat = ask(self.generator, prompts, self.family.reminder)
        return [
            flat[start * samples : (start + 1) * samples] for start in range(len(pairs))
        ]


def ask(
    generator: Generator, prompts: Sequence[Prompt], reminder: str
) -> list[Rewrite]:
    """Return one rewrite a prompt; a format failure alone is asked for once more.

    Raises:
        AtomEvalError: the generator returned another number of completions.
    """
    found = _answers(generator, prompts)
    failed = [index for index, one in enumerate(found) if one.reason == "format"]
    again = [
        msgspec.structs.replace(
            prompts[index],
            user=f"{prompts[index].user}\n\n{reminder}",
            sample=prompts[index].sample + _RETRY,
        )
        for index in failed
    ]
    for index, second in zip(failed, _answers(generator, again), strict=True):
        found[index] = _sum(found[index], second)
    return found


def _answers(generator: Generator, prompts: Sequence[Prompt]) -> list[Rewrite]:
    if not prompts:
        return []
    completions = generator.generate(prompts)
    if len(completions) != len(prompts):
        raise AtomEvalError(
            f"The generator {generator.name} returned {len(completions)} completions "
            f"for {len(prompts)} prompts. It must return one for each, in order."
        )
    pairs = zip(prompts, completions, strict=True)
    return [_read(prompt, completion) for prompt, completion in pairs]


def _read(prompt: Prompt, completion: Completion) -> Rewrite:
    """Return what a completion holds."""
    request = f"{prompt.system}\n{prompt.user}"
    if completion.calls or completion.error:
        said = clean(completion, prompt.claim, prompt.evidence, request)
    elif completion.text.strip():
        said = Cleaned(completion.text.strip(), "ok")
    else:
        said = Cleaned("", "abstained", NOT_SAVED)
    return Rewrite(
        claim=prompt.claim,
        evidence=prompt.evidence,
        family=prompt.family,
        text=said.text,
        status=said.status,
        reason=said.reason,
        raw=completion.text,
        calls=completion.calls,
        prompt_tokens=completion.prompt_tokens,
        completion_tokens=completion.completion_tokens,
        seconds=completion.seconds,
    )


def _sum(first: Rewrite, second: Rewrite) -> Rewrite:
    """Return the second answer with what both took."""
    return msgspec.structs.replace(
        second,
        calls=first.calls + second.calls,
        prompt_tokens=_add(first.prompt_tokens, second.prompt_tokens),
        completion_tokens=_add(first.completion_tokens, second.completion_tokens),
        seconds=first.seconds + second.seconds,
    )


def _add(first: int | None, second: int | None) -> int | None:
    if first is None or second is None:
        return second if first is None else first
    return first + second
