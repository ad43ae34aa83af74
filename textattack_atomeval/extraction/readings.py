"""Other readings of a sentence in which the first parse found no clause.

A parser that takes the verb for a noun ("The show airs on Mondays.") sees a phrase.
Shown an ordinary verb in the same place it sees the clause, and the real word takes
that place again afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from textattack_atomeval.extraction.agreement import PREPOSITIONS
from textattack_atomeval.extraction.lexicon import SHARES
from textattack_atomeval.extraction.names import Masked, mask
from textattack_atomeval.extraction.runs import AUX
from textattack_atomeval.extraction.tree import SUBJECTS, Node, subtree
from textattack_atomeval.text import Aligned

__all__ = ["LEVELS", "SANE", "finite", "holds_clause", "readings", "sanity"]

LEVELS = 3
LOWER = re.compile(r"(?<![\w'-])[a-z]+(?![\w'-])")
AUXILIARY = re.compile(rf"(?<=[\w)\"'] )(?:{'|'.join(sorted(AUX))})\b")
RELATIVES = ("who", "which", "that", "what")
# Two ordinary verbs: where the one misleads, the other may not.
STAND_INS = (
    {"VBZ": "writes", "VBD": "wrote", "VBP": "write"},
    {"VBZ": "owns", "VBD": "took", "VBP": "own"},
)
NO_VERBS = AUX | PREPOSITIONS
# What stands before a noun, never before a finite verb.
OPEN = ("IN", "DT", "PRP$", "JJ", "CC", "POS", "TO")
TAGS = ("VBZ", "VBD", "VBP")
SANE = 2
FINITE = (*TAGS, "MD")
OBJECT = frozenset("NN NNS NNP NNPS DT CD JJ PRP PRP$".split())


def readings(sentence: Aligned) -> Iterator[tuple[Masked, int | None]]:
    """Yield the sentence as it can be shown to the parser, the likeliest first.

    With each comes the offset of the word that has to be its verb, if one has.
    """
    for level in range(LEVELS):
        yield mask(sentence, level), None
    bare = sentence.replace((*m.span(), "") for m in re.finditer('"', sentence.text))
    if bare.text != sentence.text:
        yield mask(bare, 2), None
    for verb in AUXILIARY.finditer(sentence.text):
        subject = sentence.text[: verb.start() - 1]
        if "," not in subject and subject.split()[-1] not in RELATIVES:
            yield mask(sentence, 2, subject=len(subject)), None
    words = [w for w in LOWER.finditer(sentence.text) if w[0] not in NO_VERBS]
    for stand_in in STAND_INS:
        for tag, shown in stand_in.items():
            for word in words:
                if tag in _verb_tags(word[0]):
                    shown_as = (word.start(), word.end(), shown)
                    masked = mask(sentence, 0, verb=shown_as)
                    yield masked, _offset(masked, word[0])


def _offset(masked: Masked, verb: str) -> int | None:
    """Return where the stand-in of a verb stands; None if a name swallowed it."""
    found = (
        offset
        for offset, surface in masked.surfaces.items()
        if surface == verb and offset not in masked.names
    )
    return next(found, None)


def _verb_tags(word: str) -> set[str]:
    """Return the finite verb tags that a lower-case word may have."""
    from lemminflect import getAllInflections, getAllLemmas  # heavy: only on a retry

    return {
        tag
        for lemma in getAllLemmas(word, upos="VERB").get("VERB", ())
        for tag, forms in getAllInflections(lemma, upos="VERB").items()
        if tag in TAGS and word in forms
    }


def holds_clause(nodes: list[Node], verb: int) -> bool:
    """Tell whether the word that is node number ``verb`` is the sentence's verb.

    A whole subject has to stand right before it: not "of" in "retractions of concerns".
    """
    head = nodes[verb]
    if head.head is not None or head.tag not in TAGS:
        return False
    subject = head.first(*SUBJECTS)
    if subject is None or not (subject.nominal or subject.tag == "VBG"):
        return False
    if nodes[verb - 1].tag in OPEN or not _agree(subject, head):
        return False
    last = subtree(subject)[-1].index
    adverbs = {n for child in head.having("advmod") for n in subtree(child)}
    return all(n in adverbs for n in nodes[last + 1 : verb])


def _agree(subject: Node, verb: Node) -> bool:
    """Tell whether they may agree in number; a share or a name may be both."""
    if subject.tag in ("NNP", "PRP") or subject.low in SHARES:
        return True
    plural = subject.tag in ("NNS", "NNPS") or subject.first("conj") is not None
    return verb.tag != ("VBZ" if plural else "VBP")


def sanity(nodes: list[Node]) -> int:
    """Return ``SANE`` for a finite clause with a subject, 1 for a verb, else 0."""
    score = 0
    for node in nodes:
        if not node.verbal:
            continue
        finite = node.tag in FINITE or any(
            c.tag in FINITE for c in node.having("aux", "auxpass")
        )
        # A past tense taken for a participle, if no other verb is left over.
        finite = finite or node.tag == "VBN" and node.first("dep") is None
        score = max(score, 1)
        free = node.head is None or node.dep in ("conj", "ccomp", "parataxis")
        if finite and free and any(c.dep in (*SUBJECTS, "expl") for c in node.children):
            return SANE
    return score


def finite(nodes: list[Node]) -> Node | None:
    """Return the first finite verb of a sentence, outside relative clauses if any.

    Without one, a form in "-ed" before its object that the parser takes for a
    participle: "Green tea extract reduced body weight" has no other verb, while "a film
    directed by Ann" is no sentence.
    """
    found = [n for n in nodes if n.tag in FINITE]
    outside = [n for n in found if not _relative(n)]
    taken = [
        node
        for node, after in zip(nodes[1:], nodes[2:], strict=False)
        if node.tag == "VBN" and node.low.endswith("ed") and after.tag in OBJECT
    ]
    return next(iter(outside or found or taken), None)


def _relative(node: Node) -> bool:
    here: Node | None = node
    while here is not None:
        if here.dep in ("relcl", "advcl", "acl"):
            return True
        here = here.head
    return False
