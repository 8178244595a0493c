"""A game with one of its options changed, beside the game as usual: what talk, for one, does for players."""

from agonist.suites.ablation.suite import Ablation

__all__ = ["Ablation"]
