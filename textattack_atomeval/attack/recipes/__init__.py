"""Whole attacks by name: the paper's five families, saved rewrites, classic attacks."""

from __future__ import annotations

from typing import Any

from textattack_atomeval.attack.recipes.classic import (
    A2T,
    BAE,
    CLARE,
    IGA,
    LEAP,
    PSO,
    PWWS,
    Alzantot,
    BERTAttack,
    CheckList,
    DeepWordBug,
    FasterAlzantot,
    HotFlip,
    Kuleshov,
    Pruthi,
    TextBugger,
    TextFooler,
    with_atom_preservation,
)
from textattack_atomeval.attack.recipes.families import (
    AdvAddRewrite,
    ColloquialRewrite,
    DeseptionRewrite,
    FactMixRewrite,
    OmissionRewrite,
)
from textattack_atomeval.attack.recipes.repair import RepairedRewrite
from textattack_atomeval.attack.recipes.replay import ReplayRewrite

__all__ = ["RECIPES", "with_atom_preservation"]

#: Every recipe by the name that ``--recipe`` takes.
RECIPES: dict[str, Any] = {
    "atomeval-a2t": A2T,
    "atomeval-advadd": AdvAddRewrite,
    "atomeval-alzantot": Alzantot,
    "atomeval-bae": BAE,
    "atomeval-bert-attack": BERTAttack,
    "atomeval-checklist": CheckList,
    "atomeval-clare": CLARE,
    "atomeval-colloquial": ColloquialRewrite,
    "atomeval-deepwordbug": DeepWordBug,
    "atomeval-deseption": DeseptionRewrite,
    "atomeval-factmix": FactMixRewrite,
    "atomeval-faster-alzantot": FasterAlzantot,
    "atomeval-hotflip": HotFlip,
    "atomeval-iga": IGA,
    "atomeval-kuleshov": Kuleshov,
    "atomeval-leap": LEAP,
    "atomeval-omission": OmissionRewrite,
    "atomeval-pruthi": Pruthi,
    "atomeval-pso": PSO,
    "atomeval-pwws": PWWS,
    "atomeval-repair": RepairedRewrite,
    "atomeval-replay": ReplayRewrite,
    "atomeval-textbugger": TextBugger,
    "atomeval-textfooler": TextFooler,
}
