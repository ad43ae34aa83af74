"""Texts as a reader sees them: folding with a way back, flags, sentences."""

from __future__ import annotations

from textattack_atomeval.text.aligned import Aligned, align
from textattack_atomeval.text.folding import Folded, fold, latin_share
from textattack_atomeval.text.sentences import sentences
from textattack_atomeval.text.words import any_of, word_set

__all__ = [
    "Aligned",
    "Folded",
    "align",
    "any_of",
    "fold",
    "latin_share",
    "sentences",
    "word_set",
]
