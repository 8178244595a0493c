"""Who may see what of a match. It is decided here and nowhere else."""

from __future__ import annotations

from typing import Final

from agonist.core import Game, Seat
from agonist.store import StoredMatch

OVER: Final = frozenset({"finished", "broken", "void"})
"""Matches that nobody will play on."""


def is_over(match: StoredMatch) -> bool:
    """Whether everything about the match may be shown: its hidden information can help nobody any more.

    A match that a failing model suspended may be looked into as well; one that waits for a person may not.
    """
    return match.status in OVER or (match.status == "suspended" and not people(match))


def people(match: StoredMatch) -> list[Seat]:
    """The seats of people."""
    fixture = match.fixture
    return [
        seat
        for seat, player in enumerate(fixture.players)
        if fixture.spec(player).rpartition("=")[2] == "human"
    ]


def seat_shown(match: StoredMatch, seat: Seat | None) -> Seat | None:
    """The seat whose view a visitor is given who asks for one: nobody's while the match goes on.

    `None` stands for a bystander, who sees `observe(state, None)`.
    """
    if not is_over(match) or seat is None or not 0 <= seat < len(match.fixture.players):
        return None
    return seat


def moves_are_open(match: StoredMatch, game: Game[object, object]) -> bool:
    """Whether each seat's moves may be shown, and not only what a bystander hears of them."""
    return is_over(match) or not (game.traits.hidden or game.traits.simultaneous)
