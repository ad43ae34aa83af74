"""Loggers that write each result at once: records as JSONL, rows as CSV.

Set a :class:`LogManager` on ``attacker.attack_log_manager``. A run that is killed
keeps every finished row; one that goes on from a checkpoint first drops the rows
that were written after it.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from textattack.attack_results import AttackResult
from textattack.loggers import (
    AttackLogManager,
    CSVLogger,
    JsonSummaryLogger,
    Logger,
    WeightsAndBiasesLogger,
)
from textattack.metrics import Metric
from textattack.shared import AttackedText

from textattack_atomeval.attack.columns import (
    STOCK_COLUMNS,
    VALIDITY_COLUMNS,
    csv_line,
    validity_cells,
)
from textattack_atomeval.attack.guard import random_state
from textattack_atomeval.attack.metrics import advanced_metrics
from textattack_atomeval.attack.records import Recorder
from textattack_atomeval.errors import InputError, StoreError
from textattack_atomeval.metrics import DASH
from textattack_atomeval.report.escape import cell
from textattack_atomeval.store import ResultStore

_LOG = logging.getLogger(__name__)
_GOAL_NAMES = {
    "Attack success rate:": "Validity-aware attack success rate (the goal's):",
    "Number of successful attacks:": "Number of valid successful attacks:",
}


class LogManager(AttackLogManager):
    """TextAttack's manager with the recorder that its loggers and metrics share."""

    def __init__(
        self,
        recorder: Recorder,
        metrics: Mapping[str, Metric] | None = None,
        mode: str = "post-hoc",
    ) -> None:
        """Start without loggers; append them to ``loggers``."""
        super().__init__(dict(metrics or {}))
        self.recorder = recorder
        self.mode = mode
        self.enable_advance_metrics = False
        self.random_state: dict[str, Any] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Keep where the random numbers stand: a run goes on with the next ones."""
        return {**self.__dict__, "random_state": random_state()}

    def log_summary(self) -> None:
        """Log the summary, whatever an optional metric does.

        The host averages nothing when nothing succeeded, and its advanced metrics load
        models, which may fail; neither may cost the report.
        """
        if self.enable_advance_metrics:
            self.enable_advance_metrics = False
            self.metrics |= advanced_metrics()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            super().log_summary()

    def log_summary_rows(
        self, rows: list[list[Any]], title: str, window_id: str
    ) -> None:
        """Hand the rows to the loggers, with their right names.

        Where the goal is validity, the host's success rate is VASR, not ASR. What is
        undefined, or a share of too few rows, is a dash.
        """
        if "goal" in self.mode:
            rows = [[_GOAL_NAMES.get(name, name), value] for name, value in rows]
        shown = [[name, DASH if value is None else value] for name, value in rows]
        for logger in self.loggers:
            exact = isinstance(logger, (JsonSummaryLogger, WeightsAndBiasesLogger))
            logger.log_summary_rows(rows if exact else shown, title, window_id)

    def close(self) -> None:
        """Force the files of this package's loggers onto the disk and let them go."""
        for logger in self.loggers:
            if isinstance(logger, (RecordLogger, StreamingCSVLogger)):
                logger.close()


class RecordLogger(Logger):
    """Writes every result as a record line; ``read_records`` reads the file.

    Args:
        path: the JSONL file; ``<path>.meta.json`` is kept beside it.
        recorder: makes the records.
        settings: what produced them, as for :class:`ResultStore`.
        overwrite: drop an earlier run's records.

    Raises:
        StoreError: the file holds records already or cannot be written.
    """

    def __init__(
        self,
        path: str | Path,
        recorder: Recorder,
        settings: Mapping[str, str],
        *,
        overwrite: bool = False,
    ) -> None:
        super().__init__()
        self.path = Path(path)
        self.recorder = recorder
        self._settings = dict(settings)
        self._store = ResultStore(self.path, self._settings, overwrite=overwrite)
        if self._store.done:
            self._store.close()
            raise StoreError(
                f"{self.path} holds {self._store.done} records of an earlier run; "
                "resume that run from its checkpoint, or overwrite the file."
            )

    def log_attack_result(
        self, result: AttackResult, examples_completed: int | None = None
    ) -> None:
        """Write one record and hand it to the operating system."""
        self._store.append(self.recorder(result))

    def close(self) -> None:
        """Force the file onto the disk and let it go."""
        self._store.close()

    def __getstate__(self) -> dict[str, Any]:
        """Keep how much of the file belongs to this moment."""
        state = {k: v for k, v in self.__dict__.items() if k != "_store"}
        return {**state, "written": self.path.stat().st_size}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Open the file again as it was when the checkpoint was made."""
        written = state.pop("written")
        self.__dict__.update(state)
        _cut(self.path, written)
        self._store = ResultStore(self.path, self._settings)


class StreamingCSVLogger(CSVLogger):
    """TextAttack's CSV log with validity columns, written row by row.

    Foreign text is made safe for spreadsheets (:func:`report.escape.cell`); the JSONL
    log keeps it as it was. Takes linear time, where the host builds its table anew
    for every row.

    Args:
        filename: the CSV file.
        recorder: makes the records.
        color_method: None, or "file" to mark changed words with ``[[ ]]``.
        overwrite: replace an existing file.

    Raises:
        InputError: another colouring was asked for.
        StoreError: the file exists or cannot be written.
    """

    def __init__(
        self,
        filename: str | Path,
        recorder: Recorder,
        color_method: str | None = None,
        *,
        overwrite: bool = False,
    ) -> None:
        self._flushed = True  # the host looks at it even when this constructor fails
        if color_method not in (None, "file"):
            raise InputError(
                f"A CSV log cannot be coloured as {color_method!r}: foreign text would "
                "become markup; choose the plain or the file style."
            )
        super().__init__(filename=str(filename), color_method=color_method)
        self.recorder = recorder
        self._stream = _opened(Path(filename), "wb" if overwrite else "xb")
        self._write(STOCK_COLUMNS + VALIDITY_COLUMNS)

    def log_attack_result(self, result: AttackResult) -> None:
        """Write one row and hand it to the operating system."""
        row = stock_cells(result, self.color_method)
        row |= validity_cells(self.recorder(result))
        self._write([row[name] for name in STOCK_COLUMNS + VALIDITY_COLUMNS])

    def flush(self) -> None:
        """Do nothing: every row has been handed over already."""

    def close(self) -> None:
        """Force the file onto the disk and let it go."""
        if not self._stream.closed:
            os.fsync(self._stream.fileno())
            self._stream.close()

    def _write(self, cells: Iterable[object]) -> None:
        self._stream.write(csv_line(cells))
        self._stream.flush()

    def __getstate__(self) -> dict[str, Any]:
        """Keep how much of the file belongs to this moment."""
        state = {k: v for k, v in self.__dict__.items() if k != "_stream"}
        return {**state, "written": Path(self.filename).stat().st_size}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Open the file again as it was when the checkpoint was made."""
        written = state.pop("written")
        self.__dict__.update(state)
        _cut(Path(self.filename), written)
        self._stream = _opened(Path(self.filename), "ab")


def stock_cells(result: AttackResult, color_method: str | None) -> dict[str, Any]:
    """Return the cells of the host's own columns, texts made safe."""
    texts = _texts(result, color_method)
    original, perturbed = (
        cell(text.replace("\n", AttackedText.SPLIT_TOKEN)) for text in texts
    )
    before, after = result.original_result, result.perturbed_result
    values = (
        original,
        perturbed,
        before.score,
        after.score,
        _plain(before.output),
        _plain(after.output),
        _plain(before.ground_truth_output),
        result.num_queries,
        type(result).__name__.replace("AttackResult", ""),
    )
    return dict(zip(STOCK_COLUMNS, values, strict=True))


def _texts(result: AttackResult, color_method: str | None) -> tuple[str, str]:
    """Return both texts as the host prints them.

    Its marking of changed words fails for some rewrites (no letter, an index map
    that does not fit); the plain texts serve then.
    """
    if color_method is not None:
        try:
            original, perturbed = result.diff_color(color_method)
            return str(original), str(perturbed)
        except Exception as error:  # langdetect's and the host's own, of any kind
            _LOG.debug("no marked words in the CSV log: %s", error)
    return str(result.original_text()), str(result.perturbed_text())


def _plain(value: object) -> object:
    return cell(value) if isinstance(value, str) else value


def _cut(path: Path, size: int) -> None:
    """Drop what was written after a checkpoint.

    Raises:
        StoreError: the file is gone or is shorter than the checkpoint says.
    """
    if not path.is_file() or path.stat().st_size < size:
        raise StoreError(
            f"{path} is missing or shorter than it was at the checkpoint; start the "
            "run anew."
        )
    os.truncate(path, size)


def _opened(path: Path, mode: str) -> BinaryIO:
    try:
        return path.open(mode)  # type: ignore[return-value]
    except OSError as error:
        raise StoreError(
            f"Cannot write {path}: {error.strerror}; choose another path, or overwrite."
        ) from error
