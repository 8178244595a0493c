"""A model that searches over what it imagines: RAP, as GameBench plays it (Costarelli et al., 2024)."""

from agonist.players.rap.player import RapPlayer, RapStyle

__all__ = ["RapPlayer", "RapStyle"]
