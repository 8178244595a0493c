"""The public goods game."""

from agonist.games.public_goods.indicators import INDICATORS
from agonist.games.public_goods.observation_arrays import ARRAYS
from agonist.games.public_goods.picture import picture
from agonist.games.public_goods.possible_states import sample_state
from agonist.games.public_goods.reference import equilibrium
from agonist.games.public_goods.rules import PublicGoods, State, View
from agonist.games.public_goods.skins import COUNTERFACTUALS, SKINS
from agonist.games.public_goods.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PublicGoods", "State", "View"]

KIT = Kit(
    game=PublicGoods,
    words=WORDS,
    reference=equilibrium,
    reference_is="the equilibrium: nothing, or everything if ratio is above the number of players",
    sample_state=sample_state,
    passes=lambda _view, _ask: 0,
    quick_options={"seats": 4, "rounds": 4},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
