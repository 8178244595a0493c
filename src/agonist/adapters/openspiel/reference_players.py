"""The reference players: the library's own tree search where it can play, otherwise any legal move."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pyspiel

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.adapters.openspiel.views import View
from agonist.core import Ask

PLAYOUTS: Final = 100
EXPLORATION: Final = 2.0
"""As in the library's examples."""
MOST_MEGABYTES: Final = 100
SEEDS: Final = 2**31


def is_searched(kind: Any) -> bool:
    """Whether the library's tree search plays games of this kind, those written in C++."""
    kinds = pyspiel.GameType
    return bool(
        kind.information == kinds.Information.PERFECT_INFORMATION
        and kind.dynamics == kinds.Dynamics.SEQUENTIAL
        and kind.reward_model == kinds.RewardModel.TERMINAL
        and not kind.short_name.startswith("python_")
    )


def tree_search(game: SpielGame, view: View, ask: Ask, rng: Random) -> Any:
    """The move that the library's Monte Carlo tree search finds; the same with the same generator."""
    if not isinstance(view, History) or not is_searched(game.kind):  # an option may hide something
        return at_random(game, view, ask, rng)
    seed = int(rng.random() * SEEDS)
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game.spiel, rollouts, EXPLORATION, PLAYOUTS, MOST_MEGABYTES, True, seed, False
    )  # solving proven positions, not verbose
    return int(bot.step(spiel_of(view)))


def at_random(game: SpielGame, view: View, ask: Ask, rng: Random) -> Any:
    """Any legal move."""
    del game, view
    return ask.sample(rng)
