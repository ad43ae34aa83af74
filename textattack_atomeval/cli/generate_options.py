"""The options of ``generate``; imports nothing that takes time."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[Any]

#: The options that go to the generator's constructor, where they are given.
PARAMETERS = (
    *("temperature", "top_p", "max_tokens", "seed"),
    *("concurrency", "requests_per_minute", "tokens_per_minute"),
    *("key_variable", "timeout", "n_threads", "batch_size", "allow_download"),
)


def add_generate(commands: Subparsers) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "generate",
        help="rewrite claims with a language model",
        description="Rewrite every claim (id, claim, evidence) by one or several "
        "families; write one row a rewrite, ready for `evaluate`. A rerun continues.",
    )
    parser.add_argument(
        "claims",
        help="JSONL, CSV or TSV file; - for JSONL on stdin; sample for the bundled one",
    )
    parser.add_argument(
        "--family",
        nargs="+",
        required=True,
        metavar="NAME",
        help="colloquial, deseption, factmix, omission, advadd, or all",
    )
    parser.add_argument("--out", type=Path, help="the file of rewrites")
    parser.add_argument(
        "--overwrite", action="store_true", help="start --out anew, do not continue it"
    )
    parser.add_argument(
        "--samples", type=int, default=1, help="rewrites of a claim and family (1)"
    )
    parser.add_argument("--limit", type=int, help="rewrite the first LIMIT claims only")
    parser.add_argument(
        "--prompts", type=Path, metavar="DIR", help="your own prompt texts"
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="count prompts and tokens, and the cost at most; ask nothing",
    )
    _add_prices(parser)
    add_generator(parser)


def _add_prices(parser: argparse.ArgumentParser) -> None:
    for name in ("in", "out"):
        parser.add_argument(
            f"--price-{name}",
            type=float,
            metavar="PRICE",
            help=f"price of a million tokens {name}",
        )


def add_generator(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the generator and its parameters; one that is not given is left to it."""

    def number(name: str, kind: Any, text: str) -> None:
        parser.add_argument(name, type=kind, metavar="N", help=text)

    parser.add_argument(
        "--generator",
        required=True,
        metavar="SPEC",
        help="chat:MODEL@URL, transformers:MODEL, llamacpp:FILE or replay:FILE",
    )
    number("--temperature", float, "0 is greedy (0)")
    number("--top-p", float, "nucleus sampling (1, off)")
    number("--max-tokens", int, "longest answer (256)")
    number("--seed", int, "seed; a sample's number is added (0)")
    number("--concurrency", int, "chat: requests under way at once (4)")
    number("--requests-per-minute", int, "chat: at most so many")
    number("--tokens-per-minute", int, "chat: at most so many")
    number("--timeout", float, "chat: seconds for one attempt (60)")
    number("--n-threads", int, "llamacpp: CPU threads (1)")
    number("--batch-size", int, "transformers: prompts at once (8)")
    parser.add_argument(
        "--key-variable",
        metavar="NAME",
        help="chat: environment variable of the key (OPENAI_API_KEY)",
    )
    parser.add_argument(
        "--allow-download",
        action="store_true",
        default=None,
        help="transformers: fetch the model from the hub",
    )


def given_parameters(args: argparse.Namespace) -> dict[str, Any]:
    """Return the generator's parameters that the command line gives."""
    values = {name: getattr(args, name) for name in PARAMETERS}
    return {name: value for name, value in values.items() if value is not None}
