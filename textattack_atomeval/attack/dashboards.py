"""TextAttack's dashboards (W&B, Visdom) with validity, foreign text escaped."""

from __future__ import annotations

import html
from typing import Any

from textattack.attack_results import AttackResult
from textattack.loggers import VisdomLogger, WeightsAndBiasesLogger
from textattack.loggers import weights_and_biases_logger as wandb_host

from textattack_atomeval.attack.columns import validity_cells
from textattack_atomeval.attack.records import Recorder
from textattack_atomeval.errors import InputError


class EscapingWandbLogger(WeightsAndBiasesLogger):
    """TextAttack's W&B logger with validity, and with foreign text escaped.

    The host hands the texts to ``wandb.Html`` as they are, and logs the whole table
    of results again with every result; here it is logged once, with the summary.
    """

    def __init__(self, recorder: Recorder, **kwargs: Any) -> None:
        """Start a W&B run with these arguments of ``wandb.init``."""
        super().__init__(**kwargs)
        self.recorder = recorder

    def log_attack_result(self, result: AttackResult) -> None:
        """Log one result: texts, outputs and the validity columns."""
        record = self.recorder(result)
        texts = [html.escape(record.case.claim), html.escape(record.case.rewrite)]
        name = f"<b>Result {len(self._result_table_rows)}</b>"
        self._result_table_rows.append([name, *texts])
        wandb_host.wandb.log(
            {
                "result": wandb_host.wandb.Html(
                    wandb_host.html_table_from_rows([texts])
                ),
                "original_output": result.original_result.output,
                "perturbed_output": result.perturbed_result.output,
                **{
                    name: value if isinstance(value, int) else html.escape(value or "")
                    for name, value in validity_cells(record, safe=False).items()
                    if name not in {"claim", "evidence", "rewrite"}
                },
            }
        )

    def log_summary_rows(
        self, rows: list[list[Any]], title: str, window_id: str
    ) -> None:
        """Log the summary and the table of all results."""
        super().log_summary_rows(rows, title, window_id)
        self._log_result_table()

    def log_sep(self) -> None:
        """Do nothing: the host's version writes to a file that it does not have."""


class EscapingVisdomLogger(VisdomLogger):
    """TextAttack's Visdom logger with validity, and with foreign text escaped.

    Raises:
        InputError: no Visdom server answers there, or visdom is not installed.
    """

    def __init__(self, recorder: Recorder, **kwargs: Any) -> None:
        """Start with these arguments of the host's logger (env, port, hostname)."""
        try:
            super().__init__(**kwargs)
        except (ImportError, OSError) as error:
            raise InputError(
                f"Cannot log to Visdom: {error}; run `pip install visdom` and `python "
                "-m visdom.server`, or leave the option out."
            ) from error
        self.recorder = recorder

    def log_attack_result(self, result: AttackResult) -> None:
        """Keep one row of the table of results."""
        cells = validity_cells(self.recorder(result), safe=False)
        shown = ("outcome", "valid", "claim", "rewrite", "reason")
        self.sample_rows.append([_escaped(cells[name]) for name in shown])

    def log_summary_rows(
        self, rows: list[list[Any]], title: str, window_id: str
    ) -> None:
        """Show the summary, VASR and the outcomes in it."""
        safe = [[_escaped(value) for value in row] for row in rows]
        super().log_summary_rows(safe, title, window_id)

    def log_sep(self) -> None:
        """Do nothing: a dashboard has no lines."""


def _escaped(value: object) -> str:
    return "" if value is None else html.escape(str(value))
