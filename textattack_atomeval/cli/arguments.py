"""The argument parser; it must import nothing that takes time."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from textattack_atomeval import __version__
from textattack_atomeval.cli.compare_options import add_compare
from textattack_atomeval.cli.generate_options import add_generate, add_generator

if TYPE_CHECKING:
    Options = argparse.ArgumentParser | argparse._ArgumentGroup
    Subparsers = argparse._SubParsersAction[Any]

POLICIES = ("strict", "paper")
MODES = ("post-hoc", "goal", "constrained", "goal+constrained")
ATTACKED = ("REFUTED", "SUPPORTED", "NOT ENOUGH INFO", "any")
FORMATS = ("text", "markdown", "json", "csv", "latex")

_EPILOG = """\
exit codes: 0 every row was scored, 1 the run failed (model, result file),
2 unusable input or command line, 3 some rows were not scored
"""


class Parser(argparse.ArgumentParser):
    """Shows no control character of a wrong argument to the terminal."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and exit with 2."""
        shown = "".join(ch if ch.isprintable() else ascii(ch)[1:-1] for ch in message)
        super().error(shown)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all subcommands; ``args.command`` names the one chosen."""
    parser = Parser(
        prog="textattack-atomeval",
        description="Does an adversarial rewrite still make the original false claim?",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_evaluate(commands)
    _add_extract(commands)
    _add_validate(commands)
    _add_explain(commands)
    _add_demo(commands)
    _add_doctor(commands)
    _add_attack(commands)
    add_compare(commands)
    _add_rescore(commands)
    add_generate(commands)
    _add_repair(commands)
    _add_hook(commands)
    return parser


def _add_evaluate(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "evaluate",
        help="score a file of rewrites",
        description="Score every row (id, claim, evidence, rewrite) and report.",
    )
    parser.add_argument("cases", help="JSONL, CSV or TSV file; - for JSONL on stdin")
    parser.add_argument(
        "--out", type=Path, help="write one record a line; a rerun continues the file"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="start --out anew, do not continue it"
    )
    parser.add_argument("--victim", help="name of the victim, for the signature")
    parser.add_argument(
        "--ask-victim",
        metavar="SPEC",
        help="label claims and rewrites with this victim: embedded, a path or a hub id",
    )
    parser.add_argument("--generator", help="name of the generator, for the signature")
    _add_scale(parser)
    add_attacked_label(parser)
    add_engine(parser)
    add_strictness(parser)
    add_surface(parser)
    add_format(parser, FORMATS)


def _add_scale(parser: Options) -> None:
    parser.add_argument(
        "--workers", type=int, default=1, help="processes that score (1: this one)"
    )
    parser.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="where: this machine, or a Ray cluster (RAY_ADDRESS; extra `ray`)",
    )
    parser.add_argument(
        "--partition-size", type=int, default=1000, help="rows a partition, with ray"
    )


def _add_extract(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "extract",
        help="print the atoms of each text",
        description="Read texts (JSONL with a field text, or plain lines); print one "
        "JSON line each: text, declarative, atoms, status.",
    )
    parser.add_argument("texts", help="JSONL or plain text file; - for stdin")
    add_strictness(parser)


def _add_validate(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "validate",
        help="measure the engine against human labels",
        description="Print precision, recall, F1 and accuracy with 95%% intervals as "
        "JSON, for the gate, each diagnostic and the extractor.",
    )
    parser.add_argument("rows", type=Path, help="labelled JSONL file")
    parser.add_argument(
        "--ablate", action="store_true", help="add the ablations of the paper's Table 4"
    )
    add_engine(parser)
    add_strictness(parser)


def _add_explain(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "explain",
        help="explain the verdict on one rewrite",
        description="Judge one rewrite and say why, for a person to read.",
    )
    parser.add_argument("--claim", required=True, help="the original claim")
    parser.add_argument("--rewrite", required=True, help="its adversarial rewrite")
    parser.add_argument("--evidence", default="", help="the fixed evidence")
    add_engine(parser)
    add_format(parser, ("text", "json"))


def _add_demo(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "demo",
        help="attack the bundled sample",
        description="Attack the embedded victim on the bundled sample: the five "
        "families and classic attacks, with and without AtomPreservation.",
    )
    parser.add_argument("--claims", type=int, help="attack the first CLAIMS only (66)")
    add_engine(parser)
    add_surface(parser)
    add_format(parser, FORMATS)


def _add_doctor(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check this installation",
        description="Score the bundled canaries and compare with the golden values.",
    )
    parser.add_argument(
        "--write-golden",
        action="store_true",
        help="store this engine's values as the golden ones (for maintainers)",
    )
    parser.set_defaults(
        policy="strict",
        cache_dir=None,
        extractions=None,
        nli=None,
        judgements=None,
    )


def _add_attack(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "attack",
        help="attack a victim: TextAttack's command, with validity",
        description="Takes every option of `textattack attack`, and its own.",
        add_help=False,  # `attack --help` shows the host's options too
        prefix_chars="\0",  # so that every option goes to the host's parser
    )
    parser.add_argument("rest", nargs="*")
    parser = commands.add_parser(
        "attack-resume",
        help="go on with an attack from its checkpoint",
        add_help=False,  # it has a parser of its own, for options of `attack` too
        prefix_chars="\0",
    )
    parser.add_argument("rest", nargs="*")


def _add_rescore(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "rescore",
        help="add validity to a CSV log of any earlier TextAttack run",
        description="Read a TextAttack CSV log, judge every rewrite, write the log "
        "with validity and diagnostics, and report.",
    )
    parser.add_argument("log", type=Path, help="CSV log written by TextAttack")
    parser.add_argument("--out", type=Path, help="write one record a line")
    parser.add_argument("--csv", type=Path, help="write the log with our columns")
    parser.add_argument(
        "--overwrite", action="store_true", help="replace --out and --csv"
    )
    parser.add_argument(
        "--claim-column", metavar="NAME", help="the claim's column, or its number"
    )
    parser.add_argument(
        "--labels", metavar="A,B,…", help="names of the victim's outputs, in order"
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        help="how validity entered the logged search (unknown, unless the log says)",
    )
    add_attacked_label(parser)
    parser.add_argument("--victim", help="name of the victim, for the signature")
    parser.add_argument("--generator", help="name of the generator, for the signature")
    add_engine(parser)
    add_strictness(parser)
    add_surface(parser)
    add_format(parser, FORMATS)


def _add_repair(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "repair",
        help="mend invalid raw successes by their diagnosis",
        description="Ask a generator for the smallest edit that makes an invalid raw "
        "success say the claim again; ask gate and victim once more; report.",
    )
    parser.add_argument("records", type=Path, help="records with victim labels")
    parser.add_argument(
        "--victim",
        default="embedded",
        metavar="SPEC",
        help="whom they fooled (embedded)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="write the mended rewrites' records; the answers are kept beside it, and "
        "a rerun asks for what is missing",
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="ask for everything anew"
    )
    parser.add_argument("--limit", type=int, help="repair a random LIMIT of them")
    parser.add_argument(
        "--sample-seed", type=int, default=0, help="seed of that choice (0)"
    )
    parser.add_argument(
        "--prompts", type=Path, metavar="DIR", help="your own prompt texts"
    )
    add_generator(parser)
    add_engine(parser)
    add_format(parser, ("text", "markdown", "json"))


def _add_hook(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "enable",
        help="let the stock `textattack` command know our names",
        description="Write a start-up hook into this environment, after which "
        "`textattack attack --recipe atomeval-...` works. `disable` removes it.",
    )
    parser.add_argument(
        "--user", action="store_true", help="write it into the user's site-packages"
    )
    commands.add_parser("disable", help="remove that hook")
    commands.add_parser("status", help="tell whether that hook is there")
    parser = commands.add_parser(
        "install-wordnet",
        help="copy WordNet to where pwws finds it",
        description="Copy the WordNet 3.0 files of a folder (Debian's wordnet-base and "
        "wordnet-sense-index put them into /usr/share/wordnet) to NLTK's format.",
    )
    parser.add_argument("source", type=Path, help="the folder, or an unpacked package")


def add_engine(parser: Options) -> None:
    """Add the options that :func:`.engine.build_engine` reads."""
    parser.add_argument(
        "--policy", choices=POLICIES, default="strict", help="gate (default: strict)"
    )
    parser.add_argument(
        "--extractions",
        type=Path,
        metavar="FILE",
        help="use the saved extractions of another extractor",
    )
    parser.add_argument(
        "--nli",
        metavar="MODEL[@REVISION]",
        help="use a three-way NLI checkpoint, by hub id or path",
    )
    parser.add_argument(
        "--judgements",
        type=Path,
        metavar="FILE",
        help="use the saved judgements of another NLI model",
    )
    parser.add_argument(
        "--cache-dir", type=Path, metavar="DIR", help="keep NLI judgements on disk"
    )


def add_strictness(parser: Options) -> None:
    """Add the choice to stop at a row that cannot be scored because of an error."""
    parser.add_argument(
        "--strict-errors",
        action="store_true",
        help="end the run at the first row on which the program itself fails; without "
        "it such a row is counted as an error and the rest goes on",
    )


def add_attacked_label(parser: Options) -> None:
    """Add the choice of the claims that count as attacked."""
    parser.add_argument(
        "--attacked-label",
        choices=ATTACKED,
        help="claims of this verdict are attacked, the others skipped (REFUTED)",
    )


def add_surface(parser: Options) -> None:
    """Add the options that :func:`.engine.build_scorer` reads."""
    parser.add_argument(
        "--surface",
        action="store_true",
        help="also compute SBERT similarity (packaged MiniLM) and perplexity",
    )
    parser.add_argument(
        "--sbert", metavar="MODEL", help="the SBERT model, by hub id or path"
    )
    parser.add_argument(
        "--causal-lm", metavar="MODEL", help="the perplexity model, by hub id or path"
    )


def add_format(parser: Options, choices: tuple[str, ...]) -> None:
    """Add the choice of the report's format."""
    parser.add_argument(
        "--format", choices=choices, default="text", help="report format (text)"
    )
