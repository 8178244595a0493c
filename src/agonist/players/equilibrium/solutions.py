"""Games that are small enough, as their whole tree, and the equilibria of those that are competitive."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from threading import RLock
from typing import Any

from agonist.core import Game, UsageError
from agonist.kit import Kit
from agonist.players.equilibrium.counterfactual_regret import equilibrium
from agonist.players.equilibrium.exploitability import Solvable
from agonist.players.equilibrium.game_walk import expect_small
from agonist.players.equilibrium.open_positions import OpenPositions, Position, open_positions
from agonist.players.equilibrium.sequence_form_arrays import Array, sequence_form

_ONE_AT_A_TIME = RLock()


def whole_game(kit: Kit, game: Game[Any, Any]) -> Solvable:
    """All positions of a game, or all sequences of moves where something is hidden or moves are simultaneous;
    kept for the next call. Raises `UsageError` for a game that is too large, or has free texts as answers.
    """
    with _ONE_AT_A_TIME:
        return _whole_game(game, kit.position)


def policy_of_equilibrium(kit: Kit, game: Game[Any, Any]) -> tuple[Solvable, Array]:
    """A game, and a policy by which nobody gains much by another one: best in each position where nothing is
    hidden, else by CFR+. Raises `UsageError` as `whole_game`, and where no such policy is known.
    """
    with _ONE_AT_A_TIME:
        return _policy_of_equilibrium(game, kit.position)


@lru_cache(maxsize=4)
def _whole_game(game: Game[Any, Any], position: Any) -> Solvable:
    expect_small(game)
    if game.traits.hidden or game.traits.simultaneous:
        return sequence_form(game)
    return open_positions(game, position_in(game, position))


def position_in(game: Game[Any, Any], position: Callable[[Any, Any], Hashable] | None) -> Position:
    """(state) -> its position by a kit's `position`, which has the game too; without one, the state."""
    return partial(position, game) if position else _state_itself


def _state_itself(state: Any) -> Any:
    return state


@lru_cache(maxsize=4)
def _policy_of_equilibrium(game: Game[Any, Any], position: Any) -> tuple[Solvable, Array]:
    is_open = not (game.traits.hidden or game.traits.simultaneous)
    if not is_open and not (game.seats == 2 and game.traits.constant_sum):
        raise UsageError(
            f"equilibrium cannot play {game.name} with {game.seats} players: where something is hidden or "
            "moves are simultaneous, it plays games of two in which one wins what the other loses"
        )
    whole = _whole_game(game, position)
    if isinstance(whole, OpenPositions):
        return whole, whole.perfect()
    if whole.forgets:
        raise UsageError(
            f"equilibrium cannot play {game.name}: what its players see does not hold all that they knew"
        )
    return whole, equilibrium(whole)
