"""A heuristic player who proposes equal shares, and votes for splits that can still be agreed on."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.games.cost_sharing.rules import CostSharing, Shares, State, mover

STATEMENT: Final = "Equal shares, since all of us need the airport."

MOST_STEPS_ABOVE_EQUAL: Final = 3
"""The most steps above an equal share that the reference player pays to avoid a failed round."""


def equal_shares(game: CostSharing, view: State, ask: Ask, rng: Random) -> Any:
    """Propose equal shares; vote for the split that earlier votes name unless it is too dear, or the fairest.

    In the last round any agreement is better than none.
    """
    del rng
    if ask.about == "proposal":
        statement = STATEMENT if len(STATEMENT.split()) <= game.statement_words else ""
        return (fair(game), statement) if game.statement_words else (fair(game),)
    return _vote(game, view)


def fair(game: CostSharing) -> Shares:
    """Equal shares; remaining steps go to the first airlines, one each.

    >>> fair(CostSharing())
    (35, 35, 30)
    """
    each, left = divmod(100 // game.step, game.seats)
    return tuple(game.step * (each + (seat < left)) for seat in range(game.seats))


def _vote(game: CostSharing, view: State) -> Seat:
    me = mover(view)
    named = {view.proposals[target] for target in view.votes}
    limit = 100 if view.round == game.rounds else max(fair(game)) + MOST_STEPS_ABOVE_EQUAL * game.step
    if len(named) == 1 and next(iter(named))[me] <= limit:
        return view.votes[0]
    equal = fair(game)
    return min(range(game.seats), key=lambda seat: (_distance(view.proposals[seat], equal), seat))


def _distance(shares: Shares, others: Shares) -> int:
    return sum(abs(a - b) for a, b in zip(shares, others, strict=True))
