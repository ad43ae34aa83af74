"""Feed random texts to everything that reads foreign text: `make fuzz`.

Seeded, so that a failure comes back with the same --seed and --inputs. An input may be
refused (InputError, a RowProblem, an abstention) but may not raise anything else, nor
take longer than a second of processor time. Prints inputs, refusals and rate by target.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from textattack_atomeval import consistency
from textattack_atomeval.attack.rescore import LogRow, read_labels, read_log
from textattack_atomeval.data import Atom, Case
from textattack_atomeval.errors import AtomEvalError
from textattack_atomeval.extraction.rules import RuleExtractor
from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.postprocess import clean
from textattack_atomeval.io import read_cases, read_texts
from textattack_atomeval.lexical import coverage, uncovered
from textattack_atomeval.report.escape import cell
from textattack_atomeval.spelling import read_through
from textattack_atomeval.store import flatten, unflatten
from textattack_atomeval.text import fold, sentences
from textattack_atomeval.values.dates import find_dates
from textattack_atomeval.values.numerals import find_numerals
from textattack_atomeval.values.quantities import find_quantities
from textattack_atomeval.verdicts import read_label

CLAIMS = (
    "The mill opened in 1902 and won two medals.",
    "At least 3.5 million people never visited Peru before May 1998.",
    "Only Ann Smith's third film cost C$5.",
)
PIECES = (
    "the a of in at least most more than fewer not never no only every some first "
    "second third twice once dozen hundred thousand million half quarter percent "
    "between and to from or but before after since until May June Monday spring "
    "early mid late century 1902 1990s 98 3 3.5 1,000 2/3 12:30 1st 2nd XIV II km "
    "mph years old dollars euros Ann Smith Peru Rome Mr. Dr. St. U.S. e.g. i.e. A. "
    "I. she they his her that which who was is were did had can't won't opened won "
    "said claims might perhaps according"
).split()
SIGNS = list(
    ".,;:!?-–—'’\"“”()[]{}<>/\\|@#$%^&*_+=~`£€¥₹½⅓¼²°…\u200b\u202e\ufeff\0\r\n\t "
)
SHARES = {"extraction": 0.01, "logs": 0.05}
BLOCKS = (
    *(
        "<SPLIT>",
        "[[",
        "]]",
        ">>>>",
        "```",
        "<think>",
        "</think>",
        "<claim>",
        "</claim>",
    ),
    *('{"rewrite": "', '"}', "Claim: ", "Evidence: ", "Here is the rewritten claim: "),
    *("I'm sorry, but ", "I can't ", "**", "- ", "1. ", "C€5", "US₹ 7", "'98", "BC"),
    *("水", "é", "ß", "İ", "ﬁ", "Ⅷ", "٣", "😀", "\ud800", "а", "\u0301"),
)


def text(chance: random.Random) -> str:
    """Return a text made of what the parsers look for, and of anything."""
    parts = []
    for _ in range(chance.randrange(1, 16)):
        kind = chance.random()
        if kind < 0.6:
            parts.append(chance.choice(PIECES))
        elif kind < 0.8:
            parts.append(chance.choice(SIGNS) * chance.choice((1, 1, 1, 2, 5)))
        elif kind < 0.95:
            parts.append(chance.choice(BLOCKS))
        else:
            parts.append(chr(chance.choice((chance.randrange(1, 0x3000), 0x1F600))))
    return chance.choice(("", " ", " ", " ")).join(parts)


def checks(chance: random.Random) -> None:
    claim = chance.choice((*CLAIMS, text(chance)))
    atom = Atom(subject="The mill", relation="opened", object="", proposition=claim)
    sides = consistency.Sides(atom=atom, proposition=claim, premise=text(chance))
    consistency.check(sides, (chance.choice(consistency.ALL_CHECKS),))


def values(chance: random.Random) -> None:
    said = text(chance)
    for find in (find_dates, find_quantities, find_numerals):
        for mention in find(said):
            assert said[mention.start : mention.end] == mention.text


def folding(chance: random.Random) -> None:
    said = text(chance)
    for start, end in sentences(said):
        assert said[start:end].strip() == said[start:end]
    seen = fold(said).text
    sentences(seen)
    uncovered(said, seen), coverage(said, seen), cell(said), read_label(said)
    read_through(chance.choice(CLAIMS), said)


def cleaning(chance: random.Random) -> bool:
    claim = chance.choice(CLAIMS)
    found = clean(Completion(text=text(chance)), claim, text(chance))
    assert bool(found.text) == (found.status == "ok")
    return found.status != "ok"


def rows(chance: random.Random) -> bool:
    row = {name: text(chance) for name in ("id", "claim", "rewrite", "evidence")}
    row[chance.choice(("x", "id", "label", "error"))] = chance.choice(
        (text(chance), 1, None, 2.5, True, [1], {"a": 1})
    )
    line = json.dumps(row).encode()
    if chance.random() < 0.3:
        at = chance.randrange(len(line))
        line = line[:at] + bytes([chance.randrange(256)]) + line[at + 1 :]
    refused = True
    for found in read_cases(io.BytesIO(line + b"\n")):
        if isinstance(found, Case):
            refused = False
            msgspec.json.encode(found)
    list(read_texts(io.BytesIO(line)))
    return refused


def tables(chance: random.Random, folder: Path) -> bool:
    head = "original_text,perturbed_text,original_output,perturbed_output"
    head += ",ground_truth_output,result_type\n"
    path = folder / "log.csv"
    body = "".join(
        f"{cell_of(chance)},{cell_of(chance)},1,{chance.randrange(3)},1,"
        f"{chance.choice(('Successful', 'Failed', text(chance)))}\n"
        for _ in range(3)
    )
    path.write_bytes((head + body).encode("utf-8", "surrogatepass"))
    labels = read_labels("SUPPORTED,REFUTED,NEI") if chance.random() < 0.5 else None
    return not any(isinstance(r, LogRow) for r in read_log(path, labels=labels))


def cell_of(chance: random.Random) -> str:
    said = text(chance)
    return '"' + said.replace('"', '""') + '"' if chance.random() < 0.8 else said


def storing(chance: random.Random) -> None:
    from textattack_atomeval.data import Decision, Record

    words = [text(chance).encode("utf-8", "replace").decode() for _ in range(3)]
    case = Case(id=words[0], claim=words[1], rewrite=words[2], extra={words[0]: 1})
    record = Record(case=case, decision=Decision("valid", words[1]))
    assert unflatten(json.loads(json.dumps(flatten(record)))).case.claim == words[1]


def targets(folder: Path, extractor: RuleExtractor | None) -> dict[str, Callable]:
    """Return what is fed, by name."""
    found: dict[str, Callable] = {
        "checks": checks,
        "values": values,
        "folding": folding,
        "cleaning": cleaning,
        "rows": rows,
        "logs": lambda chance: tables(chance, folder),
        "storing": storing,
    }
    if extractor is not None:
        found["extraction"] = lambda chance: [
            *extractor.extract([text(chance) for _ in range(1)])
        ]
    return found


def main() -> int:
    """Feed the inputs and print what happened; 1 when anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", help="feed only this one")
    parser.add_argument("--shown", type=int, default=10, help="failures to print")
    args = parser.parse_args()
    failures = 0
    with TemporaryDirectory() as name:
        every = targets(Path(name), RuleExtractor())
        chosen = {args.target: every[args.target]} if args.target else every
        # A parse, or a file, costs as much as many of the others.
        share = {target: SHARES.get(target, 1) for target in chosen}
        total = sum(share.values())
        for target, work in chosen.items():
            count = round(args.inputs * share[target] / total)
            failed, line = feed(target, work, count, args.seed, args.shown)
            failures += failed
            print(line, flush=True)
    return 1 if failures else 0


def feed(
    target: str, work: Callable, count: int, seed: int, shown: int
) -> tuple[int, str]:
    """Feed one target; return how many inputs failed, and a line of figures."""
    refused = failed = 0
    slowest = 0.0
    for number in range(200):  # what is loaded once must not count
        work(random.Random(number))
    started = time.perf_counter()
    for number in range(count):
        chance = random.Random(f"{seed}/{target}/{number}")
        begun = time.process_time()
        try:
            refused += work(chance) is True
        except AtomEvalError:
            refused += 1
        except Exception as error:  # a failure is what this program looks for
            failed += 1
            if failed <= shown:
                print(f"{target} {number}: {error!r}", file=sys.stderr)
        slowest = max(slowest, time.process_time() - begun)
        if time.process_time() - begun > 1:
            failed += 1
            print(f"{target} {number}: over a second", file=sys.stderr)
    seconds = time.perf_counter() - started
    return failed, (
        f"{target:12} {count:9,} inputs  {refused:8,} refused  {failed:4} failed  "
        f"{count / max(seconds, 1e-9):8,.0f}/s  slowest {1000 * slowest:6.1f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
