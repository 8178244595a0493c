"""Pit."""

from agonist.games.pit.indicators import INDICATORS
from agonist.games.pit.observation_arrays import ARRAYS
from agonist.games.pit.picture import picture
from agonist.games.pit.possible_states import passes, sample_state
from agonist.games.pit.reference import by_suit
from agonist.games.pit.rules import PRESETS, Pit, State, View
from agonist.games.pit.skins import COUNTERFACTUALS, SKINS
from agonist.games.pit.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Pit", "State", "View"]

KIT = Kit(
    game=Pit,
    words=WORDS,
    reference=by_suit,
    reference_is="a heuristic: collects the suit nearest to a corner, gives away all else, the Bear first",
    sample_state=sample_state,
    passes=passes,
    picture=picture,
    quick_options={"seats": 3, "corner": 5, "ticks": 5, "hands": 2},
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
