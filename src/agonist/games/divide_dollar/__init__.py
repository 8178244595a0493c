"""Divide the dollar."""

from agonist.games.divide_dollar.indicators import INDICATORS
from agonist.games.divide_dollar.observation_arrays import ARRAYS
from agonist.games.divide_dollar.picture import picture
from agonist.games.divide_dollar.possible_states import sample_state
from agonist.games.divide_dollar.reference import equal_split
from agonist.games.divide_dollar.rules import DivideDollar, State, View
from agonist.games.divide_dollar.skins import COUNTERFACTUALS, SKINS
from agonist.games.divide_dollar.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "DivideDollar", "State", "View"]

KIT = Kit(
    game=DivideDollar,
    words=WORDS,
    reference=equal_split,
    reference_is="an equilibrium: the equal split",
    sample_state=sample_state,
    passes=lambda _view, _ask: 0,
    quick_options={"seats": 4, "rounds": 4},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
