"""From the options to the engine; a swapped part takes the profile's name away."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from textattack_atomeval.cli.console import batches
from textattack_atomeval.data import Case, Record, Surface
from textattack_atomeval.errors import InputError
from textattack_atomeval.guard import Failure, Guard
from textattack_atomeval.nli.base import NLI
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.surface import SurfaceScorer
from textattack_atomeval.victims import Victim, verdicts


def build_engine(args: argparse.Namespace) -> AtomEval:
    """Return the engine that the options ask for.

    Raises:
        ModelUnavailableError: a model cannot be loaded.
        ModelRefusedError: a model is ambiguous or unsafe to use.
        InputError: saved extractions or judgements cannot be read, or two NLI
            models are named.
    """
    if is_embedded(args):
        engine = AtomEval.embedded(policy=args.policy, cache_dir=args.cache_dir)
    else:
        engine = _mixed(args)
    if getattr(args, "strict_errors", False):
        engine.guard = Guard(strict=True)
    return engine


def is_embedded(args: argparse.Namespace) -> bool:
    """Tell whether no part of the embedded engine is swapped."""
    return args.extractions is args.nli is args.judgements is None


def _mixed(args: argparse.Namespace) -> AtomEval:
    from textattack_atomeval.extraction.base import Extractor
    from textattack_atomeval.extraction.replay import ReplayExtractor
    from textattack_atomeval.extraction.rules import RuleExtractor
    from textattack_atomeval.gate import GatePolicy
    from textattack_atomeval.nli.cache import CachedNLI
    from textattack_atomeval.nli.onnx import OnnxNLI
    from textattack_atomeval.nli.replay import ReplayNLI

    extractor: Extractor
    saved = args.extractions
    extractor = RuleExtractor() if saved is None else ReplayExtractor(saved)
    if args.nli is not None and args.judgements is not None:
        raise InputError("--nli and --judgements exclude each other; give one.")
    nli: NLI
    if args.judgements is not None:
        nli = ReplayNLI(args.judgements)
    else:
        nli = OnnxNLI() if args.nli is None else _checkpoint(args.nli)
    policy = GatePolicy.named(args.policy)
    cached = CachedNLI(nli, args.cache_dir)
    return AtomEval(extractor, cached, policy, cache_dir=args.cache_dir)


def _checkpoint(name: str) -> NLI:
    """Load ``MODEL[@REVISION]``; naming a model means that it may be fetched."""
    from textattack_atomeval.nli.transformers import TransformersNLI

    model, _, revision = (name, "", "") if Path(name).exists() else name.partition("@")
    if revision:
        return TransformersNLI(model, revision=revision, allow_download=True)
    return TransformersNLI(model, allow_download=True)


def build_scorer(args: argparse.Namespace) -> SurfaceScorer | None:
    """Return the surface scorer that the options ask for, None without one.

    A model that is named is meant to be used, so it may be fetched.
    """
    named = args.sbert is not None or args.causal_lm is not None
    if not (args.surface or named):
        return None
    return SurfaceScorer(args.sbert, args.causal_lm, allow_download=named)


def add_labels(
    cases: Iterable[Case], victim: Victim, guard: Guard | None = None
) -> Iterator[Case]:
    """Yield the cases with the victim's labels for claim and rewrite, in order.

    Labels that a case brings are replaced: two victims in one table would mislead. A
    case on which the victim fails is an error, and says so.
    """
    guard = guard or Guard()
    for batch in batches(cases, 64):
        before = _labels(victim, [(c.claim, c.evidence) for c in batch], guard)
        written = [case for case in batch if case.rewrite.strip()]
        found = _labels(victim, [(c.rewrite, c.evidence) for c in written], guard)
        after = dict(zip([case.id for case in written], found, strict=True))
        for case, label in zip(batch, before, strict=True):
            yield _labelled(case, label, after.get(case.id), victim.name)


def _labels(
    victim: Victim, pairs: list[tuple[str, str]], guard: Guard
) -> list[str | Failure]:
    return guard.batch(lambda some: list(map(str, verdicts(victim, some))), pairs)


def _labelled(
    case: Case, before: str | Failure, after: str | Failure | None, victim: str
) -> Case:
    error = case.error
    for label in (before, after):
        if isinstance(label, Failure):
            error = error or f"victim {victim}: {label.reason}"
    return msgspec.structs.replace(
        case,
        victim_before=None if isinstance(before, Failure) else before,
        victim_after=None if isinstance(after, Failure) else after,
        error=error,
    )


def with_attacked_label(case: Case, label: str | None) -> Case:
    """Return the case as part of a run that attacks this label, where one is given."""
    if label is None:
        return case
    extra = {**case.extra, "attacked_label": label}
    return msgspec.structs.replace(case, extra=extra)


def add_surface(
    records: Iterable[Record], scorer: SurfaceScorer, guard: Guard | None = None
) -> Iterator[Record]:
    """Yield the records with their surface scores, in order.

    A pair on which a model fails has no scores, and says why.
    """
    guard = guard or Guard()
    for batch in batches(records, 64):
        pairs = [(record.case.claim, record.case.rewrite) for record in batch]
        scores = guard.batch(scorer.score, pairs)
        for record, surface in zip(batch, scores, strict=True):
            if isinstance(surface, Failure):
                why = dict.fromkeys(("sbert", "perplexity"), surface.reason)
                surface = Surface(not_computed=why)
            yield msgspec.structs.replace(record, surface=surface)
