"""PGM-aware players: models that analyse what every player believes before they decide."""

from agonist.players.pgm.analysis_question import example_analysis as example_analysis
from agonist.players.pgm.belief_updates import PURPOSE as PURPOSE
from agonist.players.pgm.belief_updates import Mind as Mind
from agonist.players.pgm.belief_updates import beliefs_over_time as beliefs_over_time
from agonist.players.pgm.pgm_player import PgmPlayer as PgmPlayer
from agonist.players.pgm.pgm_player import PgmStyle as PgmStyle
from agonist.players.pgm.pgm_player import asks_for_analysis as asks_for_analysis
