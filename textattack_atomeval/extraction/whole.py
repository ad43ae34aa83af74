"""The last resort: a sentence whose clause nobody found, as one atom."""

from __future__ import annotations

from textattack_atomeval.data import Atom
from textattack_atomeval.extraction.phrases import span_of
from textattack_atomeval.extraction.readings import finite
from textattack_atomeval.extraction.render import join, sentence, tidy
from textattack_atomeval.extraction.tree import Node

__all__ = ["whole_sentence"]


def whole_sentence(nodes: list[Node]) -> Atom | None:
    """Return the sentence as an atom; None if it has no finite verb or no subject.

    What stands before its verb is the subject, what follows the object; the
    proposition is the sentence itself.
    """
    verb = finite(nodes)
    if verb is None:
        return None
    subject = tidy(join(nodes[: verb.index]))
    if not any(char.isalpha() for char in subject):
        return None
    return Atom(
        subject=subject,
        relation=join([verb]),
        object=tidy(join(nodes[verb.index + 1 :])).rstrip(".!"),
        span=span_of(nodes),
        proposition=sentence(join(nodes)),
    )
