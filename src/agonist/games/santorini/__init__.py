"""Santorini, without god powers."""

from agonist.games.santorini.indicators import INDICATORS
from agonist.games.santorini.key_moments import key_moments
from agonist.games.santorini.observation_arrays import ARRAYS
from agonist.games.santorini.picture import picture
from agonist.games.santorini.reference import by_search
from agonist.games.santorini.rules import PRESETS, Board, Santorini
from agonist.games.santorini.text import WORDS, drawing
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Board", "Santorini"]

KIT = Kit(
    game=Santorini,
    words=WORDS,
    reference=by_search,
    reference_is="alpha-beta search with a fixed budget of boards",
    drawing=drawing,
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
