"""Measures of board games: missed wins, missed threats, how matches ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from agonist.arena.boards.indicators.columns import Indicator, Measured, Measurements, Reader, note, seats_of
from agonist.core import Game, Seat
from agonist.games.hive.estimate import pressed
from agonist.games.santorini.rules import SUMMIT
from agonist.games.tictactoe.rules import LINES
from agonist.metrics.played import Played

Threats: TypeAlias = Callable[[Game[Any, Any], Any, Seat], list[Any]]
"""(game, board, seat) -> the moves with which the other player would win if it were their turn."""

MISSED: Final = Indicator(
    "missed-wins",
    "Missed wins",
    "share",
    "Share of turns with a winning move on which the player chose another.",
    True,
)
UNMET: Final = Indicator(
    "unmet-threats", "Threats not met", "share",
    "Share of turns without a winning move, and with a threat of the opponent to win with the next move, on "
    "which the player did not block it.", True,
)  # fmt: skip
DRAWS: Final = Indicator("draws", "Draws", "share")
MOVES: Final = Indicator(
    "moves-to-win", "Moves to win", "number", "Mean number of the player's moves in matches that they won."
)


def winning(game: Game[Any, Any], state: Any, seat: Seat) -> list[Any]:
    """The moves with which the player to move wins at once."""
    (ask,) = game.turn(state).values()
    found = []
    for move in ask.options() or ():
        outcome = game.outcome(game.act(state, {seat: move}))
        if outcome is not None and outcome.scores[seat] > 0:
            found.append(move)
    return found


def _ended(played: Played, found: list[Measurements]) -> None:
    """Draws, and how many moves the winner needed."""
    own_moves = [0] * len(found)
    for _, turn in played.turns():
        for seat in turn.moves:
            own_moves[seat] += 1
    drawn = len(set(played.match.scores)) == 1
    for seat, own in enumerate(found):
        note(own, draws=drawn)
        if not drawn and played.match.scores[seat] == max(played.match.scores):
            note(own, moves_to_win=own_moves[seat])


def _watched(threats: Threats) -> Reader:
    """Reads missed wins, and threats that were not met."""

    def read(played: Played) -> list[Measurements]:
        found, game = seats_of(played), played.record.game
        for state, turn in played.turns():
            for seat, move in turn.moves.items():
                if seat in turn.fallback:
                    continue
                wins = winning(game, state, seat)
                if wins:
                    note(found[seat], missed_wins=move not in wins)
                elif cells := threats(game, state, seat):
                    note(found[seat], unmet_threats=move not in cells)
        _ended(played, found)
        return found

    return read


def threats_at_tictactoe(game: Game[Any, Any], board: Any, seat: Seat) -> list[Any]:
    """The cells with which the opponent would complete a line."""
    del game
    theirs = set(board.cells_of(1 - seat))
    return [
        cell for line in LINES for cell in line if cell not in board.marked and theirs >= set(line) - {cell}
    ]


def threats_at_connect_four(game: Game[Any, Any], board: Any, seat: Seat) -> list[Any]:
    """The columns in which the opponent's next disc would win."""
    return winning(game, replace(board, mover=1 - seat), 1 - seat)


TICTACTOE: Final = Measured((MISSED, UNMET, MOVES, DRAWS), _watched(threats_at_tictactoe))
CONNECT_FOUR: Final = Measured((MISSED, UNMET, MOVES, DRAWS), _watched(threats_at_connect_four))


def santorini(played: Played) -> list[Measurements]:
    """Missed wins, once a tower is high enough to climb."""
    found, game = seats_of(played), played.record.game
    for state, turn in played.turns():
        for seat, move in turn.moves.items():
            # Before a tower has three levels there is nothing to climb.
            if seat not in turn.fallback and state.placed == len(state.workers) and state.levels[2]:
                wins = winning(game, state, seat)
                if wins:
                    note(found[seat], missed_wins=move not in wins)
    _ended(played, found)
    for seat, own in enumerate(found):
        del own["draws"]  # there are none
        if played.match.scores[seat] > 0:
            note(own, climbed=played.end.end in SUMMIT)
    return found


SANTORINI: Final = Measured(
    (
        MISSED,
        Indicator(
            "climbed",
            "Wins by climbing",
            "share",
            "Share of wins by climbing to level 3; the other wins leave the opponent no legal turn.",
        ),
        MOVES,
    ),
    santorini,
)


def hive(played: Played) -> list[Measurements]:
    """How far both Queens are surrounded at the end."""
    found, end = seats_of(played), played.end
    for seat, own in enumerate(found):
        note(own, attack=pressed(end, 1 - seat), pressure=pressed(end, seat))
    _ended(played, found)
    return found


HIVE: Final = Measured(
    (
        Indicator(
            "attack",
            "Around the opponent's Queen",
            "number",
            "Cells next to it that are taken at the end.",
            seen=(0, 6),
        ),
        Indicator(
            "pressure",
            "Around their own Queen",
            "number",
            "Cells next to it that are taken at the end.",
            True,
            (0, 6),
        ),
        MOVES,
        DRAWS,
    ),
    hive,
)


def sea_battle(played: Played) -> list[Measurements]:
    """The remaining health of a team's ships, and whether the seat's own ship was sunk."""
    found = seats_of(played)
    ships = played.end.ships
    for seat, own in enumerate(found):
        note(own, health=played.match.scores[seat], sunk=not ships[seat].afloat)
    return found


SEA_BATTLE: Final = Measured(
    (
        Indicator(
            "health",
            "Share of health left",
            "share",
            "The health of the player's team, as a share of what both teams have left.",
        ),
        Indicator("sunk", "Ship sunk", "share", "Share of games in which the player's ship was sunk.", True),
    ),
    sea_battle,
)
