"""The diner's dilemma."""

from agonist.games.diners_dilemma.indicators import INDICATORS
from agonist.games.diners_dilemma.observation_arrays import ARRAYS
from agonist.games.diners_dilemma.picture import picture
from agonist.games.diners_dilemma.possible_states import sample_state
from agonist.games.diners_dilemma.reference import dominant
from agonist.games.diners_dilemma.rules import DinersDilemma, State, View
from agonist.games.diners_dilemma.skins import COUNTERFACTUALS, SKINS
from agonist.games.diners_dilemma.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "DinersDilemma", "State", "View"]

KIT = Kit(
    game=DinersDilemma,
    words=WORDS,
    reference=dominant,
    reference_is="the dominant strategy of a round: the costly dish",
    sample_state=sample_state,
    passes=lambda _view, _ask: "cheap",
    quick_options={"seats": 4, "rounds": 4},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
