"""Measures of each game besides wins, as columns of its leaderboard (`INDICATORS`)."""

from agonist.arena.boards.indicators.columns import Indicator, Measured, Values
from agonist.arena.boards.indicators.facts import Facts
from agonist.arena.boards.indicators.games import INDICATORS, MEASURED
from agonist.arena.boards.indicators.pooling import pooled

__all__ = ["INDICATORS", "MEASURED", "Facts", "Indicator", "Measured", "Values", "pooled"]
