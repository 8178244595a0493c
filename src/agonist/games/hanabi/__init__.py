"""Hanabi, small and full."""

from agonist.games.hanabi.indicators import INDICATORS
from agonist.games.hanabi.key_moments import key_moments
from agonist.games.hanabi.observation_arrays import ARRAYS
from agonist.games.hanabi.picture import picture
from agonist.games.hanabi.possible_states import sample_state, secrets
from agonist.games.hanabi.reference import by_convention
from agonist.games.hanabi.rules import PRESETS, Hanabi, State, View
from agonist.games.hanabi.skins import COUNTERFACTUALS, SKINS
from agonist.games.hanabi.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Hanabi", "State", "View"]

KIT = Kit(
    game=Hanabi,
    words=WORDS,
    reference=by_convention,
    reference_is="a heuristic: conventions that its team shares, a hint points at a card to play",
    sample_state=sample_state,
    secrets=secrets,
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
