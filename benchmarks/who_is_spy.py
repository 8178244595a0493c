"""By how much the reference of Who is Spy beats random players, as the spy and as civilians.

    uv run benchmarks/who_is_spy.py [GAMES]

Every line plays the same deals; the spy has seat 1. Intervals are at 95%: Wilson's for the rate, the normal
one for the score.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import product
from math import isclose, sqrt
from statistics import fmean, stdev

from scipy.stats import binomtest

from agonist.games.who_is_spy import KIT, WhoIsSpy
from agonist.games.who_is_spy.words import PAIRS
from agonist.match.playing import play
from agonist.players.player import PlayerFactory
from agonist.players.simple import RandomPlayer, ReferencePlayer

PLAYERS: dict[str, PlayerFactory] = {"random": lambda _context: RandomPlayer(), "reference": ReferencePlayer}


async def scores_of_spy(game: WhoIsSpy, spy: str, civilians: str, games: int) -> list[tuple[bool, float]]:
    """Whether the spy won each game, and its score."""
    seats = [PLAYERS[spy], *[PLAYERS[civilians]] * (game.seats - 1)]
    found = []
    for nth in range(games):
        match = await play(KIT, game, seats, seed=f"strength {nth}", script={"spy": [0]})
        assert isclose(sum(match.outcome.scores), 12)
        *_, last = match.record.states()
        found.append((last.winner == "spy", match.outcome.scores[0]))
    return found


def main(games: int = 1000) -> None:
    print("| language | spy | civilians | the spy wins | score of the spy | score of a civilian |")
    print("|---|---|---|---|---|---|")
    for language, civilians, spy in product(PAIRS, PLAYERS, PLAYERS):
        game = WhoIsSpy(language=language)
        found = asyncio.run(scores_of_spy(game, spy, civilians, games))
        won, scores = sum(win for win, _ in found), [score for _, score in found]
        rate = binomtest(won, games).proportion_ci(method="wilson")
        mean, half = fmean(scores), 1.96 * stdev(scores) / sqrt(games)
        print(
            f"| {language} | {spy} | {civilians} | {won / games:.1%} ({rate.low:.1%} to {rate.high:.1%}) "
            f"| {mean:.2f} ± {half:.2f} | {(12 - mean) / 5:.2f} ± {half / 5:.2f} |"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
