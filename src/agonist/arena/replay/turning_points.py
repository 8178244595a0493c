"""Turning points that are no events of the game: threats, missed wins, climbs, lost lives, swings.

Each is a pure function of one step: the states before and after it, and the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from agonist.arena.boards.indicators.boards import (
    Threats,
    threats_at_connect_four,
    threats_at_tictactoe,
    winning,
)
from agonist.core import Game, Moves, player_name
from agonist.games.hive.estimate import pressed
from agonist.games.hive.pieces import QUEENS
from agonist.games.santorini.rules import OFF
from agonist.kit import Kit

Turning: TypeAlias = Callable[[Game[Any, Any], Any, Any, Moves], str]
"""(game, before, after, moves) -> what happened in a few words; empty for an ordinary step."""

PRESSED: Final = 4
"""In Hive, each taken cell around a Queen is a key moment from this many on; six end the game."""

SWING: Final = 0.4
"""The least change of expected scores that counts as a swing; from a lost match to a won one it is 2."""


def in_lines(threats: Threats) -> Turning:
    """For games that a line wins: missed wins, double threats, threats that were not blocked."""

    def turning(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
        if game.outcome(after) is not None:
            return ""
        ((seat, move),) = moves.items()
        if wins := winning(game, before, seat):
            return "" if move in wins else "a missed win"
        theirs = set(threats(game, before, seat))
        if theirs and move not in theirs:
            return "a threat not met"
        made = set(threats(game, after, 1 - seat))
        if made - set(threats(game, before, 1 - seat)):
            return "a double threat" if len(made) > 1 else "a threat"
        return ""

    return turning


def santorini(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Missed wins, and workers that climb to level 2, from where they can win."""
    ((seat, move),) = moves.items()
    if game.outcome(after) is not None or OFF in before.workers:
        return ""
    if before.levels[2] and move not in (wins := winning(game, before, seat)) and wins:
        return "a missed win"

    def high(board: Any) -> int:
        own = board.workers[2 * seat : 2 * seat + 2]
        return sum(board.levels[1] >> cell & 1 for cell in own)

    return "a worker on level 2" if high(after) > high(before) else ""


def hive(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Queens that are placed, and Queens with at least `PRESSED` taken cells around them."""
    del game, moves
    for seat in (0, 1):
        if before.cells[QUEENS[seat]] is None and after.cells[QUEENS[seat]] is not None:
            return f"the Queen of {player_name(seat)}"
        around = pressed(after, seat)
        if around >= PRESSED and around > pressed(before, seat):
            return f"{around} of 6 cells around the Queen of {player_name(seat)}"
    return ""


def hanabi(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Lost lives, completed colours, and the last card drawn."""
    del moves
    was, now = before.table, after.table
    top: int = game.ranks  # type: ignore[attr-defined]
    if now.lives < was.lives:
        return "a life is lost"
    if now.fireworks.count(top) > was.fireworks.count(top):
        return "a colour is complete"
    return "the deck is empty" if was.deck and not now.deck and was.known else ""


def texas_holdem(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Players who go all in."""
    del game, before, after
    return "all in" if "all_in" in moves.values() else ""


def battle_royale(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Players who are hit."""
    del game, moves
    out = set(before.alive) - set(after.alive)
    return f"{player_name(min(out))} is hit" if out else ""


def sea_battle(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Ships that sink."""
    del game, moves
    sunk = [
        seat
        for seat, (was, now) in enumerate(zip(before.ships, after.ships, strict=False))
        if was.afloat and not now.afloat
    ]
    return ", ".join(f"{player_name(seat)} sinks" for seat in sunk)


def codenames(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """Guesses that were wrong."""
    del game, moves
    if before.phase != "guess" or len(after.covered) == len(before.covered):
        return ""
    colour = dict(zip(after.words, after.key, strict=True))[after.covered[-1]]
    if colour == before.team:
        return ""
    return "the assassin" if colour == "assassin" else f"a {colour} word for {before.team.capitalize()}"


TURNING: Final[Mapping[str, Turning]] = {
    "battle_royale": battle_royale,
    "codenames": codenames,
    "connect_four": in_lines(threats_at_connect_four),
    "hanabi": hanabi,
    "hive": hive,
    "santorini": santorini,
    "sea_battle": sea_battle,
    "texas_holdem": texas_holdem,
    "tictactoe": in_lines(threats_at_tictactoe),
}
"""By game."""


def swing(kit: Kit, game: Game[Any, Any], before: Any, after: Any) -> str:
    """The swing to a player whose expected score rose by `SWING` or more, in words; empty without one.

    Tree search estimates the scores, so only games without hidden information have swings.
    """
    if kit.playouts is None or game.traits.hidden:
        return ""
    was, now = kit.playouts.estimate(game, before), kit.playouts.estimate(game, after)
    gain, seat = max((new - old, seat) for seat, (old, new) in enumerate(zip(was, now, strict=True)))
    return f"a swing to {player_name(seat)}" if gain >= SWING else ""


def turning_point(kit: Kit, game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """The turning point in this step, in a few words; empty if there was none."""
    told = TURNING[game.name](game, before, after, moves) if game.name in TURNING else ""
    return told or swing(kit, game, before, after)
