"""Connect Four, on boards of any size."""

from agonist.games.connect_four.indicators import INDICATORS, threats
from agonist.games.connect_four.observation_arrays import ARRAYS
from agonist.games.connect_four.picture import picture
from agonist.games.connect_four.reference import strong
from agonist.games.connect_four.rules import Board, ConnectFour
from agonist.games.connect_four.skins import COUNTERFACTUALS, SKINS
from agonist.games.connect_four.text import WORDS, drawing
from agonist.kit import Kit
from agonist.kit.missed_win_indicators import threat_moments

__all__ = ["KIT", "Board", "ConnectFour"]

KIT = Kit(
    game=ConnectFour,
    words=WORDS,
    reference=strong,
    reference_is="alpha-beta search with a fixed budget of positions",
    quick_options={"rows": 4, "columns": 5, "length": 3},
    drawing=drawing,
    picture=picture,
    indicators=INDICATORS,
    key_moments=threat_moments(threats),
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
