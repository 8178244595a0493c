"""Values with intervals over steps as one SVG, drawn by the server: the curve of a model in training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from agonist.pages.small_svg_charts import Scale

WIDE: Final = 640
HIGH: Final = 260
LEFT: Final = 48
RIGHT: Final = 24
TOP: Final = 10
BELOW: Final = 38

KINDS: Final = 4
"""Lines look in so many ways; further ones begin again."""


class Dot(NamedTuple):
    """A value at a step, with the ends of its interval if it has one."""

    step: int
    value: float
    low: float | None
    high: float | None


def curve(series: Mapping[str, Sequence[Dot]], across: Sequence[tuple[str, float]] = ()) -> Markup:
    """A line with intervals for each series, over a common axis of steps; empty without two dots of one.

    `across`: named values as lines over the whole width. A screen reader reads the values.
    """
    if max(map(len, series.values()), default=0) < 2:
        return Markup()
    dots = [dot for some in series.values() for dot in some]
    steps = Scale(min(dot.step for dot in dots), max(dot.step for dot in dots))
    ends = (end for dot in dots for end in dot[1:])
    values = Scale.around([*ends, *(value for _, value in across)])

    def x(step: float) -> str:
        return f"{LEFT + steps.at(step) * (WIDE - LEFT - RIGHT):.1f}"

    def y(value: float) -> str:
        return f"{HIGH - BELOW - values.at(value) * (HIGH - BELOW - TOP):.1f}"

    parts = []
    for tick in values.ticks():
        parts.append(f'<path class="rule" d="M{LEFT} {y(tick)}H{WIDE - RIGHT}"/>')
        parts.append(f'<text class="end" x="{LEFT - 6}" y="{y(tick)}" dy="4">{tick:g}</text>')
    parts += [f'<text x="{x(tick)}" y="{HIGH - 20}">{tick:,g}</text>' for tick in steps.ticks()]
    parts.append(f'<text x="{(LEFT + WIDE - RIGHT) / 2}" y="{HIGH - 4}">step</text>')
    for name, value in across:
        parts.append(f'<path class="across" d="M{LEFT} {y(value)}H{WIDE - RIGHT}"/>')
        parts.append(f'<text class="end" x="{WIDE - RIGHT}" y="{y(value)}" dy="-3">{escape(name)}</text>')
    for nth, (name, some) in enumerate(series.items()):
        line = " ".join(f"{x(dot.step)},{y(dot.value)}" for dot in some)
        whiskers = "".join(
            f"M{x(dot.step)} {y(dot.low)}V{y(dot.high)}"
            for dot in some
            if dot.low is not None and dot.high is not None
        )
        circles = "".join(f'<circle cx="{x(dot.step)}" cy="{y(dot.value)}" r="3.5"/>' for dot in some)
        parts.append(
            f'<g class="line line{nth % KINDS}"><polyline points="{line}"/><path d="{whiskers}"/>{circles}'
            f"<title>{escape(name)}</title></g>"
        )
        if len(series) > 1:
            last = some[-1]
            parts.append(
                f'<text class="end" x="{x(last.step)}" y="{y(last.value)}" dy="-9">{escape(name)}</text>'
            )
    words = escape("; ".join(f"{name}: {_in_words(some)}" for name, some in series.items()))
    return Markup(
        f'<svg class="curve" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{words}">'
        f"{''.join(parts)}</svg>"
    )


def _in_words(dots: Sequence[Dot]) -> str:
    return ", ".join(f"{dot.value:.0f} at step {dot.step:,}" for dot in dots)
