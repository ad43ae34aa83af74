"""Contrast pairs made by program from plain claims.

``make_contrasts`` edits each claim so that a known thing happens to its meaning: it is
kept, lost or turned. Every pair is a premise (the edited text) and a hypothesis (the
claim, perhaps given an operator first); ``preserved`` says whether the first entails
the second.
"""

from __future__ import annotations

from benchmarks.contrasts.base import Contrast
from benchmarks.contrasts.make import KINDS, make_contrasts

__all__ = ["KINDS", "Contrast", "make_contrasts"]
