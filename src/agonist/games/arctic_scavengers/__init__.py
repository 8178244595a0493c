"""Arctic Scavengers."""

from agonist.games.arctic_scavengers.baseline import sensible_actions
from agonist.games.arctic_scavengers.indicators import INDICATORS
from agonist.games.arctic_scavengers.observation_arrays import ARRAYS
from agonist.games.arctic_scavengers.picture import picture
from agonist.games.arctic_scavengers.possible_states import passes, sample_state
from agonist.games.arctic_scavengers.reference import by_prospects
from agonist.games.arctic_scavengers.rules import PRESETS, ArcticScavengers, View
from agonist.games.arctic_scavengers.skins import COUNTERFACTUALS, SKINS
from agonist.games.arctic_scavengers.state import State
from agonist.games.arctic_scavengers.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "ArcticScavengers", "State", "View"]

KIT = Kit(
    game=ArcticScavengers,
    words=WORDS,
    reference=by_prospects,
    reference_is="a heuristic: weighs what each action yields against the chances in the skirmish",
    baseline=sensible_actions,
    baseline_is="any action that throws nobody away; hunts pay for a hire, fighters wait for the skirmish",
    sample_state=sample_state,
    passes=passes,
    picture=picture,
    quick_options={"contested": 3, "quiet": 0, "stays": 1},
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
