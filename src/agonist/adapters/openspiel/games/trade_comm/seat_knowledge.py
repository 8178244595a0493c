"""What a seat knows of a trade."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat


class Deal(NamedTuple):
    """`item`: the seat's own; `None` before it is dealt, and for a bystander. `said`: by Player 1 and then by
    Player 2. `offers`: item given and item wanted of each; `None` where it is not made or not shown: a seat
    sees the other's at the end, a bystander none.
    """

    item: int | None
    said: tuple[int, ...]
    offers: tuple[tuple[int, int] | None, tuple[int, int] | None]


class TradeComm(SpielGame):
    title: ClassVar[str] = "Trade and Communication"
    abilities: ClassVar = ("communication", "cooperation", "coordination")
    sources: ClassVar = (
        "Solving Common-Payoff Games with Approximate Policy Iteration (Sokota et al., 2021)",
    )

    def facts(self, spiel: Any, seat: Seat | None) -> Deal:
        items = int(self.options["num_items"])
        dealt, played = spiel.history()[:1], spiel.history()[1:]
        # Offers are numbered after the things that can be said.
        made = [divmod(action - items, items) for action in played[2:]]
        shown = [
            made[who]
            if who < len(made) and seat is not None and (who == seat or spiel.is_terminal())
            else None
            for who in range(2)
        ]
        item = divmod(dealt[0], items)[seat] if dealt and seat is not None else None
        return Deal(item, tuple(played[:2]), (shown[0], shown[1]))

    def ending(self, spiel: Any) -> str:
        return "the offers meet" if any(spiel.returns()) else "the offers do not meet"
