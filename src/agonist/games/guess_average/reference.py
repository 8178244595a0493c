"""A best response to the others' last numbers."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

from agonist.core import Ask
from agonist.games.guess_average.rules import GuessAverage, View


def best_response(game: GuessAverage, view: View, ask: Ask, rng: Random) -> int:
    """The number that hits its own target if the sum of the others is that of the last round.

    A number x hits the target if x = ratio · (x + the others' sum) / seats. The answer is the whole number
    nearest to that; of two equally near, the one nearer to the equilibrium, an end of the range. In the first
    round the others are assumed to choose ratio times the middle of the range, which makes this level 2 of
    Nagel (1995). Of two players the one nearer to that end always wins, so there it is dominant.
    """
    del ask, rng
    ratio, others = game.fraction, game.seats - 1
    if game.seats == 2 and ratio != 1:
        return game.low if ratio < 1 else game.high
    totals = [event[2] for event in view.log if event[0] == "result"]
    if totals:
        mine = [event[1] for event in view.log if event[0] == "own"]
        expected = Fraction(totals[-1] - mine[-1])
    else:
        expected = others * _inside(game, ratio * (game.low + game.high) / 2)
    best = _inside(game, ratio * expected / (game.seats - ratio))
    below = floor(best)
    if best - below == Fraction(1, 2):
        return below if ratio < 1 else below + 1
    return floor(best + Fraction(1, 2))


def _inside(game: GuessAverage, number: Fraction) -> Fraction:
    return min(max(number, Fraction(game.low)), Fraction(game.high))
