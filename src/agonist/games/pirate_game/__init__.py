"""The pirate game."""

from agonist.games.pirate_game.indicators import INDICATORS
from agonist.games.pirate_game.observation_arrays import ARRAYS
from agonist.games.pirate_game.picture import picture
from agonist.games.pirate_game.possible_states import sample_state
from agonist.games.pirate_game.reference import equilibrium
from agonist.games.pirate_game.rules import OVERBOARD, PirateGame, State, View
from agonist.games.pirate_game.skins import COUNTERFACTUALS, SKINS
from agonist.games.pirate_game.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "OVERBOARD", "PirateGame", "State", "View"]

KIT = Kit(
    game=PirateGame,
    words=WORDS,
    reference=equilibrium,
    reference_is="the equilibrium, by backward induction for any gold and any number of pirates",
    sample_state=sample_state,
    quick_options={"seats": 4, "gold": 6},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
