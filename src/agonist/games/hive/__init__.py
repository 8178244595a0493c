"""Hive, with or without Beetles."""

from agonist.games.hive.estimate import by_queens
from agonist.games.hive.indicators import INDICATORS
from agonist.games.hive.key_moments import key_moments
from agonist.games.hive.observation_arrays import ARRAYS
from agonist.games.hive.picture import picture
from agonist.games.hive.reference import by_search
from agonist.games.hive.rules import PRESETS, HiveGame, State
from agonist.games.hive.text import WORDS, drawing
from agonist.kit import Kit, Playouts

__all__ = ["KIT", "PRESETS", "HiveGame", "State"]

KIT = Kit(
    game=HiveGame,
    words=WORDS,
    reference=by_search,
    reference_is="alpha-beta search with a fixed budget of positions",
    playouts=Playouts(moves=10, estimate=by_queens),
    quick_options={"max_turns": 8},
    drawing=drawing,
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
