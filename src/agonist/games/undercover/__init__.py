"""Undercover, also known as Who Is the Spy."""

from agonist.games.undercover.indicators import INDICATORS
from agonist.games.undercover.possible_states import passes, sample_state, secrets
from agonist.games.undercover.reference import by_lexicon
from agonist.games.undercover.rules import PRESETS, State, Undercover, View
from agonist.games.undercover.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "State", "Undercover", "View"]

KIT = Kit(
    game=Undercover,
    words=WORDS,
    reference=by_lexicon,
    reference_is="a heuristic: weighs every clue against a lexicon of attributes",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"seats": 4, "clue_rounds": 2},
    indicators=INDICATORS,
    sides=("undercover", "civilian"),
)
