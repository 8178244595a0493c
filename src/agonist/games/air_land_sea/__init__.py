"""Air, Land & Sea."""

from agonist.games.air_land_sea.baseline import most_theaters
from agonist.games.air_land_sea.indicators import INDICATORS
from agonist.games.air_land_sea.observation_arrays import ARRAYS
from agonist.games.air_land_sea.picture import picture
from agonist.games.air_land_sea.possible_states import sample_state, secrets
from agonist.games.air_land_sea.reference import by_margins
from agonist.games.air_land_sea.rules import AirLandSea, View
from agonist.games.air_land_sea.skins import COUNTERFACTUALS, SKINS
from agonist.games.air_land_sea.state import State
from agonist.games.air_land_sea.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "AirLandSea", "State", "View"]

KIT = Kit(
    game=AirLandSea,
    words=WORDS,
    reference=by_margins,
    reference_is="a heuristic: looks one play ahead, counts theaters likely to be held, withdraws in time",
    baseline=most_theaters,
    baseline_is="any answer that leaves them most theaters, deployed if possible; never a withdrawal",
    sample_state=sample_state,
    secrets=secrets,
    picture=picture,
    quick_options={"to_win": 6},
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
