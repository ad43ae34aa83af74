"""Add AtomPreservation to an attack of your own, and read ASR beside VASR.

The same character-level attack runs twice on five claims of the bundled sample: as it
is, and with the gate as a constraint.
"""

from __future__ import annotations

from textattack_atomeval.attack import (
    AtomPreservation,
    EngineHandle,
    VictimWrapper,
    load_dataset,
    run,
)

# isort: split
# TextAttack comes second: the imports above make it work without a network.
from textattack import Attack
from textattack.goal_functions import UntargetedClassification
from textattack.search_methods import GreedyWordSwapWIR
from textattack.transformations import WordSwapNeighboringCharacterSwap

victim = VictimWrapper("embedded")
dataset = load_dataset("sample", labels=victim.labels)
engine = EngineHandle(policy="strict")

for extra in ([], [AtomPreservation(engine=engine)]):
    attack = Attack(
        UntargetedClassification(victim),
        extra,  # `run` keeps the evidence as it is; the gate comes last
        WordSwapNeighboringCharacterSwap(),
        GreedyWordSwapWIR(),
    )
    records, report = run(attack, dataset, engine=engine, num_examples=5)
    total = report.summary.total
    mode = report.summary.signature.mode
    print(f"{mode}: ASR {total.asr.hits}/{total.asr.total}, VASR {total.vasr.hits}")

print(report.summary.signature)
