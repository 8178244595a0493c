"""The characters of Avalon, and who knows whom when the roles are dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from agonist.core import Seat

Role: TypeAlias = Literal[
    "Merlin", "Percival", "Servant", "Assassin", "Morgana", "Mordred", "Oberon", "Minion"
]

EVIL: Final = ("Assassin", "Morgana", "Mordred", "Oberon", "Minion")

EVIL_PLAYERS: Final[Mapping[int, int]] = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""How many players are evil, by the number of players."""

TEAM_SIZES: Final[Mapping[int, tuple[int, ...]]] = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
"""The players on each of the five quests, by the number of players."""

TWO_FAILS_FROM: Final = 7
"""With this many players or more, the fourth quest fails only if two of its cards say so."""


def is_evil(role: Role) -> bool:
    return role in EVIL


def seen_by(roles: Sequence[Role], seat: Seat) -> tuple[Seat, ...]:
    """The seats that a player is shown: to Merlin all evil ones but Mordred; to Percival Merlin and Morgana,
    not which is which; to evil players each other, but for Oberon, who sees and is seen by nobody of them.

    >>> seen_by(["Merlin", "Servant", "Mordred", "Assassin", "Servant"], 0)
    (3,)
    """
    match roles[seat]:
        case "Merlin":
            shown = {*EVIL} - {"Mordred"}
        case "Percival":
            shown = {"Merlin", "Morgana"}
        case "Servant" | "Oberon":
            shown = set()
        case _:
            shown = {*EVIL} - {"Oberon"}
    return tuple(other for other, role in enumerate(roles) if other != seat and role in shown)
