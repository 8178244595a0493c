"""Air, Land & Sea as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from agonist.core import Seat
from agonist.games.air_land_sea.battle import VICTORY
from agonist.games.air_land_sea.cards import CARDS, THEATERS
from agonist.games.air_land_sea.rules import AirLandSea, View
from agonist.games.air_land_sea.state import Kind
from agonist.kit.arrays import Array, Arrays, hot, one_hot

PLACE: Final = {card: place for place, card in enumerate(CARDS)}
STEPS: Final[tuple[Kind, ...]] = get_args(Kind)


class AirLandSeaArrays(Arrays[AirLandSea, View]):
    def shapes(self, game: AirLandSea) -> Mapping[str, Array]:
        """Cards in the order of `CARDS`, places from the left. `row`: by place, the theater. `hand`
        and `drawn` (by Reinforce): own cards. `field`: by seat, then the cards face up, those facedown
        that this seat knows, and the uncovered one; by place and card. `stacks`: by seat and place, how
        many lie there. `sides`: rows of points, of cards in the hand, of the 1st player, of whose turn it
        is, of a waiting Air Drop; by seat. `step`: what is asked, in the order of `STEPS`. `at`: the
        place of the card that asks.
        """
        cards = len(CARDS)
        return {
            "row": Array((3, 3)),
            "hand": Array((cards,)),
            "drawn": Array((cards,)),
            "field": Array((2, 3, 3, cards)),
            "stacks": Array((2, 3), cards),
            "sides": Array((5, 2), max(cards, game.to_win + VICTORY)),
            "step": Array((len(STEPS),)),
            "at": Array((3,)),
        }

    def values(self, game: AirLandSea, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table, row, step = view.table, view.table.field.row, next(iter(view.table.todo), None)
        cards = len(CARDS)
        field, stacks = bytearray(18 * cards), [0] * 6
        for place, sides in enumerate(table.field.stacks):
            for side, stack in enumerate(sides):
                stacks[3 * side + place] = len(stack)
                for depth, lying in enumerate(stack, 1 - len(stack)):
                    if lying.card is not None:
                        at = cards * (9 * side + place) + PLACE[lying.card]
                        field[at if lying.up else at + 3 * cards] = 1
                        field[at + 6 * cards] |= depth == 0
        return {
            "row": hot((3 * place + THEATERS.index(theater) for place, theater in enumerate(row)), 9),
            "hand": hot((PLACE[card] for card in view.hand), cards),
            "drawn": one_hot(None if view.drawn is None else PLACE[view.drawn], cards),
            "field": field,
            "stacks": stacks,
            "sides": (
                *table.points,
                *view.hand_sizes,
                *one_hot(table.first, 2),
                *one_hot(table.player, 2),
                *table.dropping,
            ),
            "step": one_hot(STEPS.index(step.kind) if step else None, len(STEPS)),
            "at": one_hot(row.index(step.theater) if step and step.theater else None, 3),
        }


ARRAYS: Final = AirLandSeaArrays()
