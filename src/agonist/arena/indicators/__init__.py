"""What a game measures beside who won, by player: columns of its leaderboard, as one table (`INDICATORS`)."""

from agonist.arena.indicators.columns import Indicator, Measured, Values, pooled
from agonist.arena.indicators.facts import Facts
from agonist.arena.indicators.games import INDICATORS, MEASURED

__all__ = ["INDICATORS", "MEASURED", "Facts", "Indicator", "Measured", "Values", "pooled"]
