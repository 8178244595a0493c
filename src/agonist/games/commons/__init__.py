"""A commons: a stock that regrows, and players who must not take too much of it."""

from agonist.core import Amount, Ask, Choice
from agonist.games.commons.indicators import INDICATORS
from agonist.games.commons.key_moments import key_moments
from agonist.games.commons.observation_arrays import ARRAYS
from agonist.games.commons.picture import picture
from agonist.games.commons.possible_states import sample_state
from agonist.games.commons.reference import by_escapement
from agonist.games.commons.rules import Commons, State, View
from agonist.games.commons.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "Commons", "State", "View"]


def take_nothing(view: View, ask: Ask) -> object:
    """No harvest, no limit above the stock, no fine, a pledge to take nothing."""
    del view
    match ask:
        case Amount():
            return ask.high if ask.about == "quota" else 0
        case Choice():
            return ask.choices[0]
    return 0, ""


KIT = Kit(
    game=Commons,
    words=WORDS,
    reference=by_escapement,
    reference_is="leaves enough for the stock to regrow fully, and takes all once others raid it",
    sample_state=sample_state,
    passes=take_nothing,
    quick_options={"seats": 2, "rounds": 4, "talk_first": True},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
