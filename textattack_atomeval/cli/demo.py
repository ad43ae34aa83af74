"""``demo``: real attacks on the bundled sample, from claims to tables."""

from __future__ import annotations

import argparse
import json

from textattack_atomeval.cli.console import say
from textattack_atomeval.cli.engine import build_engine, build_scorer
from textattack_atomeval.report import summarize
from textattack_atomeval.report.attacks import render_attacks

CLASSICS = ("atomeval-deepwordbug", "atomeval-pwws")
TITLE = "Classic attacks on the same claims, as they are and with AtomPreservation"


def run(args: argparse.Namespace) -> int:
    """Attack the embedded victim on the bundled sample and print the tables.

    First the five rewrite families, replayed from hand-written rewrites, then the
    classic attacks that can run here. Rows without a verdict are part of what it
    shows: they are no failure.
    """
    # They import TextAttack.
    from textattack_atomeval.attack import showcase
    from textattack_atomeval.attack.datasets import load_dataset
    from textattack_atomeval.attack.engine import EngineHandle
    from textattack_atomeval.attack.wrappers import VictimWrapper

    engine = EngineHandle(engine=build_engine(args))
    victim = VictimWrapper("embedded")
    dataset = load_dataset("sample", labels=victim.labels, limit=args.claims)
    records = showcase.attack_families(victim, dataset, engine, build_scorer(args))
    signature = engine.signature(victim=victim.name, generator="replay:sample")
    report = summarize(list(records), signature).render(args.format)
    runs = list(showcase.attack_with_classics(victim, dataset, engine, CLASSICS, say))
    classics = render_attacks(runs, TITLE, args.format)
    if args.format == "json":
        report = json.dumps(
            {**json.loads(report), "attacks": json.loads(classics)}, indent=2
        )
        classics = ""
    print(f"{report.rstrip()}\n\n{classics}".rstrip())
    return 0
