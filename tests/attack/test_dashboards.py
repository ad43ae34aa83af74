"""W&B and Visdom get validity, and no markup out of the texts; fakes stand for both."""

from __future__ import annotations

from typing import Any

import pytest
from textattack.loggers import visdom_logger as visdom_host
from textattack.loggers import weights_and_biases_logger as wandb_host

from tests.attack import hosts
from tests.attack.test_loggers import every_class, recorder, won
from tests.fakes import FakeEngine
from textattack_atomeval.attack.dashboards import (
    EscapingVisdomLogger,
    EscapingWandbLogger,
)
from textattack_atomeval.attack.loggers import LogManager
from textattack_atomeval.attack.metrics import summary_metrics
from textattack_atomeval.attack.runner import run
from textattack_atomeval.errors import InputError

BAD = "<script>alert(1)</script> lies in the south."


class FakeWandb:
    """Keeps what a W&B client is given."""

    def __init__(self) -> None:
        self.logged: list[dict[str, Any]] = []
        self.tables: list[list[Any]] = []
        self.summary: dict[str, Any] = {}
        self.run = self

    def init(self, **kwargs: Any) -> None:
        self.kwargs = kwargs

    def project_name(self) -> str:
        return "p"

    def log(self, values: dict[str, Any]) -> None:
        self.logged.append(values)

    def Html(self, text: str) -> str:  # noqa: N802  (the client's name)
        return text

    def Table(self, columns: list[str]) -> FakeWandb:  # noqa: N802
        return self

    def add_data(self, *row: Any) -> None:
        self.tables.append(list(row))


@pytest.fixture
def wandb(monkeypatch: pytest.MonkeyPatch) -> FakeWandb:
    fake = FakeWandb()
    monkeypatch.setattr(wandb_host, "LazyLoader", lambda *args: fake)
    monkeypatch.setattr(wandb_host, "wandb", fake, raising=False)
    return fake


def test_wandb_gets_validity_and_no_markup(wandb: FakeWandb) -> None:
    shared = recorder()
    manager = LogManager(shared, summary_metrics(shared, "goal", surface=True))
    manager.loggers.append(EscapingWandbLogger(shared, project="x"))
    for found in (won(BAD, f"{BAD} Yes."), *every_class()):
        manager.log_result(found)
    manager.log_sep()
    manager.log_summary()
    assert wandb.kwargs == {"project": "x"}
    assert "<script" not in repr(wandb.logged)
    assert "&lt;script&gt;" in wandb.logged[0]["result"]
    assert wandb.logged[0]["outcome"] == "valid_success"
    assert (wandb.logged[0]["valid"], wandb.logged[0]["EvEnt"]) == (1, 0)
    assert wandb.summary["ASR, %:"] == 75.0
    assert wandb.summary["VASR (goal), %:"] == 75.0
    assert wandb.summary["S-ASR, %:"] is None
    assert wandb.summary["Outcome error:"] == 1
    assert [list(call) for call in wandb.logged].count(["results"]) == 1


class FakeVisdom:
    """Keeps what a Visdom client is given."""

    def __init__(self, **kwargs: Any) -> None:
        self.kwargs = kwargs
        self.shown: list[str] = []

    def text(self, text: str, **_: Any) -> str:
        self.shown.append(text)
        return "window"

    def bar(self, **_: Any) -> str:
        return "window"


@pytest.fixture
def visdom(monkeypatch: pytest.MonkeyPatch) -> list[FakeVisdom]:
    made: list[FakeVisdom] = []

    class Client:
        @staticmethod
        def Visdom(**kwargs: Any) -> FakeVisdom:  # noqa: N802  (the client's name)
            made.append(FakeVisdom(**kwargs))
            return made[-1]

    monkeypatch.setattr(visdom_host, "visdom", Client)
    monkeypatch.setattr(visdom_host, "port_is_open", lambda *_, **__: True)
    return made


def test_visdom_gets_validity_and_no_markup(visdom: list[FakeVisdom]) -> None:
    shared = recorder()
    manager = LogManager(shared, summary_metrics(shared, "post-hoc"))
    manager.loggers.append(EscapingVisdomLogger(shared, port=1))
    for found in (won(BAD, f"{BAD} Yes."), *every_class()):
        manager.log_result(found)
    manager.log_sep()
    manager.log_summary()
    manager.flush()
    (client,) = visdom
    shown = "".join(client.shown)
    assert client.kwargs["port"] == 1
    assert "<script" not in shown and "&lt;script&gt;" in shown
    assert "VASR (post-hoc), %:" in shown and "valid_success" in shown


def test_a_run_logs_to_visdom(visdom: list[FakeVisdom]) -> None:
    data, attack = hosts.dataset("Port Elsing lies south."), hosts.attack({})
    run(attack, data, engine=FakeEngine(), log_to_visdom={"env": "mine"})
    assert visdom[0].kwargs["env"] == "mine"
    assert "VASR (post-hoc), %:" in "".join(visdom[0].shown)


def test_without_a_server_one_line_says_how_to_start_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(visdom_host, "port_is_open", lambda *_, **__: False)
    with pytest.raises(InputError, match="visdom.server"):
        EscapingVisdomLogger(recorder())
