"""The run over a Ray cluster: Ray Data over partitions of the input (extra ``ray``).

All workers must see the input and the folder of results under the same paths: a shared
file system, or one machine.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from textattack_atomeval.data import Record
from textattack_atomeval.engines.partitions import (
    PARQUET,
    Partition,
    partitions,
    problems_file,
    result_file,
    score,
)
from textattack_atomeval.errors import InputError, ModelUnavailableError, StoreError
from textattack_atomeval.pipeline import AtomEval
from textattack_atomeval.reading import RowProblem
from textattack_atomeval.store import unflatten

META = "meta.json"


class RayRun:
    """One run of a file into a folder; the same again goes on where it stopped.

    Args:
        source: JSONL or Parquet file.
        folder: gets a result file for each partition.
        make: builds a worker's engine, once a worker; it is pickled.
        settings: what the records depend on; a folder of other settings is refused.
        workers: how many processes.
        size: rows of a partition, which is what a dying worker does again.
        kind: ``.jsonl`` or ``.parquet``, of the result files.

    Raises:
        InputError: the source cannot be cut up, or a number is below 1.
        StoreError: the folder holds results of other settings.
    """

    def __init__(
        self,
        source: Path,
        folder: Path,
        make: Callable[[], AtomEval],
        settings: dict[str, str],
        *,
        workers: int = 2,
        size: int = 1000,
        kind: str = ".jsonl",
    ) -> None:
        if workers < 1 or size < 1:
            raise InputError(f"Expected workers and size above 0: {workers}, {size}.")
        self.parts = partitions(source, size)
        self._folder = folder.absolute()
        self._make = make
        self._workers = workers
        self._kind = kind
        self._check({**settings, "size": str(size), "kind": kind})

    @property
    def missing(self) -> list[Partition]:
        """The partitions that have no result yet."""
        return [part for part in self.parts if not self._result(part).exists()]

    def work(self) -> None:
        """Score what is missing.

        Raises:
            ModelUnavailableError: Ray is not installed.
        """
        todo = self.missing
        if not todo:
            return
        ray = _started()
        items = [msgspec.structs.asdict(part) for part in todo]
        ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
            _Worker,
            fn_constructor_args=(self._make, str(self._folder), self._kind),
            batch_size=1,
            concurrency=min(self._workers, len(items)),
            num_cpus=1,
        ).materialize()

    def records(self) -> Iterator[Record]:
        """Yield the records of all partitions, in the order of the input."""
        for part in self.parts:
            yield from _read(self._result(part))

    def problems(self) -> Iterator[RowProblem]:
        """Yield the rows that could not be used."""
        for part in self.parts:
            path = problems_file(self._folder, part)
            if path.exists():
                for line in path.read_bytes().splitlines():
                    yield msgspec.json.decode(line, type=RowProblem)

    def _result(self, part: Partition) -> Path:
        return result_file(self._folder, part, self._kind)

    def _check(self, settings: dict[str, str]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / META
        if not path.exists():
            if any(self._folder.glob("part-*")):
                raise StoreError(f"{self._folder} has results, but no {META}.")
            path.write_text(json.dumps(settings, indent=1, sort_keys=True) + "\n")
        elif json.loads(path.read_text()) != settings:
            raise StoreError(
                f"{self._folder} was made with other settings; choose another folder."
            )


class _Worker:
    """Builds its engine once, and scores partitions."""

    def __init__(self, make: Callable[[], AtomEval], folder: str, kind: str) -> None:
        self._engine = make()
        self._folder = Path(folder)
        self._kind = kind

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Score the partitions of a batch that have no result yet."""
        fields = Partition.__struct_fields__
        for values in zip(*(batch[name] for name in fields), strict=True):
            plain = [v.item() if hasattr(v, "item") else v for v in values]
            part = Partition(*plain)
            if not result_file(self._folder, part, self._kind).exists():
                score(part, self._engine, self._folder, self._kind)
        return {"index": batch["index"]}


def _read(path: Path) -> Iterator[Record]:
    if path.suffix == PARQUET:
        from pyarrow.parquet import read_table

        for text in read_table(path, columns=["record"])["record"].to_pylist():
            yield unflatten(json.loads(text))
        return
    with path.open("rb") as stream:
        for line in stream:
            yield unflatten(json.loads(line))


def _started() -> Any:
    """Return Ray, connected: to RAY_ADDRESS's cluster, or to one on this machine."""
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ModelUnavailableError(
            "The Ray engine needs Ray: pip install 'textattack_atomeval[ray]'."
        ) from error
    if not ray.is_initialized():
        ray.init(
            address=os.environ.get("RAY_ADDRESS"),
            include_dashboard=False if "RAY_ADDRESS" not in os.environ else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.max_errored_blocks = 0
    return ray
