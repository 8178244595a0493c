"""A view as a picture: frozen shapes with words for each, without a colour value, a script or a link.

A game describes the shapes, and `agonist.drawing` writes them as SVG. One unit is about the side of a board's
cell; x grows to the right, y downwards. Every shape has

- `text`: a few characters that are drawn, since colour alone must not carry a meaning;
- `alt`: what it is and where, in words, for people who do not see it and as a tooltip;
- `style`: one of `STYLES`, a class name that means the same in light and dark;
- `emphasis`: one of `EMPHASES`, drawn as an outline or faded;
- `choices`: the indexes of those options of the ask (`ask.options()`) that this shape belongs to. Clicking a
  shape selects its options, and clicking the next one narrows them to those that it has too, until one is
  left. So a move from here to there is two clicks, without code per game.

You may rely on the names in `__all__`; others may change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import Any, Final, Literal, TypeAlias, get_args

from agonist.core import Ask, Seat

__all__ = [
    "Card",
    "Cell",
    "Emphasis",
    "Hexagon",
    "Label",
    "Line",
    "Picture",
    "Shape",
    "Style",
    "Token",
    "choices_where",
    "seat_style",
]

Style: TypeAlias = Literal[
    # neutral: a background, an ordinary thing, four shades from light to dark, no filling
    "board", "plain", "shade1", "shade2", "shade3", "shade4", "outline", "muted",
    # colours that can be distinguished in light and dark
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "white", "black",
]  # fmt: skip

Emphasis: TypeAlias = Literal["", "last", "turn", "win", "out"]
"""Moved last, is asked now, is why the game was won, is out of the game."""

STYLES: Final[tuple[Style, ...]] = get_args(Style)
EMPHASES: Final[tuple[Emphasis, ...]] = get_args(Emphasis)

SEAT_STYLES: Final[tuple[Style, ...]] = (
    "blue", "orange", "green", "purple", "teal", "red", "yellow", "pink",
)  # fmt: skip
"""The colour of each seat, where the game's rules give it none."""

MOST_SHAPES: Final = 2_000
"""The most shapes in one picture."""

MOST_UNITS: Final = 10_000
"""The greatest width or height, in units."""


class _Kept(type):
    """Returns the same object for equal shapes, since reports draw most shapes thousands of times."""

    def __call__(cls, *fields: Any, **more: Any) -> Any:
        try:
            return cls._made(fields, tuple(more.items()))
        except TypeError:  # an unhashable list, or an unknown field
            return super().__call__(*fields, **more)

    @lru_cache(maxsize=200_000)  # noqa: B019  classes are never freed
    def _made(cls, fields: tuple[Any, ...], more: tuple[tuple[str, Any], ...]) -> Any:
        return type.__call__(cls, *fields, **dict(more))


_NUMBERS: Final = ("x", "y", "x2", "y2", "width", "height", "radius", "size")
_LENGTHS: Final = ("width", "height", "radius", "size")


@dataclass(frozen=True, slots=True)
class _Drawn(metaclass=_Kept):
    """What all shapes have."""

    x: float
    y: float
    alt: str
    text: str = ""
    style: Style = field(default="plain", kw_only=True)
    emphasis: Emphasis = field(default="", kw_only=True)
    choices: tuple[int, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        for name in _NUMBERS:
            number = getattr(self, name, None)
            if number is not None and not (isfinite(number) and abs(number) <= MOST_UNITS):
                raise ValueError(f"{name} of {self.alt!r} is {number}")
            if number is not None and name in _LENGTHS and number <= 0:
                raise ValueError(f"{name} of {self.alt!r} is {number}")
        if self.style not in STYLES:
            raise ValueError(f"the style of {self.alt!r} is {self.style!r}, none of {', '.join(STYLES)}")
        if self.emphasis not in EMPHASES:
            raise ValueError(f"the emphasis of {self.alt!r} is {self.emphasis!r}, none of {EMPHASES}")


@dataclass(frozen=True, slots=True)
class Cell(_Drawn):
    """A rectangle; x and y are its upper left corner, the text stands in the middle."""

    width: float = 1.0
    height: float = 1.0


@dataclass(frozen=True, slots=True)
class Hexagon(_Drawn):
    """A regular hexagon around (x, y) with sides of length `size`; it stands on a corner unless `flat`."""

    size: float = 0.5
    flat: bool = False


@dataclass(frozen=True, slots=True)
class Token(_Drawn):
    """A disc around (x, y)."""

    radius: float = 0.38


@dataclass(frozen=True, slots=True)
class Card(_Drawn):
    """A card; x and y are its upper left corner. `text` is its title, over its lines.

    One that lies face down has neither.
    """

    lines: tuple[str, ...] = ()
    face_up: bool = True
    width: float = 1.0
    height: float = 1.4


@dataclass(frozen=True, slots=True)
class Label(_Drawn):
    """Words that begin, end or have their middle at (x, y); `size` is the height of a line.

    `width`: the text is set smaller, and at last cut, so that it is no wider.
    """

    size: float = 0.4
    anchor: Literal["start", "middle", "end"] = "middle"
    width: float | None = None
    style: Style = field(default="outline", kw_only=True)


@dataclass(frozen=True, slots=True)
class Line(_Drawn):
    """A straight line from (x, y) to (x2, y2); the text stands beside its middle."""

    x2: float = field(kw_only=True)
    y2: float = field(kw_only=True)
    arrow: bool = False
    style: Style = field(default="outline", kw_only=True)


Shape: TypeAlias = Cell | Hexagon | Token | Card | Label | Line
"""What a picture is made of. Later shapes lie over earlier ones."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, in units from (left, top), `width` to the right and `height` down; `alt` describes it in a
    few sentences.

    A board that grows in all directions keeps the positions of its shapes, and changes `left` and `top`
    instead, since pages store equal shapes once. Raises `ValueError`, as shapes do, for what cannot be drawn.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    alt: str
    left: float = 0.0
    top: float = 0.0

    def __post_init__(self) -> None:
        if not (abs(self.left) <= MOST_UNITS and abs(self.top) <= MOST_UNITS):
            raise ValueError(f"a picture begins within {MOST_UNITS}, not at ({self.left}, {self.top})")
        if not (0 < self.width <= MOST_UNITS and 0 < self.height <= MOST_UNITS):
            raise ValueError(
                f"a picture is up to {MOST_UNITS} wide and high, not {self.width} × {self.height}"
            )
        if len(self.shapes) > MOST_SHAPES:
            raise ValueError(f"a picture has up to {MOST_SHAPES} shapes, not {len(self.shapes)}")
        for kind in set(map(type, self.shapes)):
            if not issubclass(kind, Shape):
                raise ValueError(f"a picture is made of shapes, not of {kind.__name__}")


def choices_where(ask: Ask | None, holds: Callable[[Any], object]) -> tuple[int, ...]:
    """The indexes of the options of an ask for which something holds; none where options are not listed.

    >>> from agonist.core import Choice
    >>> choices_where(Choice(((1, 1), (1, 2), (2, 1))), lambda cell: cell[0] == 1)
    (0, 1)
    """
    if ask is None:
        return ()
    options = ask.options()
    return tuple(n for n, option in enumerate(options or ()) if holds(option))


def seat_style(seat: Seat) -> Style:
    """The colour of a seat, where the rules give it none. From the ninth seat on they repeat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]
