"""Liar's Dice."""

from agonist.games.liars_dice.indicators import INDICATORS
from agonist.games.liars_dice.key_moments import key_moments
from agonist.games.liars_dice.observation_arrays import ARRAYS
from agonist.games.liars_dice.picture import picture
from agonist.games.liars_dice.possible_states import sample_state
from agonist.games.liars_dice.reference import by_odds
from agonist.games.liars_dice.rules import LiarsDice, State, View
from agonist.games.liars_dice.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "LiarsDice", "State", "View"]

KIT = Kit(
    game=LiarsDice,
    words=WORDS,
    reference=by_odds,
    reference_is="a heuristic: bids what is likeliest, doubts what is less likely, believes bids a little",
    sample_state=sample_state,
    picture=picture,
    quick_options={"seats": 3, "dice": 2},
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
