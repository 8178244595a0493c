"""Charts of suites, which are ECharts options, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import nan, pi
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas
    from matplotlib.projections.polar import PolarAxes

Option: TypeAlias = Mapping[str, Any]


def draw_chart(canvas: Canvas, option: Option) -> None:
    """Draw bars, lines, points, boxes and radars, as the suites have them.

    Raises `KeyError` for another kind of series.
    """
    series = option["series"]
    if "radar" in option:
        _radar(canvas, option)
        return
    axes = canvas.add_subplot()
    x, y = (_first(option[name]) for name in ("xAxis", "yAxis"))
    sideways = y.get("type") == "category" and x.get("type") != "category"
    names, values = (y, x) if sideways else (x, y)
    labels = [str(name) for name in names.get("data", ())]
    if labels and sideways:
        canvas.set_figheight(max(2.4, 1.2 + 0.3 * len(labels)))
    further = [each for each in series if each.get("xAxisIndex") or each.get("yAxisIndex")]
    plain = [each for each in series if each not in further]
    _Plot(axes, labels, sideways, plain).draw(plain)
    _scales(axes, names, values, labels, sideways)
    drawn = [axes]
    if further:
        other = axes.twiny() if sideways else axes.twinx()
        other.set_prop_cycle(color=["tab:orange", "tab:green", "tab:red"])
        _Plot(other, labels, sideways, further).draw(further)
        _limits(other, option["xAxis" if sideways else "yAxis"][1], sideways)
        drawn.append(other)
    if any(each.get("name") for each in series):
        handles = [handle for one in drawn for handle in one.get_legend_handles_labels()[0]]
        axes.legend(handles=handles, fontsize=8)


class _Plot:
    """Axes onto which series are drawn. `sideways`: whether names stand at the left."""

    def __init__(self, axes: Axes, labels: Sequence[str], sideways: bool, series: Sequence[Option]) -> None:
        self._axes, self._labels, self._sideways = axes, labels, sideways
        bars = [each for each in series if each["type"] == "bar"]
        stacks = [each.get("stack") or f"own {nth}" for nth, each in enumerate(bars)]
        self._stacks = {name: nth for nth, name in enumerate(dict.fromkeys(stacks))}
        self._of = {id(each): stack for each, stack in zip(bars, stacks, strict=True)}
        self._heights: dict[str, list[float]] = {}
        self._colours: dict[str, Any] = {}

    def draw(self, series: Iterable[Option]) -> None:
        """Draw all series in their order."""
        for each in series:
            kind = {"bar": self._bar, "line": self._line, "scatter": self._scatter, "boxplot": self._boxes}
            kind[each["type"]](each)
            for line in each.get("markLine", {}).get("data", ()):
                if "xAxis" in line:
                    self._axes.axvline(line["xAxis"], color="grey", linestyle="--", linewidth=1)
                elif "yAxis" in line:
                    self._axes.axhline(line["yAxis"], color="grey", linestyle="--", linewidth=1)
                    self._axes.annotate(
                        line.get("name", ""),
                        (1, line["yAxis"]),
                        (-3, 2),
                        xycoords=self._axes.get_yaxis_transform(),
                        textcoords="offset points",
                        ha="right",
                        color="dimgrey",
                        fontsize=8,
                    )

    def _bar(self, each: Option) -> None:
        stack = self._of[id(each)]
        heights = [number(value) for value in each["data"]]
        before = self._heights.get(stack, [0.0] * len(heights))
        width = 0.8 / max(len(self._stacks), 1)
        places = [at - 0.4 + width * (self._stacks[stack] + 0.5) for at in range(len(heights))]
        if self._sideways:
            self._axes.barh(places, heights, height=width, left=before, label=each.get("name"))
        else:
            self._axes.bar(places, heights, width=width, bottom=before, label=each.get("name"))
        self._heights[stack] = [a + (0 if b != b else b) for a, b in zip(before, heights, strict=True)]

    def _line(self, each: Option) -> None:
        x, y = self._points(each["data"])
        marker = "" if each.get("showSymbol") is False or len(x) > 40 else "."
        # Lines of one name are parts of one thing: one colour, and once in the legend.
        name = each.get("name", "")
        known = self._colours.get(name) if name else None
        [line] = self._axes.plot(x, y, marker=marker, color=known, label=None if known else name)
        self._colours[name] = line.get_color()

    def _scatter(self, each: Option) -> None:
        x, y = self._points(each["data"])
        self._axes.plot(x, y, linestyle="", marker="o", markersize=4, label=each.get("name"))

    def _boxes(self, each: Option) -> None:
        boxes = [
            dict(zip(("whislo", "q1", "med", "q3", "whishi"), map(number, _value(box)), strict=True))
            for box in each["data"]
        ]
        self._axes.bxp(
            boxes,
            positions=list(range(len(boxes))),
            orientation="horizontal" if self._sideways else "vertical",
            showfliers=False,
            manage_ticks=False,
        )

    def _points(self, data: Iterable[Any]) -> tuple[list[float], list[float]]:
        """Coordinates; a bare number stands at the next name, and a gap interrupts a line."""
        x, y = list[float](), list[float]()
        for nth, item in enumerate(data):
            value = _value(item)
            pair = (
                value if isinstance(value, list | tuple) else (value, nth) if self._sideways else (nth, value)
            )
            x.append(self._place(pair[0]))
            y.append(self._place(pair[1]))
        return x, y

    def _place(self, value: Any) -> float:
        return (
            float(self._labels.index(value))
            if isinstance(value, str) and value in self._labels
            else number(value)
        )


def _scales(axes: Axes, names: Option, values: Option, labels: Sequence[str], sideways: bool) -> None:
    set_names, set_values = (
        (axes.set_ylabel, axes.set_xlabel) if sideways else (axes.set_xlabel, axes.set_ylabel)
    )
    set_names(names.get("name", ""))
    set_values(values.get("name", ""))
    if labels and sideways:
        axes.set_yticks(range(len(labels)), labels)
        if names.get("inverse"):
            axes.invert_yaxis()
    elif labels:
        turned = sum(map(len, labels)) > 60
        axes.set_xticks(
            range(len(labels)), labels, rotation=35 if turned else 0, ha="right" if turned else "center"
        )
    if names.get("minInterval") == 1 and not labels:
        from matplotlib.ticker import MaxNLocator  # matplotlib is in an extra

        (axes.yaxis if sideways else axes.xaxis).set_major_locator(MaxNLocator(integer=True))
    if names.get("type") == "log":
        from matplotlib.ticker import LogLocator, NullFormatter

        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
    _limits(axes, values, sideways)


def _limits(axes: Axes, values: Option, sideways: bool) -> None:
    """Ends and name of the axis of values."""
    limits = {end: value for end in ("min", "max") if isinstance(value := values.get(end), int | float)}
    if sideways:
        axes.set_xlim(left=limits.get("min"), right=limits.get("max"))
    else:
        axes.set_ylim(bottom=limits.get("min"), top=limits.get("max"))
    (axes.set_xlabel if sideways else axes.set_ylabel)(values.get("name", ""))


def _radar(canvas: Canvas, option: Option) -> None:
    canvas.set_figheight(5.0)
    axes: PolarAxes = canvas.add_subplot(projection="polar")  # type: ignore[assignment]  # by its projection
    spokes = option["radar"]["indicator"]
    angles = [2 * pi * nth / len(spokes) for nth in range(len(spokes))]
    for player in (each for series in option["series"] for each in series["data"]):
        values = [number(value) for value in player["value"]]
        axes.plot([*angles, angles[0]], [*values, values[0]], label=player["name"])
        axes.fill(angles, values, alpha=0.1)
    axes.set_xticks(angles, [spoke["name"] for spoke in spokes], fontsize=8)
    axes.set_ylim(
        min(spoke.get("min", 0) for spoke in spokes), max(spoke.get("max", 100) for spoke in spokes)
    )
    axes.set_theta_offset(pi / 2)
    axes.set_theta_direction(-1)
    axes.legend(loc="upper left", bbox_to_anchor=(1.05, 1.0), fontsize=8)


def number(value: Any) -> float:
    """A number of an option; what is missing is not drawn.

    >>> number(3), number(None)
    (3.0, nan)
    """
    return float(value) if isinstance(value, int | float) else nan


def _first(axis: Any) -> Option:
    """An axis; of two for the same direction the first."""
    found: Option = axis if isinstance(axis, Mapping) else axis[0]
    return found


def _value(item: Any) -> Any:
    return item["value"] if isinstance(item, Mapping) else item
