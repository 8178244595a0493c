"""How often the Connect Four reference beats Monte Carlo tree search, and how long it thinks.

    uv run benchmarks/connect_four_reference.py [MATCHES] [PLAYOUTS]

Seats are swapped from match to match; a draw is half a win.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from agonist.games.connect_four import KIT, ConnectFour
from agonist.match.playing import play
from agonist.players.minimax_and_mcts import MctsPlayer
from agonist.players.player import Player, Question, SeatContext
from agonist.players.simple import ReferencePlayer


class Timed(ReferencePlayer):
    """The reference, with how long each of its answers took."""

    seconds: list[float]

    def __init__(self, context: SeatContext, seconds: list[float]) -> None:
        super().__init__(context)
        self.seconds = seconds

    async def answer(self, question: Question) -> Any:
        start = time.perf_counter()
        action = await super().answer(question)
        self.seconds.append(time.perf_counter() - start)
        return action


def main(matches: int = 100, playouts: int = 200) -> None:
    game, seconds, tally = ConnectFour(), list[float](), {1: 0, 0: 0, -1: 0}

    def reference(context: SeatContext) -> Player:
        return Timed(context, seconds)

    def opponent(context: SeatContext) -> Player:
        return MctsPlayer(context, playouts=playouts)

    for nth in range(matches):
        seat = nth % 2
        factories = [opponent, reference] if seat else [reference, opponent]
        match = asyncio.run(play(KIT, game, factories, seed=f"strength {nth}"))
        tally[int(match.outcome.scores[seat])] += 1
    share = (tally[1] + tally[0] / 2) / matches
    print(f"reference against mcts?playouts={playouts}: {tally[1]} won, {tally[0]} drawn, {tally[-1]} lost")
    print(
        f"share of points {share:.1%}; "
        f"{sum(seconds) / len(seconds):.3f} s a move on average, {max(seconds):.3f} s at most"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
