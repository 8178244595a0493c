"""Chameleon: find out who does not know the word."""

from agonist.games.chameleon.indicators import INDICATORS
from agonist.games.chameleon.possible_states import passes, sample_state, secrets
from agonist.games.chameleon.reference import by_lexicon
from agonist.games.chameleon.rules import Chameleon, State, View
from agonist.games.chameleon.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "Chameleon", "State", "View"]

KIT = Kit(
    game=Chameleon,
    words=WORDS,
    reference=by_lexicon,
    reference_is="a heuristic: weighs every clue against a lexicon, and knows the codes under each topic",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"clue_rounds": 2},
    indicators=INDICATORS,
    sides=("chameleon", "other"),
)
