"""Who is Spy, the game of WiS."""

from agonist.games.who_is_spy.indicators import INDICATORS
from agonist.games.who_is_spy.possible_states import passes, sample_state, secrets
from agonist.games.who_is_spy.reference import by_lexicon
from agonist.games.who_is_spy.rules import State, View, WhoIsSpy
from agonist.games.who_is_spy.text import WORDS
from agonist.games.who_is_spy.wis_messages import WIS_PROTOCOL
from agonist.kit import Kit

__all__ = ["KIT", "State", "View", "WhoIsSpy"]

KIT = Kit(
    game=WhoIsSpy,
    words=WORDS,
    reference=by_lexicon,
    reference_is="a heuristic: weighs every speech against a lexicon of attributes",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"seats": 4},
    wis_protocol=WIS_PROTOCOL,
    indicators=INDICATORS,
)
