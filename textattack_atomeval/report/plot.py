"""A comparison as a picture: ASR and VASR of every attack, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textattack_atomeval.errors import InputError, ModelUnavailableError
from textattack_atomeval.report.comparison import Compared

SUFFIXES = (".png", ".svg", ".pdf")
_COLOURS = {"ASR": "#c7c7c7", "VASR": "#1f5a8a"}


def check_plot(path: Path) -> None:
    """Make sure, before anything takes time, that a picture can be drawn there.

    Raises:
        InputError: the file's name has none of :data:`SUFFIXES`.
        ModelUnavailableError: matplotlib is not installed.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"Cannot draw {path}: name it {', '.join(SUFFIXES)}.")
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ModelUnavailableError(
            "A plot needs matplotlib: run `pip install '.[plot]'`, or leave out --plot."
        ) from error


def plot_comparison(runs: Sequence[Compared], path: Path) -> None:
    """Draw one group of two bars an attack and mode; the same input, the same bytes.

    Raises:
        InputError, ModelUnavailableError: see :func:`check_plot`.
    """
    check_plot(path)
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "atomeval"
    size = (max(4.0, 1.1 * len(runs) + 1.5), 4.0)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots()
    for offset, name in ((-0.2, "ASR"), (0.2, "VASR")):
        rates = [getattr(item.run, name.lower()) for item in runs]
        values = [100 * (rate.value or 0.0) for rate in rates]
        ends = [(rate.value or 0.0, *(rate.interval or (0.0, 0.0))) for rate in rates]
        below = [max(0.0, 100 * (at - low)) for at, low, _ in ends]
        above = [max(0.0, 100 * (high - at)) for at, _, high in ends]
        axes.bar(
            [index + offset for index in range(len(runs))],
            values,
            0.38,
            yerr=[below, above],
            capsize=3,
            label=name,
            color=_COLOURS[name],
        )
    labels = [f"{item.run.name}\n{item.run.mode}" for item in runs]
    axes.set_xticks(range(len(runs)), labels, fontsize=8)
    axes.set_ylim(0, 105)
    axes.set_ylabel("% of attacked claims (95 % interval)")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    date = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    figure.savefig(path, dpi=150, metadata=date.get(path.suffix.lower(), {}))
