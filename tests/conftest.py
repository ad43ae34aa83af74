"""Fixtures shared by all tests; no test may reach a network."""

from __future__ import annotations

import os

# Set before any model library is imported: they read these once.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
# The guard must not hide our own bugs; what tests it turns it on.
os.environ["ATOMEVAL_STRICT_ERRORS"] = "1"

import pytest
from hypothesis import HealthCheck, settings

from tests.fakes import FakeEngine

# A busy machine is no fault of the code: time is measured in benchmarks only.
settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.fixture
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> type[FakeEngine]:
    """Put the fake in place of the embedded engine."""
    from textattack_atomeval.pipeline import AtomEval

    monkeypatch.setattr(AtomEval, "embedded", FakeEngine.embedded)
    return FakeEngine
