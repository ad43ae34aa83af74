"""Several processes on one machine, each with an engine of its own.

Batches go out in order and come back in order, so the records are those of one engine,
byte for byte. A worker that dies (killed, out of memory, a crash in a model's library)
loses nothing: its batch is done again, and where a case kills its worker each time,
that case alone ends as an error.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Protocol

from textattack_atomeval.data import Case, Decision, Record
from textattack_atomeval.errors import InputError
from textattack_atomeval.guard import ItemError

AHEAD = 2  # batches waiting for each worker
TRIES = 2  # workers that a batch may kill before it is cut up


class Engine(Protocol):
    """What a worker builds and runs: ``AtomEval``."""

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        """Yield one record a case, in order."""


_ENGINE: Engine | None = None


class Processes:
    """Scores cases in worker processes.

    Args:
        make: builds a worker's engine, once a worker; it is pickled.
        workers: how many processes.
        batch_size: cases that go to a worker at a time, and that are done again when
            it dies.
        strict_errors: end the run when a case kills its worker.

    Raises:
        InputError: there is to be no worker, or no case in a batch.
    """

    def __init__(
        self,
        make: Callable[[], Engine],
        workers: int,
        batch_size: int = 64,
        *,
        strict_errors: bool = False,
    ) -> None:
        for name, value in (("workers", workers), ("batch_size", batch_size)):
            if value < 1:
                raise InputError(f"{name} should be 1 or more, but is {value}.")
        self._make = make
        self._workers = workers
        self._batch_size = batch_size
        self._strict = strict_errors
        self._pool: ProcessPoolExecutor | None = None

    def run(self, cases: Iterable[Case]) -> Iterator[Record]:
        """Yield one record a case, in order, reading some batches ahead.

        Raises:
            ItemError: a case killed its worker, and errors are strict.
            AtomEvalError: a worker could not build its engine.
        """
        waiting = iter(cases)
        out: deque[tuple[list[Case], Future[list[Record]]]] = deque()
        try:
            while True:
                while len(out) < AHEAD * self._workers:
                    batch = list(islice(waiting, self._batch_size))
                    if not batch:
                        break
                    out.append((batch, self._submit(batch)))
                if not out:
                    return
                batch, future = out.popleft()
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    self._close()
                    yield from self._again(batch)
                    # What else was under way went down with the same pool.
                    out = deque((one, self._submit(one)) for one, _ in out)
        finally:
            self._close()

    def _again(self, batch: list[Case]) -> list[Record]:
        """Do a batch alone until it is known which case kills its worker."""
        for _ in range(TRIES - 1 if len(batch) > 1 else TRIES):
            try:
                return self._submit(batch).result()
            except BrokenProcessPool:
                self._close()
        if len(batch) > 1:
            half = len(batch) // 2
            return self._again(batch[:half]) + self._again(batch[half:])
        reason = "the worker process died, whenever it was given this case"
        if self._strict:
            raise ItemError(f"{reason}: {batch[0].id}")
        return [
            Record(case=batch[0], decision=Decision("unscored", reason, failed=True))
        ]

    def _submit(self, batch: list[Case]) -> Future[list[Record]]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # no half-copied threads
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=context,
                initializer=_start,
                initargs=(context.Value("i", 0), self._workers),
            )
        try:
            return self._pool.submit(_score, self._make, batch)
        except BrokenProcessPool as error:
            failed: Future[list[Record]] = Future()
            failed.set_exception(error)
            return failed

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _start(counter: Any, workers: int) -> None:
    """Give this worker its share of the cores, which the models then fill."""
    if not hasattr(os, "sched_setaffinity"):
        return
    with counter.get_lock():
        index = counter.value
        counter.value += 1
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > workers:
        os.sched_setaffinity(0, cores[index % workers :: workers])
    elif cores:
        os.sched_setaffinity(0, {cores[index % len(cores)]})


def _score(make: Callable[[], Engine], batch: list[Case]) -> list[Record]:
    global _ENGINE
    if _ENGINE is None:
        _ENGINE = make()
    return list(_ENGINE.run(batch))
