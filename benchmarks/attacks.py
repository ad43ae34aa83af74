"""Classic attacks on refuted claims, with and without AtomPreservation.

Prints ASR, VASR, queries and time of each attack as it is (evidence frozen) and with
the gate as a constraint, and what the gate costs::

    python -m benchmarks.attacks --recipes deepwordbug pruthi pwws
    python -m benchmarks.attacks --dataset VERIFICATION.jsonl --limit 200 \
        --where source=fever_dev_gold split=dev --recipes deepwordbug pruthi pwws

``wall ratio`` is the time with the gate over the time without, on the claims that both
runs attacked with success; ``cached rerun`` is the gate's time in the first run over
its time when the same attack is run again in the same process.
"""

from __future__ import annotations

import argparse
import sys
import time

from benchmarks.tables import markdown
from textattack_atomeval.attack.constraint import AtomPreservation
from textattack_atomeval.attack.datasets import load_dataset
from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes import RECIPES, with_atom_preservation
from textattack_atomeval.attack.recipes.preservation import fix_evidence
from textattack_atomeval.attack.runner import run
from textattack_atomeval.attack.settings import mode_of
from textattack_atomeval.attack.texts import claim_of
from textattack_atomeval.attack.wrappers import VictimWrapper
from textattack_atomeval.metrics import outcome
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.report.attacks import AttackRun, render_attacks

BUDGET = 100  # victim queries an attack; pruthi alone would like hundreds
SUCCESS = ("valid_success", "invalid_success", "unscored")


class Timed(AtomPreservation):
    """The constraint, with the seconds that it took."""

    seconds = 0.0

    def _check_constraint_many(self, transformed_texts, reference_text):
        began = time.perf_counter()
        try:
            return super()._check_constraint_many(transformed_texts, reference_text)
        finally:
            Timed.seconds += time.perf_counter() - began


def attacked(attack, dataset, engine: EngineHandle, name: str):
    """Run one attack; return its line, records, seconds a claim and of the gate."""
    Timed.seconds = 0.0
    search, seconds = attack._attack, {}

    def timed(initial):
        began = time.perf_counter()
        try:
            return search(initial)
        finally:
            seconds[claim_of(initial.attacked_text)] = time.perf_counter() - began

    attack._attack = timed
    began = time.perf_counter()
    records, _ = run(
        attack,
        dataset,
        engine=engine,
        family=name,
        recipe=name,
        query_budget=BUDGET,
    )
    line = AttackRun.of(name, mode_of(attack), records, time.perf_counter() - began)
    del attack._attack
    return line, records, seconds, Timed.seconds


def on_shared(first, second) -> tuple[int, float]:
    """Return (claims, seconds of ``second`` over ``first``) where both succeeded.

    Each is the records and the seconds a claim of one run.
    """
    won = [
        {r.case.claim for r in records if outcome(r) in SUCCESS}
        for records, _ in (first, second)
    ]
    shared = won[0] & won[1]
    plain, gated = (sum(times[c] for c in shared) for _, times in (first, second))
    return len(shared), gated / plain if plain else float("nan")


def main() -> None:
    """Print the attacks' table and the gate's costs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dataset", default="sample")
    parser.add_argument("--where", nargs="*", default=[], metavar="COLUMN=VALUE")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seed", type=int, default=0, help="of the choice of claims")
    parser.add_argument("--recipes", nargs="+", default=["deepwordbug", "pruthi"])
    parser.add_argument("--rerun", action="store_true", help="measure a cached rerun")
    args = parser.parse_args()
    victim = VictimWrapper("embedded")
    dataset = load_dataset(
        args.dataset,
        labels=victim.labels,
        only="REFUTED",
        where=dict(part.split("=", 1) for part in args.where),
        limit=args.limit,
        seed=args.seed,
    )
    runs, costs = [], []
    for name in args.recipes:
        recipe = RECIPES[f"atomeval-{name}"]
        if recipe.ready() is not None:
            print(f"{name} left out: {recipe.ready()}", file=sys.stderr)
            continue
        stock = fix_evidence(recipe.build_base(victim))
        # A fresh engine: what an earlier attack has judged must not count as free.
        engine = EngineHandle(engine=AtomEval.embedded())
        engine.engine.check("It is a test.", "This is a test.")  # load the models
        plain, *first, _ = attacked(stock, dataset, engine, name)
        engine = EngineHandle(engine=AtomEval.embedded())
        engine.engine.check("It is a test.", "This is a test.")
        gated = with_atom_preservation(stock, engine=engine)
        gated.constraints[-1] = Timed(engine=engine)
        kept, *second, spent = attacked(gated, dataset, engine, name)
        gate = engine.gate
        asked, batches = gate.candidates, gate.batches
        again = attacked(gated, dataset, engine, name)[-1] if args.rerun else None
        runs += [plain, kept]
        shared, ratio = on_shared(first, second)
        costs.append(
            [
                name,
                asked,
                batches,
                f"{asked / max(1, batches):.1f}",
                f"{1000 * spent / max(1, asked):.1f}",
                f"{ratio:.2f} ({shared})",
                f"{kept.seconds / plain.seconds:.2f}",
                "–" if again is None else f"{spent / max(again, 1e-9):.0f}x",
            ]
        )
        print(f"{name}: {plain}, {kept}, {costs[-1]}", file=sys.stderr)
    print(engine.signature(victim=victim.name), "\n")
    print(render_attacks(runs, f"{len(dataset)} claims of {args.dataset}", "markdown"))
    head = ["attack", "candidates", "NLI batches", "candidates/batch", "ms/candidate"]
    head += ["wall ratio (claims)", "wall ratio, all", "cached rerun"]
    print(markdown(head, costs))


if __name__ == "__main__":
    main()
