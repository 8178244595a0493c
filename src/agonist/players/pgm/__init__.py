"""PGM-aware players: models that analyse what every player believes before they decide."""

from agonist.players.pgm.analysis_question import example_analysis
from agonist.players.pgm.belief_updates import PURPOSE, Mind, beliefs_over_time
from agonist.players.pgm.pgm_player import PgmPlayer, PgmStyle, asks_for_analysis

__all__ = [
    "PURPOSE",
    "Mind",
    "PgmPlayer",
    "PgmStyle",
    "asks_for_analysis",
    "beliefs_over_time",
    "example_analysis",
]
