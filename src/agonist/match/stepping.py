"""One step of a game by hand, checked: for scripts, searches and environments that have no players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agonist.core import CHANCE, Ask, Game, IllegalAction, Moves, Seat, plain, player_name
from agonist.core.plain_values import shown
from agonist.match.checked_game import rules_of


def step(game: Game[Any, Any], state: Any, moves: Moves) -> Any:
    """The state after these moves, if the rules allow them; `Game.act` itself checks nothing.

    Args:
        game: The rules, as from `agonist.make`.
        state: Any state of the game.
        moves: The action of each seat that `game.turn(state)` asks, and of no other. Lists and values of
            NumPy are read as in a match: as tuples and numbers.

    Raises:
        IllegalAction: If a seat has no action or is not asked, or the rules forbid its action; the message
            says whose action it is, what it is, and what is legal.
        GameError: If the code of the game fails.

    >>> from agonist.games.connect_four import KIT
    >>> game = KIT.game()
    >>> step(game, step(game, game.new(), {0: 3}), {1: 9})
    Traceback (most recent call last):
    agonist.core.errors.IllegalAction: Player 2 cannot play 9 (int): 9 is not one of 1, 2, 3, 4, 5, 6, 7
    """
    with rules_of(game):
        return game.act(state, legal(game.turn(state), moves))


def legal(asks: Mapping[Seat, Ask], moves: Any) -> Moves:
    """These moves with plain values. Raises `IllegalAction` unless they answer exactly these asks."""
    if not isinstance(moves, Mapping):
        raise IllegalAction(f"give a dictionary with an action for each seat, not {shown(moves)}")
    if not asks:
        raise IllegalAction("the rules ask nobody: the game is over")
    if asks.keys() != moves.keys():
        raise IllegalAction(f"the rules ask {_named(asks)}, and there are actions of {_named(moves)}")
    checked = {}
    for seat, ask in asks.items():
        try:
            ask.check(action := plain(moves[seat]))
        except IllegalAction as why:
            raise IllegalAction(f"{_name(seat)} cannot play {shown(moves[seat])}: {why}") from None
        checked[seat] = action
    return checked


def _named(seats: Iterable[Any]) -> str:
    return " and ".join(map(_name, seats)) or "nobody"


def _name(seat: Any) -> str:
    if type(seat) is not int or seat < CHANCE:
        return shown(seat)
    return "chance" if seat == CHANCE else player_name(seat)
