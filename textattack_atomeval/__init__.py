"""AtomEval: does an adversarial rewrite still make the false claim it set out to make?

Importing this package is instant: every public name is loaded on first use, so no
model library comes in before it is needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textattack_atomeval.data import (
        Atom,
        AtomCheck,
        Case,
        Decision,
        Diagnosis,
        Extraction,
        Judgement,
        Modifier,
        Record,
        Signature,
        Surface,
        Violation,
    )
    from textattack_atomeval.diagnostics import DiagnosticPolicy
    from textattack_atomeval.errors import (
        AtomEvalError,
        InputError,
        ModelRefusedError,
        ModelUnavailableError,
        StoreError,
    )
    from textattack_atomeval.extraction.base import Extractor
    from textattack_atomeval.gate import GatePolicy
    from textattack_atomeval.io import RowProblem, read_cases
    from textattack_atomeval.nli.base import NLI
    from textattack_atomeval.pipeline import AtomEval
    from textattack_atomeval.report import Report, summarize
    from textattack_atomeval.store import ResultStore, read_records

__version__ = "0.1.0"

_HOME = {
    "Atom": "data",
    "AtomCheck": "data",
    "AtomEval": "pipeline",
    "AtomEvalError": "errors",
    "Case": "data",
    "Decision": "data",
    "Diagnosis": "data",
    "DiagnosticPolicy": "diagnostics",
    "Extraction": "data",
    "Extractor": "extraction.base",
    "GatePolicy": "gate",
    "InputError": "errors",
    "Judgement": "data",
    "ModelRefusedError": "errors",
    "ModelUnavailableError": "errors",
    "Modifier": "data",
    "NLI": "nli.base",
    "Record": "data",
    "Report": "report",
    "ResultStore": "store",
    "RowProblem": "io",
    "Signature": "data",
    "StoreError": "errors",
    "Surface": "data",
    "Violation": "data",
    "read_cases": "io",
    "read_records": "store",
    "summarize": "report",
}

__all__ = [
    "Atom",
    "AtomCheck",
    "AtomEval",
    "AtomEvalError",
    "Case",
    "Decision",
    "Diagnosis",
    "DiagnosticPolicy",
    "Extraction",
    "Extractor",
    "GatePolicy",
    "InputError",
    "Judgement",
    "ModelRefusedError",
    "ModelUnavailableError",
    "Modifier",
    "NLI",
    "Record",
    "Report",
    "ResultStore",
    "RowProblem",
    "Signature",
    "StoreError",
    "Surface",
    "Violation",
    "__version__",
    "read_cases",
    "read_records",
    "summarize",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(set(globals()) | set(__all__))
