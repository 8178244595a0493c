"""Guess a part of the average."""

from agonist.games.guess_average.indicators import INDICATORS
from agonist.games.guess_average.observation_arrays import ARRAYS
from agonist.games.guess_average.picture import picture
from agonist.games.guess_average.possible_states import sample_state
from agonist.games.guess_average.reference import best_response
from agonist.games.guess_average.rules import GuessAverage, State, View
from agonist.games.guess_average.skins import COUNTERFACTUALS, SKINS
from agonist.games.guess_average.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "GuessAverage", "State", "View"]

KIT = Kit(
    game=GuessAverage,
    words=WORDS,
    reference=best_response,
    reference_is="best response to the others' last numbers, level 2 at first",
    sample_state=sample_state,
    quick_options={"seats": 4, "rounds": 4},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
