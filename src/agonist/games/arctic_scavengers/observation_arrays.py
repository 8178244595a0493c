"""Arctic Scavengers as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, get_args

from agonist.core import Seat
from agonist.games.arctic_scavengers.cards import CATALOG, Action, Cards
from agonist.games.arctic_scavengers.rules import ArcticScavengers, View
from agonist.games.arctic_scavengers.state import Kind
from agonist.kit.arrays import UNLIMITED, Array, Arrays, one_hot

STEPS: Final[tuple[Kind, ...]] = get_args(Kind)
DECLARED: Final[tuple[Action, ...]] = get_args(Action)


class ArcticScavengersArrays(Arrays[ArcticScavengers, View]):
    def shapes(self, game: ArcticScavengers) -> Mapping[str, Array]:
        """Cards by number of each in the order of `CATALOG`. `areas`: by seat, the deck, hand, discard
        pile (zeros where this seat may not see them), the cards played, those that both know, and the
        secret ones. `sizes`: by seat, cards in the deck, the hand, the discard pile, and unknown ones
        from the junkyard. `supply`: the mercenaries. `next`: the contested card that this seat knows.
        `declared`: the cards of the action that was declared, `action`: which, in the order of
        `DECLARED`. `initiator`: by seat. `step`: what is asked, in the order of `STEPS`. `numbers`: the
        round, food, contested cards left, cards in the junkyard, cards to look at.
        """
        kinds = len(CATALOG)
        return {
            "areas": Array((2, 6, kinds), 99),
            "sizes": Array((2, 4), UNLIMITED),
            "supply": Array((kinds,), 14),
            "next": Array((kinds,)),
            "declared": Array((kinds,), 99),
            "action": Array((len(DECLARED),)),
            "initiator": Array((2,)),
            "step": Array((len(STEPS),)),
            "numbers": Array((5,), UNLIMITED),
        }

    def values(self, game: ArcticScavengers, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table = view.table
        step = next(iter(table.todo), None)
        areas: list[int] = []
        for each in view.areas:
            for cards in (each.deck, each.hand, each.discard, each.played, each.public, each.secret):
                areas += counts(cards or ())
        declared, supply = table.declared, dict(table.supply)
        return {
            "areas": areas,
            "sizes": [n for each in view.areas for n in (*each.sizes, each.secrets)],
            "supply": [supply.get(name, 0) for name in CATALOG],
            "next": counts(() if view.next_contested is None else (view.next_contested,)),
            "declared": counts(declared.cards if declared else ()),
            "action": one_hot(DECLARED.index(declared.action) if declared else None, len(DECLARED)),
            "initiator": one_hot(table.initiator, 2),
            "step": one_hot(STEPS.index(step.kind) if step else None, len(STEPS)),
            "numbers": (
                table.round,
                table.food,
                view.contested,
                len(table.junkyard),
                step.number if step else 0,
            ),
        }


@lru_cache(maxsize=4096)
def counts(cards: Cards) -> tuple[int, ...]:
    """The number of each card in the catalogue."""
    held = Counter(cards)
    return tuple(held[name] for name in CATALOG)


ARRAYS: Final = ArcticScavengersArrays()
