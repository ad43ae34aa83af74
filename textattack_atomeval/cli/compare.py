"""``compare``: several recipes in several modes on the same claims."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from textattack_atomeval.cli.console import say
from textattack_atomeval.cli.engine import build_engine
from textattack_atomeval.data import Signature
from textattack_atomeval.report.comparison import Compared, render_comparison
from textattack_atomeval.report.plot import check_plot, plot_comparison

if TYPE_CHECKING:
    from textattack_atomeval.attack.datasets import ClaimDataset
    from textattack_atomeval.attack.engine import EngineHandle
    from textattack_atomeval.attack.wrappers import VictimWrapper


def run(args: argparse.Namespace) -> int:
    """Attack, print one table, and draw one plot if one is asked for.

    Returns 3 when an example had no result, else 0.
    """
    if args.plot is not None:
        check_plot(args.plot)
    # They import TextAttack.
    from textattack_atomeval.attack.engine import EngineHandle
    from textattack_atomeval.attack.register import our_victim

    engine = EngineHandle(engine=build_engine(args))
    victim = our_victim(args.model, allow_download=args.allow_download)
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    runs = list(_runs(args, victim, _claims(args, victim), engine))
    signature = _signature(args, runs, victim.name, engine)
    print(render_comparison(runs, signature, args.format).rstrip("\n"))
    if args.plot is not None:
        plot_comparison(runs, args.plot)
    return 3 if any(item.run.outcomes["error"] for item in runs) else 0


def _claims(args: argparse.Namespace, victim: VictimWrapper) -> ClaimDataset:
    from textattack_atomeval.attack.datasets import load_dataset

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
    return dataset


def _runs(
    args: argparse.Namespace,
    victim: VictimWrapper,
    dataset: ClaimDataset,
    engine: EngineHandle,
) -> Iterator[Compared]:
    from textattack_atomeval.attack.comparison import compare_attacks

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
        say(f"{found.run.name}, {found.run.mode}: {found.run.seconds:.0f} s")
        yield found


def _signature(
    args: argparse.Namespace, runs: list[Compared], victim: str, engine: EngineHandle
) -> Signature:
    from textattack_atomeval.attack.comparison import writer_of

    return engine.signature(
        mode="+".join(dict.fromkeys(item.run.mode for item in runs)),
        victim=victim,
        generator=writer_of(args.recipes, args.generator),
        attacked=args.attacked_label,
        evidence="fixed",
        seed=args.random_seed,
    )
