"""OpenSpiel's games, named `openspiel:NAME` wherever a game is named.

A game's options are the library's parameters, but for the number of players, which is `seats`:
`openspiel:kuhn_poker?seats=3`, or as the library writes it, `openspiel:kuhn_poker(players=3)`. A state is the
history of the library's own actions, so a record can be taken to the library and back.

You may rely on the names in `__all__`; others may change.
"""

from __future__ import annotations

from agonist.extras import expect_library

expect_library("pyspiel", "OpenSpiel", "openspiel")

from agonist.adapters.openspiel.kits import find_kit
from agonist.adapters.openspiel.offered_games import game_names, refused_games

__all__ = ["find_kit", "game_names", "refused_games"]
