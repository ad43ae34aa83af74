"""Extractors: texts in, SROM atoms out."""

from __future__ import annotations

from textattack_atomeval.extraction.agreement import atoms_agree, content_words
from textattack_atomeval.extraction.base import Extractor
from textattack_atomeval.extraction.replay import ReplayExtractor
from textattack_atomeval.extraction.rules import RuleExtractor

__all__ = [
    "Extractor",
    "ReplayExtractor",
    "RuleExtractor",
    "atoms_agree",
    "content_words",
]
