"""Two Rooms and a Boom: will the Bomber be with the President when time is up?"""

from agonist.games.two_rooms.indicators import INDICATORS
from agonist.games.two_rooms.picture import picture
from agonist.games.two_rooms.possible_states import passes, sample_state, secrets
from agonist.games.two_rooms.reference import by_rule_of_thumb
from agonist.games.two_rooms.rules import PRESETS, TwoRooms
from agonist.games.two_rooms.state import State, View
from agonist.games.two_rooms.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "State", "TwoRooms", "View"]

KIT = Kit(
    game=TwoRooms,
    words=WORDS,
    reference=by_rule_of_thumb,
    reference_is="a heuristic: shares cards, gathers votes with known mates, and weighs where the two may be",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"messages": (2, 0, 0), "pauses": 0},
    picture=picture,
    indicators=INDICATORS,
)
