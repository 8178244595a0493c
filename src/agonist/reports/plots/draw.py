"""Drawing a figure of a report into a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agonist.core import UsageError
from agonist.extras import install
from agonist.pages.small_svg_charts import levels
from agonist.reports.plots.echarts_by_matplotlib import draw_chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

FORMATS: Final = (".svg", ".pdf", ".png")

ROW_INCHES: Final = 0.32
WIDTH_INCHES: Final = 6.4
LETTER_INCHES: Final = 0.08
DOTS_PER_INCH: Final = 200


def save(path: Path, name: str, title: str, data: Any, chart: Mapping[str, Any] | None) -> None:
    """Write a figure in the format that the name of the file ends with.

    `data`: the values of a figure of this name; `chart`: the option of a suite's chart, which has all in it.

    Raises `UsageError` without matplotlib.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure as Canvas
    except ModuleNotFoundError:
        raise UsageError(f"{path.suffix} needs matplotlib: {install('figures')}") from None
    # Texts stay texts in SVG and PDF, names are no formulas, and the same data give the same bytes.
    with rc_context(
        {
            "svg.fonttype": "none",
            "pdf.fonttype": 42,
            "svg.hashsalt": "agonist",
            "font.size": 9,
            "text.parse_math": False,
        }
    ):
        canvas = Canvas(figsize=(WIDTH_INCHES, 4.0), layout="constrained")
        canvas.suptitle(title, fontsize=10)
        if chart is not None:
            draw_chart(canvas, chart)
        else:
            _draw(canvas, name, data)
        undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}
        canvas.savefig(path, dpi=DOTS_PER_INCH, metadata=undated[path.suffix.casefold()])


def _draw(canvas: Canvas, name: str, data: Any) -> None:
    if name == "ratings":
        _ratings(canvas, data)
    elif name in ("games", "abilities"):
        _heat(canvas, [(cell[0], cell[1], cell[3]) for cell in data])
    elif name == "pairs":
        _heat(canvas, [(cell[0], cell[1], None if cell[2] is None else 100 * cell[2]) for cell in data])
    else:
        _stacked(canvas, data)


def _rows(canvas: Canvas, names: Sequence[str]) -> Axes:
    """Axes with a row for each name, the first at the top."""
    canvas.set_figheight(1.2 + ROW_INCHES * max(len(names), 2))
    axes = canvas.add_subplot()
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    return axes


def _ratings(canvas: Canvas, data: Mapping[str, Any]) -> None:
    axes = _rows(canvas, data["players"])
    for row, (rating, low, high) in enumerate(data["values"]):
        if low is not None and high is not None:
            axes.plot([low, high], [row, row], color="#2a6fb0", linewidth=2)
        axes.plot([rating], [row], "o", color="#2a6fb0")
    _lines(axes, [(name, rating) for name, rating, *_ in data["yardsticks"]])
    axes.set_xlabel("rating")
    axes.grid(axis="x", alpha=0.3)


def _lines(axes: Axes, named: Sequence[tuple[str, float]]) -> None:
    """Yardsticks as lines across the chart, with their names above it."""
    for _, value in named:
        axes.axvline(value, color="grey", linestyle="--", linewidth=1, zorder=0)
    left, right = axes.get_xlim()
    # About how much of the axis a letter takes.
    letter = LETTER_INCHES * (right - left) / (WIDTH_INCHES * 0.7)
    room = [(value - len(name) * letter / 2, value + len(name) * letter / 2) for name, value in named]
    for (name, value), level in zip(named, levels(room), strict=True):
        axes.annotate(
            name,
            (value, 1),
            (0, 3 + 11 * level),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            ha="center",
            color="dimgrey",
            fontsize=8,
        )
    axes.set_xlim(left, right)


def _heat(canvas: Canvas, cells: Sequence[tuple[str, str, float | None]]) -> None:
    """A grid of numbers, each in a colour of its own; empty where there is none."""
    rows = list(dict.fromkeys(row for row, _, _ in cells))
    columns = list(dict.fromkeys(column for _, column, _ in cells))
    axes = _rows(canvas, rows)
    known = {(row, column): value for row, column, value in cells}
    grid = [
        [nan if (value := known.get((row, column))) is None else value for column in columns] for row in rows
    ]
    axes.imshow(grid, cmap="Blues", aspect="auto", vmin=0, vmax=100)
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="right")
    for y, values in enumerate(grid):
        for x, value in enumerate(values):
            if not isnan(value):
                axes.text(
                    x, y, f"{value:.0f}", ha="center", va="center", color="white" if value > 60 else "black"
                )


def _stacked(canvas: Canvas, data: Mapping[str, Any]) -> None:
    """Bars of counts, one a player."""
    axes = _rows(canvas, data["players"])
    parts = data.get("classes") or [[name, data[name]] for name in ("prompt", "cached", "completion")]
    before = [0.0] * len(data["players"])
    for name, counts in parts:
        if any(counts):
            axes.barh(range(len(counts)), counts, left=before, label=name)
            before = [so_far + count for so_far, count in zip(before, counts, strict=True)]
    axes.legend(fontsize=8)
    axes.set_xlabel("invalid answers" if "classes" in data else "tokens")
