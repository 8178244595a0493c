"""Codenames: spymasters give clues of one word, operatives find their team's words."""

from agonist.games.codenames.indicators import INDICATORS
from agonist.games.codenames.key_moments import key_moments
from agonist.games.codenames.picture import picture
from agonist.games.codenames.possible_states import passes, sample_state, secrets
from agonist.games.codenames.reference import by_lexicon
from agonist.games.codenames.rules import PRESETS, Codenames, State, View
from agonist.games.codenames.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Codenames", "State", "View"]

KIT = Kit(
    game=Codenames,
    words=WORDS,
    reference=by_lexicon,
    reference_is="a heuristic: clues and guesses by a lexicon that spymaster and operative share",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"first": 4, "second": 3, "neutral": 3},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
)
