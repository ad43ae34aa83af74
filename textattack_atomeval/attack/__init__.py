"""TextAttack objects for AtomEval: constraint, goal function, recipes, loggers.

Importing this package makes ``import textattack`` work without a network (see
``bootstrap``) and loads nothing else; every name below is loaded on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from textattack_atomeval.attack.bootstrap import prepare

if TYPE_CHECKING:
    from textattack_atomeval.attack.augmentation import PreservingAugmenter
    from textattack_atomeval.attack.constraint import AtomPreservation
    from textattack_atomeval.attack.datasets import load_dataset
    from textattack_atomeval.attack.engine import EngineHandle
    from textattack_atomeval.attack.goal_function import ValidityAwareEvasion
    from textattack_atomeval.attack.loggers import RecordLogger, StreamingCSVLogger
    from textattack_atomeval.attack.metrics import PreservationRate, Vasr
    from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
    from textattack_atomeval.attack.recipes.preservation import (
        ClaimOnly,
        FixedEvidence,
        fix_evidence,
    )
    from textattack_atomeval.attack.runner import run
    from textattack_atomeval.attack.search import BestOfN
    from textattack_atomeval.attack.settings import RunSettings
    from textattack_atomeval.attack.transformation import LLMRewrite
    from textattack_atomeval.attack.wrappers import VictimWrapper

# Before any module of this package can import textattack.
prepare()

_HOME = {
    "AtomPreservation": "constraint",
    "BestOfN": "search",
    "ClaimOnly": "recipes.preservation",
    "EngineHandle": "engine",
    "FixedEvidence": "recipes.preservation",
    "LLMRewrite": "transformation",
    "PreservationRate": "metrics",
    "PreservingAugmenter": "augmentation",
    "RECIPES": "recipes",
    "RecordLogger": "loggers",
    "RunSettings": "settings",
    "StreamingCSVLogger": "loggers",
    "ValidityAwareEvasion": "goal_function",
    "Vasr": "metrics",
    "VictimWrapper": "wrappers",
    "fix_evidence": "recipes.preservation",
    "load_dataset": "datasets",
    "run": "runner",
    "with_atom_preservation": "recipes",
}

__all__ = [
    "AtomPreservation",
    "BestOfN",
    "ClaimOnly",
    "EngineHandle",
    "FixedEvidence",
    "LLMRewrite",
    "PreservationRate",
    "PreservingAugmenter",
    "RECIPES",
    "RecordLogger",
    "RunSettings",
    "StreamingCSVLogger",
    "ValidityAwareEvasion",
    "Vasr",
    "VictimWrapper",
    "fix_evidence",
    "load_dataset",
    "prepare",
    "run",
    "with_atom_preservation",
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
