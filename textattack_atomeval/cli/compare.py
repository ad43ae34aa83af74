"""``compare``: several recipes in several modes on the same claims."""

from __future__ import annotations

import argparse

from textattack_atomeval.cli.console import say
from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.report.comparison import render_comparison
from textattack_atomeval.report.plot import check_plot, plot_comparison


def run(args: argparse.Namespace) -> int:
    """Attack, print one table, and draw one plot if one is asked for.

    Returns 3 when an example had no result, else 0.
    """
    if args.plot is not None:
        check_plot(args.plot)
    # They import TextAttack.
    from textattack_atomeval.attack.comparison import compare_attacks
    from textattack_atomeval.attack.datasets import load_dataset
    from textattack_atomeval.attack.engine import EngineHandle
    from textattack_atomeval.attack.register import our_victim

    engine = EngineHandle(engine=build_engine(args))
    victim = our_victim(args.model, allow_download=args.allow_download)
    dataset = load_dataset(
        args.dataset,
        labels=victim.labels,
        only=None if args.attacked_label == "any" else args.attacked_label,
        limit=args.num_examples,
        seed=args.sample_seed,
        sentences=args.sentences,
        allow_download=args.allow_download,
    )
    if dataset.problems:
        say(f"{len(dataset.problems)} rows of {args.dataset} were left out")
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    runs = []
    for found in compare_attacks(
        args.recipes,
        args.modes,
        victim,
        dataset,
        engine,
        generator=args.generator,
        attacked_label=args.attacked_label,
        folder=args.out,
        overwrite=args.overwrite,
        tell=say,
        query_budget=args.query_budget,
        seed=args.random_seed,
    ):
        runs.append(found)
        say(f"{found.run.name}, {found.run.mode}: {found.run.seconds:.0f} s")
    signature = engine.signature(
        mode="+".join(dict.fromkeys(item.run.mode for item in runs)),
        victim=victim.name,
        generator=args.generator,
        attacked=args.attacked_label,
        evidence="fixed",
        seed=args.random_seed,
    )
    print(render_comparison(runs, signature, args.format).rstrip("\n"))
    if args.plot is not None:
        plot_comparison(runs, args.plot)
    return 3 if any(item.run.outcomes["error"] for item in runs) else 0
