"""The field of Oshi-Zumo."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame

_WRITTEN: Final = re.compile(r"Coins: (\d+) (\d+), Field: (\S+)")


class Field(NamedTuple):
    """`bids`: those of Player 1 and Player 2 in each round. `place`: the wrestler's distance from the middle,
    towards Player 2's edge; `drawn`: the field as the library draws it.
    """

    bids: tuple[tuple[int, int], ...]
    coins: tuple[int, int]
    place: int
    drawn: str


def field_of(spiel: Any) -> Field:
    found = _WRITTEN.match(str(spiel))
    assert found
    played = [int(bid) for bid in spiel.history()]
    drawn = found[3]
    return Field(
        tuple(zip(played[::2], played[1::2], strict=True)),
        (int(found[1]), int(found[2])),
        drawn.index("W") - len(drawn) // 2,
        drawn,
    )


class OshiZumo(SpielGame):
    title: ClassVar[str] = "Oshi-Zumo"
    abilities: ClassVar = ("opponent modelling", "resource management")
    sources: ClassVar = ("Solving the Oshi-Zumo Game (Buro, 2003)",)

    def ending(self, spiel: Any) -> str:
        field = field_of(spiel)
        if field.drawn[0] == "W" or field.drawn[-1] == "W":
            return "the wrestler is off the field"
        return "nobody has coins left" if not any(field.coins) else "all rounds are played"
