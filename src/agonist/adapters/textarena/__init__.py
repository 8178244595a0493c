"""TextArena (Guertler et al., 2025) both ways: its environments as games, named `textarena:KuhnPoker-v0`, and
our games as its environments, by `game_env`.

>>> find_kit("KuhnPoker-v0").game.sizes
(2,)

Every id that TextArena registers is a name, except those ending in `-train` and `-raw`. Its
environments give and take free text, and only they know which texts are moves. So nothing is listed,
searched or drawn at random, and no reference player is known.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("textarena", "TextArena", "textarena")

from agonist.adapters.textarena.environment_game import find_kit as find_kit
from agonist.adapters.textarena.environments import game_names as game_names
from agonist.adapters.textarena.environments import refused_games as refused_games
from agonist.adapters.textarena.game_as_environment import game_env

__all__ = ["game_env"]
