"""RAP: a model that searches over imagined moves, as in GameBench (Costarelli et al., 2024)."""

from agonist.players.rap.rap_player import RapPlayer, RapStyle

__all__ = ["RapPlayer", "RapStyle"]
