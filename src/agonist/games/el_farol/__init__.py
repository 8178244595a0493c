"""The El Farol bar."""

from agonist.games.el_farol.indicators import INDICATORS
from agonist.games.el_farol.observation_arrays import ARRAYS
from agonist.games.el_farol.picture import picture
from agonist.games.el_farol.possible_states import sample_state
from agonist.games.el_farol.reference import mixed_equilibrium
from agonist.games.el_farol.rules import ElFarol, State, View
from agonist.games.el_farol.skins import COUNTERFACTUALS, SKINS
from agonist.games.el_farol.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "ElFarol", "State", "View"]

KIT = Kit(
    game=ElFarol,
    words=WORDS,
    reference=mixed_equilibrium,
    reference_is="the symmetric mixed equilibrium of a round",
    sample_state=sample_state,
    passes=lambda _view, _ask: "stay",
    quick_options={"seats": 4, "rounds": 4},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
