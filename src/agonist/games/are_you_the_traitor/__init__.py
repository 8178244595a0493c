"""Are You the Traitor?: talk ends when somebody points at another and says stop."""

from agonist.games.are_you_the_traitor.indicators import INDICATORS
from agonist.games.are_you_the_traitor.picture import picture
from agonist.games.are_you_the_traitor.possible_states import passes, sample_state, secrets
from agonist.games.are_you_the_traitor.reference import by_odds
from agonist.games.are_you_the_traitor.rules import PRESETS, AreYouTheTraitor
from agonist.games.are_you_the_traitor.state import State, View
from agonist.games.are_you_the_traitor.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "AreYouTheTraitor", "State", "View"]

KIT = Kit(
    game=AreYouTheTraitor,
    words=WORDS,
    reference=by_odds,
    reference_is="a heuristic: points only when it is likely to be right, uses every ring, declares at once",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"rounds": 2, "ticks": 2},
    picture=picture,
    indicators=INDICATORS,
)
