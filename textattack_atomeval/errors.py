"""Errors raised by this package. Every message says what, where and what to do."""

from __future__ import annotations


class AtomEvalError(Exception):
    """Base class: catch this to catch everything the package raises on purpose."""


class InputError(AtomEvalError):
    """The input cannot be used at all (missing file, no usable row, bad option)."""


class ModelUnavailableError(AtomEvalError):
    """A model cannot be loaded; the message names the remedy."""


class ModelRefusedError(AtomEvalError):
    """A model was loaded but is unsafe or ambiguous to use (labels, canaries)."""


class StoreError(AtomEvalError):
    """A result file cannot be continued (other settings, foreign content)."""
