"""The same run over many processes: ``run(cases)`` yields the same records."""

from __future__ import annotations

from textattack_atomeval.engines.processes import Processes

__all__ = ["Processes"]
