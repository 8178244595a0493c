"""A negotiation as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.negotiation.deal_values import WHOLE
from agonist.games.negotiation.rules import NONE, Negotiation, View
from agonist.kit.arrays import Array, Arrays, padded

PARTS: Final = 2
"""Columns of an offer besides its issues: its proposer from 1 on, and the issue that it claims, from 1 on."""


class NegotiationArrays(Arrays[Negotiation, View]):
    def shapes(self, game: Negotiation) -> Mapping[str, Array]:
        """`points`: by issue and option, one's own; `batna`: one's own; `offers`: a row for each round, with
        the option of each issue, the proposer (from 1 on) and the issue that it claims to matter most (from
        1 on, 0 for none); `votes`: by round and seat, 1 if it accepted, 0 if it rejected, -1 if it hasn't
        answered. `round`: the current one. Messages are in the text.
        """
        high = max(game.choices, game.seats, game.issues)
        return {
            "points": Array((game.issues, game.choices), WHOLE),
            "batna": Array((1,), WHOLE),
            "offers": Array((game.rounds, game.issues + PARTS), high),
            "votes": Array((game.rounds, game.seats), 1, -1),
            "round": Array((1,), game.rounds),
        }

    def values(self, game: Negotiation, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table = view.tables[seat] if view.tables else None
        offers, votes = list[int](), [-1] * (game.rounds * game.seats)
        for event in view.log:
            match event:
                case ("proposed", _, who, deal, claim, _):
                    claimed = 0 if claim == NONE else 1 + game.names.index(claim)
                    offers += (*deal, 1 + who, claimed)
                case ("answered", number, who, vote, *_):
                    votes[(number - 1) * game.seats + who] = int(vote == "accept")
        cells = game.issues * game.choices
        return {
            "points": [worth for row in table.rows for worth in row] if table else [0] * cells,
            "batna": (table.batna if table else 0,),
            "offers": padded(offers, game.rounds * (game.issues + PARTS)),
            "votes": votes,
            "round": (view.round,),
        }


ARRAYS: Final = NegotiationArrays()
