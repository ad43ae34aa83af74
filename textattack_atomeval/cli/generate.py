"""``generate``: rewrite claims with a generator into a file that can be continued."""

from __future__ import annotations

import argparse
import collections.abc
import itertools
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from textattack_atomeval.cli.console import ProblemLog, batches, progress
from textattack_atomeval.cli.generate_options import given_parameters
from textattack_atomeval.data import Case
from textattack_atomeval.errors import InputError
from textattack_atomeval.generation import FAMILIES, load_family, load_generator
from textattack_atomeval.generation.accounting import Prices, Tally, estimate_tokens
from textattack_atomeval.generation.base import Generator, Prompt
from textattack_atomeval.generation.families import Family
from textattack_atomeval.generation.rewriting import Rewrite, ask
from textattack_atomeval.generation.store import Request, RewriteStore, to_row
from textattack_atomeval.io import read_claims, sample_claims
from textattack_atomeval.report.formats import text_table
from textattack_atomeval.report.tables import Table

if TYPE_CHECKING:
    Generating = collections.abc.Generator[tuple["Job", Rewrite], None, None]

#: Failures one after the other that end a run: the server is away, the key is wrong.
GIVE_UP = 20


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One rewrite to be made."""

    case: Case
    family: Family
    request: Request

    @property
    def id(self) -> str:
        """The id of its row."""
        return self.request.row_id(self.case.id)

    @property
    def prompt(self) -> Prompt:
        """What the generator is asked."""
        case = self.case
        return self.family.prompt(case.claim, case.evidence, self.request.sample)


def run(args: argparse.Namespace) -> int:
    """Rewrite the claims into ``args.out`` and print what that took.

    Reads ``claims family generator out samples limit prompts overwrite dry_run
    price_in price_out`` and the parameters of the generator
    (:data:`.generate_options.PARAMETERS`), of which those that are None stay its own.

    Returns 3 when a row was refused or a claim has no rewrite, 1 when the run stopped
    after too many failures in a row, else 0.

    Raises:
        InputError: an option or the input cannot be used.
        ModelUnavailableError: the generator cannot be loaded.
        StoreError: the file holds rewrites of other settings, or is in use.
    """
    prices = _prices(args)
    families = [load_family(name, args.prompts) for name in _names(args.family)]
    _check(args)
    generator = load_generator(args.generator, **given_parameters(args))
    log = ProblemLog()
    source = sample_claims() if args.claims == "sample" else read_claims(args.claims)
    rows = log.keep(source)
    cases = list(itertools.islice(rows, args.limit))
    log.close()
    if not cases:
        raise InputError(f"{args.claims} has no usable claim; see the lines above.")
    jobs = list(_jobs(cases, families, args.samples, generator))
    if args.dry_run:
        print(forecast(jobs, generator, prices))
        return 3 if log.fatal else 0
    code = fill(args.out, jobs, generator, prices, overwrite=args.overwrite)
    return code or (3 if log.fatal else 0)


def fill(
    out: Path,
    jobs: list[Job],
    generator: Generator,
    prices: Prices | None,
    *,
    overwrite: bool = False,
) -> int:
    """Do the jobs that ``out`` lacks and print the account.

    Returns 0 when every job has a rewrite, 3 when some lack one, 1 when it gave up
    after :data:`GIVE_UP` failures in a row.
    """
    tallies: dict[str, Tally] = defaultdict(Tally)
    failures = 0
    with RewriteStore(out, overwrite=overwrite) as store:
        missing = [job for job in jobs if not store.holds(job.id, job.request.key)]
        with closing(_answers(missing, generator)) as answers:
            for job, rewrite in progress(answers, len(missing), "Rewriting"):
                store.append(to_row(job.case, job.request, rewrite))
                for name in (job.family.name, "total"):
                    tallies[name].add(rewrite)
                failures = failures + 1 if rewrite.status == "error" else 0
                if failures == GIVE_UP:
                    break
        store.arrange(job.id for job in jobs)
        lacking = sum(not store.is_answered(job.id) for job in jobs)
    done = f"{out}: {len(jobs)} rewrites, {len(jobs) - len(missing)} from earlier runs"
    print(account(tallies, prices) + f"{done}, {lacking} missing")
    if failures == GIVE_UP:
        print(
            f"textattack-atomeval: stopped after {GIVE_UP} failures in a row "
            f"({rewrite.reason}); mend that and run the same command again.",
            file=sys.stderr,
        )
        return 1
    return 3 if lacking else 0


def account(tallies: dict[str, Tally], prices: Prices | None) -> str:
    """Return what the rewrites took as a table, with the reasons of those that failed.

    Empty when nothing was asked.
    """
    if not tallies:
        return ""
    rows = tuple((name, *_cells(one, prices)) for name, one in tallies.items())
    total = tallies["total"]
    notes = [f"no rewrite: {reason} {n}" for reason, n in total.abstained.most_common()]
    notes += [f"failed: {reason} {n}" for reason, n in total.errors.most_common()]
    if total.uncounted:
        notes.append(f"tokens of {total.uncounted} rewrites were not counted")
    head = ("ok", "abstained", "error", "calls", "tokens in", "tokens out", "seconds")
    table = Table(
        title="This run",
        header=("Family", *head, *(["cost"] if prices else [])),
        rows=tuple(sorted(rows, key=lambda row: row[0] == "total")),
        labels=1,
        note="\n".join(notes),
    )
    return f"{text_table(table)}\n\n"


def _cells(tally: Tally, prices: Prices | None) -> Iterator[str]:
    yield str(tally.ok)
    yield str(tally.abstained.total())
    yield str(tally.errors.total())
    yield f"{tally.calls:,}"
    yield f"{tally.prompt_tokens:,}"
    yield f"{tally.completion_tokens:,}"
    yield f"{tally.seconds:,.1f}"
    if prices:
        yield f"{tally.cost(prices):.4f}"


def forecast(jobs: list[Job], generator: Generator, prices: Prices | None) -> str:
    """Return how many prompts and tokens the jobs are, and their cost at most."""
    prompts = [job.prompt for job in jobs]
    counts, how = _counted(prompts, generator)
    longest = int(generator.parameters.get("max_tokens") or 0) * len(prompts)
    lines = [
        f"{len(prompts):,} prompts",
        f"{sum(counts):,} tokens in ({how})",
        f"{longest:,} tokens out at most",
    ]
    if prices:
        cost = prices.cost(sum(counts), longest)
        lines.append(f"cost at most {cost:.4f}, without repeated requests")
    return "\n".join(lines)


def _counted(prompts: list[Prompt], generator: Any) -> tuple[list[int], str]:
    """Return the tokens of each prompt and how they were counted."""
    if hasattr(generator, "count_tokens"):
        return generator.count_tokens(prompts), "counted by the model's tokenizer"
    return [
        estimate_tokens(one) for one in prompts
    ], "estimate: a quarter of the characters"


def _jobs(
    cases: list[Case], families: list[Family], samples: int, generator: Generator
) -> Iterator[Job]:
    """Yield the jobs family by family: their prompts begin alike, which caches use."""
    for family, case, sample in itertools.product(families, cases, range(samples)):
        request = Request(
            claim=case.claim,
            evidence=case.evidence,
            family=family.name,
            prompts=family.version,
            generator=generator.name,
            parameters=generator.parameters,
            sample=sample,
        )
        yield Job(case=case, family=family, request=request)


def _answers(jobs: list[Job], generator: Any) -> Generating:
    """Yield each job with its rewrite as soon as it is there.

    A generator may say how many prompts it likes at once (``batch_size``) and how many
    callers (``concurrency``); one each otherwise. Leaving early gives up what is under
    way.
    """
    groups = _groups(jobs, getattr(generator, "batch_size", 1))
    workers = getattr(generator, "concurrency", 1)
    pool = ThreadPoolExecutor(workers)
    try:
        running = {
            pool.submit(_asked, group, generator): group
            for group in itertools.islice(groups, workers)
        }
        while running:
            done: Iterable[Future[list[Rewrite]]]
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                group = running.pop(future)
                for following in itertools.islice(groups, 1):
                    running[pool.submit(_asked, following, generator)] = following
                yield from zip(group, future.result(), strict=True)
    finally:
        if hasattr(generator, "close"):
            generator.close()
        pool.shutdown(cancel_futures=True)


def _groups(jobs: list[Job], size: int) -> Iterator[list[Job]]:
    """Yield up to ``size`` jobs of one family at a time."""
    for _, same in itertools.groupby(jobs, key=lambda job: job.family.name):
        yield from batches(same, size)


def _asked(group: list[Job], generator: Generator) -> list[Rewrite]:
    return ask(generator, [job.prompt for job in group], group[0].family.reminder)


def _names(given: list[str]) -> list[str]:
    """Return the families' names, each once, ``all`` spelled out."""
    names = [name for part in given for name in part.split(",") if name]
    if "all" in names:
        return list(FAMILIES)
    return list(dict.fromkeys(names))


def _check(args: argparse.Namespace) -> None:
    """Raise InputError for options that do not go together."""
    if args.out is None and not args.dry_run:
        raise InputError("generate needs --out FILE, or --dry-run.")
    for name in ("samples", "limit"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise InputError(f"--{name} should be 1 or more, but is {value}.")
    source = Path(args.claims)
    if args.out and args.out.exists() and source.exists():
        if args.out.samefile(source):
            raise InputError(f"--out {args.out} is the input itself; choose another.")


def _prices(args: argparse.Namespace) -> Prices | None:
    if args.price_in is None and args.price_out is None:
        return None
    if args.price_in is None or args.price_out is None:
        raise InputError("Give both --price-in and --price-out, per million tokens.")
    return Prices(args.price_in, args.price_out)
