"""What all seats hold at one moment, for those who may see everything of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from typing import Any, Final

from agonist.arena.replay.scenes import Hand, Scene, picture_of
from agonist.core import Seat
from agonist.drawing import svg
from agonist.kit import Kit
from agonist.kit.picture import MOST_SHAPES, Label, Line, Picture, Shape
from agonist.match.checked_game import rules_of
from agonist.reports.safe_text import on_one_line, printable

GAP: Final = 0.5
"""The space between the pictures of two seats, in units."""

CAPTION: Final = 0.7
"""The height of the line above a seat's picture, in units."""


YOU: Final = " (you)"
"""How pictures mark the seat that looks."""


def hands_of(kit: Kit, game: Any, state: Any) -> tuple[Hand, ...]:
    """One for each seat whose table is not that of a bystander; empty where all see the same.

    A game without pictures and drawings has one for each seat with what it is told of the position, such as
    its secret word, and a bystander is not.
    """
    public = _table(kit, game, state, None)
    tables = [_table(kit, game, state, seat) for seat in range(game.seats)]
    seats: dict[tuple[Picture | None, Scene], tuple[Seat, ...]] = {}
    for seat, own in enumerate(tables):
        if own != public:
            seats[own] = (*seats.get(own, ()), seat)
    if len(seats) > 1 and public[0] and (whole := _merged(public[0], [own[0] for own in seats])):
        every = tuple(sorted(seat for own in seats.values() for seat in own))
        return (Hand(every, Scene(picture=svg(whole)), whole),)
    return tuple(
        Hand(own, scene if picture is None else Scene(picture=svg(picture)), picture)
        for (picture, scene), own in seats.items()
    )


def _merged(public: Picture, own: Sequence[Picture | None]) -> Picture | None:
    """One picture with all that these pictures show and the public one does not; `None` unless all have the
    same shapes at the same places, and no two tell different things of one.
    """
    shapes = [_without_you(shape) for shape in public.shapes]
    told = list(shapes)
    for picture in own:
        if picture is None or len(picture.shapes) != len(shapes):
            return None
        for nth, shape in enumerate(map(_without_you, picture.shapes)):
            if shape == shapes[nth]:
                continue
            if (shape.x, shape.y) != (shapes[nth].x, shapes[nth].y) or told[nth] not in (shapes[nth], shape):
                return None
            told[nth] = shape
    return replace(public, shapes=tuple(told))


def _without_you(shape: Shape) -> Shape:
    """A shape as nobody in particular sees it."""
    text, alt = shape.text.replace(YOU, ""), shape.alt.replace(YOU, "")
    return shape if (text, alt) == (shape.text, shape.alt) else replace(shape, text=text, alt=alt)


def side_by_side(hands: Sequence[Hand]) -> Picture | None:
    """The pictures of these hands as one, each under the names of its seats; `None` if it would have too many
    shapes, or there are none.
    """
    drawn = [(hand.caption, hand.picture) for hand in hands if hand.picture is not None]
    if not drawn or sum(len(picture.shapes) + 1 for _, picture in drawn) > MOST_SHAPES:
        return None
    columns = 1 if len(drawn) == 1 else 2 if len(drawn) <= 4 else 3
    wide = max(picture.width for _, picture in drawn)
    high = max(picture.height for _, picture in drawn) + CAPTION
    shapes: list[Shape] = []
    for nth, (caption, picture) in enumerate(drawn):
        x, y = (nth % columns) * (wide + GAP), (nth // columns) * (high + GAP)
        shapes.append(Label(x, y + CAPTION / 2, caption, caption, 0.45, "start", wide))
        shapes += [_moved(shape, x - picture.left, y + CAPTION - picture.top) for shape in picture.shapes]
    rows = -(-len(drawn) // columns)
    alt = " ".join(f"{caption}: {picture.alt}" for caption, picture in drawn)
    return Picture(columns * (wide + GAP) - GAP, rows * (high + GAP) - GAP, tuple(shapes), alt)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Line):
        return replace(shape, x=shape.x + x, y=shape.y + y, x2=shape.x2 + x, y2=shape.y2 + y)
    return replace(shape, x=shape.x + x, y=shape.y + y)


def _table(kit: Kit, game: Any, state: Any, seat: Seat | None) -> tuple[Picture | None, Scene]:
    """The table of a seat or a bystander as a picture, or in text."""
    picture = picture_of(kit, game, state, seat)
    if picture is not None:
        return picture, Scene()
    with rules_of(game):
        view = game.observe(state, seat)
        if kit.drawing is not None:
            return None, Scene(drawing=printable(kit.drawing(view)))
        return None, Scene(lines=() if seat is None else _told(kit, game, state, view))


def _told(kit: Kit, game: Any, state: Any, view: Any) -> tuple[str, ...]:
    """The lines that a seat reads about the position and a bystander does not; past events are not among
    them, since the steps tell those.
    """
    public = _lines_of_position(kit, game, game.observe(state, None))
    return tuple(line for line in _lines_of_position(kit, game, view) if line not in public)


def _lines_of_position(kit: Kit, game: Any, view: Any) -> list[str]:
    now = view
    if is_dataclass(view) and not isinstance(view, type) and hasattr(view, "log"):
        now = replace(view, log=())
    return [line for text in kit.words.scene(game, now).splitlines() if (line := on_one_line(text))]
