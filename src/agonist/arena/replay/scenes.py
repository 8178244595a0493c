"""The table at one moment: a picture, a drawing, or what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from agonist.core import Ask, GameError, Seat, player_name
from agonist.drawing import svg
from agonist.kit import Kit
from agonist.kit.picture import Picture
from agonist.match.checked_game import rules_of
from agonist.reports.safe_text import on_one_line, printable

MOST_LINES: Final = 80
"""The most lines of a conversation that are shown."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment: a picture as SVG, a drawing in text, or the lines heard, newest last."""

    picture: str = ""
    drawing: str = ""
    lines: tuple[str, ...] = ()
    fresh: int = 0
    """How many of the lines heard are new at this step."""
    hands: tuple[Hand, ...] = ()
    """What the seats hold, for those who may see everything; pictures and drawings take the table's place."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What these seats see that a bystander does not; several seats can see the same."""

    seats: tuple[Seat, ...]
    scene: Scene
    picture: Picture | None = None

    @property
    def caption(self) -> str:
        return ", ".join(map(player_name, self.seats))


def picture_of(kit: Kit, game: Any, state: Any, seat: Seat | None, ask: Ask | None = None) -> Picture | None:
    """The picture of the view of a seat or a bystander; `None` for a game without pictures."""
    if kit.picture is None:
        return None
    with rules_of(game):
        picture = kit.picture(game.observe(state, seat), ask)
    if not isinstance(picture, Picture):
        raise GameError(f"the picture of {game.name} is a {type(picture).__name__}, not a Picture")
    return picture


def scene_of(kit: Kit, game: Any, states: Sequence[Any], seat: Seat | None, ask: Ask | None = None) -> Scene:
    """The table after the last of these states, as a seat or a bystander sees it.

    Of the earlier states, only the one before the last is used. With an `ask`, everything that can be chosen
    is marked.
    """
    picture = picture_of(kit, game, states[-1], seat, ask)
    if picture is not None:
        return Scene(picture=svg(picture))
    with rules_of(game):
        view = game.observe(states[-1], seat)
        if kit.drawing is not None:
            return Scene(drawing=printable(kit.drawing(view)))
        log = getattr(view, "log", ())
        before = len(getattr(game.observe(states[-2], seat), "log", ())) if len(states) > 1 else 0
        # Some events have no words, so read a few more than are shown, but not all of a long log.
        lines = _lines(kit, game, view, max(0, len(log) - 3 * MOST_LINES))
        fresh = len(_lines(kit, game, view, before))
        return Scene(lines=tuple(lines[-MOST_LINES:]), fresh=min(fresh, MOST_LINES))


def news_between(kit: Kit, game: Any, before: Any, after: Any, seat: Seat | None = None) -> list[str]:
    """The events between two states in words, as a seat or a bystander observed them."""
    with rules_of(game):
        old = getattr(game.observe(before, seat), "log", ())
        return _lines(kit, game, game.observe(after, seat), len(old))


def _lines(kit: Kit, game: Any, view: Any, first: int) -> list[str]:
    sentences = (
        on_one_line(kit.words.sentence(game, view, event)) for event in getattr(view, "log", ())[first:]
    )
    return [line for line in sentences if line]
