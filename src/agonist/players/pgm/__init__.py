"""PGM-aware players: models that ask themselves what every player believes."""

from agonist.players.pgm.mind import PURPOSE, Mind, beliefs_over_time
from agonist.players.pgm.player import PgmPlayer, PgmStyle

__all__ = ["PURPOSE", "Mind", "PgmPlayer", "PgmStyle", "beliefs_over_time"]
