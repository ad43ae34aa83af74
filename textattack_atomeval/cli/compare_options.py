"""The options of ``compare``; this module must import nothing that takes time."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[Any]

MODES = ("raw", "post-hoc", "constrained", "goal")
_FAMILIES = ("colloquial", "deseption", "factmix", "omission", "advadd")


def add_compare(commands: Subparsers) -> None:
    """Add the subcommand ``compare``."""
    # Shared options live where every subcommand's do; that module imports this one.
    from textattack_atomeval.cli.arguments import ATTACKED, add_engine, add_format

    parser = commands.add_parser(
        "compare",
        help="compare attacks on the same claims: one table, one plot",
        description="Run each recipe in each mode on the same claims, with the "
        "evidence fixed; print ASR, VASR, diagnostics, queries, seconds and paired "
        "differences.",
    )
    _add_attacks(parser)
    _add_data(parser)
    parser.add_argument("-n", "--num-examples", type=int, help="attack so many claims")
    parser.add_argument(
        "--sample-seed", type=int, help="choose the claims with this seed, not in order"
    )
    parser.add_argument(
        "--attacked-label",
        choices=ATTACKED,
        default="REFUTED",
        help="attack claims of this verdict (REFUTED)",
    )
    parser.add_argument(
        "--query-budget", type=int, help="queries to the victim that a claim may take"
    )
    parser.add_argument("--random-seed", type=int, default=765, help="(765)")
    parser.add_argument(
        "--generator", help="who writes the families' rewrites (replay:sample)"
    )
    _add_files(parser)
    add_engine(parser)
    add_format(parser, ("text", "markdown", "json"))


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dataset", default="sample", help="sample, fever:FILE, JSONL, CSV or TSV file"
    )
    parser.add_argument("--sentences", type=Path, help="of fever:FILE: the wiki-pages")
    parser.add_argument(
        "--model", default="embedded", help="embedded, victim:PATH or causal:ID"
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-download", action="store_true", help="let models be fetched"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write each run's records there"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace them")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw a .png, .svg or .pdf"
    )


def _add_attacks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--recipes",
        nargs="+",
        metavar="NAME",
        default=[*_FAMILIES, "deepwordbug"],
        help="classic attacks and rewrite families (the five and deepwordbug)",
    )
    parser.add_argument(
        "--modes",
        nargs="+",
        choices=MODES,
        default=["post-hoc", "constrained"],
        help="how validity enters the search; raw is post-hoc (post-hoc constrained)",
    )
