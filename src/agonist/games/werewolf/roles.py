"""The roles of Werewolf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from agonist.core import Seat

Role: TypeAlias = Literal["Werewolf", "Seer", "Doctor", "Hunter", "Mason", "Villager"]

KNOW_EACH_OTHER: Final = ("Werewolf", "Mason")

MASONS: Final = 2
"""How many masons there are, if there are any."""


def wolves(roles: Sequence[Role]) -> tuple[Seat, ...]:
    return tuple(seat for seat, role in enumerate(roles) if role == "Werewolf")


def fellows(roles: Sequence[Role], seat: Seat) -> tuple[Seat, ...]:
    """The others of the same role, for roles that know each other.

    >>> fellows(["Werewolf", "Seer", "Werewolf", "Villager", "Villager"], 2)
    (0,)
    """
    if roles[seat] not in KNOW_EACH_OTHER:
        return ()
    return tuple(other for other, role in enumerate(roles) if other != seat and role == roles[seat])
