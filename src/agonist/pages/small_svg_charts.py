"""Small figures as SVG, drawn by the server: an interval in a table, shares of a bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final

from markupsafe import Markup, escape

WIDE: Final = 180
HIGH: Final = 18

LETTER: Final = 7
"""The width that a letter of a label needs at most."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers at the left and right ends of a figure."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Iterable[float | None]) -> Scale:
        """A scale with room for all of these numbers.

        >>> Scale.around([None, 1400, 1600])
        Scale(low=1390.0, high=1610.0)
        """
        known = [value for value in values if value is not None]
        low, high = (min(known), max(known)) if known else (0.0, 1.0)
        room = (high - low) / 20 or 1.0
        return cls(low - room, high + room)

    def at(self, value: float) -> float:
        """The position of a number, from 0 (left end) to 1 (right end)."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)

    def ticks(self, about: int = 4) -> list[float]:
        """A few round numbers within the scale.

        >>> Scale(1390, 1610).ticks()
        [1400.0, 1450.0, 1500.0, 1550.0, 1600.0]
        """
        rough = (self.high - self.low) / about
        power = 10.0 ** floor(log10(rough))
        step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.75)
        first = -floor(-self.low / step)
        return [round(step * n, 10) for n in range(first, floor(self.high / step) + 1)]


def interval(
    value: float | None,
    low: float | None,
    high: float | None,
    scale: Scale,
    zero: float | None = None,
    yardsticks: Iterable[float] = (),
) -> Markup:
    """A dot with its interval on a line; empty if there is no value.

    `zero` is marked, and `yardsticks` are lines across all figures of a column. Screen readers skip the
    figure, since the table has the numbers.
    """
    if value is None:
        return Markup()
    parts = []
    if lines := "".join(f"M{_n(scale.at(each) * WIDE)} -6V{HIGH + 6}" for each in yardsticks):
        parts.append(f'<path class="yardsticks" d="{lines}"/>')
    if zero is not None and scale.low <= zero <= scale.high:
        x = _n(scale.at(zero) * WIDE)
        parts.append(f'<line class="zero" x1="{x}" x2="{x}" y1="0" y2="{HIGH}"/>')
    if low is not None and high is not None:
        left, right = _n(scale.at(low) * WIDE), _n(scale.at(high) * WIDE)
        # One path: a page has hundreds of these figures.
        parts.append(f'<path class="span" d="M{left} 9H{right}M{left} 5v8M{right} 5v8"/>')
    parts.append(f'<circle cx="{_n(scale.at(value) * WIDE)}" cy="{HIGH / 2}" r="4"/>')
    return _figure("interval", WIDE, HIGH, parts)


def yardstick_names(named: Sequence[tuple[str, float]], scale: Scale) -> Markup:
    """The names of lines above a column of intervals, each at its line, on as many levels as they need."""
    placed = []
    for name, value in named:
        wide, x = LETTER * len(name), scale.at(value) * WIDE
        left = max(min(x - wide / 2, WIDE - wide), 0.0)
        placed.append((name, x, left, left + wide))
    above = levels([(left, right) for _, _, left, right in placed])
    high = HIGH * 0.7 * (1 + max(above, default=0)) + 6
    parts = []
    for (name, x, left, right), level in zip(placed, above, strict=True):
        y = high - 6 - HIGH * 0.7 * level
        parts.append(f'<path class="yardsticks" d="M{_n(x)} {_n(y + 2)}V{_n(high + 6)}"/>')
        parts.append(f'<text x="{_n((left + right) / 2)}" y="{_n(y)}">{escape(name)}</text>')
    return _figure("axis", WIDE, round(high), parts)


def levels(spans: Sequence[tuple[float, float]]) -> list[int]:
    """A level for each span, from 0, so that spans on one level do not overlap.

    >>> levels([(0, 5), (4, 9), (6, 8)])
    [0, 1, 0]
    """
    ends: list[float] = []
    found = [0] * len(spans)
    for nth in sorted(range(len(spans)), key=lambda nth: spans[nth]):
        left, right = spans[nth]
        level = next((level for level, end in enumerate(ends) if end <= left), len(ends))
        ends[level : level + 1] = [right]
        found[nth] = level
    return found


def axis(scale: Scale) -> Markup:
    """The numbers under a column of intervals."""
    parts = [f'<text x="{_n(scale.at(tick) * WIDE)}" y="12">{tick:g}</text>' for tick in scale.ticks(3)]
    return _figure("axis", WIDE, HIGH, parts)


def shares(parts: Sequence[tuple[str, float]], whole: float) -> Markup:
    """A bar in several parts, each `(CSS class, size)`; `whole` is the size that fills it."""
    x, drawn = 0.0, []
    for name, size in parts:
        wide = WIDE * size / whole if whole else 0.0
        if wide > 0:
            drawn.append(f'<rect class="{name}" x="{_n(x)}" y="3" width="{_n(wide)}" height="12"/>')
        x += wide
    return _figure("shares", WIDE, HIGH, drawn)


def sparkline(values: Sequence[float]) -> Markup:
    """Numbers from 0 to 1 as a small line, with a description for screen readers; empty for fewer than two.

    >>> sparkline([0.5]) == Markup()
    True
    """
    if len(values) < 2:
        return Markup()
    wide, high = 64, HIGH
    points = " ".join(
        f"{_n(2 + (wide - 4) * nth / (len(values) - 1))},{_n(high - 2 - (high - 4) * value)}"
        for nth, value in enumerate(values)
    )
    words = f"from {values[0]:.0%} to {values[-1]:.0%}"
    return Markup(
        f'<svg class="trend" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-label="{words}"><title>{words}</title><line class="half" x1="0" x2="{wide}" y1="{high / 2}" '
        f'y2="{high / 2}"/><polyline points="{points}"/></svg>'
    )


def _figure(name: str, wide: int, high: int, parts: Iterable[str]) -> Markup:
    inner = "".join(parts)
    return Markup(
        f'<svg class="{name}" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'aria-hidden="true">{inner}</svg>'
    )


def _n(number: float) -> str:
    return f"{round(number, 1):g}"
