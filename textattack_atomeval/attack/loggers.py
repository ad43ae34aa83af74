"""Loggers that write each result at once: records as JSONL, rows as CSV.

Set a :class:`LogManager` on ``attacker.attack_log_manager``. A run that is killed
keeps every finished row; one that goes on from a checkpoint first drops the rows
that were written after it.
"""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from textattack.attack_results import AttackResult
from textattack.loggers import (
    AttackLogManager,
    CSVLogger,
    FileLogger,
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
    """TextAttack's manager with the recorder that its loggers and metrics share.

    ``command`` holds the options of the run, ``started`` its start in milliseconds and
    ``signature`` what makes its records, for its checkpoint; ``mode`` says how validity
    enters the search.
    """

    def __init__(
        self,
        recorder: Recorder,
        metrics: Mapping[str, Metric] | None = None,
        command: Sequence[str] = (),
        mode: str = "post-hoc",
    ) -> None:
        """Start without loggers; append them to ``loggers``."""
        super().__init__(dict(metrics or {}))
        self.recorder = recorder
        self.command = tuple(command)
        self.signature = ""
        self.started = int(time.time() * 1000)
        self.mode = mode
        self.enable_advance_metrics = False

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
            if isinstance(logger, (RecordLogger, StreamingCSVLogger, TextLogger)):
                logger.close()


class RecordLogger(Logger):
    """Writes every result as a record line; ``read_records`` reads the file.

    Args:
        path: the JSONL file; ``<path>.meta.json`` is kept beside it.
        recorder: makes the records.
        settings: what produced them, as for :class:`ResultStore`.
        overwrite: drop an earlier run's records.
        written: go on after this many bytes of a run's own file, drop the rest.

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
        written: int | None = None,
    ) -> None:
        super().__init__()
        self.filename = str(path)
        self.recorder = recorder
        overwrite = overwrite and written is None
        self._store = ResultStore(path, settings, overwrite=overwrite, keep=written)
        if self._store.done and written is None:
            self._store.close()
            raise StoreError(
                f"{path} holds {self._store.done} records of an earlier run; "
                "resume that run from its checkpoint, or overwrite the file."
            )

    def log_attack_result(
        self, result: AttackResult, examples_completed: int | None = None
    ) -> None:
        """Write one record and hand it to the operating system."""
        self._store.append(self.recorder(result))

    def settle(self) -> None:
        """Do nothing: every record has been handed over already."""

    def close(self) -> None:
        """Force the file onto the disk and let it go."""
        self._store.close()


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
        written: go on after this many bytes of a run's own file, drop the rest.

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
        written: int | None = None,
    ) -> None:
        self._flushed = True  # the host looks at it even when this constructor fails
        if color_method not in (None, "file"):
            raise InputError(
                f"A CSV log cannot be coloured as {color_method!r}: foreign text would "
                "become markup; choose the plain or the file style."
            )
        super().__init__(filename=str(filename), color_method=color_method)
        self.recorder = recorder
        if written is not None:
            os.truncate(filename, written)
            self._stream = _opened(Path(filename), "ab")
            return
        self._stream = _opened(Path(filename), "wb" if overwrite else "xb")
        self._write(STOCK_COLUMNS + VALIDITY_COLUMNS)

    def log_attack_result(self, result: AttackResult) -> None:
        """Write one row and hand it to the operating system."""
        row = stock_cells(result, self.color_method)
        row |= validity_cells(self.recorder(result))
        self._write([row[name] for name in STOCK_COLUMNS + VALIDITY_COLUMNS])

    def flush(self) -> None:
        """Do nothing: every row has been handed over already."""

    settle = flush

    def close(self) -> None:
        """Force the file onto the disk and let it go."""
        if not self._stream.closed:
            os.fsync(self._stream.fileno())
            self._stream.close()

    def _write(self, cells: Iterable[object]) -> None:
        self._stream.write(csv_line(cells))
        self._stream.flush()


class TextLogger(FileLogger):
    """TextAttack's text log, which a run can go on with.

    Args:
        filename: the file; replaced, as the host does.
        written: go on after this many bytes of a run's own file, drop the rest.
        results: how many results stand in them.
    """

    def __init__(
        self, filename: str, *, written: int | None = None, results: int = 0
    ) -> None:
        if written is None:
            super().__init__(filename=filename, color_method="file")
            return
        os.truncate(filename, written)
        stream = open(filename, "a")
        super().__init__(filename=stream, color_method="file")
        self.filename, self.num_results = filename, results

    def settle(self) -> None:
        """Hand everything to the operating system."""
        self.fout.flush()

    close = settle


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


def _opened(path: Path, mode: str) -> BinaryIO:
    try:
        return path.open(mode)  # type: ignore[return-value]
    except OSError as error:
        raise StoreError(
            f"Cannot write {path}: {error.strerror}; choose another path, or overwrite."
        ) from error
