"""The plug point of this layer: texts in, extractions out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from textattack_atomeval.data import Extraction


@runtime_checkable
class Extractor(Protocol):
    """Turns texts into declarative sentences and SROM atoms.

    ``name`` goes into the signature of every number, for example
    ``rules-2+en_core_web_sm-3.8.0``.
    """

    name: str

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Return one extraction a text, in the same order.

        Never raises because of what a text contains: such a text comes back with
        the status "empty" or "failed" and a reason.
        """
        ...
